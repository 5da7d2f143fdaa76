/// A row of a mapped database; columns count from 0 and are read where they lie.
///
/// A record is the size of its header and each column's type, then the columns,
/// <https://www.sqlite.org/fileformat2.html#record_format>. Of a long one, the beginning is in the
/// table's page and the rest in a chain of others. Good for as long as its database is open.
///
/// `@unchecked Sendable`: the mapped bytes are never written.
package struct MappedRow: @unchecked Sendable {
    /// Not counted: a count for each of a question's rows costs as much as to find them.
    private let database: Unmanaged<MappedDatabase>
    /// What lies in the table's own page, from the record's beginning.
    private let local: UnsafeRawBufferPointer
    private let length: Int
    /// The page in which the rest begins; 0 when there is none.
    private let overflow: Int

    /// - Parameters:
    ///   - page: The leaf page.
    ///   - start: Where in it the record begins.
    ///   - length: All of the record's bytes.
    init?(
        _ database: MappedDatabase, _ page: UnsafeRawBufferPointer, at start: Int, length: Int
    ) {
        let inPage = Self.localLength(length, usableSize: database.usableSize)
        guard length > 0, length <= database.bytes.count, length <= Int(UInt32.max),
            inPage <= page.count - start
        else { return nil }
        self.database = .passUnretained(database)
        self.length = length
        local = UnsafeRawBufferPointer(rebasing: page[start..<start + inPage])
        overflow = inPage < length ? page.integer32(start + inPage) : 0
    }

    /// A record that lies in one page, where it is in the file.
    @inline(__always) init(
        _ database: Unmanaged<MappedDatabase>, whole record: UnsafeRawBufferPointer
    ) {
        self.database = database
        length = record.count
        local = record
        overflow = 0
    }

    /// The record where it is in the file; nil when it is in several pages.
    var whole: UnsafeRawBufferPointer? { local.count == length ? local : nil }

    /// How much of a record is in the table's page: all, or so much that the last page of the chain
    /// is full.
    private static func localLength(_ length: Int, usableSize: Int) -> Int {
        let greatest = usableSize - 35
        guard length > greatest else { return length }
        let least = (usableSize - 12) * 32 / 255 - 23
        let filling = least + (length - least) % (usableSize - 4)
        return filling <= greatest ? filling : least
    }

    /// Where a column is in the record, and its serial type; nil for one that is not there.
    private func column(_ index: Int) -> (offset: Int, type: Int64)? {
        guard let (header, first) = local.varint(0), header <= local.count else { return nil }
        var (next, offset) = (first, Int(header))
        var index = index
        while next < header {
            let type: Int64
            // Nearly always one byte.
            if local[next] < 0x80 {
                type = Int64(local[next])
                next += 1
            } else {
                guard let (long, after) = local.varint(next) else { return nil }
                (type, next) = (long, after)
            }
            let end = offset + Self.size(type)
            if index == 0 { return end <= length ? (offset, type) : nil }
            index -= 1
            offset = end
        }
        return nil
    }

    /// The bytes of columns 1 and 2, texts or BLOBs, where column 0 is the rowid; nil for anything else, and
    /// when a part of them is in other pages.
    ///
    /// For what most questions read: no other column has to be looked at.
    package var leadingColumns: (UnsafeRawBufferPointer, UnsafeRawBufferPointer)? {
        guard let (header, first) = local.varint(0), header < 0x80, header <= local.count,
            first + 3 <= header, local[first] == 0,
            let (type, next) = local.varint(first + 1), type >= 12,
            let (otherType, _) = local.varint(next), otherType >= 12, next < header
        else { return nil }
        let start = Int(header)
        let (size, otherSize) = (Int(type - 12) / 2, Int(otherType - 12) / 2)
        guard size <= local.count - start, otherSize <= local.count - start - size else {
            return nil
        }
        return (
            UnsafeRawBufferPointer(rebasing: local[start..<start + size]),
            UnsafeRawBufferPointer(rebasing: local[start + size..<start + size + otherSize])
        )
    }

    /// The bytes of the last column, a text or BLOB, of a record that is in one page; nil for anything else.
    ///
    /// Its type is the last in the header, and it ends where the record does: no other column has to be looked at.
    package var lastColumn: UnsafeRawBufferPointer? {
        guard let (stated, first) = local.varint(0), stated <= local.count, local.count == length
        else { return nil }
        let header = Int(stated)
        var start = header - 1
        // All bytes of a number but its last have the high bit.
        guard start >= first, local[start] < 0x80 else { return nil }
        while start > first, local[start - 1] >= 0x80 { start -= 1 }
        guard let (type, end) = local.varint(start), end == header, type >= 12 else { return nil }
        let size = Self.size(type)
        guard size <= length - header else { return nil }
        return UnsafeRawBufferPointer(rebasing: local[(length - size)...])
    }

    @inline(__always) static func size(_ type: Int64) -> Int {
        switch type {
        case 12...0xFFFF_FFFF: Int(type - 12) / 2
        // Of types 0 to 9, four bits each.
        case 0...9: (0x00_8864_3210 >> (4 * Int(type))) & 15
        // Not in use; so large that nothing holds it.
        default: 0xFFFF_FFFF
        }
    }

    /// Bytes of a text or BLOB; 0 for anything else.
    package func count(_ index: Int) -> Int {
        guard let (_, type) = column(index), type >= 12 else { return 0 }
        return Self.size(type)
    }

    package func isNull(_ index: Int) -> Bool { (column(index)?.type ?? 0) == 0 }

    /// 0 for anything but a number.
    package func int64(_ index: Int) -> Int64 {
        guard let (offset, type) = column(index) else { return 0 }
        return int64(at: offset, type)
    }

    func int64(at offset: Int, _ type: Int64) -> Int64 {
        type == 7 ? Int64(exactly: double(at: offset, type)) ?? 0 : integer(offset, type)
    }

    /// 0 for anything but a number. SQLite keeps a whole one as an integer.
    package func double(_ index: Int) -> Double {
        guard let (offset, type) = column(index) else { return 0 }
        return double(at: offset, type)
    }

    func double(at offset: Int, _ type: Int64) -> Double {
        guard type == 7 else { return Double(integer(offset, type)) }
        return Double(bitPattern: UInt64(bitPattern: bigEndian(offset, 8)))
    }

    /// Empty for NULL.
    package func text(_ index: Int) -> String {
        withBytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    package func optionalText(_ index: Int) -> String? { isNull(index) ? nil : text(index) }

    /// The first byte of a text; 0 when there is none.
    package func byte(_ index: Int) -> UInt8 {
        guard let (offset, type) = column(index) else { return 0 }
        return byte(at: offset, type)
    }

    func byte(at offset: Int, _ type: Int64) -> UInt8 {
        guard type > 13 else { return 0 }
        return offset < local.count ? local[offset] : copy(offset..<offset + 1).first ?? 0
    }

    /// Calls `body` with the bytes of a text or BLOB, empty for anything else; they are copied only
    /// when a part of them is in other pages.
    @inlinable package func withBytes<R>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        if let bytes = bytesInPlace(index) { return try body(bytes) }
        return try copiedBytes(index).withUnsafeBytes { try body($0) }
    }

    /// The bytes of a text or BLOB that lie in the table's page, empty for anything else; nil when a part
    /// of them is in other pages.
    package func bytesInPlace(_ index: Int) -> UnsafeRawBufferPointer? {
        guard let (offset, type) = column(index) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return bytesInPlace(at: offset, type)
    }

    func bytesInPlace(at offset: Int, _ type: Int64) -> UnsafeRawBufferPointer? {
        guard type >= 12 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let end = offset + Self.size(type)
        return end <= local.count ? UnsafeRawBufferPointer(rebasing: local[offset..<end]) : nil
    }

    /// A copy of at most the first `limit` bytes of a text or BLOB; empty for anything else.
    package func copiedBytes(_ index: Int, limit: Int = .max) -> [UInt8] {
        guard let (offset, type) = column(index), type >= 12 else { return [] }
        return copy(offset..<offset + min(limit, Self.size(type)))
    }

    private func integer(_ offset: Int, _ type: Int64) -> Int64 {
        switch type {
        case 9: 1
        case 1...6: bigEndian(offset, Self.size(type))
        default: 0
        }
    }

    /// A signed integer of one to eight bytes.
    private func bigEndian(_ offset: Int, _ size: Int) -> Int64 {
        guard offset + size <= local.count else {
            return copy(offset..<offset + size).withUnsafeBytes { Self.bigEndian($0, 0, size) }
        }
        return Self.bigEndian(local, offset, size)
    }

    private static func bigEndian(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ size: Int
    ) -> Int64 {
        guard offset + size <= bytes.count else { return 0 }
        if size == 8 {
            return Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        }
        var value = Int64(Int8(bitPattern: bytes[offset]))
        for index in 1..<size { value = value << 8 | Int64(bytes[offset + index]) }
        return value
    }

    /// Bytes of the record, gathered from its pages; fewer where the file is damaged.
    private func copy(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        if range.lowerBound < local.count {
            bytes += local[range.lowerBound..<min(range.upperBound, local.count)]
        }
        var start = local.count
        var number = overflow
        // A page of the chain: the number of the next, then bytes.
        while start < range.upperBound, let page = database.takeUnretainedValue().page(number) {
            let end = start + page.count - 4
            if end > range.lowerBound {
                let from = max(range.lowerBound, start) - start + 4
                bytes += page[from..<min(range.upperBound, end) - start + 4]
            }
            start = end
            number = page.integer32(0)
        }
        return bytes
    }
}
