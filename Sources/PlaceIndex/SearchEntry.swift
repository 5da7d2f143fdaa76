internal import Database
internal import GeoModel
internal import Geodesy

/// A row of `name_index` with what is behind it.
struct SearchEntry {
    let region: RegionFile
    let id: SearchRowID
    let kind: SearchKind
    /// nil for a postcode, which is no object.
    let ref: OSMRef?
    let category, type: String
    var tags: [String: String]
    var position: Coordinate
    /// A street's whole extent; nil for what is measured by its position.
    var box: BoundingBox?
    var importance: Double
    /// Of an area.
    var adminLevel: Int?
    /// A postcode.
    var code: String?
    /// Of a settlement: the row of the area of which it is the centre.
    var linkedArea: Int64?
    /// The row of `street` that stands for a road.
    var street: Int64?

    var row: Int64 { id.row }

    /// Geodesic metres, of a street to its box.
    func meters(from position: Coordinate) -> Double {
        let nearest = box.map { $0.nearest(to: position) } ?? self.position
        return Geodesic.inverse(from: position, to: nearest).distanceInMeters
    }
}

extension BoundingBox {
    /// The position of the box that is nearest in degrees; it does not cross 180 degrees.
    fileprivate func nearest(to position: Coordinate) -> Coordinate {
        Coordinate(
            clampingLatitude: min(max(position.decimalLatitude, south), north),
            wrappingLongitude: min(max(position.decimalLongitude, west), east))
    }
}

extension RegionFile {
    /// The rows that match an FTS5 expression, the most important first.
    func rowIDs(matching expression: String, limit: Int) throws -> [SearchRowID] {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT rowid FROM name_index WHERE name_index MATCH ?1 "
                    + "ORDER BY rowid LIMIT ?2")
            try row.bind(1, expression)
            try row.bind(2, Int64(limit))
            var ids: [SearchRowID] = []
            while try row.step() { ids.append(SearchRowID(value: row.int64(0))) }
            return ids
        }
    }

    func searchEntry(_ id: SearchRowID) throws -> SearchEntry? {
        guard let kind = id.kind else { return nil }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.sql[kind.rawValue])
            try row.bind(1, id.row)
            guard try row.step() else { return nil }
            return SearchEntry(row, kind, id, self)
        }
    }

    /// By kind: OSM type and id, category, type, tags, longitude, latitude, then what is its own.
    private static let sql: [String] = SearchKind.allCases.map { kind in
        switch kind {
        case .area:
            "SELECT osm_type, osm_id, kind, type, tags, lon, lat, admin_level FROM area "
                + "WHERE id = ?1"
        case .settlement:
            "SELECT osm_type, osm_id, 'place', type, tags, lon, lat, linked_area FROM settlement "
                + "WHERE id = ?1"
        case .place:
            "SELECT osm_type, osm_id, category, type, tags, lon, lat, importance FROM place "
                + "WHERE id = ?1"
        case .road:
            "SELECT s.osm_type, s.osm_id, 'highway', s.type, s.tags, (r.west + r.east) / 2, "
                + "(r.south + r.north) / 2, s.id, r.west, r.south, r.east, r.north "
                + "FROM road AS r JOIN street AS s ON s.id = r.street_id WHERE r.id = ?1"
        case .postcode:
            "SELECT NULL, NULL, 'place', 'postcode', '{}', lon, lat, postcode "
                + "FROM postcode_centre "
                + "WHERE id = ?1"
        case .address:
            "SELECT osm_type, osm_id, 'place', 'house', tags, lon, lat FROM address WHERE id = ?1"
        }
    }
}

extension SearchEntry {
    fileprivate init(_ row: Statement, _ kind: SearchKind, _ id: SearchRowID, _ region: RegionFile)
    {
        self.region = region
        self.id = id
        self.kind = kind
        ref = row.isNull(0) ? nil : row.ref(0)
        tags = row.tags(4)
        position = row.position(5)
        importance = id.importance
        switch kind {
        case .area:
            let areaKind = row.text(2)
            adminLevel = row.optionalInt64(7).map { Int($0) }
            category = areaKind == "place" ? "place" : "boundary"
            type = areaKind == "administrative" ? areaKind : row.optionalText(3) ?? "yes"
            if areaKind == "postal" { code = tags["postal_code"] ?? tags["ref"] ?? tags["name"] }
        case .settlement:
            category = row.text(2)
            type = row.text(3)
            linkedArea = row.optionalInt64(7)
        case .address:
            category = row.text(2)
            type = row.text(3)
        case .place:
            category = row.text(2)
            type = row.text(3)
            importance = row.double(7)
        case .road:
            category = row.text(2)
            type = row.text(3)
            street = row.int64(7)
            box = BoundingBox(
                west: row.double(8), south: row.double(9), east: row.double(10),
                north: row.double(11))
        case .postcode:
            category = row.text(2)
            type = row.text(3)
            code = row.text(7)
        }
    }

    /// The area of which a settlement's node is the centre, as well known as that; nil without one.
    var boundary: SearchEntry? {
        get throws {
            guard kind == .settlement, let linkedArea else { return nil }
            return try region.searchEntry(
                SearchRowID(importance: importance, kind: .area, row: linkedArea))
        }
    }

    /// Whether it is a settlement or an area, which may be there as a node and as a boundary.
    var isSettlement: Bool { kind == .area || kind == .settlement || kind == .postcode }

    /// Which of the rows for one thing stands for it: the boundary, then another area, a node, a place.
    var standing: Int { kind == .area && adminLevel != nil ? -1 : kind.rawValue }

    /// The name as its language has it, folded, to tell what is the same.
    var foldedName: String { FoldedText(code ?? tags["name"] ?? "").joined }
}
