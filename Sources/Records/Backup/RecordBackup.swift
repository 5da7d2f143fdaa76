internal import Database
package import FoundationEssentials
internal import GeoModel

// How a backup is one consistent state while a service writes.
//
// The database is copied first, by SQLite, in one read transaction: the state of that moment. A record's photo
// is in place before its row is committed and never changes afterwards, so every photo that the copied rows
// name can still be copied, unless its record was deleted since. Such a record is then deleted from the copy
// too, as the live database says. What is confirmed or edited meanwhile belongs to the next backup. Nothing is
// locked, and no write waits.

/// Copies the records of a data directory with their photos, and brings them back.
package struct RecordBackup {
    /// Called with photos done and photos in all.
    package typealias Progress = (_ done: Int, _ total: Int) -> Void

    private let source: DataDirectory
    private let draft: BackupFolder
    private let older: DataDirectory?
    private let live: Connection
    private var report: BackupReport

    /// Makes a backup in a new folder, which is a data directory by itself: `serve --data` opens it.
    ///
    /// It holds `records.sqlite`, `species.sqlite` when there is one, `photos/` and `staging/`; not the maps and
    /// models, which are imported again, not the thumbnails, and no access tokens. It gets its name when it is
    /// whole, opened and compared; until then it is `TARGET.part`, and a next attempt begins anew.
    ///
    /// - Parameters:
    ///   - target: Where; nothing may be there.
    ///   - older: A finished backup: photos it has are not copied again but shared with it, on one file system.
    /// - Throws: `BackupError`, `RecordError`, `DatabaseError`. Nothing is left behind then.
    package static func make(
        of source: DataDirectory, at target: String, since older: String? = nil,
        now: Date = Date(), progress: Progress = { _, _ in }
    ) throws -> BackupReport {
        let target = DataDirectory(target)
        guard FileCalls.facts(of: source.recordsDatabase) != nil else {
            throw BackupError.nothingToCopy(path: source.path)
        }
        guard FileCalls.facts(of: target.path) == nil else {
            throw BackupError.targetExists(path: target.path)
        }
        try FileCalls.makeDirectory(FileCalls.parent(of: target.path))
        guard !FileCalls.isWithin(FileCalls.parent(of: target.path), source.path) else {
            throw BackupError.targetInSource(path: target.path)
        }
        if let older { _ = try BackupFolder(older).report() }
        let draft = try BackupFolder.draft(for: target)
        do {
            var backup = try RecordBackup(source, draft, older.map(DataDirectory.init), now)
            try backup.copyDatabases()
            try backup.copyPhotos(progress)
            try backup.compare()
            try draft.finish(backup.report, as: target)
            return backup.report
        } catch {
            try? draft.discard()
            throw error
        }
    }

    private init(
        _ source: DataDirectory, _ draft: BackupFolder, _ older: DataDirectory?, _ now: Date
    ) throws {
        self.source = source
        self.draft = draft
        self.older = older
        live = try Connection(path: source.recordsDatabase, mode: .readWrite)
        report = BackupReport(created: now)
    }

    // MARK: Databases

    private func copyDatabases() throws {
        try live.run("VACUUM INTO ?", .text(draft.directory.recordsDatabase))
        if FileCalls.facts(of: source.speciesDatabase) != nil {
            let species = try Connection(path: source.speciesDatabase, mode: .readWrite)
            try species.run("VACUUM INTO ?", .text(draft.directory.speciesDatabase))
        }
    }

    // MARK: Photos

    /// A photo that a copied row names.
    struct Wanted {
        /// The record, or the record-to-be of a capture.
        let record: UUIDv7
        /// Set for a capture that waits for its answer.
        let capture: UUIDv7?
        let sha256: String

        func place(in photos: PhotoStore) -> String {
            capture.map(photos.stagedPath) ?? photos.path(of: record)
        }
    }

    private mutating func copyPhotos(_ progress: Progress) throws {
        let copy = try Connection(
            path: draft.directory.recordsDatabase, mode: .readWrite, spatial: true)
        let wanted = try Self.wanted(copy)
        try copy.transaction {
            for (index, photo) in wanted.enumerated() {
                progress(index, wanted.count)
                try self.copy(photo, in: copy)
            }
        }
        progress(wanted.count, wanted.count)
    }

    static func wanted(_ connection: Connection) throws -> [Wanted] {
        let deleted =
            try hasDeletedRecords(connection)
            ? """
             UNION ALL SELECT occurrenceID, NULL, photoSHA256 FROM deleted_record
                WHERE photoSHA256 IS NOT NULL
            """ : ""
        let statement = try connection.statement(
            """
            SELECT occurrenceID, NULL, photoSHA256 FROM record WHERE photoSHA256 IS NOT NULL
            UNION ALL SELECT occurrenceID, id, photoSHA256 FROM capture
                WHERE state = 'pending' AND photoSHA256 IS NOT NULL
            """ + deleted)
        var wanted: [Wanted] = []
        while try statement.step() {
            var row = ColumnReader(statement)
            wanted.append(
                Wanted(
                    record: try row.id(),
                    capture: try row.optionalText().map { text in
                        guard let id = UUIDv7(text) else { throw RecordError.invalidCursor }
                        return id
                    }, sha256: row.optionalText() ?? ""))
        }
        return wanted
    }

    /// Whether the file knows of deletions that can be undone: one of an older version does not.
    private static func hasDeletedRecords(_ connection: Connection) throws -> Bool {
        try count("sqlite_master WHERE name = 'deleted_record'", connection) > 0
    }

    private mutating func copy(_ photo: Wanted, in copy: Connection) throws {
        let (from, to) = (PhotoStore(directory: source), PhotoStore(directory: draft.directory))
        // The photo of a pending capture that is confirmed meanwhile, or whose confirmation was broken off, is in
        // its final place.
        let places =
            (photo.capture.map { [from.stagedPath(of: $0)] } ?? [])
            + [from.path(of: photo.record)]
        let target = photo.place(in: to)
        let old = older.map { photo.place(in: PhotoStore(directory: $0)) }
        for place in places {
            switch try HashedCopy.copy(place, to: target, sharing: old, sha256: photo.sha256) {
            case .absent: continue
            case .shared(let bytes):
                report.photosShared += 1
                report.photoBytes += bytes
            case .copied(let bytes, let isAsSent):
                report.photoBytes += bytes
                if !isAsSent { report.changedPhotos.append(photo.record.description) }
            }
            report.photos += 1
            return
        }
        try leaveOut(photo, in: copy)
    }

    /// The photo is gone: because its record or capture ended since the copy, or it is missing.
    private mutating func leaveOut(_ photo: Wanted, in copy: Connection) throws {
        if let capture = photo.capture {
            try copy.run(
                "UPDATE capture SET state = 'expired', ended = ?2 WHERE id = ?1",
                .text(capture.description), .integer(report.created.milliseconds))
            return
        }
        let id = SQLValue.text(photo.record.description)
        let statement = try live.statement(
            "SELECT captureID, deleted FROM tombstone WHERE occurrenceID = ?")
        try statement.bind(id)
        // A deleted record that can still be restored has its photo, like any other.
        let isRestorable =
            try Self.hasDeletedRecords(live)
            && Self.count("deleted_record WHERE occurrenceID = '\(photo.record)'", live) > 0
        guard try statement.step(), !isRestorable else {
            report.missingPhotos.append(photo.record.description)
            return
        }
        if try Self.hasDeletedRecords(copy) {
            try copy.run("DELETE FROM deleted_record WHERE occurrenceID = ?", id)
        }
        try copy.run(
            "INSERT OR IGNORE INTO tombstone (occurrenceID, captureID, deleted) VALUES (?, ?, ?)",
            id, .text(statement.text(0)), .integer(statement.int64(1)))
        try copy.run("DELETE FROM record WHERE occurrenceID = ?", id)
        report.deletedMeanwhile += 1
    }

    // MARK: Comparing

    /// Opens the copy as a reader would, asks SQLite whether it is sound, and counts.
    private mutating func compare() throws {
        let path = draft.directory.path
        let copy = try Connection(
            path: draft.directory.recordsDatabase, mode: .readOnly(immutable: true))
        try Self.checkIntegrity(copy, of: path)
        report.records = try Self.count("record", copy)
        report.pendingCaptures = try Self.count("capture WHERE state = 'pending'", copy)
        let named = try Self.wanted(copy).count
        guard named == report.photos + report.missingPhotos.count else {
            throw BackupError.notWhole(
                path: path, reason: "it names \(named) photos and holds \(report.photos)")
        }
        if FileCalls.facts(of: draft.directory.speciesDatabase) != nil {
            try Self.checkIntegrity(
                Connection(
                    path: draft.directory.speciesDatabase, mode: .readOnly(immutable: true)),
                of: path)
        }
    }

    static func checkIntegrity(_ connection: Connection, of path: String) throws {
        let statement = try connection.statement("PRAGMA integrity_check(1)")
        let answer = try statement.step() ? statement.text(0) : "no answer"
        guard answer == "ok" else {
            throw BackupError.notWhole(path: path, reason: "SQLite says \(answer)")
        }
    }

    static func count(_ what: String, _ connection: Connection) throws -> Int {
        let statement = try connection.statement("SELECT count(*) FROM \(what)")
        return try statement.step() ? Int(statement.int64(0)) : 0
    }
}
