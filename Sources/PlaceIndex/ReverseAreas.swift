internal import Database
internal import GeoModel
internal import Geodesy

/// An area that contains the asked position.
struct ContainingArea {
    enum Kind: String { case administrative, postal, place }

    let region: RegionFile
    let id: Int64
    let ref: OSMRef
    let kind: Kind
    let level: Int?
    /// The kind of settlement it is or is linked to; nil for a boundary without one.
    let type: String?
    let tags: [String: String]
    let squareMeters: Double
    /// A point on it.
    let position: Coordinate
    let rank: PlaceRank

    fileprivate init?(_ row: Statement, id: Int64, region: RegionFile) {
        guard let kind = Kind(rawValue: row.text(2)) else { return nil }
        self.region = region
        self.id = id
        ref = row.ref(0)
        self.kind = kind
        level = row.optionalInt64(3).map { Int($0) }
        type = row.optionalText(4) ?? region.linkedTypes[id]
        tags = row.tags(5)
        position = row.position(6)
        squareMeters = row.double(8)
        switch kind {
        case .administrative:
            guard let level, (2...12).contains(level) else { return nil }
            let own = PlaceRank.administrative(level: level)
            let linked = level > 2 ? type.flatMap(PlaceRank.settlement)?.address : nil
            rank = linked.map { $0 > 0 ? PlaceRank(own.search, $0) : own } ?? own
        case .place:
            guard let rank = type.flatMap(PlaceRank.settlement) else { return nil }
            self.rank = rank
        case .postal: rank = PlaceRank(21, 5)
        }
    }

    /// `ISO3166-2-lvl4` and the code, as Nominatim puts it after the area's line.
    var isoCode: AddressPart? {
        guard let level, let code = tags["ISO3166-2"] else { return nil }
        return AddressPart(key: "ISO3166-2-lvl\(level)", value: code)
    }

    /// Nominatim's key of the area in an address.
    func key(countryCode: String?) -> String {
        if let type, PlaceRank.settlement(type) != nil { return type }
        return PlaceRank.administrativeKey(rank: rank.address, countryCode: countryCode)
    }
}

extension RegionFile {
    /// The areas that contain a position, each by its own pieces: an edge counts as inside.
    func areas(containing position: Coordinate) throws -> [ContainingArea] {
        let parts = parts(of: BoundingBox(position), in: .areaPiece)
        guard !parts.isEmpty else { return [] }
        return try pool.withConnection { connection in
            try Self.areaIDs(containing: position, connection).compactMap { id in
                let row = try connection.statement(
                    "SELECT osm_type, osm_id, kind, admin_level, type, tags, lon, lat, square_meters "
                        + "FROM area WHERE id = ?1")
                try row.bind(1, id)
                return try row.step() ? ContainingArea(row, id: id, region: self) : nil
            }
        }
    }

    /// Whether the pieces of an area contain a position.
    func area(_ id: Int64, contains position: Coordinate) throws -> Bool {
        try pool.withConnection { try Self.areaIDs(containing: position, $0).contains(id) }
    }

    /// The rows of `area` whose pieces contain a position.
    static func areaIDs(
        containing position: Coordinate, _ connection: Connection
    ) throws -> [Int64] {
        let row = try connection.statement(SpatialTable.areaPiece.select("t.area_id, t.geom"))
        try row.bind(BoundingBox(position))
        var ids: [Int64] = []
        while try row.step() {
            let id = row.int64(0)
            guard !ids.contains(id), let piece = row.withBlob(1, { SpatialBlob.decode($0) }),
                Containment.covers(piece, position)
            else { continue }
            ids.append(id)
        }
        return ids
    }

    /// The box of an area, from its whole geometry.
    func boundingBox(ofArea id: Int64) throws -> BoundingBox? {
        try pool.withConnection { connection in
            let row = try connection.statement("SELECT geom FROM area WHERE id = ?1")
            try row.bind(1, id)
            return try row.step() ? PlaceRow.footprintBox(row, 0) : nil
        }
    }
}
