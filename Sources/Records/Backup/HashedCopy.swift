@preconcurrency internal import Glibc
internal import Hashing

/// Copies files that never change, and tells whether they are what was sent.
enum HashedCopy {
    enum Outcome: Equatable {
        case copied(bytes: Int, isAsSent: Bool)
        /// The older backup's file got a second name.
        case shared(bytes: Int)
        case absent
    }

    /// Copies `source` to `target`, which must not exist; its folder is made.
    ///
    /// - Parameters:
    ///   - older: The same photo in an older backup. If it is as it was sent, it gets a second name instead, where the
    ///     file system allows that: a photo is never changed, so both may share it.
    ///   - sha256: Of the photo as it was sent.
    static func copy(
        _ source: String, to target: String, sharing older: String?, sha256: String
    ) throws -> Outcome {
        try FileCalls.makeDirectory(FileCalls.parent(of: target))
        if let older, let facts = FileCalls.facts(of: older), facts.kind == .regular,
            try SHA256.hexadecimal(ofFile: older) == sha256, link(older, target) == 0
        {
            return .shared(bytes: facts.bytes)
        }
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            if errno == ENOENT { return .absent }
            throw FileCalls.failure("read", source)
        }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw FileCalls.failure("make", target) }
        do {
            let (bytes, hash) = try copy(input, source, output, target)
            // Some file systems report a full disk only here.
            guard close(output) == 0 else { throw FileCalls.failure("write", target) }
            return .copied(bytes: bytes, isAsSent: hash == sha256)
        } catch {
            unlink(target)
            throw error
        }
    }

    private static func copy(
        _ input: Int32, _ source: String, _ output: Int32, _ target: String
    ) throws(RecordError) -> (bytes: Int, sha256: String) {
        var hash = SHA256()
        var bytes = 0
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileCalls.failure("read", source)
            }
            if count == 0 { return (bytes, hash.hexadecimal()) }
            hash.update(buffer[..<count])
            try FileCalls.write(buffer[..<count], to: output, path: target)
            bytes += count
        }
    }
}
