internal import Database
internal import GeoModel
internal import OSMReader

extension RegionFile {
    /// The row that stands for an object: as an area, a settlement, a place, a street or an address,
    /// the first that it is.
    func searchEntry(of ref: OSMRef) throws -> SearchEntry? {
        let tables: [(SearchKind, String)] = [
            (.area, "area"), (.settlement, "settlement"), (.place, "place"), (.road, "street"),
            (.address, "address"),
        ]
        for (kind, table) in tables {
            let id = try pool.withConnection { connection -> Int64? in
                let row = try connection.statement(
                    "SELECT id FROM \(table) WHERE osm_type = ?1 AND osm_id = ?2 ORDER BY id LIMIT 1"
                )
                try row.bind(.text(String(ref.osmType.letter)), .integer(ref.osmID))
                return try row.step() ? row.int64(0) : nil
            }
            guard let id else { continue }
            return kind == .road
                ? try streetEntry(id)
                : try searchEntry(SearchRowID(importance: 0, kind: kind, row: id))?.withImportance
        }
        return nil
    }

    /// A way by itself, whichever street it is of.
    private func streetEntry(_ id: Int64) throws -> SearchEntry? {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT osm_type, osm_id, type, tags, geom FROM street WHERE id = ?1")
            try row.bind(1, id)
            guard try row.step(), let box = PlaceRow.footprintBox(row, 4) else { return nil }
            let tags = row.tags(3)
            return SearchEntry(
                region: self, id: SearchRowID(importance: 0, kind: .road, row: id), kind: .road,
                ref: row.ref(0), category: "highway", type: row.text(2), tags: tags,
                position: Coordinate(
                    clampingLatitude: box.south, wrappingLongitude: box.west),
                box: box,
                importance: Prominence.street(
                    row.text(2), ways: 1, hasArticle: Prominence.hasArticle(OSMTags(tags))),
                street: id)
        }
    }
}

extension SearchEntry {
    /// The same with the importance that its rowid has in `name_index`, which was not asked.
    fileprivate var withImportance: SearchEntry {
        var entry = self
        switch kind {
        case .area:
            entry.importance = Prominence.area(
                level: adminLevel, type: tags["place"] ?? type, isPostal: code != nil,
                OSMTags(tags))
        case .settlement: entry.importance = Prominence.settlement(type, OSMTags(tags))
        case .place, .road, .postcode, .address: break
        }
        return entry
    }
}

extension OSMTags {
    fileprivate init(_ tags: [String: String]) {
        self.init(tags.map { Tag(key: $0.key, value: $0.value) })
    }
}
