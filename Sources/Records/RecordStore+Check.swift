internal import Database
package import FoundationEssentials
internal import GeoModel
internal import Hashing

extension RecordStore {
    /// Compares rows and files in both directions, hashes every photo, and asks SQLite.
    ///
    /// Changes nothing unless `repair` is set. Then it moves what nobody needs to `trash/` with a list, makes broken
    /// indexes anew, and removes files only where a row says that a person deleted or refused them; each only
    /// if it is still so at that moment, under the lock of confirm. Rows without a file are told, never deleted.
    /// Files younger than `grace` seconds without a row are on their way and no problem. What goes wrong with one
    /// file or database is told, and the rest is looked at all the same.
    ///
    /// - Parameter progress: Called with the phase, what is done of it, and how much there is when that is known.
    package func check(
        repair: Bool = false, grace: TimeInterval = RecordStore.graceTime, now: Date = Date(),
        progress: (_ phase: CheckPhase, _ done: Int, _ total: Int?) -> Void = { _, _, _ in }
    ) throws -> CheckReport {
        var report = CheckReport()
        progress(.databases, 0, nil)
        checkDatabases(repair, &report)
        let limit = now.addingTimeInterval(-grace)
        checkingDatabase(&report) { report in
            try checkFiles(repair, youngerThan: limit, now: now, &report) {
                progress(.files, $0, nil)
            }
        }
        checkingDatabase(&report) { try checkStaged(&$0) }
        checkingDatabase(&report) { report in
            try checkPhotos(&report) { progress(.photos, $0, $1) }
        }
        checkingDatabase(&report) { try checkDeleted(now, &$0) }
        report.trashBytes = trashBytes
        return report
    }

    /// Runs a part of the check; a database that cannot be read through is a finding, not the end.
    private func checkingDatabase(
        _ report: inout CheckReport, _ part: (inout CheckReport) throws -> Void
    ) {
        do { try part(&report) } catch {
            let message = "\(error)"
            report.problems.append(
                .init(
                    kind: .damagedDatabase, name: "records.sqlite", bytes: nil,
                    remedy: message, isRepaired: false))
        }
    }

    // MARK: Files

    private func checkFiles(
        _ repair: Bool, youngerThan limit: Date, now: Date, _ report: inout CheckReport,
        _ progress: (Int) -> Void
    ) throws {
        var unreadable: [String] = []
        var done = 0
        try FoundFile.forEach(in: directory, unreadable: { unreadable.append($0) }) { file in
            try check(
                file, repair: repair, youngerThan: limit, now: now, &report)
            done += 1
            progress(done)
        }
        report.problems += unreadable.map {
            .init(
                kind: .unreadable, name: $0, bytes: nil,
                remedy: "Change its owner or mode, then check again.", isRepaired: false)
        }
    }

    private func check(
        _ file: FoundFile, repair: Bool, youngerThan limit: Date, now: Date,
        _ report: inout CheckReport
    ) throws {
        let bytes = FileCalls.facts(of: file.path(in: directory), followingLinks: false)?.bytes
        report.bytes += file.role == .foreign ? 0 : bytes ?? 0
        let verdict = try reading { try file.verdict($0, in: directory, youngerThan: limit) }
        let kind: CheckReport.Problem.Kind
        switch verdict {
        case .wanted, .young, .absent: return
        case .foreign: kind = .foreignFile
        case .ended: kind = .orphan
        case .abandoned: kind = file.role == .unfinished ? .halfUpload : .orphan
        case .unexplained: kind = .unexplainedPhoto
        case .ofLostDatabase: kind = .photoOfLostDatabase
        }
        var (remedy, isRepaired) = ("", false)
        do {
            (remedy, isRepaired) = try attend(
                to: file, verdict, repair: repair, youngerThan: limit, now: now,
                &report)
        } catch let error as RecordError {
            // The next file may well be movable.
            remedy = "\(error)"
        }
        report.problems.append(
            .init(
                kind: kind, name: file.name, bytes: bytes, remedy: remedy, isRepaired: isRepaired))
    }

