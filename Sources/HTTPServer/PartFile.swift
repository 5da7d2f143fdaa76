internal import Glibc

/// A file being received: made under a name of our own, deleted again unless it is kept.
final class PartFile {
    let path: String
    private(set) var bytes = 0
    private var descriptor: Int32
    /// Bytes not yet written: a body may come in pieces of one byte, and each `write` has its price.
    private var pending: [UInt8] = []
    private static let bufferLength = 32 * 1024

    /// Makes a new file in `folder`, readable by this user only.
    ///
    /// - Throws: `Refusal.cannotStoreUpload`.
    init(in folder: String) throws(Refusal) {
        // 128 random bits; O_EXCL turns even a collision into an error instead of a lost file.
        let name = String(UInt128.random(in: .min ... .max), radix: 36)
        path = "\(folder)/\(name).part"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try check(descriptor < 0 ? errno : 0)
    }

    deinit { discard() }

    /// - Throws: `Refusal.cannotStoreUpload`, as when the disk is full.
    func write(_ content: UnsafeRawBufferPointer) throws(Refusal) {
        bytes += content.count
        if pending.count + content.count >= Self.bufferLength { try flush() }
        if content.count >= Self.bufferLength {
            try check(writeNow(content))
        } else {
            pending.append(contentsOf: content)
        }
    }

    private func flush() throws(Refusal) {
        try check(pending.withUnsafeBytes(writeNow))
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes all; 0, or the `errno` of what failed.
    private func writeNow(_ content: UnsafeRawBufferPointer) -> Int32 {
        var rest = content[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
            if written < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(written)
        }
        return 0
    }

    private func check(_ code: Int32) throws(Refusal) {
        guard code == 0 else {
            throw .cannotStoreUpload(errno: code, message: SystemMessage.of(code))
        }
    }

    /// Closes the file and leaves it in place.
    ///
    /// - Throws: `Refusal.cannotStoreUpload` when the system reports a late failure; the file is deleted then.
    func keep() throws(Refusal) {
        try flush()
        let code = close(descriptor) == 0 ? 0 : errno
        descriptor = -1
        if code != 0 { unlink(path) }
        try check(code)
    }

    /// Closes and deletes the file, if it was not kept.
    func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(path)
    }
}
