internal import Database
internal import GeoModel
internal import Geodesy

/// The R*Tree of a table, read from its nodes in the mapped file.
///
/// SQLite's own walk goes through a virtual table and costs about a microsecond a row; this one
/// costs a nanosecond a cell. Nodes: the depth, the root's alone above zero, and the count of cells,
/// two bytes each; then the cells, all big-endian.
/// <https://www.sqlite.org/rtree.html#the_shadow_tables>
struct SpatialTree: Sendable {
    fileprivate let nodes: MappedTable

    init(of table: String, in database: MappedDatabase, _ connection: Connection) throws {
        nodes = try database.table("idx_\(table)_geom_node", connection)
    }

    /// Calls `body` with the id of each row whose box meets a box, which does not cross 180 degrees.
    ///
    /// - Returns: false when `body` did, which ends the walk.
    @discardableResult
    func visit(meeting box: BoundingBox, _ body: (Int64) throws -> Bool) rethrows -> Bool {
        guard let root = node(1) else { return true }
        let window = SpatialTreeCell(id: 0, box)
        return try visit(root, depth: root.depth, window, body)
    }

    private func visit(
        _ node: SpatialTreeNode, depth: Int, _ window: SpatialTreeCell,
        _ body: (Int64) throws -> Bool
    ) rethrows -> Bool {
        for index in node.cells(meeting: window) {
            let id = node.id(index)
            if depth == 0 {
                guard try body(id) else { return false }
            } else if let child = self.node(id) {
                guard try visit(child, depth: depth - 1, window, body) else { return false }
            }
        }
        return true
    }

    /// The rows, nearest box first.
    ///
    /// - Parameter box: Rows whose box does not meet it are left out, at less cost than by a bound. Where it
    ///   holds few, they come nearly in order.
    func nearest<Bound: BoxBound>(
        to distance: Bound, in box: BoundingBox? = nil
    ) -> NearestWalk<Bound> {
        NearestWalk(self, distance, box)
    }

    /// nil where the file is damaged.
    fileprivate func node(_ number: Int64) -> SpatialTreeNode? {
        nodes.row(number)?.bytesInPlace(1).flatMap(SpatialTreeNode.init)
    }

    /// Goes through a tree's rows in rising order of a lower bound of their distance, so that
    /// whoever looks for the nearest stops when the bound exceeds what is found already.
    ///
    /// Where a box is asked for and holds little, its rows are gathered at once and put in steps of their bound,
    /// which costs a fraction of exact order. Within a step they come as they lie.
    struct NearestWalk<Bound: BoxBound> {
        private struct Entry {
            let bound: Double
            /// Of a row, or of a node.
            let id: Int64
            /// Levels below the node; −1 for a row, and of one that is gathered its step.
            let depth: Int
        }

        private let tree: SpatialTree
        private let distance: Bound
        private let window: SpatialTreeCell
        /// A binary heap, the least bound first.
        private var heap: [Entry] = []
        /// Rows that were gathered, the nearest last.
        private var gathered: [Entry] = []
        private var mayGather: Bool
        /// Not more than the square of the distance of the row that came last, nor, unless it was gathered,
        /// of any after it.
        private(set) var bound = 0.0

        /// More rows than this are not gathered.
        private static var greatestGathered: Int { 256 }
        private static var steps: Int { 32 }

        fileprivate init(_ tree: SpatialTree, _ distance: Bound, _ box: BoundingBox?) {
            self.tree = tree
            self.distance = distance
            let window = box.flatMap { $0.crossesAntimeridian ? nil : SpatialTreeCell(id: 0, $0) }
            self.window = window ?? .everything
            mayGather = window != nil
            heap.reserveCapacity(64)
            if let root = tree.node(1) { heap.append(Entry(bound: 0, id: 1, depth: root.depth)) }
        }

