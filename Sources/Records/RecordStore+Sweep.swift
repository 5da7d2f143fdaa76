internal import Database
package import FoundationEssentials
internal import GeoModel

/// What a sweep found and did.
package struct SweepReport: Hashable, Sendable, Codable {
    /// Captures whose time was over.
    package var expiredCaptures = 0
    /// Deleted records that can no longer be restored.
    package var endedDeletions = 0
    /// Files of ended captures and deleted records, and half uploads, that were removed.
    package var removed = DeletionReport()
    /// Photos that no row explains, moved to `trash/`; names relative to the data directory.
    package var movedToTrash: [String] = []
    /// Photos that no row explains and that were left, as they are older than all that the database knows: it is
    /// more likely to be the wrong one than they are.
    package var leftUnexplained: [String] = []
    /// What could not be removed or moved, with the reason; the next sweep tries again.
    package var failures: [String] = []

    package init() {}
}

extension RecordStore {
    /// A file without a row may be on its way to one for so long: the slowest upload, with room.
    package static let graceTime: TimeInterval = 3600

    /// An ended capture answers a late question for so long; then its row is dropped.
    static let endedCaptureDays = 30.0

    /// Ends captures and deletions whose time is over, and removes files that belong to nothing any more.
    ///
    /// Never touches a row of a record, nor a file that a row needs, nor one that is not named
    /// as files are named here. Call it at start-up and now and then.
    ///
    /// - Parameter grace: Files without a row are left alone until they are older, in seconds.
    package func sweep(
        grace: TimeInterval = RecordStore.graceTime, now: Date = Date()
    ) throws -> SweepReport {
        var report = SweepReport()
        let expired = try expire(now: now)
        report.expiredCaptures = expired.captures
        report.removed = expired.removed
        let ended = try endDeletions(now: now)
        report.endedDeletions = ended.records
        report.removed += ended.removed
        let limit = now.addingTimeInterval(-grace)
        try FoundFile.forEach(in: directory) { file in
            do {
                try sweep(file, youngerThan: limit, now: now, &report)
            } catch let error as RecordError {
                report.failures.append("\(error)")
            }
        }
        // Last, as these rows are the proof that their files are over.
        try writing { connection in
            let limit = now.addingTimeInterval(-Self.endedCaptureDays * 86400)
            try connection.run(
                "DELETE FROM capture WHERE ended < ?", .integer(limit.milliseconds))
            try ListSchema.forgetOldChanges(connection)
            try LateIndexSchema.fill(connection)
        }
        return report
    }

    private func sweep(
        _ file: FoundFile, youngerThan limit: Date, now: Date, _ report: inout SweepReport
    ) throws {
        let verdict = try reading { try file.verdict($0, in: directory, youngerThan: limit) }
        switch verdict {
        case .wanted, .young, .foreign, .absent: return
        // Captures that waited were lost with the records.
        case .abandoned where file.isStaged && !report.leftUnexplained.isEmpty: return
        case .ended, .abandoned:
            report.removed += try remove(
                file, when: [.ended, .abandoned], youngerThan: limit)
        case .ofLostDatabase: report.leftUnexplained.append(file.name)
        case .unexplained:
            if try moveToTrash(file, youngerThan: limit, now: now) != nil {
                report.movedToTrash.append(file.name)
            }
        }
    }

    /// Removes a file, if the rows still say of it what they said, under the lock.
    ///
    /// - Parameter verdicts: What they may say.
    func remove(
        _ file: FoundFile, when verdicts: Set<FoundFile.Verdict>, youngerThan limit: Date
    ) throws -> DeletionReport {
        try writing { connection in
            var report = DeletionReport()
            guard
                verdicts.contains(
                    try file.verdict(connection, in: directory, youngerThan: limit)),
                let bytes = try FileCalls.remove(file.path(in: directory))
            else { return report }
            report.files = 1
            report.bytesFreed = bytes
            return report
        }
    }

    /// Moves a file that no row needs or explains to `trash/`, if that is still so under the lock; never the photo of a
    /// record of a lost database.
    ///
    /// `trash/list.tsv` has a line for each: time, name relative to the data directory, bytes, name
    /// in the trash; tabs and line ends in names as `\t` and `\n`. It is written first, so that no file
    /// lies there unlisted.
    ///
    /// - Returns: Its bytes; nil when nothing was moved.
    func moveToTrash(_ file: FoundFile, youngerThan limit: Date, now: Date) throws -> Int? {
        try writing { connection -> Int? in
            let path = file.path(in: directory)
            let verdict = try file.verdict(connection, in: directory, youngerThan: limit)
            guard
                verdict == .unexplained || verdict == .abandoned,
                let bytes = FileCalls.facts(of: path, followingLinks: false)?.bytes
            else { return nil }
            try FileCalls.makeDirectory(directory.trash)
            let plain = file.name.replacing("/", with: "-")
            let name = "\(now.milliseconds)-\(plain)"
            let columns = [
                "\(EventDate(utc: now))", file.name, "\(bytes)", name,
            ].map { $0.replacing("\t", with: "\\t").replacing("\n", with: "\\n") }
            let line = columns.joined(separator: "\t") + "\n"
            let list = directory.trash + "/list.tsv"
            try FileCalls.append(Array(line.utf8), to: list)
            try FileCalls.synchronize(list)
            try FileCalls.move(
                path, to: "\(directory.trash)/\(name)",
                temporary: "\(directory.trash)/\(plain).tmp")
            try FileCalls.synchronize(directory: directory.trash)
            return bytes
        }
    }
}
