internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

extension ReverseSearch {
    /// The house nearest to the position on a street that was found, by its point or footprint, or
    /// by an interpolation line that is nearer; nil when neither is within 111 m.
    func house(onStreet name: String) throws -> ReverseObject? {
        let reach = ReverseScope.houseReachInMeters
        let street = StreetName(name)
        let houses = try regions.flatMap {
            try $0.addresses(near: position, withinMeters: reach)
        }.sorted(by: <)
        let house = try houses.first { try belongs($0, to: street) }
        let limit = house?.meters ?? reach
        let interpolated = try regions.compactMap {
            try $0.interpolatedHouse(near: position, withinMeters: limit, on: street)
        }.min { $0.meters < $1.meters }
        if let interpolated, interpolated.meters < limit { return interpolated }
        return try house?.object(from: position)
    }

    /// Whether a house is on a street: by the street's name, else by its nearest street.
    private func belongs(_ house: ReverseHit, to street: StreetName) throws -> Bool {
        guard case .address(_, let own) = house.kind else { return false }
        if let own { return StreetName(own) == street }
        let near = try regions.flatMap {
            try $0.streets(near: house.nearest.position, withinMeters: 60)
        }.min(by: <)
        guard case .street(let name, _) = near?.kind else { return false }
        return StreetName(name) == street
    }
}

/// A street's name for comparing: letter case, spaces and hyphens aside, and ß as ss.
struct StreetName: Hashable {
    private let letters: [UInt8]

    init(_ name: String) {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.utf8.count)
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x20, 0x2D, 0x2013: continue
            case 0x41...0x5A: letters.append(UInt8(scalar.value) | 0x20)
            case ..<0x80: letters.append(UInt8(scalar.value))
            case 0xDF: letters += "ss".utf8
            default: letters += scalar.properties.lowercaseMapping.utf8
            }
        }
        self.letters = letters
    }
}

extension RegionFile {
    private static let interpolations = SpatialTable.interpolation.select(
        "t.osm_type, t.osm_id, t.kind, t.street, t.numbers, t.geom")

    /// The number that an interpolation line of a street has where it is nearest to a position.
    func interpolatedHouse(
        near position: Coordinate, withinMeters reach: Double, on street: StreetName
    ) throws -> ReverseObject? {
        let box = Geodesic.box(around: position, radiusInMeters: reach)
        let parts = parts(of: box, in: .interpolation)
        guard !parts.isEmpty else { return nil }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.interpolations)
            var best: ReverseObject?
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    guard row.isNull(3) || StreetName(row.text(3)) == street,
                        let line = InterpolationLine(row),
                        let house = line.house(nearest: position, ref: row.ref(0)),
                        house.meters <= min(reach, best?.meters ?? reach)
                    else { continue }
                    best = house
                    best?.street = row.optionalText(3)
                }
            }
            return best
        }
    }
}

/// A line along which house numbers run from one known number to the next.
///
/// <https://wiki.openstreetmap.org/wiki/Addresses#Interpolation>
struct InterpolationLine {
    let line: [Coordinate]
    /// Vertices whose number is known, in the line's order.
    let known: [(vertex: Int, number: Int)]
    /// 2 for odd and even, 1 for all, or the number that the tag gives.
    let step: Int

    init?(line: [Coordinate], known: [(vertex: Int, number: Int)], kind: String) {
        let step: Int? =
            switch kind {
            case "odd", "even": 2
            case "all": 1
            default: Int(kind)
            }
        // Far beyond any house number, and far from what would overflow on the way.
        let plausible = 0...99_999_999
        guard let step, step > 0, plausible.contains(step), known.count > 1,
            known.allSatisfy({ plausible.contains($0.number) }),
            zip(known, known.dropFirst()).allSatisfy({ $0.vertex < $1.vertex }),
            known.allSatisfy({ line.indices.contains($0.vertex) })
        else { return nil }
        self.line = line
        self.known = known
        self.step = step
    }

    /// Reads kind, street, numbers and line from column 2 on; nil when there is nothing to count by.
    fileprivate init?(_ row: Statement) {
        guard case .lineString(let line)? = row.withBlob(5, { SpatialBlob.decode($0) }) else {
            return nil
        }
        let pairs = try? JSONDecoder().decode([KnownNumber].self, from: Data(row.text(4).utf8))
        self.init(
            line: line,
            known: (pairs ?? []).compactMap { pair in
                Int(pair.number.prefix(while: \.isWholeNumber)).map { (pair.vertex, $0) }
            },
            kind: row.text(2))
    }

    /// `[vertex index, "12"]`.
    private struct KnownNumber: Decodable {
        let vertex: Int
        let number: String

        init(from decoder: any Decoder) throws {
            var pair = try decoder.unkeyedContainer()
            vertex = try pair.decode(Int.self)
            number = try pair.decode(String.self)
        }
    }

    /// The house where the line is nearest to a position.
    func house(nearest position: Coordinate, ref: OSMRef) -> ReverseObject? {
        var best: (meters: Double, number: Int, nearest: Coordinate)?
        for (start, end) in zip(known, known.dropFirst()) {
            let part = Array(line[start.vertex...end.vertex])
            let (meters, _, nearest) = FootprintDistance.measure(
                from: position, to: .lineString(part))
            guard meters < best?.meters ?? .infinity else { continue }
            let share = Self.share(of: part, upTo: nearest)
            let steps = (Double(end.number - start.number) * share / Double(step)).rounded()
            best = (meters, start.number + Int(steps) * step, nearest)
        }
        guard let best else { return nil }
        var house = ReverseObject(
            ref: ref, category: "place", type: "house", tags: [:], rank: .house, key: "place",
            importance: 0, position: best.nearest, boundingBox: BoundingBox(best.nearest),
            meters: best.meters, nearest: best.nearest)
        house.houseNumber = String(best.number)
        return house
    }

    /// How far along a line one of its points is, 0…1.
    private static func share(of line: [Coordinate], upTo point: Coordinate) -> Double {
        var (before, total, nearest) = (0.0, 0.0, Double.infinity)
        for (start, end) in zip(line, line.dropFirst()) {
            let length = Geodesic.inverse(from: start, to: end).distanceInMeters
            let toPart = FootprintDistance.measure(from: point, to: .lineString([start, end]))
            if toPart.distanceInMeters < nearest {
                nearest = toPart.distanceInMeters
                before = total + Geodesic.inverse(from: start, to: point).distanceInMeters
            }
            total += length
        }
        return total > 0 ? min(before / total, 1) : 0
    }
}
