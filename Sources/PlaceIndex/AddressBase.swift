internal import Database
internal import GeoModel

/// What gives an object its address: the street it is on, or the place it belongs to.
struct AddressBase {
    /// The street's line; the object's or the place's position without one.
    let line: [Coordinate]
    var street: Street?
    /// What `addr:place` names, where houses are numbered by village.
    var placeName: String?
    /// That place, when it is in the map.
    var placeTags: [String: String]?
    var placeKey = "locality"
    var placeRank = 25

    struct Street {
        let tags: [String: String]
        /// The middle of its line.
        let position: Coordinate
        /// As the object's address writes it; nil when the street was found without.
        var written: String?
        /// Whether it is only the nearest, and far.
        var isInferred = false
    }

    init(line: [Coordinate], street: Street? = nil) {
        self.line = line
        self.street = street
    }

    func road(_ languages: LanguagePreferences) -> AddressPart? {
        guard let street, let name = languages.name(from: street.tags) ?? street.written else {
            return nil
        }
        return AddressPart(
            key: "road", value: name, isInferred: street.isInferred, addressRank: 26)
    }

    func place(_ languages: LanguagePreferences) -> AddressPart? {
        guard let placeName else { return nil }
        return AddressPart(
            key: placeKey, value: placeTags.flatMap { languages.name(from: $0) } ?? placeName,
            addressRank: placeRank)
    }
}

extension ReverseSearch {
    /// The base of a house, place or street.
    ///
    /// A house is on the street of its relation or of its `addr:street`, the nearest piece of it;
    /// in the place of its `addr:place`; else on the nearest street, and of several that cross what
    /// is wide on a road rather than on a path.
    func base(of object: ReverseObject) throws -> AddressBase {
        if let line = object.line {
            return AddressBase(
                line: line,
                street: .init(tags: object.tags, position: object.middle ?? object.position))
        }
        if let written = object.street {
            let name = StreetName(written)
            if let hit = try street(named: name, near: object.position, object.boundingBox)
                ?? misspelled(written, near: object.position)
            {
                var base = base(on: hit)
                base.street?.written = written
                return base
            }
            let near = try nearestStreet(to: object.position, object.boundingBox)
            return AddressBase(
                line: near?.line ?? [object.position],
                street: .init(
                    tags: [:], position: near?.position ?? object.position, written: written))
        }
        if let place = object.place {
            return try base(inPlace: place, object)
        }
        guard let hit = try nearestStreet(to: object.position, object.boundingBox) else {
            return AddressBase(line: [object.position])
        }
        var base = base(on: hit)
        base.street?.isInferred = hit.degrees > ReverseScope.reachInDegrees
        return base
    }

    private func base(on hit: ReverseHit) -> AddressBase {
        AddressBase(
            line: hit.line,
            street: .init(tags: namedStreets.tags(of: hit), position: hit.position))
    }

    private func base(inPlace name: String, _ object: ReverseObject) throws -> AddressBase {
        let found = try settlement(named: name, near: object.position)
        var base = AddressBase(line: [found?.position ?? object.position])
        base.placeName = name
        if let found {
            base.placeTags = try found.row().tags
            base.placeKey = try found.settlement().type
            base.placeRank = found.rank.address
        }
        return base
    }

    /// The piece of a street of that name that is nearest to a house, measured from its box.
    func street(
        named name: StreetName, near position: Coordinate, _ box: BoundingBox
    ) throws -> ReverseHit? {
        try namedStreets.street(name, position, box) {
            try findStreet(named: name, near: position, box)
        }
    }

    private func findStreet(
        named name: StreetName, near position: Coordinate, _ box: BoundingBox
    ) throws -> ReverseHit? {
        let measure = measure(from: position)
        let reach = Self.namedReachInDegrees
        var best = NearestStreet(to: box, measure)
        let near = cells(near: position, box, best)
        for (cell, squared) in near {
            guard best.mayBeNearer(squared) else { break }
            for region in regions where region.layers[.street].coverage != nil {
                for street in try region.streets(named: name, inCell: cell)
                where best.mayBeNearer(best.bound(street)) {
                    guard let row = region.layers[.street].rows.row(street.id) else {
                        throw region.isDamaged
                    }
                    guard let hit = region.street(street.id, row, measure), hit.degrees <= reach
                    else { continue }
                    best.visit(hit)
                }
            }
        }
        return best.hit
    }

