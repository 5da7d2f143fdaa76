internal import GeoModel

/// Positions on a plane round a frame's origin, in metres: north along the meridian's arc, east along the
/// parallel halfway between. How far the origin is from any of them comes out right to a part in ten million
/// there, without a sine: a fifth of the cost of the same in space.
///
/// The plane is used within 0.05 degrees of latitude, and as far from the poles as 80 degrees: the parallel's
/// length and the meridian's are taken to the first order of the latitude's difference, and what is
/// left out is a ten-millionth of them. An edge, straight in longitude and latitude, is bent on the plane.
struct LocalPlane {
    private let origin: Coordinate
    /// Metres of a degree, and by how much that changes with each degree of latitude.
    private let east, eastChange, north, northChange: Double
    /// Longitudes within are as near as latitudes within `reachInDegrees`.
    private let longitudeReach: Double

    private static let reachInDegrees = 0.05
    private static let greatestLatitude = 80.0
    /// How far an edge may bend away from its chord, in metres.
    private static let tolerance = 0.01

    init(_ frame: LocalFrame) {
        origin = frame.origin
        (east, eastChange) = frame.parallel
        (north, northChange) = frame.meridian
        longitudeReach =
            abs(origin.decimalLatitude) < Self.greatestLatitude
            ? Self.reachInDegrees * north / east : -1
    }

    /// Where a line is nearest to the origin: the square of the distance, in square metres, and the
    /// position, its longitude counted from the origin.
    struct Foot {
        let squared, latitude, longitude: Double
    }

    /// Whether a box is so near and small that `foot` has an answer for any line in it.
    func holds(west: Double, south: Double, east: Double, north: Double) -> Bool {
        let longitude = max(
            abs(west - origin.decimalLongitude), abs(east - origin.decimalLongitude))
        let latitude = max(abs(south - origin.decimalLatitude), abs(north - origin.decimalLatitude))
        return longitude <= longitudeReach && latitude <= Self.reachInDegrees
            && (east - west) * (north - south) * abs(eastChange) / 4 <= Self.tolerance
    }

    /// As `foot`, on a line of two vertices or more in a box that the plane `holds`.
    func footOnHeld(_ vertices: some VertexList) -> Foot {
        var (x, y) = point(
            vertices.longitude(0) - origin.decimalLongitude,
            vertices.latitude(0) - origin.decimalLatitude)
        var (least, nearest, share) = (Double.infinity, 1, 0.0)
        for index in 1..<vertices.count {
            let (nextX, nextY) = point(
                vertices.longitude(index) - origin.decimalLongitude,
                vertices.latitude(index) - origin.decimalLatitude)
            let (dx, dy) = (nextX - x, nextY - y)
            let length = dx * dx + dy * dy
            let along = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
            let (footX, footY) = (x + along * dx, y + along * dy)
            let squared = footX * footX + footY * footY
            if squared < least { (least, nearest, share) = (squared, index, along) }
            (x, y) = (nextX, nextY)
        }
        return foot(least, on: vertices, nearest, share)
    }

    private func foot(
        _ squared: Double, on vertices: some VertexList, _ end: Int, _ share: Double
    ) -> Foot {
        let startLongitude = vertices.longitude(end - 1)
        let startLatitude = vertices.latitude(end - 1)
        return Foot(
            squared: squared,
            latitude: startLatitude + share * (vertices.latitude(end) - startLatitude),
            longitude: startLongitude + share * (vertices.longitude(end) - startLongitude)
                - origin.decimalLongitude)
    }

    /// Returns the foot on a line of two vertices or more; nil where a part of it is too far for the plane,
    /// or bends too much. A line across 180 degrees counts as far, as its longitudes are not turned.
    func foot(on vertices: some VertexList) -> Foot? {
        var longitude = vertices.longitude(0) - origin.decimalLongitude
        var latitude = vertices.latitude(0) - origin.decimalLatitude
        var (x, y) = point(longitude, latitude)
        var (widest, highest, bent) = (abs(longitude), abs(latitude), 0.0)
        var (least, nearest, share) = (Double.infinity, 1, 0.0)
        for index in 1..<vertices.count {
            let nextLongitude = vertices.longitude(index) - origin.decimalLongitude
            let nextLatitude = vertices.latitude(index) - origin.decimalLatitude
            let (nextX, nextY) = point(nextLongitude, nextLatitude)
            widest = max(widest, abs(nextLongitude))
            highest = max(highest, abs(nextLatitude))
            bent = max(bent, abs((nextLongitude - longitude) * (nextLatitude - latitude)))
            let (dx, dy) = (nextX - x, nextY - y)
            let length = dx * dx + dy * dy
            let along = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
            let (footX, footY) = (x + along * dx, y + along * dy)
            let squared = footX * footX + footY * footY
            if squared < least { (least, nearest, share) = (squared, index, along) }
            (longitude, latitude, x, y) = (nextLongitude, nextLatitude, nextX, nextY)
        }
        // A parabola is farthest from its chord in the middle, by a quarter of what makes it one.
        guard widest <= longitudeReach, highest <= Self.reachInDegrees,
            bent * abs(eastChange) / 4 <= Self.tolerance
        else { return nil }
        return foot(least, on: vertices, nearest, share)
    }

    /// East and north in metres, of degrees from the origin.
    @inline(__always) private func point(
        _ longitude: Double, _ latitude: Double
    ) -> (x: Double, y: Double) {
        (
            longitude * (east + latitude * eastChange),
            latitude * (north + latitude * northChange)
        )
    }
}
