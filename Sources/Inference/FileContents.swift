@preconcurrency import Glibc

/// Reads a whole file.
///
/// - Parameter limit: A larger file is refused before it takes memory.
/// - Throws: `InferenceError.fileMissing` when it is missing, is no regular file or cannot be read,
///   `.fileTooLarge`.
func contents(ofFile path: String, limit: Int) throws(InferenceError) -> [UInt8] {
    // A pipe would be waited for without O_NONBLOCK, which changes nothing for a regular file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .fileMissing(path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .fileMissing(path: path)
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .fileTooLarge(path: path, bytes: size, limit: limit) }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = 0
        while count < size {
            let step = read(descriptor, buffer.baseAddress! + count, size - count)
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { break }
            count += step
        }
    }
    guard bytes.count == size else { throw .fileMissing(path: path) }
    return bytes
}
