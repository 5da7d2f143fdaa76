/// The cell of 0.2 degrees in which an obscured position may lie anywhere (as iNaturalist has it).
///
/// Cells begin at whole multiples of 0.2 degrees; south and west edges belong to them, and the
/// northernmost has its north edge too. 180 degrees east is 180 degrees west. Within 0.2 degrees of a
/// pole all longitudes are one cell: there they are a stone's throw from each other.
package struct ObscuredCell: Hashable, Sendable {
    /// Cells north of the equator, −450…449.
    private let row: Int
    /// Cells east of Greenwich, −900…899; nil at a pole.
    private let column: Int?

    /// A cell is 22 km from south to north, and as much from west to east at the equator.
    private static let cellsPerDegree = 5.0
    /// Points are drawn on a grid of 0.0001 degrees, 11 m: digits beyond would only look precise.
    private static let stepsPerDegree = 10_000.0
    private static let stepsPerCell = 2000

    package init(holding position: Coordinate) {
        // Times 5 rather than by 0.2, which is no binary number.
        row = min(Int((position.decimalLatitude * Self.cellsPerDegree).rounded(.down)), 449)
        guard row != -450, row != 449 else {
            column = nil
            return
        }
        let index = Int((position.decimalLongitude * Self.cellsPerDegree).rounded(.down))
        column = index == 900 ? -900 : index
    }

    /// Its edges. It never crosses 180 degrees.
    package var box: BoundingBox {
        func degrees(_ index: Int) -> Double { Double(index) / Self.cellsPerDegree }
        // In range by construction.
        return BoundingBox(
            west: column.map(degrees) ?? -180, south: degrees(row),
            east: column.map { degrees($0 + 1) } ?? 180, north: degrees(row + 1))!
    }

    /// The two points of it that are farthest from each other: corners, or at a pole two points of its
    /// edge that face each other.
    package var farthestPoints: (Coordinate, Coordinate) {
        let box = box
        guard column != nil else {
            let edge = row < 0 ? box.north : box.south
            return (
                Coordinate(clampingLatitude: edge, wrappingLongitude: 0),
                Coordinate(clampingLatitude: edge, wrappingLongitude: 180)
            )
        }
        return (
            Coordinate(clampingLatitude: box.south, wrappingLongitude: box.west),
            Coordinate(clampingLatitude: box.north, wrappingLongitude: box.east)
        )
    }

    /// A point of the cell, each of its grid's as likely as any other.
    package func point(using random: inout some RandomNumberGenerator) -> Coordinate {
        func drawn(_ index: Int, cells: Int = 1) -> Double {
            let steps = Int.random(in: 0..<Self.stepsPerCell * cells, using: &random)
            return Double(index * Self.stepsPerCell + steps) / Self.stepsPerDegree
        }
        let latitude = drawn(row)
        return Coordinate(
            clampingLatitude: latitude,
            wrappingLongitude: column.map { drawn($0) } ?? drawn(-900, cells: 1800))
    }
}
