import FoundationEssentials
@preconcurrency internal import Glibc

/// What is told of a file without opening it.
struct FileFacts: Equatable {
    enum Kind { case regular, directory, link, other }

    let kind: Kind
    let bytes: Int
    /// The later of content and name change, so that a renamed file counts as new.
    let changed: Date
    /// The file system it lies on.
    let device: UInt64
}

/// The file system calls that make writes durable. All of Records goes through here.
///
/// A name in an error is the path as given; it holds ids that the server made, nothing of a person.
enum FileCalls {
    /// Waits until the file is on disk, its content and what is said of it.
    static func synchronize(_ path: String) throws(RecordError) {
        guard try synchronize(path, by: fsync) else { throw failure("open", path, ENOENT) }
    }

    /// Waits until the content of a file that may be gone is on disk. Its times, which a rename changes, need not be:
    /// they would be one more write.
    static func synchronizeContentIfPresent(_ path: String) throws(RecordError) {
        _ = try synchronize(path, by: fdatasync)
    }

    /// - Returns: Whether the file is there.
    private static func synchronize(
        _ path: String, by call: (Int32) -> Int32
    ) throws(RecordError) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return false }
        guard descriptor >= 0 else { throw failure("open", path) }
        let code = call(descriptor)
        let reason = errno
        close(descriptor)
        guard code == 0 else { throw failure("write", path, reason) }
        return true
    }

    /// Waits until the names in the directory are on disk.
    static func synchronize(directory path: String) throws(RecordError) {
        try synchronize(path)
    }

    /// Renames within one file system; whatever had the new name is replaced.
    static func rename(_ old: String, to new: String) throws(RecordError) {
        guard Glibc.rename(old, new) == 0 else { throw failure("rename", old) }
    }

    /// The same for a file that may be gone.
    ///
    /// - Returns: Whether it was there.
    static func renameIfPresent(_ old: String, to new: String) throws(RecordError) -> Bool {
        if Glibc.rename(old, new) == 0 { return true }
        let reason = errno
        // The folder of the new name may be what is missing.
        guard reason == ENOENT, facts(of: old) == nil else { throw failure("rename", old, reason) }
        return false
    }

    /// Moves a file, also to another file system: there its content is copied and on disk before it has its name, and
    /// then the old name goes. The caller brings the folder of the new name to disk.
    ///
    /// Ended in the middle it leaves `NEW.tmp` or both names, and the next attempt starts afresh.
    ///
    /// - Parameters:
    ///   - temporary: A name beside `new` for what is not whole yet; what has it is replaced.
    static func move(_ old: String, to new: String, temporary: String) throws(RecordError) {
        if Glibc.rename(old, new) == 0 { return }
        guard errno == EXDEV, facts(of: old, followingLinks: false)?.kind == .regular else {
            throw failure("rename", old)
        }
        do throws(RecordError) {
            try copy(old, to: temporary)
            try rename(temporary, to: new)
            // Before the old name goes, the new one must be on disk.
            try synchronize(directory: parent(of: new))
        } catch {
            unlink(temporary)
            throw error
        }
        guard unlink(old) == 0 else { throw failure("remove", old) }
        try synchronize(directory: parent(of: old))
    }

    /// Copies content, permissions and times, and waits until they are on disk.
    private static func copy(_ old: String, to new: String) throws(RecordError) {
        let source = open(old, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { throw failure("open", old) }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0 else { throw failure("open", old) }
        let target = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure("make", new) }
        do throws(RecordError) {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = Glibc.read(source, &buffer, buffer.count)
                if count == 0 { break }
                if count > 0 {
                    try write(buffer[..<count], to: target, path: new)
                } else if errno != EINTR {
                    throw failure("read", old)
                }
            }
            guard fchmod(target, status.st_mode & 0o7777) == 0,
                futimens(target, [status.st_atim, status.st_mtim]) == 0, fsync(target) == 0
            else { throw failure("write", new) }
        } catch {
            close(target)
            throw error
        }
        guard close(target) == 0 else { throw failure("write", new) }
    }

    /// Removes a file and tells its size; nil when there is none.
    @discardableResult
    static func remove(_ path: String) throws(RecordError) -> Int? {
        let bytes = facts(of: path)?.bytes
        if unlink(path) == 0 { return bytes ?? 0 }
        guard errno == ENOENT else { throw failure("remove", path) }
        return nil
    }

    /// Makes the directory and its parents; an existing one is fine.
    static func makeDirectory(_ path: String, mode: UInt32 = 0o755) throws(RecordError) {
        if mkdir(path, mode) == 0 { return }
        let reason = errno
        switch reason {
        case EEXIST:
            // A symbolic link to a directory is one: `stat` follows it.
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw failure("make the directory", path, ENOTDIR)
            }
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                throw failure("make the directory", path, reason)
            }
            try makeDirectory(String(path[..<slash]), mode: mode)
            guard mkdir(path, mode) == 0 || errno == EEXIST else {
                throw failure("make the directory", path)
            }
        default: throw failure("make the directory", path, reason)
        }
    }

    /// Whether this process may see what lies in the directory.
    static func isReadable(_ directory: String) -> Bool { access(directory, R_OK | X_OK) == 0 }

    /// Whether this process may add files to the directory.
    static func isWritable(_ directory: String) -> Bool { access(directory, W_OK | X_OK) == 0 }

    /// Facts of the file that `path` leads to, or of the link itself; nil when it leads nowhere.
    static func facts(of path: String, followingLinks: Bool = true) -> FileFacts? {
        var status = stat()
        let code = followingLinks ? stat(path, &status) : lstat(path, &status)
        guard code == 0 else { return nil }
        let kind: FileFacts.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        let times = [status.st_mtim, status.st_ctim].map {
            Double($0.tv_sec) + Double($0.tv_nsec) / 1e9
        }
        return FileFacts(
            kind: kind, bytes: Int(status.st_size),
            changed: Date(timeIntervalSince1970: max(times[0], times[1])),
            device: UInt64(status.st_dev))
    }

    /// The names in a directory, sorted; none when it is absent.
    static func names(in directory: String) throws(RecordError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw failure("list", directory)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Writes a file of its own name, then renames it: a reader sees the whole content or none.
    ///
    /// The content is not forced to disk: for what can be made again.
    static func writeAtomically(_ bytes: [UInt8], to path: String) throws(RecordError) {
        let temporary = "\(path).\(UUID().uuidString.lowercased()).tmp"
        do {
            try append(bytes, to: temporary)
            try rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Appends to a file, which is made when absent.
    static func append(_ bytes: [UInt8], to path: String) throws(RecordError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("make", path) }
        do throws(RecordError) {
            try write(bytes[...], to: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        // Some file systems report a full disk or a quota only here.
        guard close(descriptor) == 0 else { throw failure("write", path) }
    }

    /// Writes all the bytes to an open file.
    static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String
    ) throws(RecordError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(
                    descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw failure("write", path)
            }
        }
    }

    /// Waits until the content of many files is on disk.
    ///
    /// One by one that would be a write of the journal for each; the system writes all that is unwritten first, and what
    /// then has nothing left to write is quick. The calls for each file are what tells of an error.
    static func synchronize(all paths: some Sequence<String>) throws(RecordError) {
        sync()
        for path in paths { try synchronize(path) }
    }

    /// The folder that the last part of a path is in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether a folder is `outer` or lies in it, links followed. Both must exist.
    static func isWithin(_ path: String, _ outer: String) -> Bool {
        func real(_ path: String) -> String? {
            guard let pointer = realpath(path, nil) else { return nil }
            defer { free(pointer) }
            return String(cString: pointer)
        }
        guard let path = real(path), let outer = real(outer) else { return false }
        return path == outer || path.hasPrefix(outer == "/" ? "/" : outer + "/")
    }

    static func failure(
        _ operation: String, _ path: String, _ reason: Int32 = errno
    ) -> RecordError {
        reason == ENOSPC || reason == EDQUOT
            ? .diskFull(path: path)
            : .fileFailure(
                operation: operation, path: path, errno: reason,
                reason: String(cString: strerror(reason)))
    }
}
