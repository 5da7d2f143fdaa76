internal import Database
package import GeoModel

extension RecordStore {
    /// Reads what lists and filters look at of all records, which the first list would do otherwise: half a second
    /// for a million records.
    package func prepareLists() throws { try listing { _, _ in } }

    /// Runs `body` at one moment: what it reads of the connection is of the same as the columns.
    func listing<R: Sendable>(
        _ scope: ListCache.Scope = .all, _ body: (Connection, ListColumns) throws -> R
    ) throws -> R {
        try reading { connection in
            let columns = try columns(of: scope).begin(connection)
            defer { try? connection.execute("COMMIT") }
            return try body(connection, columns)
        }
    }

    func columns(of scope: ListCache.Scope) -> ListCache {
        switch scope {
        case .all: ownColumns
        case .public: publicColumns
        }
    }

    /// One page of the records that `filter` finds, the last made first.
    ///
    /// A cursor stays right while records come and go: none is shown twice or left out for it.
    ///
    /// - Throws: `RecordError.invalidField`, `.invalidCursor`; `DatabaseError`.
    package func list(_ filter: RecordFilter = RecordFilter()) throws -> RecordPage {
        var records: [Record] = []
        let end = try page(filter) { id, connection in
            if let record = try Self.row(id, connection) { records.append(record) }
        }
        return RecordPage(records: records, nextCursor: end.nextCursor, total: end.total)
    }

    /// The same page, its records handed out as they lie in the database.
    package func list(
        _ filter: RecordFilter, _ body: (RecordColumns) throws -> Void
    ) throws -> ListEnd {
        try page(filter) { id, connection in
            let row = try connection.statement(
                "SELECT \(RecordRow.storedColumns) FROM record WHERE id = ?")
            try row.bind(1, id)
            if try row.step() { try body(RecordColumns(row)) }
        }
    }

    private func page(
        _ filter: RecordFilter, _ body: (Int64, Connection) throws -> Void
    ) throws -> ListEnd {
        try filter.validate()
        let cursor = try filter.cursor.map { try RecordCursor($0) }
        return try listing { connection, columns in
            let query = try ListQuery(filter, columns, connection)
            let list = try query.ids(behind: cursor?.place)
            var before = 0
            while before < filter.offset, try list.next() != nil { before += 1 }
            let ids = try list.next(filter.limit + 1)
            let shown = ids.prefix(filter.limit)
            for id in shown { try body(id, connection) }
            let isLast = ids.count == shown.count
            var total: Int?
            if filter.countsTotal {
                let found = before + ids.count
                total =
                    cursor != nil
                    ? try query.count() : isLast ? found : try query.count(list, behind: found)
            }
            return ListEnd(
                nextCursor: isLast ? nil : shown.last.map { RecordCursor(after: $0).description },
                total: total)
        }
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
    /// All are of one moment: what is written meanwhile is not seen. Memory does not grow with what is
    /// written. Limit and cursor of the filter are not looked at. The connection is its own, so that a
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
    private let query: ListQuery
    private var ids: ListIDs

    /// - Parameter filter: Its limit and cursor are not looked at.
    /// - Throws: `RecordError.invalidField`; `DatabaseError`.
    package init(_ store: RecordStore, _ filter: RecordFilter = RecordFilter()) throws {
        try filter.validate()
        connection = try RecordStore.reader(store.directory)
        let columns = try store.columns(of: .all).begin(connection)
        query = try ListQuery(filter, columns, connection)
        ids = try query.ids()
    }

    /// Goes back to the first: the same records, of the same moment.
    package func rewind() throws { ids = try query.ids() }

    /// The next record, without candidates; nil behind the last.
    package func next() throws -> Record? {
        while let id = try ids.next() {
            if let record = try RecordStore.row(id, connection) { return record }
        }
        return nil
    }
}
