internal import Database
internal import GeoModel
internal import Geodesy

/// A street, an address or a place near the asked position, not yet read in full.
struct ReverseHit {
    enum Kind {
        case street(name: String, highway: String)
        case address(number: String, street: String?)
        case place(isNamed: Bool)
    }

    let region: RegionFile
    let id: Int64
    let ref: OSMRef
    let kind: Kind
    let nearest: FootprintDistance.Nearest
    /// Square degrees of the footprint's box.
    let extent: Double

    var meters: Double { nearest.chordInMeters }

    /// At equal distance, as inside several footprints: named places, then addresses, nameless
    /// places, streets; then the smallest; then nodes, ways, relations by id.
    private var order: Int {
        switch kind {
        case .place(isNamed: true): 0
        case .address: 1
        case .place(isNamed: false): 2
        case .street: 3
        }
    }

    static func < (left: ReverseHit, right: ReverseHit) -> Bool {
        (left.meters, left.order, left.extent, left.ref)
            < (right.meters, right.order, right.extent, right.ref)
    }
}

/// What to look for round the asked position.
struct ReverseScope {
    let position: Coordinate
    /// The finest rank that is wanted: 26, 27 or 30.
    let finest: Int
    let layers: Set<Layer>

    var wantsStreets: Bool { layers.contains(.address) }
    var wantsAddresses: Bool { layers.contains(.address) && finest >= 30 }
    var wantsPlaces: Bool { finest >= 30 && layers != [.address] }

    /// How far a street or a house may be and still answer, in metres: Nominatim's 0.006 degrees.
    static let reachInMeters = 667.0
    /// How far a house may be to give its number to the street that was found: 0.001 degrees.
    static let houseReachInMeters = 111.0
    /// Searched one after the other until something is found.
    static let radii = [40.0, 150, reachInMeters]
}

extension RegionFile {
    private static let streets = SpatialTable.street.select(
        "t.id, t.osm_type, t.osm_id, t.type, t.name, t.tags, t.geom")
    private static let addresses = SpatialTable.address.select(
        "t.id, t.osm_type, t.osm_id, t.house_number, t.street, t.lon, t.lat, t.geom")
    private static let places = SpatialTable.place.select(
        "t.id, t.osm_type, t.osm_id, t.category, t.type, t.name, t.lon, t.lat, t.geom")

    /// The streets whose line is within a distance; of an area, its inside counts too.
    ///
    /// - Parameters:
    ///   - finest: The finest rank of street wanted: 26 leaves paths out.
    ///   - wanted: The name of those wanted; nil for all.
    func streets(
        near position: Coordinate, withinMeters reach: Double, finest: Int = 30,
        named wanted: StreetName? = nil
    ) throws -> [ReverseHit] {
        try rows(Self.streets, of: .street, near: position, withinMeters: reach) { row in
            let highway = row.text(3)
            let name = row.text(4)
            guard PlaceRank.street(highway).address <= finest,
                wanted == nil || StreetName(name) == wanted,
                let shape = row.withBlob(6, { SpatialBlob.decode($0) }),
                let nearest = FootprintDistance.nearest(
                    from: position, to: Self.filled(shape, row))
            else { return nil }
            return ReverseHit(
                region: self, id: row.int64(0), ref: row.ref(1),
                kind: .street(name: name, highway: highway), nearest: nearest,
                extent: shape.extent)
        }
    }

    /// A closed line that is a square or a pedestrian area, as the area it bounds.
    private static func filled(_ shape: Geometry, _ row: Statement) -> Geometry {
        guard case .lineString(let line) = shape, line.count > 3, line.first == line.last,
            row.text(1) == "R" || row.text(3) == "square" || row.tags(5)["area"] == "yes"
        else { return shape }
        return .polygon(Polygon(outer: line))
    }

    /// The addresses whose point or footprint is within a distance.
    func addresses(near position: Coordinate, withinMeters reach: Double) throws -> [ReverseHit] {
        try rows(Self.addresses, of: .address, near: position, withinMeters: reach) { row in
            guard let nearest = row.nearest(to: position, point: 5, footprint: 7) else {
                return nil
            }
            return ReverseHit(
                region: self, id: row.int64(0), ref: row.ref(1),
                kind: .address(number: row.text(3), street: row.optionalText(4)),
                nearest: nearest, extent: row.extent(7))
        }
    }

    /// The places of the wanted layers within a distance.
    ///
    /// A shop or a bench answers, a street has an entry of its own, so lines are left out; and an
    /// area whose point is beyond the reach is context, not the answer.
    func places(_ scope: ReverseScope, withinMeters reach: Double) throws -> [ReverseHit] {
        try rows(Self.places, of: .place, near: scope.position, withinMeters: reach) { row in
            let name = row.optionalText(5)
            guard let layer = Layer.of(category: row.text(3), type: row.text(4)),
                scope.layers.contains(layer), layer == .poi || name != nil,
                layer != .poi || !row.isLine(8),
                Geodesic.inverse(from: scope.position, to: row.position(6)).distanceInMeters
                    <= ReverseScope.reachInMeters,
                let nearest = row.nearest(to: scope.position, point: 6, footprint: 8)
            else { return nil }
            return ReverseHit(
                region: self, id: row.int64(0), ref: row.ref(1), kind: .place(isNamed: name != nil),
                nearest: nearest, extent: row.extent(8))
        }
    }

    private func rows(
        _ statement: String, of table: SpatialTable, near position: Coordinate,
        withinMeters reach: Double, _ read: (Statement) throws -> ReverseHit?
    ) throws -> [ReverseHit] {
        let parts = parts(of: Geodesic.box(around: position, radiusInMeters: reach), in: table)
        guard !parts.isEmpty else { return [] }
        return try pool.withConnection { connection in
            let row = try connection.statement(statement)
            var hits: [ReverseHit] = []
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    if let hit = try read(row), hit.meters <= reach { hits.append(hit) }
                }
            }
            return hits
        }
    }
}

extension Statement {
    /// Whether the geometry in a column is a line.
    fileprivate func isLine(_ column: Int32) -> Bool { withBlob(column) { SpatialBlob.isLine($0) } }

    /// Square degrees of the box of the geometry in a column.
    fileprivate func extent(_ column: Int32) -> Double {
        withBlob(column) { SpatialBlob.boundingBox($0)?.extent } ?? 0
    }
}

extension Geometry {
    fileprivate var extent: Double { boundingBox?.extent ?? 0 }
}

extension BoundingBox {
    fileprivate var extent: Double { (east - west) * (north - south) }
}
