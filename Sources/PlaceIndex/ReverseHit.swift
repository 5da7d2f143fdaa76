internal import Database
internal import GeoModel
internal import Geodesy

/// A street, an address or a place near the asked position, not yet read in full.
struct ReverseHit {
    enum Kind {
        case street(name: String, highway: String)
        case address(number: String, street: String?)
        case place
    }

    let region: RegionFile
    let id: Int64
    let ref: OSMRef
    let kind: Kind
    let nearest: PlanarMeasure.Nearest
    /// A point on it: the middle of a street.
    let position: Coordinate
    /// A street's line; of other shapes, the one that the asked position is in.
    let shape: Geometry?
    let isArea: Bool
    /// Of the whole footprint.
    let box: BoundingBox
    /// Square degrees of that shape; 0 for others.
    let extent: Double

    var degrees: Double { nearest.degrees }

    /// At equal distance, as inside several footprints: the smallest; then places, then addresses,
    /// then streets; then nodes, ways, relations by id.
    private var order: Int {
        switch kind {
        case .place: 0
        case .address: 1
        case .street: 2
        }
    }

    static func < (left: ReverseHit, right: ReverseHit) -> Bool {
        (left.nearest.squaredDegrees, left.extent, left.order, left.ref)
            < (right.nearest.squaredDegrees, right.extent, right.order, right.ref)
    }

    var isStreet: Bool {
        if case .street = kind { true } else { false }
    }

    var isPlace: Bool {
        if case .place = kind { true } else { false }
    }

    /// The line of a street.
    var line: [Coordinate] {
        switch shape {
        case .lineString(let line): line
        case .polygon(let polygon): polygon.outer
        default: [position]
        }
    }
}

/// What to look for round the asked position.
struct ReverseScope {
    let measure: PlanarMeasure
    /// The finest rank that is wanted: 26, 27 or 30.
    let finest: Int
    let layers: Set<Layer>

    var position: Coordinate { measure.origin }
    var wantsStreets: Bool { layers.contains(.address) }
    var wantsAddresses: Bool { layers.contains(.address) && finest >= 30 }
    var wantsPlaces: Bool {
        finest >= 30 && !layers.isDisjoint(with: [.poi, .railway])
    }

    /// How far a street or a house may be and still answer, in degrees: Nominatim's.
    static let reachInDegrees = 0.007
    /// How far a house may be from where the street is nearest to give its number to it.
    static let houseReachInDegrees = 0.001
    /// Searched one after the other until something is found, the farther as a street may be.
    static let radii = [0.0005, 0.001, 0.002, 0.004, reachInDegrees, 0.015, 0.03, 0.05]
    /// How far round the corner is.
    static let cornerInDegrees = 0.002
}

extension RegionFile {
    private static let streetsNamed =
        "SELECT street_id FROM street_name WHERE name = ?1 AND cell BETWEEN ?2 AND ?3"

    /// The streets whose line is within a distance; of an area, its inside counts too.
    ///
    /// - Parameter finest: The finest rank of street wanted: 26 leaves paths out.
    func streets(
        near measure: PlanarMeasure, withinDegrees reach: Double, finest: Int = 30
    ) throws -> [ReverseHit] {
        try rows(of: .street, near: measure, withinDegrees: reach) { id, row in
            street(id, row, measure, finest)
        }
    }

    /// As `streets`, `addresses` and `places`, of the wanted ones the nearest and those that are as
    /// near; the reach, a square of degrees, is drawn in to them.
    func nearest(_ scope: ReverseScope, squaredReach reach: inout Double) throws -> [ReverseHit] {
        var hits: [ReverseHit] = []
        if scope.wantsStreets {
            hits += try nearest(.street, scope.measure, &reach) { id, row in
                street(id, row, scope.measure, scope.finest)
            }
        }
        if scope.wantsAddresses {
            hits += try nearest(.address, scope.measure, &reach) { id, row in
                address(id, row, scope.measure)
            }
        }
        if scope.wantsPlaces {
            hits += try nearest(.place, scope.measure, &reach) { id, row in
                place(id, row, scope)
            }
        }
        return hits
    }

    private func nearest(
        _ table: SpatialTable, _ measure: PlanarMeasure, _ reach: inout Double,
        _ read: (Int64, MappedRow) -> ReverseHit?
    ) throws -> [ReverseHit] {
        let layer = layers[table]
        var walk = layer.tree.nearest(to: measure)
        var hits: [ReverseHit] = []
        while let id = walk.next(squaredReach: reach) {
            guard let row = layer.rows.row(id) else { throw isDamaged }
            guard let hit = read(id, row), hit.nearest.squaredDegrees <= reach else { continue }
            reach = hit.nearest.squaredDegrees
            hits.append(hit)
        }
        return hits
    }

