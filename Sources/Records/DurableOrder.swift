internal import Database
package import FoundationEssentials
package import GeoModel
internal import Synchronization

// The durable order of writes.
//
// A photo is in one of two places: `staging/CAPTURE.jpg` or `photos/ab/RECORD.jpg`. The capture's
// row names both from the start, as the id of its record-to-be is chosen with it. What a person
// was told is on disk before they are told. "On disk" is fsync for files and names (folders), and a
// commit with synchronous=FULL for rows.
//
// | step                                              | after a crash behind it               |
// |---------------------------------------------------|---------------------------------------|
// | Capture                                           |                                       |
// | 1 upload arrives in staging/UUID.part             | half upload: the sweep removes it     |
// | 2 its content is on disk                          | the same                              |
// | 3 renamed to staging/CAPTURE.jpg, name on disk    | no row: the sweep removes it          |
// | 4 commit of the capture's row                     | pending: waits for its answer         |
// | Confirmation, all in one write transaction        |                                       |
// | 5 photo, its content on disk once more            | pending; photo in either place, and a |
// |   (fdatasync), renamed to photos/ab/RECORD.jpg    | second confirmation finds it there    |
// | 6 its name on disk                                | the same                              |
// | 7 that it is not in staging/ any more, on disk    | the same                              |
// | 8 commit: record in, capture confirmed            | record: row and photo                 |
// | Deletion                                          |                                       |
// | 9 commit: row out, tombstone in                   | deleted; photo left: sweep removes it |
// | 10 photo and thumbnails unlinked                  | deleted                               |
// | Deletion that can be undone                       |                                       |
// | 9a commit: row out, tombstone and deleted_record  | deleted, restorable; thumbnails left: |
// |    in                                             | the sweep removes them                |
// | 10a thumbnails unlinked; the photo stays          | the same                              |
// | 9b restored, one commit: row in, tombstone and    | record: row and photo                 |
// |    deleted_record out                             |                                       |
// | 9c its time is over, commit: deleted_record out   | as behind 9; then 10                  |
// | Edit, also of who may see it                      |                                       |
// | 11 commit: row changed, revision one higher       | edited                                |
// | Cancel, expiry                                    |                                       |
// | 12 commit: capture cancelled or expired           | ended; photo left: sweep removes it   |
// | 13 photo unlinked from wherever it got to         | ended                                 |
// | Sweep, each file in a write transaction of its own|                                       |
// | 14 expiry: 12 and 13; ends of undoing: 9c         | as there                              |
// | 15 unlinked, if rows still say that it is over    | gone, or there for the next sweep     |
// | 16 or, unexplained: a line in trash/list.tsv on   | a line for a file that is still in    |
// |    disk                                           | place; the next sweep moves it        |
// | 17 renamed to trash/, name on disk                | in the trash, listed                  |
// | 17a or, on another file system: copied there to   | half a copy NAME.tmp, which the next  |
// |    NAME.tmp, content on disk                      | sweep writes anew                     |
// | 17b renamed there, name on disk                   | in both places; the next sweep moves  |
// |                                                   | it once more                          |
// | 17c unlinked here, folder on disk                 | in the trash, listed                  |
// | 18 commit: rows of captures that ended 30 days    | their files are gone by then          |
// |    ago out                                        |                                       |
//
// Beside steps 5 to 7 another thread runs the statements of 8, which write to memory only until the commit, and the first
// of which tells whether the capture still waits; the commit waits for both. The photo of a capture that turns out to have
// ended may have moved by then, which changes nothing: 13 and 15 remove it from either place.
//
// What commits wrote to SQLite's log is moved into the file by another thread (JournalMover): the log holds it until that
// is on disk.
//
// Before 4 nobody knows the capture's id, and before 8 nobody was told of a record. A sweep removes
// only what a row proves to be over (tombstone, ended capture) or what never got one and is older
// than the grace time; it looks again in the transaction it removes in.
//
// One lock holds for all of them but 1 to 3: the store's writer in this process, and SQLite's BEGIN
// IMMEDIATE for other processes. So a sweep never sees a confirmation between 5 and 8.
//
// A file has a name of its own until its content is on disk: UUID.part for an upload, NAME.UUID.tmp
// for a thumbnail. Where it is NAME.tmp or NAME.part, as in backup and restore, a lock on the folder keeps a
// second writer out.
//
// A step that fails, as on a full disk, throws and leaves what a crash before it leaves; the next attempt
// begins from there. Whether a commit whose synchronizing failed is on disk nobody knows: it is undone for
// readers, and may turn out to be done after a crash. Each commit above may be either, as its files are
// in place before it and go after it; so the staged photo of 4 stays until the sweep (`discard`).
//
// Backup and restore have their orders in BackupFolder.swift and RecordRestore.swift, region files in
// RegionDraft.swift, models in ModelDraft.swift. Tests/FaultTests ends the program at every call of each.

