internal import Database
internal import Synchronization

/// The columns of a list as they are in the database, read once and then kept up with it; see `RecordChanges`.
final class ListCache: Sendable {
    /// Which columns.
    enum Scope {
        /// Of all records, as they are, by `id`.
        case all
        /// Of records as the public sees them, in the order of public lists.
        case `public`
    }

    private struct State {
        var columns: ListColumns?
        /// Theirs.
        var moment: RecordMoment?
    }

    let scope: Scope
    private let state = Mutex(State())

    /// Beyond so many changes at once all is read again: each is looked for through all chunks.
    private static let changeLimit: Int64 = 200

    private let chunkCapacity: Int

    init(_ scope: Scope, chunkCapacity: Int) {
        self.scope = scope
        self.chunkCapacity = chunkCapacity
    }

    /// Begins a transaction that reads, and returns the columns of its moment. The caller ends it.
    ///
    /// One after the other, so that the moment of each is not before that of the columns.
    func begin(_ connection: Connection) throws -> ListColumns {
        try state.withLock { state in
            try connection.execute("BEGIN")
            do {
                return try bringUp(&state, connection)
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
        }
    }

    private func bringUp(_ state: inout State, _ connection: Connection) throws -> ListColumns {
        let changes = try RecordChanges(connection)
        if var columns = state.columns, let moment = state.moment {
            if moment == changes.now { return columns }
            if let since = try changes.since(moment, limit: Self.changeLimit, connection) {
                var rows: [ListRow] = []
                try forEachRow("id > ?", .integer(since.lastID), connection) { rows.append($0) }
                for id in since.changed where id <= since.lastID {
                    try forEachRow("id = ?", .integer(id), connection) { rows.append($0) }
                }
                columns.replace(since.changed, with: rows)
                state = State(columns: columns, moment: changes.now)
                return columns
            }
        }
        let columns = try ListColumns(capacity: chunkCapacity) { add in
            try forEachRow("id > ?", .integer(.min), connection, add)
        }
        state = State(columns: columns, moment: changes.now)
        return columns
    }
}