    private func street(
        _ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure, _ finest: Int
    ) -> ReverseHit? {
        PlaceRank.street(row.text(StreetColumn.type)).address <= finest
            ? street(id, row, measure) : nil
    }

    /// The streets that go by a name, within 0.015 degrees.
    func streets(named name: StreetName, near measure: PlanarMeasure) throws -> [ReverseHit] {
        let reach = 0.015
        guard let box = measure.origin.box(withinDegrees: reach) else { return [] }
        let ids = try pool.withConnection { connection in
            let row = try connection.statement(Self.streetsNamed)
            var ids: Set<Int64> = []
            for cells in StreetCells.ranges(box) {
                row.reset()
                try row.bind(1, name.text)
                try row.bind(2, cells.lowerBound)
                try row.bind(3, cells.upperBound)
                while try row.step() { ids.insert(row.int64(0)) }
            }
            return ids
        }
        let rows = layers[.street].rows
        return try ids.compactMap { id in
            guard let row = rows.row(id) else { throw isDamaged }
            return street(id, row, measure).flatMap { $0.degrees <= reach ? $0 : nil }
        }
    }

    private func street(_ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure) -> ReverseHit? {
        guard let line = row.withBytes(StreetColumn.line, { SpatialBlob.decode($0) }) else {
            return nil
        }
        let shape = Self.filled(line, row)
        return ReverseHit(
            region: self, id: id, ref: row.ref(StreetColumn.osmType),
            kind: .street(
                name: row.text(StreetColumn.name), highway: row.text(StreetColumn.type)),
            nearest: measure.nearest(on: shape),
            position: line.positions.planarMiddle ?? measure.origin,
            shape: shape, isArea: shape.isArea,
            box: shape.boundingBox ?? BoundingBox(measure.origin), extent: 0)
    }

    /// A closed line that is a pedestrian area, as the area it bounds.
    private static func filled(_ shape: Geometry, _ row: MappedRow) -> Geometry {
        guard case .lineString(let line) = shape, line.count > 3, line.first == line.last,
            row.byte(StreetColumn.osmType) == UInt8(ascii: "R")
                || row.tags(StreetColumn.tags)["area"] == "yes"
        else { return shape }
        return .polygon(Polygon(outer: line))
    }

    /// The addresses whose point or footprint is within a distance.
    func addresses(
        near measure: PlanarMeasure, withinDegrees reach: Double
    ) throws -> [ReverseHit] {
        try rows(of: .address, near: measure, withinDegrees: reach) { id, row in
            address(id, row, measure)
        }
    }

    private func address(_ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure) -> ReverseHit? {
        guard row.int64(AddressColumn.isHouse) != 0 else { return nil }
        let number = row.text(AddressColumn.houseNumber)
        guard Self.isNumber(number) else { return nil }
        return hit(
            id, row, .address(number: number, street: row.optionalText(AddressColumn.street)),
            position: AddressColumn.longitude, footprint: AddressColumn.footprint, measure)
    }

