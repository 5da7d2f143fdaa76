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
    /// one number, a house and the shops in it, the house.
    func houses(_ number: String, on street: SearchEntry) throws -> [House] {
        guard street.kind == .road || street.kind == .settlement,
            let name = street.tags["name"]
        else { return [] }
        let box =
            street.box?.grown(byMeters: 300)
            ?? Geodesic.box(around: street.position, radiusInMeters: 3_000)
        return try street.region.pool.withConnection { connection in
            var best: (row: Int64, order: Int)?
            let exact = try connection.statement(
                "SELECT id, house_number, tags, lon, lat FROM address "
                    + "WHERE street = ?1 AND house_number = ?2 LIMIT \(Self.housesOfAStreet)")
            let others = try connection.statement(
                "SELECT id, house_number, tags, lon, lat FROM address "
                    + "WHERE street = ?1 AND lon BETWEEN ?2 AND ?3 AND lat BETWEEN ?4 AND ?5 "
                    + "LIMIT \(Self.housesOfAStreet)")
            try exact.bind(1, name)
            try exact.bind(2, number)
            try others.bind(1, name)
            try others.bind(2, box.west)
            try others.bind(3, box.east)
            try others.bind(4, box.south)
            try others.bind(5, box.north)
            var entry: SearchEntry?
            for row in [exact, others] where best == nil {
                while try row.step() {
                    let position = row.position(3)
                    guard box.contains(position), HouseNumber.matches(row.text(1), number) else {
                        continue
                    }
                    let tags = row.tags(2)
                    let order = tags["name"] == nil ? (tags["building"] == nil ? 1 : 0) : 2
                    guard order < best?.order ?? 9 else { continue }
                    best = (row.int64(0), order)
                    entry = SearchEntry(house: position, tags: tags, on: street)
                }
            }
            guard let best, let entry else { return [] }
            return [House(entry: entry, row: best.row)]
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
