internal import GeoModel

/// Distances of edges from a frame's origin on a plane, where degrees have the origin's length: a fifth of
/// the cost of those in space, to tell which edges need those.
///
/// Within 0.05 degrees of latitude, and as far from the poles as 80 degrees, a parallel is longer or shorter
/// than the origin's by less than 0.5 %, and all else (the meridian's radius, chords beside arcs)
/// is a hundredth of that; an edge bends away from its chord by less than a centimetre or is halved. So the two
/// distances differ by less than 1 % and 5 cm.
struct LocalPlane {
    private let origin: Coordinate
    /// Metres of a degree.
    private let longitudeScale, latitudeScale: Double
    private let isUsable: Bool

    private static let reachInDegrees = 0.05
    private static let greatestLatitude = 80.0

    init(_ frame: LocalFrame) {
        origin = frame.origin
        (longitudeScale, latitudeScale) = frame.metersPerDegree
        isUsable = abs(origin.decimalLatitude) < Self.greatestLatitude
    }

    /// The square of the distance to an edge: latitudes, and longitudes counted from the origin.
    @inline(__always) func squared(
        _ latitude: Double, _ longitude: Double, _ nextLatitude: Double, _ nextLongitude: Double
    ) -> Double {
        let x = longitude * longitudeScale
        let y = (latitude - origin.decimalLatitude) * latitudeScale
        let dx = (nextLongitude - longitude) * longitudeScale
        let dy = (nextLatitude - latitude) * latitudeScale
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
        let (footX, footY) = (x + share * dx, y + share * dy)
        return footX * footX + footY * footY
    }

    /// What the square of the distance to a line is at least, and what `squared` is at most for the edge
    /// that is the nearest; nil where a part of the line is too far for the plane.
    func squaredLimit(_ vertices: some VertexList) -> (least: Double, greatest: Double)? {
        guard isUsable else { return nil }
        var least = Double.infinity
        var (latitude, longitude) = (vertices.latitude(0), vertices.longitude(0))
        guard holds(latitude, longitude) else { return nil }
        for index in 1..<vertices.count {
            let (nextLatitude, nextLongitude) = (
                vertices.latitude(index), vertices.longitude(index)
            )
            guard holds(nextLatitude, nextLongitude) else { return nil }
            let squared = squared(
                latitude, longitude - origin.decimalLongitude, nextLatitude,
                nextLongitude - origin.decimalLongitude)
            least = min(least, squared)
            (latitude, longitude) = (nextLatitude, nextLongitude)
        }
        let meters = least.squareRoot()
        let nearest = max(0, meters * (1 - Self.share) - Self.margin)
        let greatest = ((meters * (1 + Self.share) + Self.margin) + Self.margin) / (1 - Self.share)
        return (nearest * nearest, greatest * greatest)
    }

    /// By how much the distances differ at most: this part, and these metres.
    private static let share = 0.01
    private static let margin = 0.05

    /// A line across 180 degrees is not held, as its longitudes are not turned.
    @inline(__always) private func holds(_ latitude: Double, _ longitude: Double) -> Bool {
        abs(latitude - origin.decimalLatitude) <= Self.reachInDegrees
            && abs(longitude - origin.decimalLongitude) * longitudeScale
                <= Self.reachInDegrees * latitudeScale
    }
}
