/// A polygon: an outer ring and its holes, each closed (first position equals last).
///
/// Outer rings run counter-clockwise and holes clockwise, as RFC 7946 asks.
package struct Polygon: Hashable, Sendable {
    package let outer: [Coordinate]
    package let holes: [[Coordinate]]

    package init(outer: [Coordinate], holes: [[Coordinate]] = []) {
        self.outer = outer
        self.holes = holes
    }
}

/// The shape of a map object on WGS 84, the simple-feature kinds that OpenStreetMap yields.
package enum Geometry: Hashable, Sendable {
    case point(Coordinate)
    case lineString([Coordinate])
    case multiLineString([[Coordinate]])
    case polygon(Polygon)
    case multiPolygon([Polygon])

    /// Every position of the shape, in order.
    package var positions: [Coordinate] {
        switch self {
        case .point(let position): [position]
        case .lineString(let line): line
        case .multiLineString(let lines): lines.flatMap { $0 }
        case .polygon(let polygon): polygon.positions
        case .multiPolygon(let polygons): polygons.flatMap(\.positions)
        }
    }

    /// The box of the shape, never crossing 180 degrees; nil for an empty one.
    package var boundingBox: BoundingBox? { BoundingBox(enclosing: positions) }
}

extension Polygon {
    /// Every position of the outer ring, then of the holes.
    package var positions: [Coordinate] { outer + holes.flatMap { $0 } }
}
