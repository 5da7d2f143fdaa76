internal import Database
internal import GeoModel
internal import Geodesy

extension NameSearch {
    /// Rows of `address` looked through for one street.
    private static let housesOfAStreet = 400

    struct House {
        let entry: SearchEntry
        /// The row of `address`.
        let row: Int64
    }

    /// The houses of a street, or of a place in `addr:place`, that have the number asked for: the
    /// street's name is the addresses' too, within 300 m of the street. Of several objects with
    /// one number, a house comes before the shops in it.
    func houses(_ number: String, on street: SearchEntry) throws -> [House] {
        guard street.kind == .road || street.kind == .settlement,
            let name = street.tags["name"]
        else { return [] }
        let box =
            street.box?.grown(byMeters: 300)
            ?? Geodesic.box(around: street.position, radiusInMeters: 3_000)
        return try street.region.pool.withConnection { connection in
            let columns =
                "SELECT id, house_number, tags, lon, lat FROM address WHERE street = ?1 AND "
            let limit = " LIMIT \(Self.housesOfAStreet)"
            let exact = try connection.statement(columns + "house_number = ?2" + limit)
            try exact.bind(.text(name), .text(number))
            let others = try connection.statement(
                columns + "lon BETWEEN ?2 AND ?3 AND lat BETWEEN ?4 AND ?5" + limit)
            try others.bind(
                .text(name), .real(box.west), .real(box.east), .real(box.south), .real(box.north))
            var found: [(order: Int, house: House)] = []
            for row in [exact, others] where found.isEmpty {
                while try row.step() {
                    let position = row.position(3)
                    guard box.contains(position), HouseNumber.matches(row.text(1), number) else {
                        continue
                    }
                    let tags = row.tags(2)
                    let order = tags["name"] == nil ? (tags["building"] == nil ? 1 : 0) : 2
                    let entry = SearchEntry(house: position, tags: tags, on: street)
                    found.append((order, House(entry: entry, row: row.int64(0))))
                }
            }
            return found.sorted { ($0.order, $0.house.row) < ($1.order, $1.house.row) }
                .map(\.house)
        }
    }
}

extension RegionFile {
    /// The ways of a road, each as the road at the middle of that way's box.
    func parts(of road: SearchEntry) throws -> [SearchEntry] {
        guard let box = road.box, let name = road.tags["name"] else { return [] }
        return try pool.withConnection { connection in
            let row = try connection.statement(
                """
                SELECT s.id, (i.xmin + i.xmax) / 2, (i.ymin + i.ymax) / 2
                FROM idx_street_geom AS i CROSS JOIN street AS s ON s.id = i.pkid
                WHERE i.xmax >= ?1 AND i.xmin <= ?2 AND i.ymax >= ?3 AND i.ymin <= ?4
                    AND s.name = ?5 LIMIT 300
                """)
            try row.bind(
                .real(box.west), .real(box.east), .real(box.south), .real(box.north), .text(name))
            var parts: [SearchEntry] = []
            while try row.step() {
                var part = road
                part.street = row.int64(0)
                part.position = row.position(1)
                parts.append(part)
            }
            return parts
        }
    }
}

extension SearchEntry {
    /// A house of a street; it is as well known as that.
    fileprivate init(house position: Coordinate, tags: [String: String], on street: SearchEntry) {
        self.init(
            region: street.region, id: street.id, kind: .address, ref: nil, category: "place",
            type: "house", tags: tags, position: position, importance: street.importance)
    }
}
