/// A box of longitudes and latitudes on WGS 84, in degrees, edges included.
///
/// As in RFC 7946, section 5.2, a box whose west is greater than its east crosses 180 degrees.
package struct BoundingBox: Hashable, Sendable {
    package let west, south, east, north: Double

    /// Returns nil unless all four are finite, in range, and south is not above north.
    package init?(west: Double, south: Double, east: Double, north: Double) {
        guard (-180...180).contains(west), (-180...180).contains(east),
            (-90...90).contains(south), (-90...90).contains(north), south <= north
        else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// The box of one position.
    package init(_ position: Coordinate) {
        west = position.decimalLongitude
        east = position.decimalLongitude
        south = position.decimalLatitude
        north = position.decimalLatitude
    }

    package var crossesAntimeridian: Bool { west > east }

    package func contains(_ position: Coordinate) -> Bool {
        guard (south...north).contains(position.decimalLatitude) else { return false }
        let longitude = position.decimalLongitude
        return crossesAntimeridian
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }

    /// The box cut at 180 degrees: itself, or a western-hemisphere and an eastern-hemisphere part.
    ///
    /// An R*Tree, which knows no wrap-around, is asked once for each.
    package var partsWithoutCrossing: [BoundingBox] {
        guard crossesAntimeridian else { return [self] }
        return [
            BoundingBox(west: west, south: south, east: 180, north: north),
            BoundingBox(west: -180, south: south, east: east, north: north),
        ].compactMap { $0 }
    }

    /// The smallest box of `positions` that does not cross 180 degrees; nil when there are none.
    package init?(enclosing positions: some Sequence<Coordinate>) {
        var (west, south, east, north) = (
            Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
        )
        for position in positions {
            west = min(west, position.decimalLongitude)
            east = max(east, position.decimalLongitude)
            south = min(south, position.decimalLatitude)
            north = max(north, position.decimalLatitude)
        }
        self.init(west: west, south: south, east: east, north: north)
    }
}
