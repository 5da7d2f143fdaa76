@preconcurrency import Glibc

/// A file held open for reading, as a response that is being sent.
final class OpenFile {
    private let descriptor: Int32

    struct NotOpened: Error {}

    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw NotOpened() }
    }

    deinit { close(descriptor) }

    /// The next bytes, at most `count`.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Glibc.read(descriptor, &bytes, count)
        guard got >= 0 else { throw NotOpened() }
        return Array(bytes.prefix(got))
    }
}
