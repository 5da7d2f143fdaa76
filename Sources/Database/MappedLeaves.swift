/// Where the leaf pages of a table are, by rowid: found at once instead of from page to page.
///
/// Read once from the interior pages, a few hundred for a file of some hundred megabytes; twelve bytes a
/// leaf and four for every sixteen rowids.
final class MappedLeaves: Sendable {
    /// The greatest rowid.
    let greatest: Int64
    private let pages: [Int32]
    /// The greatest rowid in each leaf or before the next.
    private let last: [Int64]
    /// For each block of rowids the first leaf that may have one of it.
    private let firstOfBlock: [Int32]

    private static let blockShift: Int64 = 4
    /// More blocks than leaves by this factor are not worth their memory.
    private static let greatestSparsity = 64

    /// - Returns: nil for a damaged tree, and for one whose rowids are far apart.
    init?(_ database: MappedDatabase, root: Int) {
        var reader = Reader(database: database)
        guard reader.read(root, depth: 0, upTo: .max), let greatest = reader.greatest,
            greatest > 0, greatest >> Self.blockShift < Self.greatestSparsity * reader.pages.count
        else { return nil }
        reader.last[reader.last.count - 1] = greatest
        self.greatest = greatest
        pages = reader.pages
        last = reader.last
        var firstOfBlock: [Int32] = []
        firstOfBlock.reserveCapacity(Int(greatest >> Self.blockShift) + 1)
        var leaf = 0
        for block in 0...(greatest >> Self.blockShift) {
            while last[leaf] < block << Self.blockShift { leaf += 1 }
            firstOfBlock.append(Int32(leaf))
        }
        self.firstOfBlock = firstOfBlock
    }

    /// The page that has a rowid, not negative, if any has, and how many rowids after the greatest of the page before
    /// it is.
    func place(of id: Int64) -> (page: Int, ordinal: Int)? {
        let block = id >> Self.blockShift
        guard id >= 0, block < firstOfBlock.count else { return nil }
        var leaf = Int(firstOfBlock[Int(block)])
        while last[leaf] < id {
            leaf += 1
            guard leaf < last.count else { return nil }
        }
        let before = leaf > 0 ? last[leaf - 1] : 0
        return (Int(pages[leaf]), Int(clamping: id - before - 1))
    }

    /// Goes through the interior pages from left to right.
    private struct Reader {
        let database: MappedDatabase
        var pages: [Int32] = []
        var last: [Int64] = []
        /// The greatest rowid of the last leaf.
        var greatest: Int64?
        private var visited = 0

        init(database: MappedDatabase) { self.database = database }

        mutating func read(_ number: Int, depth: Int, upTo bound: Int64) -> Bool {
            // In a damaged file a page may be there twice.
            visited += 1
            guard depth < MappedTable.greatestDepth, number <= Int(Int32.max),
                visited <= database.bytes.count / database.pageSize,
                let page = database.page(number)
            else { return false }
            let start = number == 1 ? 100 : 0
            let count = page.integer16(start + 3)
            switch page[start] {
            case MappedTable.leaf: return add(number, page, start, count, upTo: bound)
            case MappedTable.interior: break
            default: return false
            }
            guard start + 12 + 2 * count <= page.count else { return false }
            for index in 0..<count {
                let cell = page.integer16(start + 12 + 2 * index)
                guard let (rowid, _) = page.varint(cell + 4), rowid <= bound,
                    read(page.integer32(cell), depth: depth + 1, upTo: rowid)
                else { return false }
            }
            return read(page.integer32(start + 8), depth: depth + 1, upTo: bound)
        }

        private mutating func add(
            _ number: Int, _ page: UnsafeRawBufferPointer, _ start: Int, _ count: Int,
            upTo bound: Int64
        ) -> Bool {
            guard bound > last.last ?? .min else { return false }
            pages.append(Int32(number))
            // Of the last leaf alone no page above says what its greatest is.
            if bound == .max, count > 0 {
                guard start + 8 + 2 * count <= page.count,
                    let (_, afterLength) = page.varint(
                        page.integer16(start + 8 + 2 * (count - 1))),
                    let (rowid, _) = page.varint(afterLength), rowid > last.last ?? .min
                else { return false }
                greatest = rowid
            }
            last.append(bound)
            return true
        }
    }
}