extension RecordStore {
    // MARK: Steps 1 to 4

    /// Takes over an upload as the photo of a capture that is about to be stored: steps 2 and 3.
    ///
    /// - Parameter upload: A whole file on the data directory's file system.
    package func stage(upload: String, as capture: UUIDv7) throws(RecordError) {
        try photos.stage(upload: upload, as: capture)
    }

    /// Removes the staged photo of a capture that was not stored, and its upload.
    ///
    /// - Parameter error: Why it was not stored. After one that leaves open whether the row is on disk, the photo
    ///   stays, as the row may turn out to be there after a crash; if it is not, the sweep removes the photo.
    package func discard(upload: String, of capture: UUIDv7, after error: (any Error)? = nil) {
        if let error = error as? DatabaseError, error.isOfUnknownOutcome { return }
        for path in [upload, photos.stagedPath(of: capture)] {
            // What cannot be removed now, the sweep removes.
            _ = try? FileCalls.remove(path)
        }
    }

    /// Commits the row of a capture whose photo, if any, is staged: step 4.
    ///
    /// - Returns: The capture as stored; when its key was sent before, the capture of that time.
    /// - Throws: `RecordError.keyReused` when the key was sent before with another photo or position.
    package func insert(_ stored: StoredCapture) throws -> StoredCapture {
        let kept = try writing { connection in
            if let key = stored.key, let earlier = try Self.capture(key: key, connection) {
                guard earlier.capture.photo?.sha256 == stored.capture.photo?.sha256,
                    earlier.capture.position == stored.capture.position
                else { throw RecordError.keyReused }
                return earlier
            }
            try CaptureRow.insert(stored, into: connection)
            return stored
        }
        recentCaptures.withLock { $0.add(kept) }
        return kept
    }

    // MARK: Steps 5 to 8

    /// Makes a record of a capture, with its photo.
    ///
    /// Repeated with the same key, or the same content, it answers the record that was made.
    ///
    /// - Returns: The record, and whether this call made it.
    /// - Throws: `RecordError`: no such capture, cancelled, expired, confirmed otherwise, its record
    ///   deleted since, or its photo missing; a field too long.
    package func confirm(
        _ id: UUIDv7, as answer: ConfirmedAnswer, now: Date = Date()
    ) throws -> (record: Record, isNew: Bool) {
        guard let stored = try captureAsStored(id) else {
            return (try record(ofForgottenCapture: id), false)
        }
        return try confirm(stored, as: answer, now: now)
    }

    /// The same for a capture that was read before. Only how it ended can have changed since, and is
    /// read again.
    package func confirm(
        _ stored: StoredCapture, as answer: ConfirmedAnswer, now: Date = Date()
    ) throws -> (record: Record, isNew: Bool) {
        try answer.validate()
        let isFull = lateIndexes.withLock { $0.isFull }
        let confirmed =
            if stored.capture.photo != nil, stored.capture.expires > now {
                try confirmWithPhoto(stored, answer, now, fillsIndexes: isFull)
            } else {
                try writing { try write(stored, answer, now, fillsIndexes: isFull, $0) }
            }
        if confirmed.isNew { lateIndexes.withLock { $0.confirmed(broughtIn: isFull) } }
        return (confirmed.record, confirmed.isNew)
    }

    /// Steps 5 to 8. The rows are put together by another thread while this one waits for the disk: most of the time of
    /// the steps before. Whichever fails, the transaction is undone.
    ///
    /// A repetition is answered from its rows, whatever became of the photo.
    private func confirmWithPhoto(
        _ stored: StoredCapture, _ answer: ConfirmedAnswer, _ now: Date, fillsIndexes: Bool
    ) throws -> Confirmed {
        try writingAnywhere(
            { connection in
                // One thread at a time: until it is joined the connection is the companion's.
                nonisolated(unsafe) let lent = connection
                let rows = Companion { [self] in
                    Result {
                        let confirmed = try write(
                            stored, answer, now, fillsIndexes: fillsIndexes, lent)
                        try Self.requireInPlace(lent)
                        return confirmed
                    }
                }
                let placed = Result { () throws(RecordError) in try placePhoto(of: stored) }
                let confirmed = try rows.join().get()
                if confirmed.isNew { try placed.get() }
                return confirmed
            }, afterCommit: { $0 })
    }

