internal import CZlib

/// Writes a zip file (PKWARE's APPNOTE 6.3) from its first byte to its last, without ever going back: its entries
/// deflated, one after the other, each with its size and checksum behind it.
///
/// Sizes and places beyond 4 GiB, and more than 65,534 entries, are written as ZIP64 has them, where they occur and
/// nowhere else, so that old programs read what they can. Memory is what was written and not taken yet, and for each
/// entry its line in the directory.
package final class ZipWriter {
    private struct Entry {
        let name: [UInt8]
        let offset: Int64
        var checksum: UInt32 = 0
        var size: Int64 = 0
        var packedSize: Int64 = 0
    }

    /// Bytes that were written and not taken yet.
    package private(set) var bytes: [UInt8] = []
    /// How many bytes were taken.
    private var taken: Int64 = 0
    private var entries: [Entry] = []
    /// Time and date of all entries, as DOS has them.
    private let stamp: UInt32
    /// A number from here on is written in 64 bits.
    private let sizeLimit: Int64
    private let countLimit: Int
    /// zlib keeps a pointer to the stream, so that it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isOpen = false

    /// A date of the entries: 1980 to 2107, hours of the local time, seconds in steps of two.
    package struct Stamp: Sendable {
        let bits: UInt32

        /// - Returns: nil for a year that DOS cannot say.
        package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            guard (1980...2107).contains(year), (1...12).contains(month), (1...31).contains(day),
                (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
            else { return nil }
            let date = UInt32(year - 1980) << 9 | UInt32(month) << 5 | UInt32(day)
            let time = UInt32(hour) << 11 | UInt32(minute) << 5 | UInt32(second / 2)
            bits = date << 16 | time
        }
    }

    /// - Parameter stamp: When the entries were made; nil for the first date that there is.
    package convenience init(at stamp: Stamp?) {
        self.init(at: stamp, sizeLimit: 0xFFFF_FFFF, countLimit: 0xFFFF)
    }

    /// - Parameter sizeLimit: At most 2^32 − 1; a test has a smaller one.
    init(at stamp: Stamp?, sizeLimit: Int64, countLimit: Int) {
        // 1 January 1980.
        self.stamp = stamp?.bits ?? (1 << 5 | 1) << 16
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
        stream.initialize(to: z_stream())
        // Negative: deflate without a header of its own. It fails for lack of memory alone.
        let code = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib does not start (\(code))")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    private var offset: Int64 { taken + Int64(bytes.count) }

    /// Gives out what is pending.
    package func take() -> [UInt8] {
        taken += Int64(bytes.count)
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    // MARK: Entries

    /// Begins an entry, after the end of the one before.
    ///
    /// - Parameter name: With `/` between folders; at most 65,535 bytes.
    package func begin(_ name: String) {
        precondition(!isOpen && name.utf8.count <= 0xFFFF)
        isOpen = true
        deflateReset(stream)
        entries.append(Entry(name: Array(name.utf8), offset: offset))
        put(0x0403_4B50, 4)
        putVersionNeeded(isLarge: false)
        putKind()
        // Checksum and sizes stand behind the entry.
        for _ in 0..<3 { put(0, 4) }
        put(name.utf8.count, 2)
        put(0, 2)
        bytes += name.utf8
    }

    /// Writes into the entry.
    package func write(_ content: [UInt8]) {
        precondition(isOpen)
        let last = entries.count - 1
        entries[last].size += Int64(content.count)
        entries[last].checksum = content.withUnsafeBufferPointer {
            UInt32(
                truncatingIfNeeded: crc32(
                    UInt(entries[last].checksum), $0.baseAddress, UInt32($0.count)))
        }
        deflate(content, Z_NO_FLUSH)
    }

    package func endEntry() {
        precondition(isOpen)
        isOpen = false
        deflate([], Z_FINISH)
        let entry = entries[entries.count - 1]
        put(0x0807_4B50, 4)
        put(Int(entry.checksum), 4)
        let size = isLarge(entry) ? 8 : 4
        put(Int(entry.packedSize), size)
        put(Int(entry.size), size)
    }

    private func deflate(_ content: [UInt8], _ flush: Int32) {
        var content = content
        content.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            var code = Z_OK
            repeat {
                let room = 32 << 10
                bytes.append(addingCapacity: room) { span in
                    span.withUnsafeMutableBufferPointer { buffer, count in
                        stream.pointee.next_out = buffer.baseAddress! + count
                        stream.pointee.avail_out = UInt32(room)
                        code = CZlib.deflate(stream, flush)
                        let packed = room - Int(stream.pointee.avail_out)
                        count += packed
                        entries[entries.count - 1].packedSize += Int64(packed)
                    }
                }
                precondition(code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR)
            } while stream.pointee.avail_out == 0 || (flush == Z_FINISH && code != Z_STREAM_END)
        }
    }

    // MARK: The directory

    /// Writes the directory, after the end of the last entry.
    package func finish() {
        precondition(!isOpen)
        let start = offset
        for entry in entries { putLine(entry) }
        let (length, count) = (offset - start, entries.count)
        let end = offset
        if count >= countLimit || start >= sizeLimit || length >= sizeLimit {
            put(0x0606_4B50, 4)
            // What follows of this record.
            put(44, 8)
            put(Self.unix << 8 | Self.zip64Version, 2)
            put(Self.zip64Version, 2)
            for _ in 0..<2 { put(0, 4) }
            for _ in 0..<2 { put(count, 8) }
            put(Int(length), 8)
            put(Int(start), 8)
            put(0x0706_4B50, 4)
            put(0, 4)
            put(Int(end), 8)
            put(1, 4)
        }
        put(0x0605_4B50, 4)
        for _ in 0..<2 { put(0, 2) }
        for _ in 0..<2 { put(count >= countLimit ? 0xFFFF : count, 2) }
        put(length >= sizeLimit ? 0xFFFF_FFFF : Int(length), 4)
        put(start >= sizeLimit ? 0xFFFF_FFFF : Int(start), 4)
        put(0, 2)
    }

    private func putLine(_ entry: Entry) {
        let isLarge = isLarge(entry)
        // Where one number needs 64 bits, all have them.
        let needs64 = isLarge || entry.offset >= sizeLimit
        put(0x0201_4B50, 4)
        put(Self.unix << 8 | Self.zip64Version, 2)
        putVersionNeeded(isLarge: needs64)
        putKind()
        put(Int(entry.checksum), 4)
        put(needs64 ? 0xFFFF_FFFF : Int(entry.packedSize), 4)
        put(needs64 ? 0xFFFF_FFFF : Int(entry.size), 4)
        put(entry.name.count, 2)
        put(needs64 ? 28 : 0, 2)
        // Comment, disk, internal attributes.
        for _ in 0..<3 { put(0, 2) }
        // A plain file that its owner writes and all read.
        put(0o100644 << 16, 4)
        put(needs64 ? 0xFFFF_FFFF : Int(entry.offset), 4)
        bytes += entry.name
        guard needs64 else { return }
        put(1, 2)
        put(24, 2)
        put(Int(entry.size), 8)
        put(Int(entry.packedSize), 8)
        put(Int(entry.offset), 8)
    }

    private func isLarge(_ entry: Entry) -> Bool {
        entry.size >= sizeLimit || entry.packedSize >= sizeLimit
    }

    private static let unix = 3
    private static let deflateVersion = 20
    private static let zip64Version = 45

    private func putVersionNeeded(isLarge: Bool) {
        put(isLarge ? Self.zip64Version : Self.deflateVersion, 2)
    }

    /// Flags, method, time and date.
    private func putKind() {
        // Bit 3: sizes stand behind the entry; bit 11: its name is UTF-8.
        put(1 << 3 | 1 << 11, 2)
        put(8, 2)
        put(Int(stamp), 4)
    }

    /// The number's lowest bytes, the lowest first.
    private func put(_ number: Int, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