        /// The next row whose box is within a reach, squared, in the bound's unit; nil when there is
        /// none. The reach may shrink from call to call.
        ///
        /// - Parameter limit: Rows farther than this, squared as well, are left for a later call; for walks
        ///   in order.
        mutating func next(
            squaredReach: Double, upTo limit: Double = .infinity
        ) -> Int64? {
            if mayGather { gather(squaredReach) }
            while let last = gathered.popLast() {
                guard last.bound <= squaredReach else { continue }
                bound = last.bound
                return last.id
            }
            while let first = heap.first, first.bound <= squaredReach, first.bound <= limit {
                removeFirst()
                if first.depth < 0 {
                    bound = first.bound
                    return first.id
                }
                guard let node = tree.node(first.id) else { continue }
                for index in node.cells(meeting: window) {
                    let bound = node.squaredBound(index, distance)
                    if bound <= squaredReach {
                        insert(Entry(bound: bound, id: node.id(index), depth: first.depth - 1))
                    }
                }
            }
            return nil
        }

        /// Has the processor fetch the rows that come first, where they are known already.
        ///
        /// - Parameter wanted: So many rows all come, in any order: nothing is gained from knowing the nearest.
        mutating func prefetch(_ rows: MappedTable, squaredReach: Double, wanted: Int) {
            if mayGather { gather(squaredReach, wanted: wanted) }
            for entry in gathered.suffix(Self.greatestPrefetched) { rows.prefetch(entry.id) }
        }

        /// About as many as a search for twenty places reads.
        private static var greatestPrefetched: Int { 40 }

        /// Puts the rows within reach in the place of the root, unless they are many.
        private mutating func gather(_ squaredReach: Double, wanted: Int = 0) {
            mayGather = false
            guard let root = heap.popLast() else { return }
            // The first step is for boxes that hold the position; the others are rings of equal area.
            let scale = Double(Self.steps - 2) / squaredReach
            guard let node = tree.node(root.id), gather(node, root.depth, squaredReach, scale)
            else {
                heap.removeAll(keepingCapacity: true)
                return heap.append(root)
            }
            guard heap.count > wanted else { return swap(&gathered, &heap) }
            var ends = InlineArray<32, Int>(repeating: 0)
            for entry in heap { ends[entry.depth] += 1 }
            var end = 0
            for step in (0..<Self.steps).reversed() {
                end += ends[step]
                ends[step] = end
            }
            gathered = [Entry](unsafeUninitializedCapacity: heap.count) { room, count in
                for entry in heap {
                    ends[entry.depth] -= 1
                    room.initializeElement(at: ends[entry.depth], to: entry)
                }
                count = heap.count
            }
            heap.removeAll(keepingCapacity: true)
        }

        /// - Parameter scale: Steps of a square metre.
        /// - Returns: false when there are too many.
        private mutating func gather(
            _ node: SpatialTreeNode, _ depth: Int, _ squaredReach: Double, _ scale: Double
        ) -> Bool {
            let cells = node.cells(meeting: window)
            if depth > 0 {
                for index in cells { tree.nodes.prefetch(node.id(index)) }
            }
            for index in cells {
                let bound = node.squaredBound(index, distance)
                guard bound <= squaredReach else { continue }
                let id = node.id(index)
                if depth == 0 {
                    guard heap.count < Self.greatestGathered else { return false }
                    let step =
                        bound > 0 ? 1 + Int(min(bound * scale, Double(Self.steps - 2))) : 0
                    heap.append(Entry(bound: bound, id: id, depth: step))
                } else if let child = tree.node(id) {
                    guard gather(child, depth - 1, squaredReach, scale) else { return false }
                }
            }
            return true
        }

        private mutating func insert(_ entry: Entry) {
            heap.append(entry)
            var index = heap.count - 1
            while index > 0 {
                let parent = (index - 1) / 2
                guard heap[parent].bound > entry.bound else { break }
                heap[index] = heap[parent]
                index = parent
            }
            heap[index] = entry
        }

