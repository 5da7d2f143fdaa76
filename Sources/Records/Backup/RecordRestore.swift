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
    /// Every photo is hashed on its way. The records come last, by a rename: before that the directory has none,
    /// and an interrupted restore is simply begun again. Maps and models that are there stay.
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
        guard FileCalls.facts(of: directory.recordsDatabase) == nil else {
            throw BackupError.targetExists(path: directory.recordsDatabase)
        }
        let copy = try Connection(
            path: source.recordsDatabase, mode: .readOnly(immutable: true))
        try checkIntegrity(copy, of: path)
        try directory.create()
        var report = RestoreReport(records: try count("record", copy))
        let (from, to) = (PhotoStore(directory: source), PhotoStore(directory: directory))
        let wanted = try wanted(copy)
        for (index, photo) in wanted.enumerated() {
            progress(index, wanted.count)
            try bring(photo, from: photo.place(in: from), to: photo.place(in: to), &report)
        }
        progress(wanted.count, wanted.count)
        if FileCalls.facts(of: source.speciesDatabase) != nil,
            FileCalls.facts(of: directory.speciesDatabase) == nil
        {
            try bring(source.speciesDatabase, as: directory.speciesDatabase)
            report.broughtSpecies = true
        }
        let targets = wanted.map { $0.place(in: to) }
        let folders = Set(targets.map(FileCalls.parent)).union([directory.photos, directory.path])
        let written = targets.filter { FileCalls.facts(of: $0) != nil }
        try FileCalls.synchronize(all: written + folders.sorted())
        try bring(source.recordsDatabase, as: directory.recordsDatabase)
        try FileCalls.synchronize(directory: directory.path)
        return report
    }

    private static func bring(
        _ photo: Wanted, from source: String, to target: String, _ report: inout RestoreReport
    ) throws {
        if let facts = FileCalls.facts(of: target) {
            // An interrupted restore has been here; or it is somebody else's, and stays.
            guard try SHA256.hexadecimal(ofFile: target) == photo.sha256 else {
                throw BackupError.targetExists(path: target)
            }
            report.photos += 1
            report.photoBytes += facts.bytes
            return
        }
        let draft = "\(target).tmp"
        try FileCalls.remove(draft)
        switch try HashedCopy.copy(source, to: draft, sharing: nil, sha256: photo.sha256) {
        case .absent, .shared: report.missingPhotos.append(photo.record.description)
        case .copied(let bytes, let isAsSent):
            try FileCalls.rename(draft, to: target)
            report.photos += 1
            report.photoBytes += bytes
            if !isAsSent { report.changedPhotos.append(photo.record.description) }
        }
    }

    /// Copies a database, brings it to the disk, and gives it its name.
    private static func bring(_ source: String, as target: String) throws {
        let draft = "\(target).tmp"
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
