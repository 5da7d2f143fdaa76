internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Hashing

/// What was brought back.
package struct RestoreReport: Hashable, Sendable, Codable {
    package var records = 0
    package var photos = 0
    package var photoBytes = 0
    /// Whether a file of species, ranges and a person's overrides was brought back. One that is there is kept.
    package var broughtSpecies = false
    /// Records whose photo the backup lacks, or has otherwise than it was sent.
    package var missingPhotos: [String] = []
    package var changedPhotos: [String] = []

    package var isWhole: Bool { missingPhotos.isEmpty && changedPhotos.isEmpty }
}

extension RecordBackup {
    /// Brings a backup back into a data directory without records.
    ///
    /// | step                                            | after a crash behind it             |
    /// |-------------------------------------------------|-------------------------------------|
    /// | 1 mark `unfinished-restore` on disk             | no store opens here; begun again    |
    /// | 2 photos copied and hashed as `NAME.tmp`        | the same                            |
    /// | 3 their content on disk, then their names       | the same; what is there is kept     |
    /// | 4 species, then records: copied, on disk, named | the same                            |
    /// | 5 mark gone                                     | restored                            |
    ///
    /// Maps and models that are there stay.
    ///
    /// - Parameter directory: Made when it is absent. Nothing in it is overwritten.
    /// - Throws: `BackupError`: not a backup, damaged, or records or other photos are there; `RecordError`;
    ///   `DatabaseError`.
    package static func restore(
        _ path: String, into directory: DataDirectory, progress: Progress = { _, _ in }
    ) throws -> RestoreReport {
        let folder = BackupFolder(path)
        _ = try folder.report()
        let source = folder.directory
        try refuseRecords(in: directory)
        let copy = try Connection(
            path: source.recordsDatabase, mode: .readOnly(immutable: true))
        try checkIntegrity(copy, of: path)
        try FileCalls.makeDirectory(directory.path, mode: 0o700)
        guard let lock = try FolderLock(directory.path) else {
            throw BackupError.anotherRuns(path: directory.path)
        }
        defer { withExtendedLifetime(lock) {} }
        try refuseRecords(in: directory)
        try FileCalls.append([], to: directory.unfinishedRestore)
        try FileCalls.synchronize(directory: directory.path)
        try directory.create()
        var report = RestoreReport(records: try count("record", copy))
        try bringPhotos(
            try wanted(copy), from: PhotoStore(directory: source),
            to: PhotoStore(directory: directory), &report, progress)
        if FileCalls.facts(of: source.speciesDatabase) != nil,
            FileCalls.facts(of: directory.speciesDatabase) == nil
        {
            try bring(source.speciesDatabase, as: directory.speciesDatabase)
            report.broughtSpecies = true
        }
        try bring(source.recordsDatabase, as: directory.recordsDatabase)
        try FileCalls.synchronize(directory: directory.path)
        try FileCalls.remove(directory.unfinishedRestore)
        try FileCalls.synchronize(directory: directory.path)
        return report
    }

    /// Records that an unfinished restore has brought nobody has opened yet: they may be brought again.
    private static func refuseRecords(in directory: DataDirectory) throws {
        guard
            FileCalls.facts(of: directory.recordsDatabase) == nil
                || FileCalls.facts(of: directory.unfinishedRestore) != nil
        else { throw BackupError.targetExists(path: directory.recordsDatabase) }
    }

    /// Steps 2 and 3.
    private static func bringPhotos(
        _ wanted: [Wanted], from: PhotoStore, to: PhotoStore, _ report: inout RestoreReport,
        _ progress: Progress
    ) throws {
        var copied: [String] = []
        for (index, photo) in wanted.enumerated() {
            progress(index, wanted.count)
            let target = photo.place(in: to)
            if try bring(photo, from: photo.place(in: from), to: target, &report) {
                copied.append(target)
            }
        }
        try FileCalls.synchronize(all: copied.map(draft))
        for target in copied { try FileCalls.rename(draft(target), to: target) }
        let folders = Set(wanted.map { FileCalls.parent(of: $0.place(in: to)) })
        for folder in folders.sorted() + [to.directory.photos, to.directory.path] {
            try FileCalls.synchronize(directory: folder)
        }
        progress(wanted.count, wanted.count)
    }

    /// What a file is called until its content is on disk.
    private static func draft(_ target: String) -> String { "\(target).tmp" }

    /// Copies a photo to its draft.
    ///
    /// - Returns: Whether there is a draft now.
    private static func bring(
        _ photo: Wanted, from source: String, to target: String, _ report: inout RestoreReport
    ) throws -> Bool {
        if let facts = FileCalls.facts(of: target) {
            // An interrupted restore has been here; or it is somebody else's, and stays.
            guard try SHA256.hexadecimal(ofFile: target) == photo.sha256 else {
                throw BackupError.targetExists(path: target)
            }
            report.photos += 1
            report.photoBytes += facts.bytes
            return false
        }
        try FileCalls.remove(draft(target))
        switch try HashedCopy.copy(
            source, to: draft(target), sharing: nil, sha256: photo.sha256)
        {
        case .absent, .shared:
            report.missingPhotos.append(photo.record.description)
            return false
        case .copied(let bytes, let isAsSent):
            report.photos += 1
            report.photoBytes += bytes
            if !isAsSent { report.changedPhotos.append(photo.record.description) }
            return true
        }
    }

    /// Copies a database, brings it to the disk, and gives it its name.
    private static func bring(_ source: String, as target: String) throws {
        let draft = draft(target)
        try FileCalls.remove(draft)
        let hash = try SHA256.hexadecimal(ofFile: source)
        guard
            case .copied(_, true) = try HashedCopy.copy(
                source, to: draft, sharing: nil, sha256: hash)
        else { throw BackupError.notWhole(path: source, reason: "it changes while it is read") }
        try FileCalls.synchronize(draft)
        try FileCalls.rename(draft, to: target)
    }
}
