internal import Database
internal import GeoModel

extension ListCache {
    /// Calls `body` with the rows of the records for which a condition on `record.id` holds, in the order of their
    /// places.
    func forEachRow(
        _ condition: String, _ id: Int64, _ connection: Connection, _ body: (ListRow) -> Void
    ) throws {
        let names = try nameNumbers(condition, id, connection)
        switch scope {
        case .all: try forEachOwnRow(condition, id, names, connection, body)
        case .public:
            var rows = try publicRows(condition, id, names, connection)
            rows.sort { $0.place < $1.place }
            rows.forEach(body)
        }
    }

    /// The index holds all that is asked for: the table itself, of a kilobyte a record, is not read.
    private func forEachOwnRow(
        _ condition: String, _ id: Int64, _ names: [Int64: Int32], _ connection: Connection,
        _ body: (ListRow) -> Void
    ) throws {
        let row = try connection.statement(
            """
            SELECT id, eventInstant, eventDay, kind, decimalLatitude, decimalLongitude
            FROM record INDEXED BY record_columns WHERE \(condition) ORDER BY id
            """)
        try row.bind(.integer(id))
        while try row.step() {
            let id = row.int64(0)
            body(
                ListRow(
                    place: ListPlace(id: id), id: id, instant: row.int64(1),
                    day: Int32(clamping: row.int64(2)), kind: Self.kind(row.text(3)),
                    level: ListRow.Level.open, name: names[id] ?? LivingNameTable.none,
                    latitude: row.optionalDouble(4) ?? .nan,
                    longitude: row.optionalDouble(5) ?? .nan))
        }
    }

    private func publicRows(
        _ condition: String, _ id: Int64, _ names: [Int64: Int32], _ connection: Connection
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
        try row.bind(.integer(id))
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
                    name: names[row.int64(0)] ?? LivingNameTable.none,
                    latitude: column.flatMap(row.optionalDouble) ?? .nan,
                    longitude: column.flatMap { row.optionalDouble($0 + 1) } ?? .nan))
        }
        return rows
    }

    // MARK: Names

    /// The numbers of the records' names of living things; of the other records none.
    private func nameNumbers(
        _ condition: String, _ id: Int64, _ connection: Connection
    ) throws -> [Int64: Int32] {
        if id == .min { return try allNameNumbers(connection) }
        let row = try connection.statement(
            """
            SELECT id, scientificName, name FROM record
            WHERE \(condition) AND (scientificName IS NOT NULL OR kind = 'species')
            """)
        try row.bind(.integer(id))
        var numbers: [Int64: Int32] = [:]
        while try row.step() {
            let scientificName = row.optionalText(1)
            numbers[row.int64(0)] = names.number(
                of: scientificName ?? row.text(2), isOwn: scientificName == nil)
        }
        return numbers
    }

    /// From two indexes, where records of one name are beside each other.
    private func allNameNumbers(_ connection: Connection) throws -> [Int64: Int32] {
        var numbers: [Int64: Int32] = [:]
        for (column, condition, isOwn) in [
            ("scientificName", "scientificName IS NOT NULL", false),
            ("name", "scientificName IS NULL AND kind = 'species'", true),
        ] {
            let row = try connection.statement(
                "SELECT \(column), id FROM record WHERE \(condition) ORDER BY \(column)")
            var last = (name: [UInt8](), number: LivingNameTable.none)
            while try row.step() {
                let isSame = row.withText(0) { $0.elementsEqual(last.name) }
                if !isSame {
                    let name = row.text(0)
                    last = (Array(name.utf8), names.number(of: name, isOwn: isOwn))
                }
                numbers[row.int64(1)] = last.number
            }
        }
        return numbers
    }

    /// The schema allows no other kinds.
    private static func kind(_ text: String) -> UInt8 {
        CandidateKind(rawValue: text).map(ListTest.number) ?? .max
    }
}
