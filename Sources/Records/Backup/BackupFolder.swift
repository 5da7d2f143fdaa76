internal import FoundationEssentials
@preconcurrency internal import Glibc
internal import Hashing

/// A folder laid out as a data directory, with `backup.json` once it is whole.
struct BackupFolder {
    static let reportName = "backup.json"
    /// In a folder that is being filled; tells that it may be thrown away.
    private static let draftMark = "unfinished-backup"

    let directory: DataDirectory
    /// On the folder that a draft is made in.
    private var lock: FolderLock?

    init(_ path: String) { directory = DataDirectory(path) }

    private var reportPath: String { "\(directory.path)/\(Self.reportName)" }

    // MARK: Making

    /// Makes an empty folder beside `target` to be filled; what an interrupted backup left there is removed.
    static func draft(for target: DataDirectory) throws -> BackupFolder {
        var folder = BackupFolder("\(target.path).part")
        let parent = FileCalls.parent(of: target.path)
        folder.lock = try FolderLock(parent)
        guard folder.lock != nil else { throw BackupError.anotherRuns(path: parent) }
        if let facts = FileCalls.facts(of: folder.directory.path) {
            guard facts.kind == .directory, try folder.isDraft() else {
                throw BackupError.targetExists(path: folder.directory.path)
            }
            try folder.discard()
        }
        try FileCalls.makeDirectory(folder.directory.path, mode: 0o700)
        try FileCalls.append([], to: "\(folder.directory.path)/\(draftMark)")
        // Before anything else is there, so that a folder with something in it is known by it.
        try FileCalls.synchronize(directory: folder.directory.path)
        for path in [folder.directory.photos, folder.directory.staging] {
            try FileCalls.makeDirectory(path)
        }
        return folder
    }

    /// Whether it was begun here: it is empty, marked, or whole but for its name.
    private func isDraft() throws(RecordError) -> Bool {
        let names = try FileCalls.names(in: directory.path)
        return names.isEmpty || names.contains(Self.draftMark) || names.contains(Self.reportName)
    }

    /// Writes the report, brings all to the disk, and gives the folder its name.
    func finish(_ report: BackupReport, as target: DataDirectory) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try FileCalls.append(Array(encoder.encode(report)) + [0x0A], to: reportPath)
        try FileCalls.synchronize(all: try allPaths())
        try FileCalls.remove("\(directory.path)/\(Self.draftMark)")
        try FileCalls.synchronize(directory: directory.path)
        try FileCalls.rename(directory.path, to: target.path)
        try FileCalls.synchronize(directory: FileCalls.parent(of: target.path))
    }

    /// Every file and folder of the backup, itself included.
    private func allPaths() throws(RecordError) -> [String] {
        var paths = [directory.path]
        for name in try FileCalls.names(in: directory.path) {
            let path = "\(directory.path)/\(name)"
            paths.append(path)
            guard FileCalls.facts(of: path)?.kind == .directory else { continue }
            for inner in try FileCalls.names(in: path).map({ "\(path)/\($0)" }) {
                paths.append(inner)
                guard FileCalls.facts(of: inner)?.kind == .directory else { continue }
                paths += try FileCalls.names(in: inner).map { "\(inner)/\($0)" }
            }
        }
        return paths
    }

    /// Removes the folder with all that is in it.
    func discard() throws {
        try FileManager.default.removeItem(atPath: directory.path)
    }

    // MARK: Reading

    /// - Throws: `BackupError.notABackup`.
    func report() throws -> BackupReport {
        guard let bytes = FileManager.default.contents(nonEmptyAt: reportPath) else {
            throw BackupError.notABackup(path: directory.path)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(BackupReport.self, from: bytes) } catch {
            throw BackupError.notWhole(
                path: directory.path, reason: "its \(Self.reportName) cannot be read")
        }
    }
}

extension FileManager {
    /// `contents(atPath:)` of an empty file leaks in Swift 6.3, so one is not read.
    fileprivate func contents(nonEmptyAt path: String) -> Data? {
        guard let facts = FileCalls.facts(of: path), facts.kind == .regular, facts.bytes > 0
        else { return nil }
        return contents(atPath: path)
    }
}
