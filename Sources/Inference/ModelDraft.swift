internal import CRename
import FoundationEssentials
@preconcurrency internal import Glibc
internal import Hashing

/// A model's folder in the making: a hidden one beside its place, which gets its name by rename when it is
/// whole, and is gone when it does not come to that.
///
/// One command at a time changes a folder of models: the folder itself is locked, so that no lock file
/// stays behind. What a killed one left is removed by the next, or by a service that starts.
final class ModelDraft {
    static let suffix = ".draft"
    /// Where the files are written.
    let path: String
    private let directory: String
    private let target: String
    private let lock: Int32

    /// Makes the folder of models when it is absent, locks it and clears what earlier commands left.
    ///
    /// - Throws: `.anotherAdditionRuns`, `.diskFull`, `.fileFailure`.
    init(name: String, directory: String) throws(InferenceError) {
        self.directory = directory
        target = "\(directory)/\(name)"
        path = "\(directory)/.\(name).\(getpid())\(Self.suffix)"
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else { throw Self.failure(directory) }
        lock = try Self.locked(directory)
        Self.removeDrafts(in: directory)
        guard mkdir(path, 0o755) == 0 else {
            let error = Self.failure(path)
            close(lock)
            throw error
        }
    }

    deinit {
        // Empty after a publication that replaced nothing, the old model after one that did.
        Self.removeFolder(path)
        close(lock)
    }

    /// Copies a file into the draft and hashes it on the way.
    ///
    /// - Parameters:
    ///   - limit: A larger one is refused.
    ///   - progress: Bytes done, and all.
    /// - Returns: Its SHA-256 in lowercase hexadecimal.
    func copy(
        _ source: String, as name: String, limit: Int,
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> String {
        let from = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard from >= 0 else { throw Self.failure(source) }
        defer { close(from) }
        var status = stat()
        guard fstat(from, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw InferenceError.fileFailure(path: source, reason: "it is no file")
        }
        let size = Int(status.st_size)
        guard size <= limit else {
            throw InferenceError.fileTooLarge(path: source, bytes: size, limit: limit)
        }
        let to = try Output("\(path)/\(name)")
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var done = 0
        while true {
            let count = read(from, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.failure(source)
            }
            done += count
            guard done <= limit else {
                throw InferenceError.fileTooLarge(path: source, bytes: done, limit: limit)
            }
            hash.update(buffer[..<count])
            try to.write(buffer[..<count])
            try progress(done, size)
        }
        try to.finish()
        return hash.hexadecimal()
    }

    /// Writes a file of the draft.
    func write(_ bytes: [UInt8], as name: String) throws(InferenceError) {
        let to = try Output("\(path)/\(name)")
        try to.write(bytes[...])
        try to.finish()
    }

    /// Gives the draft its name; all its files are on disk by then.
    ///
    /// - Parameter replaces: Whether a model of that name goes.
    /// - Throws: `.modelExists` and others; the model of that name is then as it was.
    func publish(replaces: Bool, name: String) throws(InferenceError) {
        try Self.synchronize(path)
        // Both in one step each: there is the old model or the new one at any moment.
        if tsn_rename_new(path, target) != 0 {
            guard errno == EEXIST else { throw Self.failure(target) }
            guard replaces else { throw .modelExists(name: name) }
            guard tsn_rename_exchange(path, target) == 0 else {
                throw Self.failure(target)
            }
        }
        try Self.synchronize(directory)
    }

    /// Removes a model: out of sight in one step, then file by file.
    static func remove(_ name: String, from directory: String) throws(InferenceError) {
        let lock = try locked(directory)
        defer { close(lock) }
        let hidden = "\(directory)/.\(name).\(getpid())\(suffix)"
        guard rename("\(directory)/\(name)", hidden) == 0 else {
            throw failure("\(directory)/\(name)")
        }
        removeFolder(hidden)
        try synchronize(directory)
    }

    /// Removes what killed commands left in a folder of models; nothing while one runs there.
    static func removeLeftovers(in directory: String) {
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return }
        defer { close(lock) }
        if flock(lock, LOCK_EX | LOCK_NB) == 0 { removeDrafts(in: directory) }
    }

    private static func locked(_ directory: String) throws(InferenceError) -> Int32 {
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw failure(directory) }
        // A service that starts holds it for a moment.
        for _ in 0..<50 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            usleep(20_000)
        }
        close(lock)
        throw .anotherAdditionRuns(directory: directory)
    }

    private static func removeDrafts(in directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(".") && name.hasSuffix(suffix) {
            removeFolder("\(directory)/\(name)")
        }
    }

    private static func removeFolder(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func synchronize(_ folder: String) throws(InferenceError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder) }
    }

    /// The last system call's failure on `path`.
    fileprivate static func failure(_ path: String) -> InferenceError {
        errno == ENOSPC || errno == EDQUOT || errno == EFBIG
            ? .diskFull(path: path)
            : .fileFailure(path: path, reason: String(cString: strerror(errno)))
    }

    /// A new file of the draft.
    private struct Output: ~Copyable {
        private let path: String
        private let descriptor: Int32

        init(_ path: String) throws(InferenceError) {
            self.path = path
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw ModelDraft.failure(path) }
        }

        deinit { close(descriptor) }

        borrowing func write(_ bytes: ArraySlice<UInt8>) throws(InferenceError) {
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw ModelDraft.failure(path) }
                done += count
            }
        }

        /// Brings it to disk.
        borrowing func finish() throws(InferenceError) {
            guard fsync(descriptor) == 0 else { throw ModelDraft.failure(path) }
        }
    }
}