    /// The cells that have what is within the reach of names and nearest to a box, with their bounds: the nearest
    /// first, which nearly always has it.
    private func cells(
        near position: Coordinate, _ box: BoundingBox, _ best: NearestStreet
    ) -> [(cell: Int64, squared: Double)] {
        let reach = Self.namedReachInDegrees
        guard let around = position.box(withinDegrees: reach) else { return [] }
        let (x, y) = (box.east - box.west, box.north - box.south)
        guard (0...reach).contains(x), (0...reach).contains(y), box.contains(position),
            !around.crossesAntimeridian,
            let wide = BoundingBox(
                west: max(around.west - x, -180), south: max(around.south - y, -90),
                east: min(around.east + x, 180), north: min(around.north + y, 90))
        else {
            // All of them, as of something wide what is nearest may be far from the position.
            return StreetCells.cells(meeting: around).map { ($0.cell, 0) }
        }
        return StreetCells.cells(meeting: wide).map {
            ($0.cell, best.bound(SpatialTreeCell(id: $0.cell, $0.box)))
        }.sorted { ($0.squared, $0.cell) < ($1.squared, $1.cell) }
    }

    /// How far a street may be from what its name is written on, in degrees.
    static let namedReachInDegrees = 0.015

    /// The nearest street round the corner that is meant by what an address says.
    func misspelled(_ written: String, near position: Coordinate) throws -> ReverseHit? {
        let measure = measure(from: position)
        var best: ReverseHit?
        for region in regions {
            let layer = region.layers[.street]
            var walk = layer.tree.nearest(to: measure)
            var reach: Double { best?.degrees ?? ReverseScope.cornerInDegrees }
            while let id = walk.next(squaredReach: reach * reach) {
                guard let row = layer.rows.row(id) else { throw region.isDamaged }
                // Names are compared before lines are measured: few of those near are meant.
                let name = row.text(StreetColumn.name)
                guard namedStreets.means(name, written, isBeside: true),
                    let hit = region.street(id, row, measure), hit.degrees <= reach,
                    hit.degrees <= ReverseScope.besideInDegrees
                        || namedStreets.means(name, written, isBeside: false),
                    best.map({ hit < $0 }) ?? true
                else { continue }
                best = hit
            }
        }
        return best
    }

    /// The street nearest to a house or place, measured from its box; of a hut in the mountains it
    /// may be 5.5 km away.
    func nearestStreet(to position: Coordinate, _ box: BoundingBox) throws -> ReverseHit? {
        let measure = measure(from: position)
        var best = NearestStreet(to: box, measure, roadsFirst: true)
        for region in regions {
            let layer = region.layers[.street]
            var walk = layer.tree.nearest(to: measure)
            while let id = walk.next(squaredReach: best.reach * best.reach) {
                guard let row = layer.rows.row(id) else { throw region.isDamaged }
                guard let hit = region.street(id, row, measure), hit.degrees <= best.reach else {
                    continue
                }
                best.visit(hit)
            }
        }
        return best.hit
    }
}

/// The street whose line is nearest to a box; of several that meet it, a road before a path or
/// service way where that is asked for, then the nearest to the position.
private struct NearestStreet {
    private let box: BoundingBox
    private let isPoint: Bool
    private let roadsFirst: Bool
    /// What boxes are measured from.
    private let origin: BoundingBox
    private var least = Double.infinity
    private(set) var hit: ReverseHit?
    /// How far from the position the farthest corner of the box is, in degrees.
    private let far: Double

