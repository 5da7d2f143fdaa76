internal import CZlib

/// Reads one entry of a zip file from its beginning, unpacked.
package final class ZipEntryReader {
    private let archive: ZipArchive
    private let entry: ZipArchive.Entry
    private var offset: Int64
    private var left: Int64
    /// zlib keeps a pointer to the stream, so that it must not move; nil for a stored entry.
    private let stream: UnsafeMutablePointer<z_stream>?
    private var packed: [UInt8] = []
    private var used = 0
    private var isAtEnd = false
    private var checksum = crc32(0, nil, 0)
    private var count: Int64 = 0

    private static let chunk = 65_536

    init(_ archive: ZipArchive, _ entry: ZipArchive.Entry, from offset: Int64) throws(ZipError) {
        self.archive = archive
        self.entry = entry
        self.offset = offset
        left = entry.packedSize
        guard entry.method == 8 else {
            stream = nil
            return
        }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative: deflate without a header of its own.
        let code = inflateInit2_(
            stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            stream.deallocate()
            throw .unsupported(
                path: archive.path, entry: entry.name, reason: "zlib does not start (\(code))")
        }
        self.stream = stream
    }

    deinit {
        guard let stream else { return }
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The next bytes, at most so many; none at the end.
    ///
    /// - Throws: `ZipError.damaged`, also at the end when the bytes are not those that were packed.
    package func next(_ most: Int) throws(ZipError) -> [UInt8] {
        guard !isAtEnd, most > 0 else { return [] }
        let bytes: [UInt8]
        if let stream {
            bytes = try inflated(most, stream)
        } else {
            bytes = try stored(most)
        }
        count += Int64(bytes.count)
        checksum = bytes.withUnsafeBufferPointer {
            crc32(checksum, $0.baseAddress, UInt32($0.count))
        }
        if bytes.isEmpty || isAtEnd {
            isAtEnd = true
            guard count == entry.size, UInt32(truncatingIfNeeded: checksum) == entry.checksum
            else { throw damaged("its checksum is wrong") }
        }
        return bytes
    }

    private func damaged(_ reason: String) -> ZipError {
        .damaged(path: archive.path, reason: "\(entry.name): \(reason)")
    }

    private func stored(_ most: Int) throws(ZipError) -> [UInt8] {
        let count = Int(min(Int64(most), left))
        let bytes = try archive.bytes(offset, count)
        offset += Int64(count)
        left -= Int64(count)
        return bytes
    }

    private func inflated(
        _ most: Int, _ stream: UnsafeMutablePointer<z_stream>
    ) throws(ZipError) -> [UInt8] {
        var unpacked = [UInt8](repeating: 0, count: most)
        var filled = 0
        while filled < most, !isAtEnd {
            if used == packed.count {
                guard left > 0 else { throw damaged("it breaks off") }
                let count = Int(min(Int64(Self.chunk), left))
                packed = try archive.bytes(offset, count)
                used = 0
                offset += Int64(count)
                left -= Int64(count)
            }
            let code = packed.withUnsafeMutableBufferPointer { input in
                unpacked.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_in = input.baseAddress?.advanced(by: used)
                    stream.pointee.avail_in = UInt32(input.count - used)
                    stream.pointee.next_out = output.baseAddress?.advanced(by: filled)
                    stream.pointee.avail_out = UInt32(most - filled)
                    let code = inflate(stream, Z_NO_FLUSH)
                    used = input.count - Int(stream.pointee.avail_in)
                    filled = most - Int(stream.pointee.avail_out)
                    return code
                }
            }
            switch code {
            case Z_OK, Z_BUF_ERROR: continue
            case Z_STREAM_END: isAtEnd = true
            default: throw damaged("it does not unpack")
            }
            // More than the directory says is not what was packed.
            guard count + Int64(filled) <= entry.size else { throw damaged("it is too long") }
        }
        return Array(unpacked.prefix(filled))
    }
}
