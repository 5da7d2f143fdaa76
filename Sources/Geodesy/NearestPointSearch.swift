package import GeoModel

/// Looks for the nearest point of one or several shapes, which are visited part by part.
///
/// A search may be used again for another shape, which spares what only the position decides.
package struct NearestPointSearch {
    package let frame: LocalFrame
    private let plane: LocalPlane
    /// Of which no edge has a point, nothing within the reach has; degrees, longitudes counted from the
    /// origin.
    private let south, north, west, east: Double
    private var squaredDistance = Double.infinity
    private var latitude = 0.0
    private var longitude = 0.0
    /// Whether all that is visited is in a box that the plane holds.
    private var isHeld = false

    /// How far an edge may bend away from its chord, in metres.
    private static let tolerance = 0.01

    /// A vertex: degrees, the longitude counted from the frame's origin.
    private struct Vertex {
        let latitude, longitude: Double
        let point: EarthPoint
    }

    /// - Parameter reach: What is farther may be passed over, as if it were not there.
    package init(from: Coordinate, withinMeters reach: Double = .infinity) {
        // Nothing on earth is as far.
        self.init(
            from: from,
            within: reach < 20_100_000 ? Geodesic.box(around: from, radiusInMeters: reach) : nil)
    }

    /// - Parameter box: What is outside of it may be passed over; the origin is in its middle.
    package init(from: Coordinate, within box: BoundingBox?) {
        self.init(from: LocalFrame(from), within: box)
    }

    /// The same from a frame's origin, at less cost.
    package init(from frame: LocalFrame, within box: BoundingBox?) {
        self.frame = frame
        plane = LocalPlane(frame)
        guard let box else {
            (south, north, west, east) = (-.infinity, .infinity, -.infinity, .infinity)
            return
        }
        (south, north) = (box.south, box.north)
        guard box.west != -180 || box.east != 180 else {
            (west, east) = (-.infinity, .infinity)
            return
        }
        west = longitudeDifference(box.west - frame.origin.decimalLongitude)
        east = longitudeDifference(box.east - frame.origin.decimalLongitude)
    }

    /// Whether an edge is outside of the reach, by its box.
    private func misses(
        _ latitude: Double, _ longitude: Double, _ nextLatitude: Double, _ nextLongitude: Double
    ) -> Bool {
        if latitude < south && nextLatitude < south || latitude > north && nextLatitude > north {
            return true
        }
        // A line that goes round the far side counts on beyond 180 degrees.
        return (longitude < west && nextLongitude < west && min(longitude, nextLongitude) >= -180)
            || (longitude > east && nextLongitude > east && max(longitude, nextLongitude) <= 180)
    }

    /// Forgets what was visited.
    package mutating func restart() {
        squaredDistance = .infinity
        isHeld = false
    }

    /// Says that all which is visited until the next `restart` is in a box, in degrees: of a small one nearby, no
    /// edge has to be looked at for how far it is and how it bends.
    package mutating func expect(west: Double, south: Double, east: Double, north: Double) {
        isHeld = plane.holds(west: west, south: south, east: east, north: north)
    }

    /// The nearest point visited; nil when there was none.
    package var result: FootprintDistance.Nearest? {
        guard squaredDistance.isFinite else { return nil }
        return squaredDistance > LocalFrame.squaredResolution
            ? frame.nearest(atLatitude: latitude, longitude: longitude) : frame.originItself
    }

    /// A point, as longitude and latitude in degrees.
    package mutating func visit(longitude: Double, latitude: Double) {
        let longitude = longitudeDifference(longitude - frame.origin.decimalLongitude)
        let squared = frame.center.squaredChord(
            to: frame.point(latitude: latitude, longitude: longitude))
        guard squared < squaredDistance else { return }
        (squaredDistance, self.latitude, self.longitude) = (squared, latitude, longitude)
    }

    mutating func visit(_ polygon: Polygon) {
        visit(outer: polygon.outer, holes: polygon.holes)
    }

    /// A polygon, its outer ring first.
    package mutating func visit(polygon rings: [FlatLine]) {
        guard let outer = rings.first else { return }
        visit(outer: outer, holes: rings.dropFirst())
    }

    private mutating func visit<Ring: VertexList>(outer: Ring, holes: some Sequence<Ring>) {
        guard squaredDistance > 0 else { return }
        if Containment.covers(outer: outer, holes: holes, frame.origin) {
            squaredDistance = 0
            return
        }
        visit(vertices: outer)
        for hole in holes { visit(vertices: hole) }
    }

    mutating func visit(line: [Coordinate]) { visit(vertices: line) }

    package mutating func visit(line: FlatLine) { visit(vertices: line) }

    private mutating func visit(vertices: some VertexList) {
        guard vertices.count > 0, squaredDistance > 0 else { return }
        if vertices.count > 1,
            let foot = isHeld ? plane.footOnHeld(vertices) : plane.foot(on: vertices)
        {
            guard foot.squared < squaredDistance else { return }
            (squaredDistance, latitude, longitude) = (foot.squared, foot.latitude, foot.longitude)
            return
        }
        let origin = frame.origin.decimalLongitude
        var previous = vertices.longitude(0)
        var (latitude, longitude) = (
            vertices.latitude(0), longitudeDifference(previous - origin)
        )
        if vertices.count == 1 {
            let only = vertex(latitude, longitude)
            visit(only, only)
        }
        /// Of the vertex before, where it was needed.
        var point: EarthPoint?
        for index in 1..<max(1, vertices.count) {
            let (next, nextLatitude) = (vertices.longitude(index), vertices.latitude(index))
            let step = edgeWidth(from: previous, to: next)
            // A turn away from the vertex's own longitude when the line goes round the far side.
            let own = longitudeDifference(next - origin)
            let isOwn = abs(own - (longitude + step)) < 1
            let nextLongitude = isOwn ? own : longitude + step
            if misses(latitude, longitude, nextLatitude, nextLongitude) {
                point = nil
            } else {
                let start =
                    point.map { Vertex(latitude: latitude, longitude: longitude, point: $0) }
                    ?? vertex(latitude, longitude)
                let end = vertex(nextLatitude, nextLongitude)
                visit(start, end)
                point = end.point
            }
            (latitude, longitude, previous) = (nextLatitude, nextLongitude, next)
        }
    }

    private func vertex(_ latitude: Double, _ longitude: Double) -> Vertex {
        Vertex(
            latitude: latitude, longitude: longitude,
            point: frame.point(latitude: latitude, longitude: longitude))
    }

    private mutating func visit(_ start: Vertex, _ end: Vertex) {
        let (fraction, squared) = Self.nearest(frame.center, start.point, end.point)
        let bend = Self.bend(start, end)
        if bend > Self.tolerance {
            guard squared.squareRoot() - bend < squaredDistance.squareRoot() else { return }
            let middle = vertex(
                (start.latitude + end.latitude) / 2, (start.longitude + end.longitude) / 2)
            visit(start, middle)
            visit(middle, end)
        } else if squared < squaredDistance {
            squaredDistance = squared
            latitude = start.latitude + fraction * (end.latitude - start.latitude)
            longitude = start.longitude + fraction * (end.longitude - start.longitude)
        }
    }

    /// At most how far an edge, straight in longitude and latitude, is from the plane of its chord,
    /// in metres: R Δλ (Δλ sin φ cos φ / 8 + Δφ sin φ / 4), by its second derivative.
    private static func bend(_ start: Vertex, _ end: Vertex) -> Double {
        let longitude = abs(end.longitude - start.longitude) * .pi / 180
        let latitude = abs(end.latitude - start.latitude) * .pi / 180
        let radius = Geodesic.equatorialRadius
        let bound = radius * longitude * (longitude / 16 + latitude / 4)
        guard bound > tolerance, start.point.z * end.point.z > 0 else { return bound }
        // Near a pole the cosine is small; it is largest at the end nearer to the equator.
        let cosine = max(start.point.distanceToAxis, end.point.distanceToAxis) / radius
        return radius * longitude * (longitude * min(1 / 16, cosine / 8) + latitude / 4)
    }

    /// Where along a chord, 0…1, it is nearest to a point, and the square of that distance.
    private static func nearest(
        _ point: EarthPoint, _ start: EarthPoint, _ end: EarthPoint
    ) -> (fraction: Double, squared: Double) {
        let (dx, dy, dz) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let length = dx * dx + dy * dy + dz * dz
        guard length > 0 else { return (0, point.squaredChord(to: start)) }
        let along =
            (point.x - start.x) * dx + (point.y - start.y) * dy + (point.z - start.z) * dz
        let fraction = min(max(along / length, 0), 1)
        let foot = EarthPoint(
            x: start.x + fraction * dx, y: start.y + fraction * dy, z: start.z + fraction * dz)
        return (fraction, point.squaredChord(to: foot))
    }
}