    init(to box: BoundingBox, _ measure: PlanarMeasure, roadsFirst: Bool = false) {
        self.box = box
        self.roadsFirst = roadsFirst
        isPoint = box.west == box.east && box.south == box.north
        origin = isPoint ? BoundingBox(measure.origin) : box
        far = isPoint ? 0 : measure.squaredDegrees(toCornerOf: box).squareRoot()
    }

    /// How far from the position a street may be that is as near to the box as what is known.
    var reach: Double {
        let known = hit.map { isPoint ? $0.degrees : least.squareRoot() }
        // A hair more, as both are rounded.
        return min(known ?? .infinity, ReverseScope.farthestStreetInDegrees) * (1 + 1e-9) + far
    }

    /// The square of a distance than which what is in a cell's box is not nearer.
    func bound(_ cell: SpatialTreeCell) -> Double {
        let x = max(Double(cell.west) - origin.east, origin.west - Double(cell.east), 0)
        let y = max(Double(cell.south) - origin.north, origin.south - Double(cell.north), 0)
        return x * x + y * y
    }

    /// Whether something may be nearer than what is known, by the bound of its box.
    func mayBeNearer(_ bound: Double) -> Bool {
        guard let hit else { return true }
        // A hair less, as both are rounded.
        return bound * (1 - 1e-9) <= (isPoint ? hit.nearest.squaredDegrees : least)
    }

    mutating func visit(_ other: ReverseHit) {
        if isPoint {
            if hit.map({ other < $0 }) ?? true { hit = other }
            return
        }
        guard other.degrees <= reach else { return }
        let squared = PlanarMeasure.squaredDegrees(from: box, to: other.line)
        let isNearer =
            hit.map {
                (squared, rank(other), other.nearest.squaredDegrees, other.ref)
                    < (least, rank($0), $0.nearest.squaredDegrees, $0.ref)
            } ?? true
        if isNearer { (least, hit) = (squared, other) }
    }

    private func rank(_ street: ReverseHit) -> Int { roadsFirst ? street.streetRank : 0 }
}

/// The streets that one query found by name.
final class NamedStreets {
    /// The last street that was looked for, as that of a house is again when the house answers.
    private var last: (name: StreetName, position: Coordinate, box: BoundingBox, hit: ReverseHit?)?
    /// Of what the last address says, which names it means.
    private var spelling: (written: String, spelling: StreetSpelling)?
    private var verdicts: [String: (isMeant: Bool, isMeantBeside: Bool)] = [:]
    /// The tags of the streets that answered or may.
    private var tags: [(region: RegionFile, id: Int64, tags: [String: String])] = []
    /// The street of a name that is nearest to a house, of which `find` is asked when it was not the last.
    func street(
        _ name: StreetName, _ position: Coordinate, _ box: BoundingBox,
        _ find: () throws -> ReverseHit?
    ) rethrows -> ReverseHit? {
        if let last, last.position == position, last.box == box, last.name == name {
            return last.hit
        }
        let hit = try find()
        last = (name, position, box, hit)
        return hit
    }

    /// Whether an address means a street of a name; pieces of a street have the same, and neighbours
    /// say the same.
    func means(_ name: String, _ written: String, isBeside: Bool) -> Bool {
        if spelling?.written != written {
            spelling = (written, StreetSpelling(address: written))
            verdicts = [:]
        }
        guard let spelling else { return false }
        let verdict =
            verdicts[name]
            ?? {
                let isMeantBeside = spelling.spelling.means(name, isBeside: true)
                let isMeant = isMeantBeside && spelling.spelling.means(name, isBeside: false)
                verdicts[name] = (isMeant, isMeantBeside)
                return (isMeant, isMeantBeside)
            }()
        return isBeside ? verdict.isMeantBeside : verdict.isMeant
    }

    /// The tags of a street, decoded once.
    func tags(of hit: ReverseHit) -> [String: String] {
        if let known = tags.first(where: { $0.id == hit.id && $0.region === hit.region }) {
            return known.tags
        }
        let found = hit.tags
        tags.append((hit.region, hit.id, found))
        return found
    }
}
