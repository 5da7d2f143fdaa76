internal import FoundationEssentials
internal import Glibc

/// A region file in the making: a temporary one beside its place, which takes the old one's place
/// by rename when it is whole, and is gone when it does not come to that.
///
/// One import at a time writes to a folder of regions: the folder itself is locked, so that no lock
/// file stays behind. What a killed import left is removed by the next one, or by a service that
/// starts.
final class RegionDraft {
    /// Where the new region is written.
    let temporaryPath: String
    private let directory: String
    private let target: String
    private let lock: Int32
    private let createdFolders: [String]
    private var isPublished = false

    /// Makes the folder when it is absent, locks it and clears what earlier imports left.
    ///
    /// - Throws: `.anotherImportRuns`, `.fileSystem`.
    init(region: RegionName, directory: String) throws(ImportError) {
        self.directory = directory
        target = "\(directory)/\(region.text).sqlite"
        temporaryPath = "\(target).tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        createdFolders = try Self.createFolders(directory)
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else {
            let error = ImportError.failure(directory)
            Self.remove(createdFolders)
            throw error
        }
        guard Self.isLocked(lock, within: .seconds(1)) else {
            close(lock)
            throw .anotherImportRuns(directory: directory)
        }
        self.lock = lock
        Self.removeDrafts(in: directory)
    }

    deinit {
        if !isPublished {
            // SQLite may have put a journal beside it.
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
            Self.remove(createdFolders)
        }
        close(lock)
    }

    /// Makes the draft the region: its bytes on the disk first, then its name, then the folder.
    ///
    /// - Returns: The file's size in bytes.
    func publish() throws(ImportError) -> Int64 {
        let file = open(temporaryPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .failure(temporaryPath) }
        defer { close(file) }
        var status = stat()
        guard fsync(file) == 0, fstat(file, &status) == 0 else { throw .failure(temporaryPath) }
        guard rename(temporaryPath, target) == 0 else { throw .failure(target) }
        isPublished = true
        guard fsync(lock) == 0 else { throw .failure(directory) }
        return Int64(status.st_size)
    }

    /// Removes what killed imports left in a folder; nothing while an import runs there.
    ///
    /// - Returns: How many files.
    static func removeLeftovers(in directory: String) -> Int {
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return 0 }
        defer { close(lock) }
        return isLocked(lock, within: .zero) ? removeDrafts(in: directory) : 0
    }

    /// Takes the lock of a folder; an import waits a moment, as `removeLeftovers` holds it for one.
    private static func isLocked(_ folder: Int32, within patience: Duration) -> Bool {
        let end = ContinuousClock.now + patience
        while flock(folder, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end else { return false }
            usleep(20_000)
        }
        return true
    }

    @discardableResult
    private static func removeDrafts(in directory: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.count { name in
            name.contains(".sqlite.tmp-") && unlink("\(directory)/\(name)") == 0
        }
    }

    /// Makes the folder and those above it; returns the ones it made, outermost first.
    private static func createFolders(_ path: String) throws(ImportError) -> [String] {
        var created: [String] = []
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            folder += "/" + part
            if mkdir(folder, 0o755) == 0 {
                created.append(folder)
            } else if errno != EEXIST {
                let error = ImportError.failure(folder)
                remove(created)
                throw error
            }
        }
        return created
    }

    /// Removes those that are empty.
    private static func remove(_ folders: [String]) {
        for folder in folders.reversed() { rmdir(folder) }
    }
}

extension ImportError {
    /// The last system call's failure on `path`.
    fileprivate static func failure(_ path: String) -> ImportError {
        .fileSystem(path: path, reason: String(cString: strerror(errno)))
    }
}