    /// A word in the place of a number is the house's name, and no house answers by it.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count < 3 || text.contains(where: \.isNumber)
    }

    /// The places of the wanted layers within a distance.
    ///
    /// A shop or a bench answers, a street has an entry of its own, so lines are left out; and an
    /// area whose point is beyond the reach is context, not the answer.
    func places(_ scope: ReverseScope, withinDegrees reach: Double) throws -> [ReverseHit] {
        try rows(of: .place, near: scope.measure, withinDegrees: reach) { id, row in
            place(id, row, scope)
        }
    }

    private func place(_ id: Int64, _ row: MappedRow, _ scope: ReverseScope) -> ReverseHit? {
        let category = row.text(PlaceColumn.category)
        let type = row.text(PlaceColumn.type)
        let layers = Layer.of(category: category, type: type)
        guard layers.contains(.poi), !layers.isDisjoint(with: scope.layers),
            !row.isNull(PlaceColumn.name) || Layer.answersUnnamed(category, type),
            !row.isLine(PlaceColumn.footprint)
        else { return nil }
        return hit(
            id, row, .place, position: PlaceColumn.longitude, footprint: PlaceColumn.footprint,
            scope.measure)
    }

    /// The finest named thing of the wanted layers that takes no line of an address: an area that
    /// holds the position, or a point or line round it; then the nearest.
    func feature(_ scope: ReverseScope) throws -> (hit: ReverseHit, rank: Int)? {
        let reach = ReverseScope.reachInDegrees
        guard
            let box = scope.measure.origin.box(
                withinDegrees: reach / max(scope.measure.narrowing, 0.01))
        else { return nil }
        var best: (hit: ReverseHit, rank: Int)?
        try visit(.place, in: box) { id, row in
            let category = row.text(PlaceColumn.category)
            let type = row.text(PlaceColumn.type)
            let rank = PlaceRank.feature(category, type)
            guard !row.isNull(PlaceColumn.name), (5...min(25, scope.finest)).contains(rank),
                rank >= best?.rank ?? 0,
                !Layer.of(category: category, type: type).isDisjoint(with: scope.layers),
                let hit = hit(
                    id, row, .place, position: PlaceColumn.longitude,
                    footprint: PlaceColumn.footprint, scope.measure, isNear: false),
                hit.degrees <= reach, hit.nearest.squaredDegrees == 0 || !hit.isArea,
                best.map({ $0.rank < rank || hit < $0.hit }) ?? true
            else { return }
            best = (hit, rank)
        }
        return best
    }

    /// - Parameter isNear: Whether a point of it has to be within the reach.
    private func hit(
        _ id: Int64, _ row: MappedRow, _ kind: ReverseHit.Kind, position column: Int,
        footprint: Int, _ measure: PlanarMeasure, isNear: Bool = true
    ) -> ReverseHit? {
        let position = row.position(column)
        let limit = ReverseScope.reachInDegrees
        guard !isNear || measure.squaredDegrees(to: position) <= limit * limit else { return nil }
        let isPoint = row.count(footprint) == SpatialBlob.pointSize
        guard
            let shape = isPoint
                ? .point(position) : row.withBytes(footprint, { SpatialBlob.decode($0) })
        else { return nil }
        let nearest = measure.nearest(on: shape)
        let isInside = nearest.squaredDegrees == 0
        return ReverseHit(
            region: self, id: id, ref: row.ref(1), kind: kind, nearest: nearest,
            position: position, shape: isInside ? shape : nil, isArea: shape.isArea,
            box: isPoint
                ? BoundingBox(position) : row.statedBox(footprint) ?? BoundingBox(position),
            extent: isInside ? shape.squareDegrees : 0)
    }

    private func rows(
        of table: SpatialTable, near measure: PlanarMeasure, withinDegrees reach: Double,
        _ read: (Int64, MappedRow) throws -> ReverseHit?
    ) throws -> [ReverseHit] {
        guard let box = measure.origin.box(withinDegrees: reach / max(measure.narrowing, 0.01))
        else { return [] }
        var hits: [ReverseHit] = []
        try visit(table, in: box) { id, row in
            if let hit = try read(id, row), hit.degrees <= reach { hits.append(hit) }
        }
        return hits
    }
}

/// The columns of `street` and `address` by their place in a record.
enum StreetColumn {
    static let osmType = 1, osmID = 2, type = 3, name = 4, tags = 5, line = 6
}

enum AddressColumn {
    static let osmType = 1, osmID = 2, houseNumber = 3, isHouse = 4, street = 5, postcode = 6
    static let city = 7, tags = 8, longitude = 9, latitude = 10, footprint = 11
}

extension Coordinate {
    /// The box round a position, so many degrees to each side; across 180 degrees where it must.
    func box(withinDegrees reach: Double) -> BoundingBox? {
        let (west, east) = (decimalLongitude - reach, decimalLongitude + reach)
        return BoundingBox(
            west: west < -180 ? west + 360 : west, south: max(-90, decimalLatitude - reach),
            east: east > 180 ? east - 360 : east, north: min(90, decimalLatitude + reach))
    }
}

extension MappedRow {
    /// Whether the geometry in a column is a line.
    fileprivate func isLine(_ column: Int) -> Bool {
        bytesInPlace(column).map { SpatialBlob.isLine($0) }
            ?? copiedBytes(column, limit: SpatialBlob.pointSize).withUnsafeBytes {
                SpatialBlob.isLine($0)
            }
    }
}

extension Geometry {
    fileprivate var isArea: Bool {
        switch self {
        case .polygon, .multiPolygon: true
        case .point, .lineString, .multiLineString: false
        }
    }

    /// The area on a plane of degrees, holes filled; 0 for points and lines.
    fileprivate var squareDegrees: Double {
        switch self {
        case .point, .lineString, .multiLineString: 0
        case .polygon(let polygon): abs(polygon.outer.planarArea)
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + abs($1.outer.planarArea) }
        }
    }
}
