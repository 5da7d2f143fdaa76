@preconcurrency import Glibc

/// Reads a whole file; nil when it is missing or cannot be read.
///
/// `FileManager.contents(atPath:)` of Swift 6.3 leaks its buffer when the file is empty.
func contents(ofFile path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = size == 0 ? 0 : fread(buffer.baseAddress, 1, size, file)
    }
    return bytes.count == size ? bytes : nil
}
