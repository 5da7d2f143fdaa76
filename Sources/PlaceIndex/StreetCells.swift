internal import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// A grid of 0.02 degrees, in which streets are found by name near a house.
///
/// A name such as Main Street stands a thousand times in a country; by name and cell it is found
/// without looking at the others.
enum StreetCells {
    private static let perDegree = 50.0
    /// Rows of cells from pole to pole, and one more for the pole itself.
    private static let rows: Int64 = 180 * 50 + 1

    private static func column(_ longitude: Double) -> Int64 {
        Int64(floor((longitude + 180) * perDegree))
    }

    private static func row(_ latitude: Double) -> Int64 {
        Int64(floor((latitude + 90) * perDegree))
    }

    /// The cells that the boxes of a line's edges meet.
    ///
    /// - Parameter box: The line's.
    static func cells(of line: [Coordinate], box: BoundingBox) -> Set<Int64> {
        // Nearly all streets are in one.
        let (column, row) = (column(box.west), row(box.south))
        if line.count > 1, column == Self.column(box.east), row == Self.row(box.north) {
            return [column * rows + row]
        }
        var cells: Set<Int64> = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let box = BoundingBox(enclosing: [start, end]) else { continue }
            for range in ranges(box) { cells.formUnion(range) }
        }
        return cells
    }

    /// The cells that meet a box, a range for each column; none for one that crosses 180 degrees.
    static func ranges(_ box: BoundingBox) -> [ClosedRange<Int64>] {
        guard !box.crossesAntimeridian else { return [] }
        return (column(box.west)...column(box.east)).map {
            $0 * rows + row(box.south)...$0 * rows + row(box.north)
        }
    }

    /// The cells that meet a box, and what each of them covers; none for one that crosses 180 degrees.
    static func cells(meeting box: BoundingBox) -> [(cell: Int64, box: BoundingBox)] {
        ranges(box).flatMap { range in
            range.compactMap { cell in
                let (west, south) = (
                    Double(cell / rows) / perDegree - 180, Double(cell % rows) / perDegree - 90
                )
                let side = 1 / perDegree
                // Those of the last column and row go beyond 180 and 90 degrees.
                return BoundingBox(
                    west: west, south: south, east: min(west + side, 180),
                    north: min(south + side, 90)
                ).map { (cell, $0) }
            }
        }
    }
}
