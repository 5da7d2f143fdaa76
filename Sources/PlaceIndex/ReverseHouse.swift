internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

extension ReverseSearch {
    /// The house nearest to where a street that was found is nearest, within 0.001 degrees.
    ///
    /// Of the houses round it only their positions are read, until one is on the street.
    func house(onStreet street: ReverseHit) throws -> ReverseHit? {
        let reach = ReverseScope.houseReachInDegrees
        let measure = measure(from: street.nearest.position)
        var houses = HouseWalk(regions, measure, withinDegrees: reach)
        var names: Set<StreetName>?
        // Neighbours name the same street.
        var (last, isElsewhere): (String?, Bool) = (nil, false)
        while let house = try houses.next() {
            let written = house.row.optionalText(AddressColumn.street)
            if let written {
                if written != last {
                    let name = StreetName(written)
                    last = written
                    let own =
                        names
                        ?? StreetTags.names(
                            namedStreets.tags(of: street).lazy.map { ($0.key, $0.value) })
                    names = own
                    isElsewhere =
                        try !own.contains(name)
                        && self.street(
                            named: name, near: street.nearest.position,
                            BoundingBox(street.nearest.position)) != nil
                }
                guard !isElsewhere else { continue }
            }
            guard let hit = house.region.address(house.id, house.row, measure),
                hit.degrees <= reach,
                try isOn(street, house: hit, written)
            else { continue }
            return hit
        }
        return nil
    }

    /// Whether a house is on a street: the nearest piece of the one it names, or of one that is meant
    /// by what it says; the nearest for a house that names none, and where the map has no street of
    /// that name for a house at whose door the asked position is.
    private func isOn(_ street: ReverseHit, house: ReverseHit, _ written: String?) throws -> Bool {
        guard let written else { return try isNearest(street, to: house) }
        if let named = try self.street(
            named: StreetName(written), near: house.position, house.box)
        {
            return named.ref == street.ref
        }
        // Where streets have no names, the name is the village's.
        let mayHaveNone = isAtDoor(of: house) && house.tags["addr:street"] != nil
        guard mayHaveNone || namedStreets.means(street.streetName, written, isBeside: true)
        else { return false }
        if let meant = try misspelled(written, near: house.position) {
            return meant.ref == street.ref
        }
        return try mayHaveNone && isNearest(street, to: house)
    }

    private func isNearest(_ street: ReverseHit, to house: ReverseHit) throws -> Bool {
        try nearestStreet(to: house.position, house.box)?.ref == street.ref
    }

    private func isAtDoor(of house: ReverseHit) -> Bool {
        house.region.address(house.id, house.row, measure).map {
            $0.degrees <= ReverseScope.doorInDegrees
        } ?? false
    }

    /// The city of the nearest house that has one, within 0.02 degrees.
    func nearestCity() -> String? {
        var best: (city: String, squaredDegrees: Double)?
        for region in regions {
            var reach = 0.02 * 0.02
            reach = min(reach, best?.squaredDegrees ?? reach)
            if let found = region.nearestCity(to: measure, squaredReach: reach),
                found.squaredDegrees < reach
            {
                best = found
            }
        }
        return best?.city
    }

    /// The number that an interpolation line has near the asked position.
    ///
    /// - Parameter street: Only lines of this street; nil for any.
    func interpolatedHouse(
        withinDegrees reach: Double, on street: ReverseHit?
    ) throws -> ReverseObject? {
        guard regions.contains(where: { $0.layers[.interpolation].coverage != nil }) else {
            return nil
        }
        let names = street.map { StreetTags.names($0.tags.lazy.map { ($0.key, $0.value) }) }
        return try regions.compactMap {
            try $0.interpolatedHouse(near: measure, withinDegrees: reach, on: names)
        }.min { $0.meters < $1.meters }
    }
}

/// A row of `address` and how far its position is.
private struct House {
    let squaredDegrees: Double
    let ref: OSMRef
    unowned(unsafe) let region: RegionFile
    let row: MappedRow
    let id: Int64

