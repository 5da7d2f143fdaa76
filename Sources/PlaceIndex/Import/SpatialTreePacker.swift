internal import Database
internal import GeoModel

/// Collects the boxes of a table's rows and writes them as a full R*Tree, in place of SQLite's row
/// by row insertion, which costs 25 microseconds a row and leaves nodes two thirds full.
///
/// Boxes are tiled: sorted by longitude into strips, each strip by latitude into runs of as many as
/// a node holds, so that leaves are near to square; so are the leaves, and so on up to the root
/// (sort-tile-recursive, <https://doi.org/10.1109/ICDE.1997.582015>). Along a Hilbert curve a search of
/// 100 m reads a quarter more leaves of places on Malta, and a third more of streets; through
/// SQLite's insertion a sixth more of places and as many of streets, of half as many nodes again.
///
/// The nodes are written into the shadow tables of the R*Tree,
/// <https://www.sqlite.org/rtree.html#the_shadow_tables>, root first, leaves last, each level tile by
/// tile: neighbours are neighbours in the file as well.
///
/// Memory is 24 bytes a row until the end, and 12 more for each row of the table being written.
final class SpatialTreePacker {
    private let table: String
    private var cells = Chunks<SpatialTreeCell>()

    init(table: String) { self.table = table }

    /// Notes a row's box, which does not cross 180 degrees.
    func add(id: Int64, _ box: BoundingBox) {
        cells.append(SpatialTreeCell(id: id, box))
    }

    /// Fills the empty R*Tree `idx_TABLE_geom`.
    ///
    /// - Throws: `DatabaseError`. The boxes are let go of either way.
    func write(_ connection: Connection) throws {
        defer { cells = Chunks() }
        guard cells.count > 0 else { return }
        let name = "idx_\(table)_geom"
        let nodeSize = try Self.nodeSize(name, connection)
        let perNode = (nodeSize - 4) / SpatialTreeCell.size
        let sizes = Self.levelSizes(of: cells.count, perNode: perNode)
        // Node 1 is the root; the numbers of a level follow those of the level above.
        var firstNumbers: [Int] = []
        var next = 1
        for size in sizes.reversed() {
            firstNumbers.insert(next, at: 0)
            next += size
        }
        var leafOfRow = [UInt32](repeating: 0, count: cells.count)
        var level: [SpatialTreeCell] = []
        for (depth, size) in sizes.enumerated() {
            let entries = depth == 0 ? cells.count : level.count
            let order = Self.tiled(entries, perNode: perNode) { depth == 0 ? cells[$0] : level[$0] }
            var nodes: [SpatialTreeCell] = []
            nodes.reserveCapacity(size)
            let writer = try NodeWriter(name, connection, size: nodeSize)
            for node in 0..<size {
                let number = firstNumbers[depth] + node
                writer.begin(depth: number == 1 ? depth : 0)
                var bounds = SpatialTreeCell.nothing
                for key in order[node * perNode..<min((node + 1) * perNode, entries)] {
                    let entry = key.entry
                    let cell: SpatialTreeCell
                    if depth == 0 {
                        leafOfRow[entry] = UInt32(number)
                        cell = cells[entry]
                    } else {
                        cell = level[entry]
                        try writer.link(child: cell.id, to: number)
                    }
                    bounds.enclose(cell)
                    writer.append(cell)
                }
                try writer.end(number: number)
                bounds.id = Int64(number)
                nodes.append(bounds)
            }
            level = nodes
        }
        let rows = try connection.statement("INSERT INTO \(name)_rowid VALUES (?1, ?2)")
        for row in 0..<cells.count {
            try rows.run(cells[row].id, Int64(leafOfRow[row]))
        }
    }

    /// How many bytes a node of the tree has: SQLite chose it when the tree was made.
    private static func nodeSize(_ name: String, _ connection: Connection) throws -> Int {
        let row = try connection.statement("SELECT length(data) FROM \(name)_node WHERE nodeno = 1")
        guard try row.step(), row.int64(0) >= 4 + 2 * Int64(SpatialTreeCell.size) else {
            throw DatabaseError.corrupt(path: connection.path, message: "no root in \(name)")
        }
        return Int(row.int64(0))
    }

