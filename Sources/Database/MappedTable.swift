internal import CSQLite
internal import Synchronization

/// A table of a mapped database: finds rows by rowid.
///
/// A B-tree's interior page holds rowids and the pages of what is not greater; a leaf page holds
/// rows: length of the record, rowid, record. <https://www.sqlite.org/fileformat2.html#b_tree_pages>
///
/// `@unchecked Sendable`: the mapped bytes are never written, and the numbers of `places` are atomic.
package final class MappedTable: @unchecked Sendable {
    package let database: MappedDatabase
    private let root: Int
    /// nil where the tree is damaged or its rowids lie far apart.
    private let leaves: MappedLeaves?
    private let records: MappedRecords?
    /// Of `records`, and the file's first byte: what finds most rows, without a reference to count.
    private let places: UnsafeMutablePointer<Atomic<UInt64>>?
    private let placeCount: Int
    private let start: UnsafeRawPointer?

    init(database: MappedDatabase, root: Int) {
        self.database = database
        self.root = root
        leaves = MappedLeaves(database, root: root)
        records = leaves.flatMap { MappedRecords(upTo: $0.greatest) }
        places = records?.places
        placeCount = records?.count ?? 0
        start = database.bytes.baseAddress
    }

    /// A damaged file may have pages that point at one another; a tree of 2^47 rows is 20 deep.
    static let greatestDepth = 20
    static let interior: UInt8 = 5
    static let leaf: UInt8 = 13

    /// The row; nil when there is none, or where the file is damaged.
    package func row(_ id: Int64) -> MappedRow? {
        guard let record = noted(id) else { return search(id) }
        return MappedRow(.passUnretained(database), whole: record)
    }

    /// Has the processor fetch the beginning of a row and, of a long one, its end, if it is known where they are.
    ///
    /// Rows lie far apart, and to wait for each of twenty costs more than all that is done with them.
    package func prefetch(_ id: Int64) {
        guard let record = noted(id), let start = record.baseAddress else { return }
        tsn_prefetch(start, min(record.count, Self.prefetchedAtOnce))
        if record.count > Self.longRecord {
            tsn_prefetch(start + record.count - Self.prefetchedAtEnd, Self.prefetchedAtEnd)
        }
    }

    /// Has the processor fetch bytes of a row that are read soon.
    package static func prefetch(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress { tsn_prefetch(start, bytes.count) }
    }

    private static let (prefetchedAtOnce, prefetchedAtEnd, longRecord) = (128, 128, 600)

    /// A record that is in one page and was looked for before.
    @inline(__always) private func noted(_ id: Int64) -> UnsafeRawBufferPointer? {
        guard id >= 0, id < Int64(placeCount), let places, let start else { return nil }
        let place = places[Int(id)].load(ordering: .relaxed)
        guard place != 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: start + Int(place >> MappedRecords.lengthBits),
            count: Int(place & (1 << MappedRecords.lengthBits - 1)))
    }

    private func search(_ id: Int64) -> MappedRow? {
        guard let leaves, id >= 0 else { return descend(to: id) }
        guard let row = row(id, leaves) else { return nil }
        if let record = row.whole, let start, let records {
            let place = start.distance(to: record.baseAddress ?? start)
            records.note(place..<place + record.count, of: id)
        }
        return row
    }

    private func row(_ id: Int64, _ leaves: MappedLeaves) -> MappedRow? {
        guard let (number, ordinal) = leaves.place(of: id), let page = database.page(number) else {
            return nil
        }
        let start = number == 1 ? 100 : 0
        let count = page.integer16(start + 3)
        guard start + 8 + 2 * count <= page.count else { return nil }
        // Where no rowid was left out, it is where it would be counted to.
        if (0..<count).contains(ordinal) {
            let cell = page.integer16(start + 8 + 2 * ordinal)
            if let (length, afterLength) = page.varint(cell),
                let (rowid, record) = page.varint(afterLength), rowid == id
            {
                return MappedRow(database, page, at: record, length: Int(length))
            }
        }
        return row(page, start, count, id)
    }

    private func descend(to id: Int64) -> MappedRow? {
        var number = root
        for _ in 0..<Self.greatestDepth {
            guard let page = database.page(number) else { return nil }
            // The file's own header precedes the first page's.
            let start = number == 1 ? 100 : 0
            let count = page.integer16(start + 3)
            switch page[start] {
            case Self.interior:
                guard start + 12 + 2 * count <= page.count,
                    let child = Self.child(page, start, count, id)
                else { return nil }
                number = child
            case Self.leaf:
                guard start + 8 + 2 * count <= page.count else { return nil }
                return row(page, start, count, id)
            default: return nil
            }
        }
        return nil
    }

    /// The page that holds what is not greater than the first rowid that is not less than `id`.
    private static func child(
        _ page: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ id: Int64
    ) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let cell = page.integer16(start + 12 + 2 * middle)
            guard let (rowid, _) = page.varint(cell + 4) else { return nil }
            if rowid < id { low = middle + 1 } else { high = middle }
        }
        guard low < count else { return page.integer32(start + 8) }
        return page.integer32(page.integer16(start + 12 + 2 * low))
    }

    private func row(
        _ page: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ id: Int64
    ) -> MappedRow? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let cell = page.integer16(start + 8 + 2 * middle)
            guard let (length, afterLength) = page.varint(cell),
                let (rowid, record) = page.varint(afterLength)
            else { return nil }
            if rowid == id { return MappedRow(database, page, at: record, length: Int(length)) }
            if rowid < id { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// A big-endian integer; 0 past the end.
    @inline(__always) func integer16(_ offset: Int) -> Int {
        guard offset >= 0, offset <= count - 2 else { return 0 }
        return Int(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }

    /// A big-endian integer; 0 past the end.
    func integer32(_ offset: Int) -> Int {
        guard offset >= 0, offset <= count - 4 else { return 0 }
        return Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// An integer in one to nine bytes, seven bits each, the greatest first, and where the next byte is;
    /// nil past the end.
    @inline(__always) func varint(_ offset: Int) -> (value: Int64, next: Int)? {
        guard offset >= 0, offset < count else { return nil }
        let first = self[offset]
        if first < 0x80 { return (Int64(first), offset + 1) }
        // Nearly all others have two bytes.
        guard offset + 1 < count, self[offset + 1] < 0x80 else { return longVarint(offset) }
        return (Int64(first & 0x7F) << 7 | Int64(self[offset + 1]), offset + 2)
    }

    /// The same of any number of bytes; `offset` is not past the end.
    private func longVarint(_ offset: Int) -> (value: Int64, next: Int)? {
        var value = Int64(self[offset] & 0x7F)
        for index in 1..<9 {
            guard offset + index < count else { return nil }
            let byte = self[offset + index]
            if index == 8 { return (value << 8 | Int64(byte), offset + 9) }
            value = value << 7 | Int64(byte & 0x7F)
            if byte < 0x80 { return (value, offset + index + 1) }
        }
        return nil
    }
}
