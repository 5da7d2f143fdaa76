internal import Database
package import FoundationEssentials
package import GeoModel

extension RecordStore {
    /// Takes a deletion back, whatever the store's time for undoing is now: what was said when it was deleted
    /// holds.
    ///
    /// The record is what it was, with revision and photo. Repeating it is no error.
    ///
    /// - Returns: The record, and whether this call restored it.
    /// - Throws: `RecordError.recordNotFound`; `.recordGone` when the time is over, or there was none.
    package func restore(
        _ id: UUIDv7, now: Date = Date()
    ) throws -> (record: Record, isNew: Bool) {
        let restored = try writing { connection -> Restored in
            if let record = try DeletedRow.restore(id, now: now, connection) {
                return Restored(record: try disclose(record, connection), isNew: true)
            }
            return Restored(record: try Self.existing(id, connection), isNew: false)
        }
        return (restored.record, restored.isNew)
    }

    private struct Restored: Sendable {
        let record: Record
        let isNew: Bool
    }

    /// A page of the deleted records that can be restored, the last deleted first.
    ///
    /// - Parameters:
    ///   - limit: 1 to `RecordFilter.maximumLimit`.
    ///   - cursor: `nextCursor` of the page before.
    /// - Throws: `RecordError.invalidField`, `.invalidCursor`; `DatabaseError`.
    package func deletedRecords(
        limit: Int = RecordFilter.defaultLimit, cursor: String? = nil, now: Date = Date()
    ) throws -> DeletedPage {
        guard (1...RecordFilter.maximumLimit).contains(limit) else {
            throw RecordError.invalidField(
                name: "limit", reason: "send 1 to \(RecordFilter.maximumLimit).")
        }
        let after = try cursor.map { try DeletionCursor($0) }
        return try reading { connection in
            let row = try connection.statement(
                """
                SELECT record, deleted, until FROM deleted_record
                WHERE until > ?1 AND (deleted, occurrenceID) < (?2, ?3)
                ORDER BY deleted DESC, occurrenceID DESC LIMIT \(limit + 1)
                """)
            try row.bind(
                .integer(now.milliseconds), .integer(after?.deleted ?? Int64.max),
                .text(after?.id.description ?? ""))
            var found: [DeletedRecord] = []
            while try row.step() { found.append(try DeletedRow.read(row)) }
            let isLast = found.count <= limit
            if !isLast { found.removeLast() }
            return DeletedPage(
                records: found,
                nextCursor: isLast ? nil : found.last.map { DeletionCursor(after: $0).description })
        }
    }

    /// Lets go of deleted records whose time is over, and removes their photos: steps 9c and 10.
    func endDeletions(now: Date) throws -> (records: Int, removed: DeletionReport) {
        let ended = try writing { connection -> Ended in
            let row = try connection.statement(
                "DELETE FROM deleted_record WHERE until <= ? RETURNING occurrenceID")
            try row.bind(.integer(now.milliseconds))
            var ids: [UUIDv7] = []
            while try row.step() {
                if let id = UUIDv7(row.text(0)) { ids.append(id) }
            }
            return Ended(ids: ids)
        } afterCommit: { ended in
            var ended = ended
            for id in ended.ids { ended.removed += try photos.removePhoto(of: id) }
            return ended
        }
        return (ended.ids.count, ended.removed)
    }

    private struct Ended: Sendable {
        let ids: [UUIDv7]
        var removed = DeletionReport()
    }
}

/// A place in the list of deleted records: behind the one it names.
private struct DeletionCursor {
    let deleted: Int64
    let id: UUIDv7

    init(after deleted: DeletedRecord) {
        self.deleted = deleted.deleted.milliseconds
        id = deleted.record.occurrenceID
    }

    /// - Throws: `RecordError.invalidCursor` for any text that `description` did not make.
    init(_ text: String) throws(RecordError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let deleted = Int64(parts[0]), let id = UUIDv7(parts[1]) else {
            throw .invalidCursor
        }
        self.deleted = deleted
        self.id = id
    }

    var description: String { "\(deleted).\(id)" }
}
