internal import GeoModel
internal import Glibc

/// Ways of one name that lie together: a street as people know it.
///
/// Ways of the same local name are one street when their boxes are within 300 m of one another, as
/// across a square or where one part has another name; the streets of that name in the next town are
/// farther. Memory: about 64 bytes a way, and each different set of names once.
struct StreetGroups {
    fileprivate struct Way {
        let row: Int64
        let names: Int32
        let west, south, east, north: Float
        let type: UInt8
    }

    /// A street made of its ways.
    struct Group {
        /// The way that stands for it, by its row in `street`: of the most important type, the one
        /// nearest to the middle.
        let row: Int64
        let type: String
        let ways: Int
        let box: BoundingBox
        /// The middles of its ways.
        let positions: [Coordinate]
        /// One name a line.
        let names: String
        let hasArticle: Bool
    }

    private var ways: [Way] = []
    private var namesets: [String] = []
    private var numberOfNameset: [String: Int32] = [:]
    private var types: [String] = []
    private var withArticle: Set<Int32> = []

    static let gapInMeters = 300.0

    /// - Parameters:
    ///   - names: The local name, then the others, one a line.
    ///   - box: The way's.
    mutating func add(
        row: Int64, type: String, names: String, hasArticle: Bool, box: BoundingBox
    ) {
        let number = numberOfNameset[names] ?? Int32(namesets.count)
        if number == namesets.count {
            numberOfNameset[names] = number
            namesets.append(names)
        }
        if hasArticle { withArticle.insert(number) }
        // Importers know about thirty types.
        let typeNumber = types.firstIndex(of: type) ?? types.count
        if typeNumber == types.count { types.append(type) }
        ways.append(
            Way(
                row: row, names: number, west: Float(box.west), south: Float(box.south),
                east: Float(box.east), north: Float(box.north),
                type: UInt8(clamping: typeNumber)))
    }

    /// Makes the groups and lets go of the ways.
    mutating func drain(_ body: (Group) throws -> Void) rethrows {
        numberOfNameset = [:]
        let localNames = namesets.map { names in
            Substring(names.utf8.prefix { $0 != UInt8(ascii: "\n") })
        }
        var numberOfName: [Substring: Int] = [:]
        let names = localNames.map { name in
            let number = numberOfName[name] ?? numberOfName.count
            numberOfName[name] = number
            return number
        }
        ways.sort {
            (names[Int($0.names)], $0.west, $0.row) < (names[Int($1.names)], $1.west, $1.row)
        }
        var start = 0
        while start < ways.count {
            let name = names[Int(ways[start].names)]
            let end =
                ways[start...].firstIndex { names[Int($0.names)] != name } ?? ways.endIndex
            for members in Self.clusters(ways[start..<end]) { try body(group(members)) }
            start = end
        }
        ways = []
        namesets = []
    }

    /// Ways of one name, sorted from west to east, by what lies together.
    private static func clusters(_ ways: ArraySlice<Way>) -> [[Way]] {
        guard ways.count > 1 else { return [Array(ways)] }
        let ways = Array(ways)
        var parent = Array(ways.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parent[index] != index {
                parent[index] = parent[parent[index]]
                index = parent[index]
            }
            return index
        }
        let tall = Float(gapInMeters / 111_000)
        var open: [Int] = []
        for (index, way) in ways.enumerated() {
            let wide = tall / max(0.02, cos(way.south * .pi / 180))
            open.removeAll { ways[$0].east + wide < way.west }
            for other in open
            where ways[other].south <= way.north + tall && ways[other].north >= way.south - tall {
                parent[root(other)] = root(index)
            }
            open.append(index)
        }
        var clusters: [Int: [Way]] = [:]
        for index in ways.indices { clusters[root(index), default: []].append(ways[index]) }
        return clusters.sorted { $0.key < $1.key }.map(\.value)
    }

    private func group(_ members: [Way]) -> Group {
        let box = (
            west: members.map(\.west).min() ?? 0, south: members.map(\.south).min() ?? 0,
            east: members.map(\.east).max() ?? 0, north: members.map(\.north).max() ?? 0
        )
        let rank = { (way: Way) in
            Prominence.street(types[Int(way.type)], ways: 1, hasArticle: false)
        }
        let best = members.map(rank).max() ?? 0
        func offset(_ way: Way) -> Float {
            let x = (way.west + way.east - box.west - box.east)
            let y = (way.south + way.north - box.south - box.north)
            return x * x + y * y
        }
        let middle =
            members.filter { rank($0) == best }
            .min { (offset($0), $0.row) < (offset($1), $1.row) } ?? members[0]
        return Group(
            row: middle.row, type: types[Int(middle.type)], ways: members.count,
            box: BoundingBox(
                west: max(-180, Double(box.west)), south: max(-90, Double(box.south)),
                east: min(180, Double(box.east)), north: min(90, Double(box.north)))
                ?? BoundingBox(middle.middle),
            positions: members.map(\.middle), names: names(of: members),
            hasArticle: members.contains { withArticle.contains($0.names) })
    }
}

extension StreetGroups {
    /// All names of the ways, each once.
    private func names(of members: [Way]) -> String {
        let numbers = Set(members.map(\.names)).sorted()
        // Most streets have one name only.
        if numbers.count == 1, !namesets[Int(numbers[0])].utf8.contains(UInt8(ascii: "\n")) {
            return namesets[Int(numbers[0])]
        }
        var names: [Substring] = []
        var seen: Set<Substring> = []
        for number in numbers {
            for name in namesets[Int(number)].utf8.split(separator: UInt8(ascii: "\n"))
            where seen.insert(Substring(name)).inserted { names.append(Substring(name)) }
        }
        return names.joined(separator: "\n")
    }
}

extension StreetGroups.Way {
    fileprivate var middle: Coordinate {
        Coordinate(
            clampingLatitude: (Double(south) + Double(north)) / 2,
            wrappingLongitude: (Double(west) + Double(east)) / 2)
    }
}
