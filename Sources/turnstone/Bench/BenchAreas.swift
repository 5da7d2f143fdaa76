import FoundationEssentials
import GeoModel
import Glibc
import PlaceIndex
import RankingBench

/// What a huge multipolygon costs beside a plain block: the same questions, in the same places.
///
/// The huge one has 800 ways with 400,000 nodes: an outer ring of 600 ways and 200 holes of one way
/// each. The block is the square round it. Both are an administrative area and a forest to point at.
enum BenchAreas {
    /// The centre of both, 0.5 degrees from their edges.
    private static let center = (latitude: 47.0, longitude: 9.0)
    private static let outerRadius = 0.5
    private static let outerWays = 600
    private static let holes = 200
    private static let nodesPerWay = 500

    static func run(_ workspace: BenchWorkspace, count: Int) throws -> [BenchResult] {
        Machine.forgetPeak()
        let block = try index("block", of: squareRings, workspace)
        let huge = try index("huge", of: hugeRings, workspace)
        let positions = positions(count)
        func measure(
            _ what: String, _ ask: (PlaceIndex, Coordinate) throws -> Void
        ) throws -> (block: Measurement, huge: Measurement) {
            for position in positions.prefix(100) {
                try ask(block, position)
                try ask(huge, position)
            }
            let clock = ContinuousClock()
            var (ofBlock, ofHuge): ([Double], [Double]) = ([], [])
            for _ in 0..<turns {
                for position in positions {
                    ofBlock.append(try clock.measure { try ask(block, position) } / .seconds(1))
                }
                for position in positions {
                    ofHuge.append(try clock.measure { try ask(huge, position) } / .seconds(1))
                }
            }
            return (
                Measurement("\(what), block", seconds: ofBlock),
                Measurement("\(what), huge multipolygon", seconds: ofHuge)
            )
        }
        let reverse = try measure("reverse, zoom 10") {
            _ = try $0.reverse(ReverseQuery(position: $1, zoom: 10))
        }
        let nearby = try measure("nearby, radius 100 m") {
            _ = try $0.nearby(NearbyQuery(position: $1, radiusInMeters: 100))
        }
        func ratio(_ pair: (block: Measurement, huge: Measurement)) -> String {
            RecordText.decimals(pair.block.perSecond / pair.huge.perSecond)
        }
        return [
            BenchResult(
                name: "huge multipolygon (800 ways, 400,000 nodes, 200 holes) and block",
                measurements: [reverse.block, reverse.huge, nearby.block, nearby.huge],
                remarks: [
                    "huge = \(ratio(reverse)) x block for reverse, \(ratio(nearby)) x for nearby"
                ], peakMemoryBytes: Machine.peakMemory)
        ]
    }

    /// Of either, turn about: a few milliseconds each, of which one alone tells little.
    private static let turns = 20

    /// Half anywhere inside, half at the outer ring, where most of it has to be looked at.
    private static func positions(_ count: Int) -> [Coordinate] {
        var random = SeededGenerator(seed: BenchWorkspace.seed)
        return (0..<count).compactMap { turn in
            let angle = Double.random(in: 0..<(2 * .pi), using: &random)
            let part = turn.isMultiple(of: 2) ? Double.random(in: 0...0.9, using: &random) : 0.99
            return point(angle: angle, radius: outerRadius * part)
        }
    }

    // MARK: The map

    private typealias Ring = [Coordinate]

    /// Rings as ways of `nodesPerWay` new nodes each, the first outer, the others holes.
    private static var hugeRings: [Ring] {
        let count = outerWays * nodesPerWay
        let outer = (0..<count).compactMap { step in
            // A coast: waves of many lengths on a circle.
            let angle = 2 * Double.pi * Double(step) / Double(count)
            let wave = sin(angle * 997) * 0.004 + sin(angle * 83) * 0.003
            return point(angle: angle, radius: outerRadius * (1 - 0.007 + wave))
        }
        let side = Int(Double(holes).squareRoot().rounded(.up))
        let inner = (0..<holes).map { hole in
            // A grid of lakes within the circle.
            let column = Double(hole % side) - Double(side - 1) / 2
            let row = Double(hole / side) - Double(side - 1) / 2
            let spacing = outerRadius * 1.2 / Double(side)
            return (0..<nodesPerWay).compactMap { step -> Coordinate? in
                let angle = 2 * Double.pi * Double(step) / Double(nodesPerWay)
                return Coordinate(
                    decimalLatitude: center.latitude + row * spacing + sin(angle) * spacing * 0.3,
                    decimalLongitude: center.longitude + column * spacing
                        + cos(angle) * spacing * 0.3)
            }
        }
        return [outer] + inner
    }

    private static var squareRings: [Ring] {
        let reach = outerRadius * 1.01
        return [
            [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].compactMap { north, east in
                Coordinate(
                    decimalLatitude: center.latitude + north * reach,
                    decimalLongitude: center.longitude + east * reach)
            }
        ]
    }

    private static func point(angle: Double, radius: Double) -> Coordinate? {
        Coordinate(
            decimalLatitude: center.latitude + sin(angle) * radius,
            decimalLongitude: center.longitude + cos(angle) * radius)
    }

    private static func index(
        _ name: String, of rings: [Ring], _ workspace: BenchWorkspace
    ) throws -> PlaceIndex {
        let file = workspace.file("\(name).osm")
        try Data(osm(rings)).write(to: URL(filePath: file))
        let directory = workspace.file("places-\(name)")
        _ = try OSMImporter(region: name, directory: directory).run(files: [file])
        return try PlaceIndex(
            directory: directory, countries: workspace.geoData.countries, connections: 1)
    }

    /// The rings as OpenStreetMap XML: a boundary and a forest of the same ways.
    private static func osm(_ rings: [Ring]) -> [UInt8] {
        var nodes = "<osm version=\"0.6\">\n"
        var ways = ""
        var members = ""
        var node = 0
        var way = 0
        for (index, ring) in rings.enumerated() {
            let first = node + 1
            let last = node + ring.count
            for position in ring {
                node += 1
                nodes +=
                    "<node id=\"\(node)\" lat=\"\(degrees(position.decimalLatitude))\" "
                    + "lon=\"\(degrees(position.decimalLongitude))\"/>\n"
            }
            for start in stride(from: first, through: last, by: nodesPerWay) {
                way += 1
                let end = min(start + nodesPerWay, last + 1)
                let refs = Array(start..<end) + [end > last ? first : end]
                ways += "<way id=\"\(way)\">"
                for ref in refs { ways += "<nd ref=\"\(ref)\"/>" }
                ways += "</way>\n"
                members +=
                    "<member type=\"way\" ref=\"\(way)\" role=\"\(index == 0 ? "outer" : "inner")\"/>"
            }
        }
        let tags = [
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Area"],
            ["type": "multipolygon", "natural": "wood", "name": "Forest"],
        ]
        var relations = ""
        for (index, tags) in tags.enumerated() {
            relations += "<relation id=\"\(index + 1)\">\(members)"
            for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
                relations += "<tag k=\"\(key)\" v=\"\(value)\"/>"
            }
            relations += "</relation>\n"
        }
        return Array((nodes + ways + relations + "</osm>\n").utf8)
    }

    /// Seven decimals, as OpenStreetMap has them.
    private static func degrees(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
}
