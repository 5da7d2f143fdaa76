internal import Database
internal import GeoModel

extension ListCache {
    /// Calls `body` with the rows of the records for which a condition on `record.id` holds, in the order of their
    /// places.
    func forEachRow(
        _ condition: String, _ value: SQLValue, _ connection: Connection,
        _ body: (ListRow) -> Void
    ) throws {
        switch scope {
        case .all: try forEachOwnRow(condition, value, connection, body)
        case .public:
            var rows = try publicRows(condition, value, connection)
            rows.sort { $0.place < $1.place }
            rows.forEach(body)
        }
    }

    /// The index holds all that is asked for: the table itself, of a kilobyte a record, is not read.
    private func forEachOwnRow(
        _ condition: String, _ value: SQLValue, _ connection: Connection,
        _ body: (ListRow) -> Void
    ) throws {
        let row = try connection.statement(
            """
            SELECT id, eventInstant, eventDay, kind, decimalLatitude, decimalLongitude
            FROM record INDEXED BY record_columns WHERE \(condition) ORDER BY id
            """)
        try row.bind(value)
        while try row.step() {
            let id = row.int64(0)
            body(
                ListRow(
                    place: ListPlace(id: id), id: id, instant: row.int64(1),
                    day: Int32(clamping: row.int64(2)), kind: Self.kind(row.text(3)),
                    level: ListRow.Level.open, latitude: row.optionalDouble(4) ?? .nan,
                    longitude: row.optionalDouble(5) ?? .nan))
        }
    }

    private func publicRows(
        _ condition: String, _ value: SQLValue, _ connection: Connection
    ) throws -> [ListRow] {
        let row = try connection.statement(
            """
            SELECT id, eventInstant, eventDay, kind, decimalLatitude, decimalLongitude,
                publicGeoprivacy, publicOrder, publicID, concealedLatitude, concealedLongitude,
                CASE publicGeoprivacy WHEN 'open' THEN 0 ELSE \(PublicRecord.showsNamesInSQL) END
            FROM disclosure CROSS JOIN record INDEXED BY record_columns
                ON record.id = disclosure.recordID
            WHERE publicGeoprivacy IS NOT NULL
                AND \(condition.replacing("id ", with: "recordID ")) ORDER BY recordID
            """)
        try row.bind(value)
        var rows: [ListRow] = []
        while try row.step() {
            let (level, column): (UInt8, Int32?) =
                switch row.text(6) {
                case "open": (ListRow.Level.open, 4)
                case "obscured": (ListRow.Level.obscured, 9)
                default: (ListRow.Level.private, nil)
                }
            rows.append(
                ListRow(
                    place: ListPlace(order: row.int64(7), id: row.text(8)), id: row.int64(0),
                    instant: row.int64(1), day: Int32(clamping: row.int64(2)),
                    kind: Self.kind(row.text(3)),
                    level: level | (row.int64(11) == 1 ? ListRow.Level.showsNames : 0),
                    latitude: column.flatMap(row.optionalDouble) ?? .nan,
                    longitude: column.flatMap { row.optionalDouble($0 + 1) } ?? .nan))
        }
        return rows
    }

    /// The schema allows no other kinds.
    private static func kind(_ text: String) -> UInt8 {
        CandidateKind(rawValue: text).map(ListTest.number) ?? .max
    }
}
