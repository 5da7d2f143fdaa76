internal import Database
internal import GeoModel

/// Collects the boxes of a table's rows and writes them as a full R*Tree, in place of SQLite's row
/// by row insertion, which costs 25 microseconds a row and leaves nodes two thirds full.
///
/// Boxes are sorted by the Hilbert value of their centre, and each run of as many as a node holds
/// is a leaf; so are the leaves, and so on up to the root. The nodes are written into the shadow
/// tables of the R*Tree, <https://www.sqlite.org/rtree.html#the_shadow_tables>, root first, leaves
/// last, each level along the curve: neighbours are neighbours in the file as well.
///
/// Memory is 24 bytes a row until the end, and 12 more for each row of the table being written.
final class SpatialTreePacker {
    private let table: String
    private var cells = Chunks<SpatialTreeCell>()
    private var extent = SpatialTreeCell.nothing

    init(table: String) { self.table = table }

    /// Notes a row's box, which does not cross 180 degrees.
    func add(id: Int64, _ box: BoundingBox) {
        let cell = SpatialTreeCell(id: id, box)
        extent.enclose(cell)
        cells.append(cell)
    }

    /// Fills the empty R*Tree `idx_TABLE_geom`.
    ///
    /// - Throws: `DatabaseError`. The boxes are let go of either way.
    func write(_ connection: Connection) throws {
        defer { cells = Chunks() }
        guard cells.count > 0 else { return }
        let name = "idx_\(table)_geom"
        let nodeSize = try Self.nodeSize(name, connection)
        let sizes = Self.levelSizes(
            of: cells.count, perNode: (nodeSize - 4) / SpatialTreeCell.size)
        // Node 1 is the root; the numbers of a level follow those of the level above.
        var firstNumbers: [Int] = []
        var next = 1
        for size in sizes.reversed() {
            firstNumbers.insert(next, at: 0)
            next += size
        }
        let order = hilbertOrder()
        var leafOfRow = [UInt32](repeating: 0, count: cells.count)
        var level: [SpatialTreeCell] = []
        for (depth, size) in sizes.enumerated() {
            let entries = depth == 0 ? cells.count : level.count
            var nodes: [SpatialTreeCell] = []
            nodes.reserveCapacity(size)
            let writer = try NodeWriter(name, connection, size: nodeSize)
            for node in 0..<size {
                let number = firstNumbers[depth] + node
                writer.begin(depth: number == 1 ? depth : 0)
                var bounds = SpatialTreeCell.nothing
                for entry in entries * node / size..<entries * (node + 1) / size {
                    let cell: SpatialTreeCell
                    if depth == 0 {
                        let row = Int(order[entry] & 0xFFFF_FFFF)
                        leafOfRow[row] = UInt32(number)
                        cell = cells[row]
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

    /// The rows along the curve: the Hilbert value of the centre in the upper half of each word,
    /// 16 bits for either axis of the table's extent, and the row in the lower.
    private func hilbertOrder() -> [UInt64] {
        let width = Double(extent.east) - Double(extent.west)
        let height = Double(extent.north) - Double(extent.south)
        let (perDegreeEast, perDegreeNorth) = (
            width > 0 ? 65_535 / width : 0, height > 0 ? 65_535 / height : 0
        )
        var order: [UInt64] = []
        order.reserveCapacity(cells.count)
        for row in 0..<cells.count {
            let cell = cells[row]
            let x = (Double(cell.west) + Double(cell.east)) / 2 - Double(extent.west)
            let y = (Double(cell.south) + Double(cell.north)) / 2 - Double(extent.south)
            let value = HilbertCurve.value(
                x: UInt32(x * perDegreeEast), y: UInt32(y * perDegreeNorth))
            order.append(UInt64(value) << 32 | UInt64(row))
        }
        order.sort()
        return order
    }
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
