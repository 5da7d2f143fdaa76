internal import CSQLite

/// The cells of an R*Tree's node as SQLite keeps them: a row's or a node's number in eight bytes, then west, east,
/// south and north as 32-bit floats, all big-endian. <https://www.sqlite.org/rtree.html#the_shadow_tables>
package enum RTreeCells {
    /// Bytes of a cell.
    package static let size = 24
    /// The most cells that are looked at together.
    package static let most = 64

    /// Those that meet a box, an edge in common counting: a bit for each, the first cell's the lowest.
    ///
    /// - Parameter cells: At most `most`.
    package static func meeting(
        _ cells: UnsafeRawBufferPointer, west: Float, east: Float, south: Float, north: Float
    ) -> UInt64 {
        precondition(cells.count <= size * most)
        return tsn_rtree_cells_meeting(
            cells.baseAddress, cells.count / size, west, east, south, north)
    }
}