    /// Steps 5 to 7.
    private func placePhoto(of stored: StoredCapture) throws(RecordError) {
        let record = stored.occurrenceID
        try photos.moveToPhotos(capture: stored.capture.id, as: record)
        try photos.synchronize(folderOf: record)
        try photos.synchronizeStaging()
    }

    /// The rows of step 8, or what the capture became before.
    private func write(
        _ stored: StoredCapture, _ answer: ConfirmedAnswer, _ now: Date, fillsIndexes: Bool,
        _ connection: Connection
    ) throws -> Confirmed {
        let id = stored.capture.id
        if stored.capture.expires > now {
            let record = stored.record(answer, now: now.asStored)
            // Nearly every capture still waits: the statement that ends it tells.
            try connection.run(
                """
                UPDATE capture SET state = 'confirmed', ended = ?2, confirmationKey = ?3,
                    confirmation = ?4 WHERE id = ?1 AND state = 'pending'
                """,
                .text(id.description), .integer(record.created.milliseconds),
                .optional(answer.key), .text(answer.contentText()))
            if connection.changes == 1 {
                return Confirmed(
                    record: try write(record, fillsIndexes: fillsIndexes, connection), isNew: true)
            }
        }
        guard let end = try CaptureEnd(of: id, connection) else {
            return Confirmed(
                record: try Self.recordOfForgottenCapture(id, connection), isNew: false)
        }
        switch end.state {
        case .cancelled: throw RecordError.captureCancelled(id)
        case .pending, .expired: throw RecordError.captureExpired(id)
        case .confirmed:
            guard try end.isMade(by: answer) else {
                throw RecordError.captureConfirmed(id, record: stored.occurrenceID)
            }
            return Confirmed(
                record: try Self.existing(stored.occurrenceID, connection), isNew: false)
        }
    }

    private func write(
        _ record: Record, fillsIndexes: Bool, _ connection: Connection
    ) throws -> Record {
        try RecordRow.insert(record, into: connection)
        let record = try disclose(record, insertedAs: connection.lastInsertRowID, connection)
        if fillsIndexes { try LateIndexSchema.fill(connection) }
        return record
    }

    private struct Confirmed: Sendable {
        let record: Record
        let isNew: Bool
    }

    /// The columns of a capture that change after it was stored.
    private struct CaptureEnd {
        let state: Capture.State
        private let key, content: String?

        init?(of id: UUIDv7, _ connection: Connection) throws {
            let statement = try connection.statement(
                "SELECT state, confirmationKey, confirmation FROM capture WHERE id = ?")
            try statement.bind(.text(id.description))
            guard try statement.step() else { return nil }
            var row = ColumnReader(statement)
            state = try row.value { Capture.State(rawValue: $0) }
            // Behind the candidates, which is far to read.
            (key, content) =
                state == .confirmed ? (row.optionalText(), row.optionalText()) : (nil, nil)
        }

        /// Whether it was confirmed by the confirmation with this key or this content, however that is written.
        func isMade(by answer: ConfirmedAnswer) throws -> Bool {
            if try answer.key != nil && answer.key == key || answer.contentText() == content {
                return true
            }
            let earlier: ConfirmedAnswer.Content? = try content.map { try JSONColumn.decode($0) }
            return earlier == answer.content
        }
    }

    /// The record of a capture whose row is dropped, as it is 30 days after the confirmation.
    ///
    /// - Throws: `RecordError.captureNotFound`, or `.recordGone` when it was deleted.
    package func record(ofForgottenCapture id: UUIDv7) throws -> Record {
        try reading { try Self.recordOfForgottenCapture(id, $0) }
    }

    private static func recordOfForgottenCapture(
        _ id: UUIDv7, _ connection: Connection
    ) throws -> Record {
        let statement = try connection.statement(
            """
            SELECT occurrenceID FROM record WHERE captureID = ?1
            UNION ALL SELECT occurrenceID FROM tombstone WHERE captureID = ?1
            """)
        try statement.bind(.text(id.description))
        guard try statement.step(), let record = UUIDv7(statement.text(0)) else {
            throw RecordError.captureNotFound(id)
        }
        return try existing(record, connection)
    }

