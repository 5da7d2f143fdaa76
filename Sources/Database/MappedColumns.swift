/// The first sixteen columns of a row whose header was read once; all else as `MappedRow` has it.
package struct MappedColumns {
    struct Entry {
        let offset, type: Int64

        init(offset: Int, type: Int64) { (self.offset, self.type) = (Int64(offset), type) }
    }

    package let row: MappedRow
    private let entries: InlineArray<16, Entry>

    init(_ row: MappedRow, _ entries: InlineArray<16, Entry>) {
        self.row = row
        self.entries = entries
    }

    package func isNull(_ index: Int) -> Bool { entries[index].type == 0 }

    /// Bytes of a text or BLOB; 0 for anything else.
    package func count(_ index: Int) -> Int {
        entries[index].type >= 12 ? MappedRow.size(entries[index].type) : 0
    }

    package func int64(_ index: Int) -> Int64 {
        row.int64(at: Int(entries[index].offset), entries[index].type)
    }

    package func double(_ index: Int) -> Double {
        row.double(at: Int(entries[index].offset), entries[index].type)
    }

    /// The first byte of a text; 0 when there is none.
    package func byte(_ index: Int) -> UInt8 {
        row.byte(at: Int(entries[index].offset), entries[index].type)
    }

    /// The bytes of a text or BLOB that lie in the table's page, empty for anything else; nil when a part
    /// of them is in other pages.
    package func bytesInPlace(_ index: Int) -> UnsafeRawBufferPointer? {
        row.bytesInPlace(at: Int(entries[index].offset), entries[index].type)
    }

    /// As `MappedRow.withBytes`.
    @inlinable package func withBytes<R>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        if let bytes = bytesInPlace(index) { return try body(bytes) }
        return try row.withBytes(index, body)
    }
}
