internal import GeoModel

/// The nearest point found so far.
struct NearestPointSearch {
    private let frame: LocalFrame
    private var squaredDistance = Double.infinity
    private var latitude = 0.0
    private var longitude = 0.0

    /// How far an edge may bend away from its chord, in metres.
    private static let tolerance = 0.01
    /// What is nearer than a micrometre is at the origin: rounding alone makes a thousandth of it.
    private static let squaredResolution = 1e-12

    /// A vertex: degrees, the longitude counted from the frame's origin.
    private struct Vertex {
        let latitude, longitude: Double
        let point: EarthPoint
    }

    init(from: Coordinate) { frame = LocalFrame(from) }

    var result: FootprintDistance.Nearest? {
        guard squaredDistance.isFinite else { return nil }
        guard squaredDistance > Self.squaredResolution else {
            return .init(position: frame.origin, chordInMeters: 0)
        }
        let squared = frame.center.squaredChord(
            to: frame.point(latitude: latitude, longitude: longitude))
        let position = Coordinate(
            clampingLatitude: latitude,
            wrappingLongitude: frame.origin.decimalLongitude + longitude)
        return .init(position: position, chordInMeters: squared.squareRoot())
    }

    mutating func visit(_ polygon: Polygon) {
        guard squaredDistance > 0 else { return }
        if Containment.covers(polygon, frame.origin) {
            squaredDistance = 0
            return
        }
        visit(line: polygon.outer)
        for hole in polygon.holes { visit(line: hole) }
    }

    mutating func visit(line: [Coordinate]) {
        guard let first = line.first, squaredDistance > 0 else { return }
        var start = vertex(first.decimalLatitude, frame.longitude(first))
        if line.count == 1 { visit(start, start) }
        for (previous, next) in zip(line, line.dropFirst()) {
            let step = edgeWidth(from: previous.decimalLongitude, to: next.decimalLongitude)
            // A turn away from the vertex's own longitude when the line goes round the far side.
            let own = frame.longitude(next)
            let isOwn = abs(own - (start.longitude + step)) < 1
            let end = vertex(next.decimalLatitude, isOwn ? own : start.longitude + step)
            visit(start, end)
            start = end
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
