internal import Database
package import GeoModel

extension RecordStore {
    /// One page of the records that `filter` finds, the last made first.
    ///
    /// A cursor stays right while records come and go: none is shown twice or left out for it.
    ///
    /// - Throws: `RecordError.invalidField`, `.invalidCursor`; `DatabaseError`.
    package func list(_ filter: RecordFilter = RecordFilter()) throws -> RecordPage {
        try filter.validate()
        let cursor = try filter.cursor.map { try RecordCursor($0) }
        let query = RecordQuery(filter)
        return try reading { connection in
            // Rows, count and plan are of one moment.
            try connection.snapshot {
                let plan = try RecordPlan(query, connection)
                var ids = try Self.ids(query, plan, before: cursor?.place, filter.limit, connection)
                let isLast = ids.count <= filter.limit
                if !isLast { ids.removeLast() }
                return RecordPage(
                    records: try ids.compactMap { try Self.row($0, connection) },
                    nextCursor: isLast ? nil : ids.last.map { RecordCursor(after: $0).description },
                    total: filter.countsTotal ? try plan.countMatches(connection) : nil)
            }
        }
    }

    /// One more than `limit`, when there are so many.
    private static func ids(
        _ query: RecordQuery, _ plan: RecordPlan, before place: Int64?, _ limit: Int,
        _ connection: Connection
    ) throws -> [Int64] {
        let rows = plan.select(before: place)
        let statement = try connection.statement(rows.sql)
        try statement.bind(rows.values)
        var ids: [Int64] = []
        while ids.count <= limit, try statement.step() {
            if query.holds(statement) { ids.append(statement.int64(0)) }
        }
        return ids
    }

    /// The record without its candidates.
    static func row(_ id: Int64, _ connection: Connection) throws -> Record? {
        let statement = try connection.statement(
            "SELECT \(RecordRow.columns) FROM record WHERE id = ?")
        try statement.bind(1, id)
        return try statement.step()
            ? try RecordRow.read(statement, withCandidates: false) : nil
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
        let snapshot = try RecordSnapshot(self, filter)
        while let record = try snapshot.next() { try body(record) }
    }
}

/// All records that a filter finds, as they are at one moment, handed out one by one. One thread at a time.
///
/// Its connection reads in one transaction until it goes: the journal grows by what is written meanwhile, and is
/// cut when the last such reader has gone.
package final class RecordSnapshot {
    private let connection: Connection
    private let ids: Statement
    private let query: RecordQuery

    /// - Parameter filter: Its limit and cursor are not looked at.
    /// - Throws: `RecordError.invalidField`; `DatabaseError`.
    package init(_ store: RecordStore, _ filter: RecordFilter = RecordFilter()) throws {
        try filter.validate()
        connection = try RecordStore.reader(store.directory)
        query = RecordQuery(filter)
        // A read transaction begins with its first question and ends with the connection.
        try connection.execute("BEGIN")
        let rows = try RecordPlan(query, connection).select()
        ids = try connection.statement(rows.sql)
        try ids.bind(rows.values)
    }

    /// The next record, without candidates; nil behind the last.
    package func next() throws -> Record? {
        while try ids.step() {
            guard query.holds(ids) else { continue }
            if let record = try RecordStore.row(ids.int64(0), connection) { return record }
        }
        return nil
    }
}
