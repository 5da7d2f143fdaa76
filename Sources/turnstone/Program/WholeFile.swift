import Glibc

/// A file that appears under its name when it is whole; before that, and when it fails, there is nothing.
final class WholeFile {
    private let path, unfinished: String
    private var descriptor: Int32
    private var isFinished = false

    /// - Throws: `ProgramError.cannotWrite`.
    init(_ path: String) throws(ProgramError) {
        self.path = path
        unfinished = "\(path).\(getpid()).part"
        descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isFinished { unlink(unfinished) }
    }

    func write(_ bytes: [UInt8]) throws(ProgramError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
            }
            guard count > 0 else { throw Self.failure(path) }
            done += count
        }
    }

    /// Brings it to disk and gives it its name.
    func finish() throws(ProgramError) {
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            throw Self.failure(path)
        }
        isFinished = true
    }

    private static func failure(_ path: String) -> ProgramError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
