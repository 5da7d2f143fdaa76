internal import Hashing
internal import Database
package import FoundationEssentials
internal import GeoModel

extension RecordStore {
    /// Compares rows and files in both directions, hashes every photo, and asks SQLite.
    ///
    /// Changes nothing unless `repair` is set. Then it removes what a row proves to be over, moves
    /// photos that no row explains to `trash/` with a list, and makes the spatial index anew; each
    /// only if it is still so at that moment, under the lock of confirm. Rows without a file are told, never
    /// deleted. Files younger than `grace` seconds without a row are on their way and no problem.
    ///
    /// - Parameter progress: Called with photos done and photos in all.
    package func check(
        repair: Bool = false, grace: TimeInterval = RecordStore.graceTime, now: Date = Date(),
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> CheckReport {
        var report = CheckReport()
        try checkDatabase(repair, &report)
        let limit = now.addingTimeInterval(-grace)
        var unreadable: [String] = []
        for file in FoundFile.all(in: directory, unreadable: { unreadable.append($0) }) {
            try check(file, repair, youngerThan: limit, now: now, &report)
        }
        report.problems += unreadable.map {
            .init(
                kind: .unreadable, name: $0, bytes: nil,
                remedy: "Change its owner or mode, then check again.", isRepaired: false)
        }
        try checkStaged(&report)
        try checkPhotos(&report, progress)
        return report
    }

    private func check(
        _ file: FoundFile, _ repair: Bool, youngerThan limit: Date, now: Date,
        _ report: inout CheckReport
    ) throws {
        let bytes = FileCalls.facts(of: file.path(in: directory))?.bytes
        report.bytes += file.role == .foreign ? 0 : bytes ?? 0
        let verdict = try reading { try file.verdict($0, in: directory, youngerThan: limit) }
        switch verdict {
        case .wanted, .young, .absent: return
        case .foreign:
            report.problems.append(
                .init(
                    kind: .foreignFile, name: file.name, bytes: bytes,
                    remedy: "Not made here and never touched. Move it elsewhere.",
                    isRepaired: false))
        case .over:
            let removed = repair ? try remove(file, youngerThan: limit) : DeletionReport()
            report.bytesFreed += removed.bytesFreed
            report.problems.append(
                .init(
                    kind: file.role == .unfinished ? .halfUpload : .orphan, name: file.name,
                    bytes: bytes,
                    remedy: removed.files > 0 ? "Removed." : "`check --repair` removes it.",
                    isRepaired: removed.files > 0))
        case .unexplained:
            let moved = repair ? try moveToTrash(file, youngerThan: limit, now: now) : nil
            report.bytesInTrash += moved ?? 0
            report.problems.append(
                .init(
                    kind: .unexplainedPhoto, name: file.name, bytes: bytes,
                    remedy: moved != nil
                        ? "Moved to trash." : "`check --repair` moves it to trash.",
                    isRepaired: moved != nil))
        }
    }

    /// Pending captures must have their photo, in either place.
    private func checkStaged(_ report: inout CheckReport) throws {
        let missing = try reading { connection in
            let statement = try connection.statement(
                """
                SELECT id, occurrenceID FROM capture
                WHERE state = 'pending' AND photoSHA256 IS NOT NULL
                """)
            var missing: [UUIDv7] = []
            while try statement.step() {
                var row = ColumnReader(statement)
                let (capture, record) = (try row.id(), try row.id())
                let paths = [photos.stagedPath(of: capture), photos.path(of: record)]
                if paths.allSatisfy({ FileCalls.facts(of: $0) == nil }) { missing.append(capture) }
            }
            return missing
        }
        for capture in missing where try self.capture(capture)?.capture.state == .pending {
            report.problems.append(
                .init(
                    kind: .missingStagedPhoto, name: capture.description, bytes: nil,
                    remedy: "Cancel the capture, and send the photo again.", isRepaired: false))
        }
    }

    /// Every record's photo must be there and hash to what was sent.
    private func checkPhotos(
        _ report: inout CheckReport, _ progress: (Int, Int) -> Void
    ) throws {
        let total = try list(RecordFilter()).total ?? 0
        var found: [Record] = []
        var done = 0
        try forEach { record in
            done += 1
            report.records += 1
            if record.photo != nil {
                report.photos += 1
                if try !isSound(record) { found.append(record) }
            }
            progress(done, max(total, done))
        }
        for record in found {
            // A record deleted meanwhile has lost its photo by right.
            guard (try? self.record(record.occurrenceID)) != nil else { continue }
            report.problems.append(problem(with: record))
        }
    }

    private func isSound(_ record: Record) throws -> Bool {
        let path = photos.path(of: record.occurrenceID)
        guard let photo = record.photo, FileCalls.facts(of: path)?.bytes == photo.bytes else {
            return false
        }
        return (try? SHA256.hexadecimal(ofFile: path)) == photo.sha256
    }

    private func problem(with record: Record) -> CheckReport.Problem {
        let path = photos.path(of: record.occurrenceID)
        let facts = FileCalls.facts(of: path)
        let kind: CheckReport.Problem.Kind =
            if facts == nil {
                .missingPhoto
            } else if (try? SHA256.hexadecimal(ofFile: path)) == nil {
                .unreadable
            } else {
                .changedPhoto
            }
        return .init(
            kind: kind, name: record.occurrenceID.description, bytes: facts?.bytes,
            remedy: kind == .unreadable
                ? "Change the photo's owner or mode, then check again."
                : "Restore the photo from a backup.",
            isRepaired: false)
    }

    private func checkDatabase(_ repair: Bool, _ report: inout CheckReport) throws {
        let messages = try reading { connection in
            let statement = try connection.statement("PRAGMA integrity_check")
            var messages: [String] = []
            while try statement.step() { messages.append(statement.text(0)) }
            return messages
        }
        for message in messages where message != "ok" {
            report.problems.append(
                .init(
                    kind: .damagedDatabase, name: "records.sqlite: \(message)", bytes: nil,
                    remedy: "Restore the database from a backup.", isRepaired: false))
        }
        let isIndexSound = try writing { connection in
            try Self.one("SELECT CheckSpatialIndex('record', 'geom')", connection)
        }
        guard !isIndexSound else { return }
        let isRepaired =
            repair
            ? try writing { connection in
                try Self.one("SELECT RecoverSpatialIndex('record', 'geom', 1)", connection)
            } : false
        report.problems.append(
            .init(
                kind: .spatialIndex, name: "records.sqlite: idx_record_geom", bytes: nil,
                remedy: isRepaired ? "Made anew." : "`check --repair` makes it anew.",
                isRepaired: isRepaired))
    }

    private static func one(_ sql: String, _ connection: Connection) throws -> Bool {
        let statement = try connection.statement(sql)
        return try statement.step() && statement.int64(0) == 1
    }
}
