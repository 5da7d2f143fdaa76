import Glibc

/// Files as a test needs them: whole, or an error that says which is missing.
package enum Bytes {
    package struct Unreadable: Error, CustomStringConvertible {
        let path: String
        let code: Int32

        package var description: String {
            "'\(path)' cannot be read: \(String(cString: strerror(code)))."
        }
    }

    /// All bytes of the file at a path.
    ///
    /// Not through Foundation: the leak sanitizer found that Swift 6.3's never frees its buffer for an
    /// empty file.
    package static func of(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Unreadable(path: path, code: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard ferror(file) == 0 else { throw Unreadable(path: path, code: EIO) }
        return bytes
    }
}
