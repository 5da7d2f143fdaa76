internal import Database
internal import Synchronization

/// The columns of a list as they are in the database, read once and then kept up with it.
///
/// Records that came are those with a higher `id` than any before, and records that changed or went are in the
/// table `record_change`, which triggers write; so another program's changes are seen too.
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
        /// The highest `record.id` and the last row of `record_change` that are in.
        var lastID: Int64 = 0
        var lastChange: Int64 = 0
    }

    let scope: Scope
    private let state = Mutex(State())

    /// Beyond so many changes at once all is read again: each is looked for through all chunks.
    private static let changeLimit: Int64 = 200

    private let chunkCapacity: Int
    let names: LivingNameTable

    /// - Parameter names: Gives the names of the records their numbers.
    init(_ scope: Scope, _ names: LivingNameTable, chunkCapacity: Int) {
        self.scope = scope
        self.names = names
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
        let row = try connection.statement(
            """
            SELECT (SELECT max(id) FROM record), (SELECT max(number) FROM record_change),
                (SELECT min(number) FROM record_change)
            """)
        _ = try row.step()
        let (lastID, lastChange, firstChange) = (row.int64(0), row.int64(1), row.int64(2))
        if let columns = state.columns, lastID == state.lastID, lastChange == state.lastChange {
            return columns
        }
        // Old changes are let go of some day.
        if var columns = state.columns, lastChange - state.lastChange <= Self.changeLimit,
            lastChange == state.lastChange || firstChange <= state.lastChange + 1
        {
            var changed: Set<Int64> = []
            let change = try connection.statement(
                "SELECT recordID FROM record_change WHERE number > ?")
            try change.bind(.integer(state.lastChange))
            while try change.step() { changed.insert(change.int64(0)) }
            // An id may have gone and come again.
            let last = min(state.lastID, lastID)
            var rows: [ListRow] = []
            try forEachRow("id > ?", last, connection) { rows.append($0) }
            for id in changed where id <= last {
                try forEachRow("id = ?", id, connection) { rows.append($0) }
            }
            columns.replace(changed, with: rows)
            state = State(columns: columns, lastID: lastID, lastChange: lastChange)
            return columns
        }
        let columns = try ListColumns(capacity: chunkCapacity) { add in
            try forEachRow("id > ?", .min, connection, add)
        }
        state = State(columns: columns, lastID: lastID, lastChange: lastChange)
        return columns
    }
}
