internal import Database

/// A moment of the records, as far as what is kept in memory of them tells moments apart.
package struct RecordMoment: Equatable, Sendable {
    /// The highest `record.id`, and the last row of `record_change`.
    let lastID, lastChange: Int64
}

/// What has changed up to the moment of a connection's transaction.
///
/// Records that came are those with a higher `id` than any before, and records that changed or went are in the
/// table `record_change`, which triggers write; so another program's changes are seen too.
struct RecordChanges {
    /// What came or changed since an earlier moment.
    struct Since {
        /// Records that changed or went, and of those that came the ones that are also below the end.
        let changed: Set<Int64>
        /// All records above it came since.
        let lastID: Int64
    }

    let now: RecordMoment
    private let firstChange: Int64

    init(_ connection: Connection) throws {
        let row = try connection.statement(
            """
            SELECT (SELECT max(id) FROM record), (SELECT max(number) FROM record_change),
                (SELECT min(number) FROM record_change)
            """)
        _ = try row.step()
        now = RecordMoment(lastID: row.int64(0), lastChange: row.int64(1))
        firstChange = row.int64(2)
    }

    /// - Parameter limit: So many changes at most are told.
    /// - Returns: nil when there are more, or they were let go of: then all is to be read again.
    func since(
        _ earlier: RecordMoment, limit: Int64, _ connection: Connection
    ) throws -> Since? {
        guard now.lastChange - earlier.lastChange <= limit,
            now.lastChange == earlier.lastChange || firstChange <= earlier.lastChange + 1
        else { return nil }
        var changed: Set<Int64> = []
        let change = try connection.statement("SELECT recordID FROM record_change WHERE number > ?")
        try change.bind(.integer(earlier.lastChange))
        while try change.step() { changed.insert(change.int64(0)) }
        // An id may have gone and come again.
        return Since(changed: changed, lastID: min(earlier.lastID, now.lastID))
    }
}
