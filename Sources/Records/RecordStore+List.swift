internal import Database
package import GeoModel

extension RecordStore {
    /// The newest order: the record made last comes first; the id, which holds its capture's time
    /// and chance, decides among those of one millisecond.
    private static let order = " ORDER BY created DESC, occurrenceID DESC"

    /// One page of the records that `filter` finds, the last made first.
    ///
    /// A cursor stays right while records come and go: none is shown twice or left out for it.
    ///
    /// - Throws: `RecordError.invalidField`, `.invalidCursor`; `DatabaseError`.
    package func list(_ filter: RecordFilter = RecordFilter()) throws -> RecordPage {
        try filter.validate()
        var query = RecordQuery(filter)
        let whole = query
        if let cursor = filter.cursor {
            let cursor = try RecordCursor(cursor)
            query.add(
                "(created, occurrenceID) < (?, ?)",
                [.integer(cursor.created), .text(cursor.id.description)])
        }
        return try reading { connection in
            let statement = try connection.statement(
                "SELECT \(RecordRow.columns) FROM record" + query.clause + Self.order
                    + (query.isExact ? " LIMIT \(filter.limit + 1)" : ""))
            try statement.bind(query.values)
            var records: [Record] = []
            while records.count <= filter.limit, try statement.step() {
                let record = try RecordRow.read(statement, withCandidates: false)
                if query.holds(record.position?.coordinate) { records.append(record) }
            }
            let isLast = records.count <= filter.limit
            if !isLast { records.removeLast() }
            return RecordPage(
                records: records,
                nextCursor: isLast ? nil : records.last.map { RecordCursor(after: $0).description },
                total: filter.countsTotal ? try Self.count(whole, connection) : nil)
        }
    }

    private static func count(_ query: RecordQuery, _ connection: Connection) throws -> Int {
        guard !query.isExact else {
            let statement = try connection.statement(
                "SELECT count(*) FROM record" + query.clause)
            try statement.bind(query.values)
            return try statement.step() ? Int(statement.int64(0)) : 0
        }
        let statement = try connection.statement(
            "SELECT decimalLatitude, decimalLongitude FROM record" + query.clause)
        try statement.bind(query.values)
        var count = 0
        while try statement.step() {
            let position = Coordinate(
                decimalLatitude: statement.double(0), decimalLongitude: statement.double(1))
            if query.holds(position) { count += 1 }
        }
        return count
    }

    /// Calls `body` with every record that `filter` finds, the last made first, without candidates.
    ///
    /// All are of one moment: what is written meanwhile is not seen. Memory does not grow with their
    /// number. Limit and cursor of the filter are not looked at. The connection is its own, so that a
    /// slow reader holds up nobody.
    ///
    /// - Throws: `DatabaseError`, and what `body` throws, which ends it.
    package func forEach(
        _ filter: RecordFilter = RecordFilter(), _ body: (Record) throws -> Void
    ) throws {
        let query = RecordQuery(filter)
        let connection = try Self.reader(directory)
        let statement = try connection.statement(
            "SELECT \(RecordRow.columns) FROM record" + query.clause + Self.order)
        try statement.bind(query.values)
        while try statement.step() {
            let record = try RecordRow.read(statement, withCandidates: false)
            if query.holds(record.position?.coordinate) { try body(record) }
        }
    }
}