    /// Does what there is to do about a file that no row needs.
    private func attend(
        to file: FoundFile, _ verdict: FoundFile.Verdict, repair: Bool,
        youngerThan limit: Date, now: Date, _ report: inout CheckReport
    ) throws -> (remedy: String, isRepaired: Bool) {
        switch verdict {
        case .wanted, .young, .absent, .foreign:
            return ("Not made here and never touched. Move it elsewhere.", false)
        case .ended:
            guard repair else { return ("`check --repair` finishes its removal.", false) }
            let removed = try remove(file, when: [.ended], youngerThan: limit)
            report.bytesFreed += removed.bytesFreed
            return removed.files > 0 ? ("Removed.", true) : (Self.changedMeanwhile, true)
        case .ofLostDatabase:
            return (
                "Left where it is. Stop the service and bring the records.sqlite back that knows it: see "
                    + "'turnstone restore --help'.", false
            )
        case .unexplained, .abandoned:
            guard repair else { return ("`check --repair` moves it to trash.", false) }
            guard let moved = try moveToTrash(file, youngerThan: limit, now: now) else {
                return (Self.changedMeanwhile, true)
            }
            report.bytesInTrash += moved
            return ("Moved to trash.", true)
        }
    }

    private static let changedMeanwhile = "It is needed or gone meanwhile, and was left."

    /// Bytes of what lies in `trash/`, its list left out.
    private var trashBytes: Int {
        let names = (try? FileCalls.names(in: directory.trash)) ?? []
        return names.filter { $0 != "list.tsv" }
            .compactMap { FileCalls.facts(of: "\(directory.trash)/\($0)", followingLinks: false) }
            .reduce(0) { $0 + ($1.kind == .regular ? $1.bytes : 0) }
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

    // MARK: Photos

    /// What a row says of a photo.
    private struct Expected: Sendable {
        let record: UUIDv7
        let bytes: Int
        let sha256: String
    }

    /// Every record's photo must be there and hash to what was sent.
    private func checkPhotos(
        _ report: inout CheckReport, _ progress: (Int, Int) -> Void
    ) throws {
        let total = try list(RecordFilter()).total ?? 0
        var found: [Expected] = []
        try forEach { record in
            report.records += 1
            if let photo = record.photo {
                let expected = Expected(
                    record: record.occurrenceID, bytes: photo.bytes, sha256: photo.sha256)
                report.photos += 1
                if !isSound(expected) { found.append(expected) }
            }
            progress(report.records, max(total, report.records))
        }
        for photo in found {
            // A record deleted meanwhile has lost its photo by right.
            guard (try? self.record(photo.record)) != nil else { continue }
            report.problems.append(problem(with: photo))
        }
    }

    /// The photos of deleted records that can be restored must be there too.
    private func checkDeleted(_ now: Date, _ report: inout CheckReport) throws {
        let kept = try reading { connection in
            let row = try connection.statement(
                """
                SELECT occurrenceID, photoBytes, photoSHA256 FROM deleted_record WHERE until > ?
                """)
            try row.bind(.integer(now.milliseconds))
            var kept: [Expected] = []
            while try row.step() {
                guard let id = UUIDv7(row.text(0)) else { continue }
                kept.append(
                    Expected(record: id, bytes: Int(row.int64(1)), sha256: row.text(2)))
            }
            return kept
        }
        report.deletedRecords = kept.count
        for photo in kept where !photo.sha256.isEmpty {
            report.deletedBytes += photo.bytes
            if !isSound(photo) { report.problems.append(problem(with: photo)) }
        }
    }

    private func isSound(_ photo: Expected) -> Bool {
        let path = photos.path(of: photo.record)
        guard let facts = FileCalls.facts(of: path), facts.kind == .regular,
            facts.bytes == photo.bytes
        else { return false }
        return (try? SHA256.hexadecimal(ofFile: path)) == photo.sha256
    }

    private func problem(with photo: Expected) -> CheckReport.Problem {
        let path = photos.path(of: photo.record)
        let facts = FileCalls.facts(of: path)
        let kind: CheckReport.Problem.Kind =
            if facts == nil {
                .missingPhoto
            } else if facts?.kind == .regular, (try? SHA256.hexadecimal(ofFile: path)) == nil {
                .unreadable
            } else {
                .changedPhoto
            }
        return .init(
            kind: kind, name: photo.record.description,
            bytes: facts?.kind == .regular ? facts?.bytes : nil,
            remedy: kind == .unreadable
                ? "Change the photo's owner or mode, then check again."
                : "Restore the photo from a backup.",
            isRepaired: false)
    }
}
