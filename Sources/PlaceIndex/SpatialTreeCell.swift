internal import Database
internal import GeoModel

/// An entry of an R*Tree's node as SQLite keeps it: a row, or a node of the level below, and its
/// box in 32-bit floats, rounded outwards.
///
/// <https://www.sqlite.org/rtree.html#the_shadow_tables>
struct SpatialTreeCell {
    /// Bytes of an entry in the file.
    static let size = RTreeCells.size

    var id: Int64
    var west, east, south, north: Float

    /// A box that holds nothing.
    static let nothing = SpatialTreeCell(
        id: 0, west: .infinity, east: -.infinity, south: .infinity, north: -.infinity)

    /// The box that meets all others.
    static let everything = everywhere(id: 0)

    /// A row that meets all boxes.
    static func everywhere(id: Int64) -> SpatialTreeCell {
        SpatialTreeCell(
            id: id, west: -.infinity, east: .infinity, south: -.infinity, north: .infinity)
    }

    private init(id: Int64, west: Float, east: Float, south: Float, north: Float) {
        self.id = id
        (self.west, self.east, self.south, self.north) = (west, east, south, north)
    }

    init(id: Int64, _ box: BoundingBox) {
        self.init(
            id: id, west: Self.down(box.west), east: Self.up(box.east), south: Self.down(box.south),
            north: Self.up(box.north))
    }

    private static func down(_ degrees: Double) -> Float {
        let rounded = Float(degrees)
        return Double(rounded) > degrees ? rounded.nextDown : rounded
    }

    private static func up(_ degrees: Double) -> Float {
        let rounded = Float(degrees)
        return Double(rounded) < degrees ? rounded.nextUp : rounded
    }

    mutating func enclose(_ other: SpatialTreeCell) {
        west = min(west, other.west)
        east = max(east, other.east)
        south = min(south, other.south)
        north = max(north, other.north)
    }

    func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: id.bigEndian, as: Int64.self)
        for (index, edge) in [west, east, south, north].enumerated() {
            bytes.storeBytes(
                of: edge.bitPattern.bigEndian, toByteOffset: 8 + 4 * index, as: UInt32.self)
        }
    }
}