    // MARK: Steps 9 and 10

    /// Deletes a record, its photo and everything derived from it: at once, or where the store has a time for
    /// undoing, all that is derived now and the rest when that time is over.
    ///
    /// - Parameter ifRevision: The revision that the caller has seen; nil deletes any.
    /// - Returns: How many files went, and their bytes; and until when it can be restored.
    /// - Throws: `RecordError.recordNotFound`, `.recordGone`, `.revisionMismatch`.
    @discardableResult
    package func delete(
        _ id: UUIDv7, ifRevision: Int? = nil, now: Date = Date()
    ) throws -> DeletionReport {
        try writing { connection -> DeletionReport in
            var report = DeletionReport()
            let record = try Self.existing(id, connection)
            try Self.check(record, ifRevision)
            try connection.run(
                "INSERT INTO tombstone (occurrenceID, captureID, deleted) VALUES (?, ?, ?)",
                .text(id.description), .text(record.captureID.description),
                .integer(now.milliseconds))
            if trashDays > 0 {
                let end = now.addingTimeInterval(Double(trashDays) * 86_400).asStored
                try DeletedRow.insert(record, deleted: now, until: end, into: connection)
                report.restorableUntil = end
                report.bytesKept = record.photo?.bytes ?? 0
            }
            try connection.run(
                "DELETE FROM record WHERE occurrenceID = ?", .text(id.description))
            return report
        } afterCommit: { report in
            var all = report
            all +=
                report.restorableUntil == nil
                ? try photos.removePhoto(of: id) : try photos.removeDerived(of: id)
            return all
        }
    }

    static func check(_ record: Record, _ ifRevision: Int?) throws {
        guard let ifRevision, ifRevision != record.revision else { return }
        throw RecordError.revisionMismatch(record.occurrenceID, current: record.revision)
    }

    // MARK: Steps 12 and 13

    /// Ends a capture without a record and removes its photo. Repeating it is no error.
    ///
    /// - Throws: `RecordError.captureNotFound`, `.captureConfirmed`.
    package func cancel(_ id: UUIDv7, now: Date = Date()) throws {
        try writing { connection -> UUIDv7 in
            guard let stored = try Self.capture(id, connection) else {
                throw RecordError.captureNotFound(id)
            }
            switch stored.capture.state {
            case .pending: try Self.end(id, .cancelled, now, connection)
            case .cancelled, .expired: break
            case .confirmed:
                throw RecordError.captureConfirmed(id, record: stored.occurrenceID)
            }
            return stored.occurrenceID
        } afterCommit: { record in
            _ = try photos.removeStaged(capture: id, record: record)
        }
    }

    /// Ends captures whose time is over and removes their photos.
    func expire(now: Date) throws -> (captures: Int, removed: DeletionReport) {
        let ended = try writing { connection -> Expired in
            let statement = try connection.statement(
                "SELECT id, occurrenceID FROM capture WHERE state = 'pending' AND expires <= ?")
            try statement.bind(.integer(now.milliseconds))
            var pairs: [(UUIDv7, UUIDv7)] = []
            while try statement.step() {
                var row = ColumnReader(statement)
                pairs.append((try row.id(), try row.id()))
            }
            for (capture, _) in pairs { try Self.end(capture, .expired, now, connection) }
            return Expired(pairs: pairs)
        } afterCommit: { expired in
            var expired = expired
            for (capture, record) in expired.pairs {
                // One that cannot be removed does not keep the others; the sweep, whose first part this is, meets
                // it again.
                guard let removed = try? photos.removeStaged(capture: capture, record: record)
                else { continue }
                expired.removed += removed
            }
            return expired
        }
        return (ended.pairs.count, ended.removed)
    }

    private struct Expired: Sendable {
        let pairs: [(capture: UUIDv7, record: UUIDv7)]
        var removed = DeletionReport()
    }

    private static func end(
        _ id: UUIDv7, _ state: Capture.State, _ now: Date, _ connection: Connection
    ) throws {
        try connection.run(
            "UPDATE capture SET state = ?2, ended = ?3 WHERE id = ?1",
            .text(id.description), .text(state.rawValue), .integer(now.milliseconds))
    }
}