        private mutating func removeFirst() {
            guard let last = heap.popLast(), !heap.isEmpty else { return }
            var index = 0
            while true {
                var child = 2 * index + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1].bound < heap[child].bound { child += 1 }
                guard heap[child].bound < last.bound else { break }
                heap[index] = heap[child]
                index = child
            }
            heap[index] = last
        }
    }
}

/// A distance that is not less for anything in a box: on the ellipsoid, or on a plane of degrees.
protocol BoxBound {
    /// The square of it. West is not greater than east.
    func squaredBound(west: Double, south: Double, east: Double, north: Double) -> Double
}

extension BoxDistance: BoxBound {}

extension PlanarMeasure: BoxBound {
    func squaredBound(west: Double, south: Double, east: Double, north: Double) -> Double {
        let (longitude, latitude) = (origin.decimalLongitude, origin.decimalLatitude)
        let y = max(0, south - latitude, latitude - north)
        guard longitude < west || longitude > east else { return y * y }
        let eastwards = longitude < west ? west - longitude : west - longitude + 360
        let westwards = longitude > east ? longitude - east : longitude - east + 360
        let x = max(0, min(eastwards, westwards)) * narrowing
        return x * x + y * y
    }
}

/// A node in the mapped file.
fileprivate struct SpatialTreeNode {
    let depth, count: Int
    private let cells: UnsafeRawPointer

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4, let start = bytes.baseAddress else { return nil }
        depth = Int(bytes[0]) << 8 | Int(bytes[1])
        count = Int(bytes[2]) << 8 | Int(bytes[3])
        guard depth <= SpatialTreeNode.greatestDepth,
            4 + SpatialTreeCell.size * count <= bytes.count
        else { return nil }
        cells = start + 4
    }

    /// SQLite's own limit.
    private static let greatestDepth = 40

    func id(_ index: Int) -> Int64 {
        Int64(
            bigEndian: cells.loadUnaligned(
                fromByteOffset: SpatialTreeCell.size * index, as: Int64.self))
    }

    private func edge(_ index: Int, _ number: Int) -> Float {
        Float(
            bitPattern: UInt32(
                bigEndian: cells.loadUnaligned(
                    fromByteOffset: SpatialTreeCell.size * index + 8 + 4 * number, as: UInt32.self))
        )
    }

    /// The cells that meet a box.
    @inline(__always) func cells(meeting window: SpatialTreeCell) -> CellPlaces {
        CellPlaces(cells: cells, count: count, window: window)
    }

    func squaredBound(_ index: Int, _ distance: some BoxBound) -> Double {
        distance.squaredBound(
            west: Double(edge(index, 0)), south: Double(edge(index, 2)),
            east: Double(edge(index, 1)), north: Double(edge(index, 3)))
    }
}

/// The places of a node's cells that meet a box, rising.
private struct CellPlaces: Sequence, IteratorProtocol {
    private let cells: UnsafeRawPointer
    private let count: Int
    private let window: SpatialTreeCell
    /// How many were looked at, and a bit for each of the last of them that is still to come.
    private var end = 0
    private var bits: UInt64 = 0
    private var start = 0

    init(cells: UnsafeRawPointer, count: Int, window: SpatialTreeCell) {
        (self.cells, self.count, self.window) = (cells, count, window)
        look()
    }

    private mutating func look() {
        start = end
        end = Swift.min(start + RTreeCells.most, count)
        bits = RTreeCells.meeting(
            UnsafeRawBufferPointer(
                start: cells + SpatialTreeCell.size * start,
                count: SpatialTreeCell.size * (end - start)),
            west: window.west, east: window.east, south: window.south, north: window.north)
    }

    @inline(__always) mutating func next() -> Int? {
        // SQLite's nodes have fewer than are looked at together.
        while bits == 0 {
            guard end < count else { return nil }
            look()
        }
        defer { bits &= bits - 1 }
        return start + bits.trailingZeroBitCount
    }
}