    /// How many nodes each level has, the leaves first and the root, one, last.
    private static func levelSizes(of count: Int, perNode: Int) -> [Int] {
        var sizes = [(count + perNode - 1) / perNode]
        while let last = sizes.last, last > 1 { sizes.append((last + perNode - 1) / perNode) }
        return sizes
    }

    /// Entries in the order in which they fill nodes: strips of whole nodes from west to east, each
    /// from south to north.
    private static func tiled(
        _ count: Int, perNode: Int, _ cell: (Int) -> SpatialTreeCell
    ) -> [TileKey] {
        var keys = (0..<count).map { entry in
            let cell = cell(entry)
            return TileKey((cell.west + cell.east) / 2, entry)
        }
        keys.sort()
        let nodes = (count + perNode - 1) / perNode
        let strips = max(1, Int(Double(nodes).squareRoot().rounded(.up)))
        let stripSize = (nodes + strips - 1) / strips * perNode
        for start in stride(from: 0, to: count, by: stripSize) {
            let strip = start..<min(start + stripSize, count)
            for index in strip {
                let entry = keys[index].entry
                let cell = cell(entry)
                keys[index] = TileKey((cell.south + cell.north) / 2, entry)
            }
            keys[strip].sort()
        }
        return keys
    }
}

/// An entry and what it is sorted by, in eight bytes: equal ones keep their order.
private struct TileKey: Comparable {
    private let word: UInt64

    init(_ degrees: Float, _ entry: Int) {
        // Floats above 0 sort as their bits do, those below the other way round.
        let bits = degrees.bitPattern
        let sortable = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
        word = UInt64(sortable) << 32 | UInt64(entry)
    }

    var entry: Int { Int(word & 0xFFFF_FFFF) }

    static func < (left: TileKey, right: TileKey) -> Bool { left.word < right.word }
}

/// Writes nodes of one level: a depth, the root's alone above zero, and the number of cells, two
/// bytes each, then the cells, all big-endian.
private final class NodeWriter {
    private let insertion, parent: Statement
    private var node: [UInt8]
    private var end = 4
    private var count = 0

    init(_ name: String, _ connection: Connection, size: Int) throws {
        insertion = try connection.statement("REPLACE INTO \(name)_node VALUES (?1, ?2)")
        parent = try connection.statement("INSERT INTO \(name)_parent VALUES (?1, ?2)")
        node = [UInt8](repeating: 0, count: size)
    }

    func begin(depth: Int) {
        for index in node.indices { node[index] = 0 }
        node[1] = UInt8(depth)
        (end, count) = (4, 0)
    }

    func append(_ cell: SpatialTreeCell) {
        node.withUnsafeMutableBytes { bytes in
            cell.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
        }
        end += SpatialTreeCell.size
        count += 1
    }

    func end(number: Int) throws {
        node[2] = UInt8(count >> 8)
        node[3] = UInt8(count & 0xFF)
        insertion.reset()
        try insertion.bind(1, Int64(number))
        try insertion.bind(2, node)
        while try insertion.step() {}
    }

    func link(child: Int64, to number: Int) throws { try parent.run(child, Int64(number)) }
}

extension Statement {
    /// Runs an insertion of two integers.
    fileprivate func run(_ first: Int64, _ second: Int64) throws(DatabaseError) {
        reset()
        try bind(1, first)
        try bind(2, second)
        while try step() {}
    }
}

/// An array in pieces, which grows without being copied.
private struct Chunks<Element> {
    private static var pieceSize: Int { 1 << 16 }
    private var pieces: [[Element]] = []
    private(set) var count = 0

    subscript(index: Int) -> Element { pieces[index / Self.pieceSize][index % Self.pieceSize] }

    mutating func append(_ element: Element) {
        if count % Self.pieceSize == 0 {
            pieces.append([])
            // The first one grows, as most tables of a small extract are small.
            if count > 0 { pieces[pieces.count - 1].reserveCapacity(Self.pieceSize) }
        }
        pieces[pieces.count - 1].append(element)
        count += 1
    }
}
