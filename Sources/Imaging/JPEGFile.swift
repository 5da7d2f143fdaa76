import FoundationEssentials
@preconcurrency import Glibc

/// A whole JPEG in memory, its header read and found good.
///
/// The bytes are read once and shared by copies of this value, never copied. They are not mapped: a
/// mapped file that someone shortens ends the process with SIGBUS.
package struct JPEGFile: Sendable {
    /// The file as it is, from SOI to whatever follows EOI.
    package let bytes: [UInt8]
    package let header: JPEGHeader

    /// Takes bytes that are already in memory.
    ///
    /// - Throws: `ImagingError` unless the bytes hold one whole JPEG within the limits.
    package init(bytes: [UInt8], limits: PhotoLimits = PhotoLimits()) throws(ImagingError) {
        header = try JPEGHeader(reading: bytes, limits: limits)
        self.bytes = bytes
    }

    /// Reads the file at `path`.
    ///
    /// - Throws: `ImagingError.unreadable` when it cannot be read; otherwise as `init(bytes:)`.
    package init(path: String, limits: PhotoLimits = PhotoLimits()) throws(ImagingError) {
        try self.init(bytes: Self.read(path, limit: limits.bytes), limits: limits)
    }

    private static func read(_ path: String, limit: Int) throws(ImagingError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(errno: EINVAL, reason: "it is not a regular file")
        }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooManyBytes(limit: limit) }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got > 0 {
                    count += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    code = errno
                    return
                }
            }
        }
        guard code == 0 else { throw failure(code) }
        return bytes
    }

    private static func failure(_ code: Int32 = errno) -> ImagingError {
        .unreadable(errno: code, reason: String(cString: strerror(code)))
    }
}
