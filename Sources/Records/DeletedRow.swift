internal import Database
package import FoundationEssentials
package import GeoModel

/// A deleted record that can be restored.
package struct DeletedRecord: Hashable, Sendable {
    package let record: Record
    package let deleted, restorableUntil: Date
}

/// Deleted records, the last deleted first.
package struct DeletedPage: Hashable, Sendable {
    package let records: [DeletedRecord]
    /// Asks for the page after this one; nil on the last.
    package let nextCursor: String?
}

/// How a deleted record lies in its table.
enum DeletedRow {
    /// Copies a record that is about to be deleted.
    static func insert(
        _ record: Record, deleted: Date, until end: Date, into connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO deleted_record
                (occurrenceID, deleted, until, place, photoBytes, photoSHA256, record)
            SELECT ?1, ?2, ?3, id, photoBytes, photoSHA256, ?4 FROM record WHERE occurrenceID = ?1
            """,
            .text(record.occurrenceID.description), .integer(deleted.milliseconds),
            .integer(end.milliseconds), .text(try JSONColumn.encode(record)))
    }

    /// Puts a record back as it was, with its place in the list unless another has that now.
    ///
    /// - Returns: nil when it cannot be restored any more.
    static func restore(
        _ id: UUIDv7, now: Date, _ connection: Connection
    ) throws -> Record? {
        let row = try connection.statement(
            """
            SELECT record, CASE WHEN place IN (SELECT id FROM record) THEN NULL ELSE place END
            FROM deleted_record WHERE occurrenceID = ?1 AND until > ?2
            """)
        try row.bind(.text(id.description), .integer(now.milliseconds))
        guard try row.step() else { return nil }
        let record: Record = try JSONColumn.decode(row.text(0))
        let place = row.optionalInt64(1)
        for table in ["deleted_record", "tombstone"] {
            try connection.run(
                "DELETE FROM \(table) WHERE occurrenceID = ?", .text(id.description))
        }
        try RecordRow.insert(
            record, at: place, candidates: try JSONColumn.encode(record.computation.candidates),
            into: connection)
        let id = connection.lastInsertRowID
        try LateIndexSchema.bringIn(id, connection)
        if record.computation.revision > 0 {
            try connection.run(
                "INSERT INTO refreshed (id, revision, sources) VALUES (?, ?, '')", .integer(id),
                .integer(Int64(record.computation.revision)))
        }
        return record
    }

    static func read(_ row: Statement) throws -> DeletedRecord {
        DeletedRecord(
            record: try JSONColumn.decode(row.text(0)), deleted: Date(milliseconds: row.int64(1)),
            restorableUntil: Date(milliseconds: row.int64(2)))
    }
}
