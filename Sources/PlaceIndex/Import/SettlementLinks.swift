internal import Database
internal import GeoModel

/// Finds for each place node the areas that it lies in and the one whose centre it is, after the
/// last row.
///
/// A boundary's centre is the node that the relation labels, else a node inside with the same
/// Wikidata id, else one of the kind that the boundary says and of a name that holds its name or is
/// held by it, else one of the same name and the same rank in addresses. Such a node says what the
/// boundary is, a town or a suburb, and is not named beside it.
struct SettlementLinks {
    private let connection: Connection
    private let labels: [Int64: [Int64]]

    private struct Centre {
        let id, osmID: Int64
        let type, name, wikidata: String
        let areas: [Int64]
        let countryCode: String?
    }

    fileprivate struct Bounds {
        let id: Int64
        let relation: Int64?
        let kind: ContainingArea.Kind
        let level: Int?
        let type, wikidata: String?
        let name: String
    }

    init(_ connection: Connection, labels: [Int64: [Int64]]) {
        self.connection = connection
        self.labels = labels
    }

    func write() throws {
        let countries = Dictionary(
            try RegionFile.countries(connection).map { ($0.area, $0.code) },
            uniquingKeysWith: { first, _ in first })
        let centres = try centres(countries)
        var nodes: [Int64: [Int]] = [:]
        var byOSMID: [Int64: Int] = [:]
        for (index, centre) in centres.enumerated() {
            byOSMID[centre.osmID] = index
            for area in centre.areas { nodes[area, default: []].append(index) }
        }
        var linked: [Int: Int64] = [:]
        for bounds in try bounds() {
            let label = bounds.relation.flatMap { labels[$0] }?.lazy.compactMap { byOSMID[$0] }
                .first
            let free = (nodes[bounds.id] ?? []).filter { linked[$0] == nil }
            guard let centre = label ?? Self.centre(of: bounds, among: free, centres) else {
                continue
            }
            linked[centre] = bounds.id
        }
        for (index, centre) in centres.enumerated() where !centre.areas.isEmpty {
            try connection.run(
                "UPDATE settlement SET areas = ?, linked_area = ? WHERE id = ?",
                .text(centre.areas.map { "\($0)" }.joined(separator: " ")),
                linked[index].map { .integer($0) }, .integer(centre.id))
        }
    }

    private static func centre(
        of bounds: Bounds, among nodes: [Int], _ centres: [Centre]
    ) -> Int? {
        let name = bounds.name.lowercased()
        let wikidata = bounds.wikidata ?? ""
        if !wikidata.isEmpty {
            let same = nodes.filter { centres[$0].wikidata == wikidata }
            if let best = same.first(where: { centres[$0].name.lowercased() == name }) ?? same.first
            {
                return best
            }
        }
        let others = nodes.filter {
            wikidata.isEmpty || centres[$0].wikidata.isEmpty || centres[$0].wikidata == wikidata
        }
        if bounds.kind == .administrative, let type = bounds.type {
            let found = others.first {
                let own = centres[$0].name.lowercased()
                return centres[$0].type == type && (own.contains(name) || name.contains(own))
            }
            if let found { return found }
        }
        return others.first {
            let rank = bounds.rank(countryCode: centres[$0].countryCode)
            return centres[$0].name.lowercased() == name && rank > 0
                && PlaceRank.settlement(centres[$0].type, countryCode: centres[$0].countryCode)?
                    .address == rank
        }
    }

    private func centres(_ countries: [Int64: String]) throws -> [Centre] {
        let row = try connection.statement(
            "SELECT id, osm_id, type, name, tags, lon, lat FROM settlement WHERE osm_type = 'N' "
                + "ORDER BY population DESC, osm_id")
        var centres: [Centre] = []
        while try row.step() {
            let areas = try RegionFile.areaIDs(containing: row.position(5), connection)
            centres.append(
                Centre(
                    id: row.int64(0), osmID: row.int64(1), type: row.text(2), name: row.text(3),
                    wikidata: row.tags(4)["wikidata"] ?? "", areas: areas.sorted(),
                    countryCode: areas.lazy.compactMap { countries[$0] }.first))
        }
        return centres
    }

    /// What may have a centre, the largest first.
    private func bounds() throws -> [Bounds] {
        let row = try connection.statement(
            "SELECT id, osm_type, osm_id, kind, admin_level, type, name, tags FROM area "
                + "WHERE kind NOT IN ('postal', 'timezone') ORDER BY admin_level IS NULL, admin_level, square_meters DESC, id"
        )
        var bounds: [Bounds] = []
        while try row.step() {
            guard let kind = ContainingArea.Kind(rawValue: row.text(3)) else { continue }
            bounds.append(
                Bounds(
                    id: row.int64(0), relation: row.text(1) == "R" ? row.int64(2) : nil, kind: kind,
                    level: row.optionalInt64(4).map { Int($0) }, type: row.optionalText(5),
                    wikidata: row.tags(7)["wikidata"], name: row.text(6)))
        }
        return bounds
    }
}

extension SettlementLinks.Bounds {
    fileprivate func rank(countryCode: String?) -> Int {
        switch kind {
        case .administrative:
            level.map { PlaceRank.administrative(level: $0, countryCode: countryCode).address } ?? 0
        case .place:
            type.flatMap { PlaceRank.settlement($0, countryCode: countryCode) }?.address ?? 0
        case .landuse: type.flatMap(PlaceRank.landuse)?.address ?? 0
        case .postal, .timezone: 0
        }
    }
}
