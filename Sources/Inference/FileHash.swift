@preconcurrency internal import Glibc
internal import Hashing

/// The SHA-256 of a file.
enum FileHash {
    /// A model of a gibibyte is classified in seconds on a small machine, and OpenVINO takes several times
    /// its size to compile it; the largest image classifiers in use have about that.
    static let mostBytes = 1 << 30
    private static let step = 256 << 10

    /// Reads it in pieces of 256 KiB.
    ///
    /// - Throws: `InferenceError.fileMissing`, `.fileTooLarge`.
    static func hexadecimal(ofFile path: String) throws(InferenceError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .fileMissing(path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .fileMissing(path: path)
        }
        guard status.st_size <= mostBytes else {
            throw .fileTooLarge(path: path, bytes: Int(status.st_size), limit: mostBytes)
        }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: step)
        while true {
            let count = read(descriptor, &buffer, step)
            if count == 0 { return hash.hexadecimal() }
            if count < 0 {
                if errno == EINTR { continue }
                throw .fileMissing(path: path)
            }
            hash.update(buffer[..<count])
        }
    }
}
