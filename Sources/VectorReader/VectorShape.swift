/// A position in a plane: x goes east and y north, in whatever unit and system its file has.
package struct PlanarPosition: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A polygon in a plane: an outer ring, then its holes. Rings are closed or not and run either way, as their
/// file has them.
package struct PlanarPolygon: Hashable, Sendable {
    package var rings: [[PlanarPosition]]

    package init(rings: [[PlanarPosition]]) { self.rings = rings }
}

/// What a feature looks like. Only areas are kept; of what else there is, the kind.
package enum VectorShape: Hashable, Sendable {
    /// There is no geometry, or an empty one.
    case nothing
    case points
    case lines
    /// At least one polygon; points and lines beside them in a collection are left out.
    case areas([PlanarPolygon])
    /// Bytes that are no geometry.
    case unknown
}
