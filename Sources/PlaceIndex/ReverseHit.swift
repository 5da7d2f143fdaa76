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
    var wantsPlaces: Bool { finest >= 30 && layers != [.address] }

    /// How far a street or a house may be and still answer, in degrees: Nominatim's.
    static let reachInDegrees = 0.007
    /// How far a house may be from where the street is nearest to give its number to it.
    static let houseReachInDegrees = 0.001
    /// Searched one after the other until something is found.
    static let radii = [0.0005, 0.002, reachInDegrees]
}

extension RegionFile {
    private static let streets = SpatialTable.street.select(
        "t.id, t.osm_type, t.osm_id, t.type, t.name, t.tags, t.geom")
    private static let street =
        "SELECT t.id, t.osm_type, t.osm_id, t.type, t.name, t.tags, t.geom "
        + "FROM street_name AS n JOIN street AS t ON t.id = n.street_id "
        + "WHERE n.name = ?1 AND n.cell BETWEEN ?2 AND ?3"
    private static let addresses =
        SpatialTable.address.select(
            "t.id, t.osm_type, t.osm_id, t.house_number, t.street, t.lon, t.lat, t.geom")
        + " AND t.is_house"
    private static let places = SpatialTable.place.select(
        "t.id, t.osm_type, t.osm_id, t.category, t.type, t.name, t.lon, t.lat, t.geom")

    /// The streets whose line is within a distance; of an area, its inside counts too.
    ///
    /// - Parameter finest: The finest rank of street wanted: 26 leaves paths out.
    func streets(
        near measure: PlanarMeasure, withinDegrees reach: Double, finest: Int = 30
    ) throws -> [ReverseHit] {
        try rows(Self.streets, of: .street, near: measure, withinDegrees: reach) {
            PlaceRank.street($0.text(3)).address <= finest ? street($0, measure) : nil
        }
    }

    /// The streets that go by a name, within 0.015 degrees.
    func streets(named name: StreetName, near measure: PlanarMeasure) throws -> [ReverseHit] {
        let reach = 0.015
        guard let box = measure.origin.box(withinDegrees: reach) else { return [] }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.street)
            var found: [Int64: ReverseHit] = [:]
            for cells in StreetCells.ranges(box) {
                row.reset()
                try row.bind(1, name.text)
                try row.bind(2, cells.lowerBound)
                try row.bind(3, cells.upperBound)
                while try row.step() {
                    if found[row.int64(0)] == nil, let hit = street(row, measure),
                        hit.degrees <= reach
                    {
                        found[hit.id] = hit
                    }
                }
            }
            return Array(found.values)
        }
    }

    private func street(_ row: Statement, _ measure: PlanarMeasure) -> ReverseHit? {
        guard let line = row.withBlob(6, { SpatialBlob.decode($0) }) else { return nil }
        let shape = Self.filled(line, row)
        return ReverseHit(
            region: self, id: row.int64(0), ref: row.ref(1),
            kind: .street(name: row.text(4), highway: row.text(3)),
            nearest: measure.nearest(on: shape),
            position: line.positions.planarMiddle ?? measure.origin,
            shape: shape, box: shape.boundingBox ?? BoundingBox(measure.origin), extent: 0)
    }

    /// A closed line that is a pedestrian area, as the area it bounds.
    private static func filled(_ shape: Geometry, _ row: Statement) -> Geometry {
        guard case .lineString(let line) = shape, line.count > 3, line.first == line.last,
            row.text(1) == "R" || row.tags(5)["area"] == "yes"
        else { return shape }
        return .polygon(Polygon(outer: line))
    }

    /// The addresses whose point or footprint is within a distance.
    func addresses(
        near measure: PlanarMeasure, withinDegrees reach: Double
    ) throws -> [ReverseHit] {
        try rows(Self.addresses, of: .address, near: measure, withinDegrees: reach) { row in
            let number = row.text(3)
            guard Self.isNumber(number) else { return nil }
            return hit(row, .address(number: number, street: row.optionalText(4)), 5, measure)
        }
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
        try rows(Self.places, of: .place, near: scope.measure, withinDegrees: reach) { row in
            let layers = Layer.of(category: row.text(3), type: row.text(4))
                .intersection(scope.layers)
            guard !layers.isEmpty,
                !row.isNull(5)
                    || layers.contains(.poi) && Layer.answersUnnamed(row.text(3), row.text(4)),
                !layers.contains(.poi) || !row.isLine(8)
            else { return nil }
            return hit(row, .place, 6, scope.measure)
        }
    }

    /// - Parameter column: Of the longitude; latitude and footprint follow.
    private func hit(
        _ row: Statement, _ kind: ReverseHit.Kind, _ column: Int32, _ measure: PlanarMeasure
    ) -> ReverseHit? {
        let position = row.position(column)
        let limit = ReverseScope.reachInDegrees
        guard measure.squaredDegrees(to: position) <= limit * limit,
            let shape = row.withBlob(column + 2, { SpatialBlob.decode($0) })
        else { return nil }
        let nearest = measure.nearest(on: shape)
        let isInside = nearest.squaredDegrees == 0
        return ReverseHit(
            region: self, id: row.int64(0), ref: row.ref(1), kind: kind, nearest: nearest,
            position: position, shape: isInside ? shape : nil,
            box: row.withBlob(column + 2) { SpatialBlob.boundingBox($0) } ?? BoundingBox(position),
            extent: isInside ? shape.squareDegrees : 0)
    }

    private func rows(
        _ statement: String, of table: SpatialTable, near measure: PlanarMeasure,
        withinDegrees reach: Double, _ read: (Statement) throws -> ReverseHit?
    ) throws -> [ReverseHit] {
        guard let box = measure.origin.box(withinDegrees: reach / max(measure.narrowing, 0.01))
        else { return [] }
        let parts = parts(of: box, in: table)
        guard !parts.isEmpty else { return [] }
        return try pool.withConnection { connection in
            let row = try connection.statement(statement)
            var hits: [ReverseHit] = []
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    if let hit = try read(row), hit.degrees <= reach { hits.append(hit) }
                }
            }
            return hits
        }
    }
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

extension Statement {
    /// Whether the geometry in a column is a line.
    fileprivate func isLine(_ column: Int32) -> Bool { withBlob(column) { SpatialBlob.isLine($0) } }
}

extension Geometry {
    /// The area on a plane of degrees, holes filled; 0 for points and lines.
    fileprivate var squareDegrees: Double {
        switch self {
        case .point, .lineString, .multiLineString: 0
        case .polygon(let polygon): abs(polygon.outer.planarArea)
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + abs($1.outer.planarArea) }
        }
    }
}
