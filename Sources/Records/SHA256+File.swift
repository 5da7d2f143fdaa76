@preconcurrency internal import Glibc
internal import Hashing

extension SHA256 {
    /// The hash of a file, read in pieces of 256 KiB. A pipe in its place is not waited for.
    static func hexadecimal(ofFile path: String) throws(RecordError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileCalls.failure("read", path) }
        defer { close(descriptor) }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return hash.hexadecimal() }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileCalls.failure("read", path)
            }
            hash.update(buffer[..<count])
        }
    }
}