    static func < (left: House, right: House) -> Bool {
        (left.squaredDegrees, left.ref) < (right.squaredDegrees, right.ref)
    }
}

/// The rows of `address` in the order of how far their positions are, of equal ones in that of their objects: read
/// only as far as they are asked for.
private struct HouseWalk {
    private var walks: [(region: RegionFile, walk: SpatialTree.NearestWalk<PlanarMeasure>)]
    private let measure: PlanarMeasure
    private let squaredReach: Double
    /// Read, and perhaps farther than one that is not.
    private var waiting: [House] = []

    init(_ regions: [RegionFile], _ measure: PlanarMeasure, withinDegrees reach: Double) {
        walks = regions.map { ($0, $0.layers[.address].tree.nearest(to: measure)) }
        self.measure = measure
        squaredReach = reach * reach
    }

    /// nil when no more are nearer than the reach.
    mutating func next() throws -> House? {
        for index in walks.indices {
            let region = walks[index].region
            let rows = region.layers[.address].rows
            // A position is in its row's box. As far as the nearest that waits, others may come before it.
            while let id = walks[index].walk.next(squaredReach: squaredReach, upTo: nearest) {
                guard let row = rows.row(id) else { throw region.isDamaged }
                let squared = measure.squaredDegrees(to: row.position(AddressColumn.longitude))
                guard squared < squaredReach else { continue }
                waiting.append(
                    House(
                        squaredDegrees: squared, ref: row.ref(AddressColumn.osmType),
                        region: region, row: row, id: id))
            }
        }
        guard let nearest = waiting.indices.min(by: { waiting[$0] < waiting[$1] }) else {
            return nil
        }
        waiting.swapAt(nearest, waiting.count - 1)
        return waiting.removeLast()
    }

    /// How far the nearest that waits is, squared.
    private var nearest: Double { waiting.lazy.map(\.squaredDegrees).min() ?? .infinity }
}

extension RegionFile {
    /// The city of the address whose position is nearest, of two as near the first row's.
    fileprivate func nearestCity(
        to measure: PlanarMeasure, squaredReach: Double
    ) -> (city: String, squaredDegrees: Double)? {
        let layer = layers[.address]
        var walk = layer.tree.nearest(to: measure)
        var best: (id: Int64, city: String)?
        var least = squaredReach
        while let id = walk.next(squaredReach: least) {
            guard let row = layer.rows.row(id), !row.isNull(AddressColumn.city) else { continue }
            let squared = measure.squaredDegrees(to: row.position(AddressColumn.longitude))
            guard (squared, id) < (least, best?.id ?? 0) else { continue }
            (best, least) = ((id, row.text(AddressColumn.city)), squared)
        }
        return best.map { ($0.city, least) }
    }

    private static let interpolations = SpatialTable.interpolation.select(
        "t.osm_type, t.osm_id, t.kind, t.street, t.numbers, t.geom")

    /// The number that an interpolation line of a street has where it is nearest to a position.
    fileprivate func interpolatedHouse(
        near measure: PlanarMeasure, withinDegrees reach: Double, on names: Set<StreetName>?
    ) throws -> ReverseObject? {
        guard let box = measure.origin.box(withinDegrees: reach) else { return nil }
        let parts = parts(of: box, in: .interpolation)
        guard !parts.isEmpty else { return nil }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.interpolations)
            var best: ReverseObject?
            var least = reach * reach
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    guard
                        names.map({ row.isNull(3) || $0.contains(StreetName(row.text(3))) })
                            ?? true,
                        let line = InterpolationLine(row)
                    else { continue }
                    let squared = measure.nearest(on: .lineString(line.line)).squaredDegrees
                    guard squared <= least,
                        let house = line.house(nearest: measure.origin, ref: row.ref(0))
                    else { continue }
                    (best, least) = (house, squared)
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
