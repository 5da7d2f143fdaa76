internal import Glibc

/// A file being received: made under a name of our own, deleted again unless it is kept.
final class PartFile {
    let path: String
    private(set) var bytes = 0
    private var descriptor: Int32

    /// Makes a new file in `folder`, readable by this user only.
    ///
    /// - Throws: `Refusal.cannotStoreUpload`.
    init(in folder: String) throws(Refusal) {
        // 128 random bits; O_EXCL turns even a collision into an error instead of a lost file.
        let name = String(UInt128.random(in: .min ... .max), radix: 36)
        path = "\(folder)/\(name).part"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
    }

    deinit { discard() }

    /// - Throws: `Refusal.cannotStoreUpload`, as when the disk is full.
    func write(_ content: UnsafeRawBufferPointer) throws(Refusal) {
        var rest = content[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw Self.failure()
            }
            rest = rest.dropFirst(written)
        }
        bytes += content.count
    }

    /// Closes the file and leaves it in place.
    ///
    /// - Throws: `Refusal.cannotStoreUpload` when the system reports a late failure; the file is deleted then.
    func keep() throws(Refusal) {
        let closed = close(descriptor)
        descriptor = -1
        guard closed == 0 else {
            let failure = Self.failure()
            unlink(path)
            throw failure
        }
    }

    /// Closes and deletes the file, if it was not kept.
    func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(path)
    }

    private static func failure() -> Refusal {
        let code = errno
        return .cannotStoreUpload(errno: code, message: SystemMessage.of(code))
    }
}
