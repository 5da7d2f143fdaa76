package import GeoModel

/// How far a position is from a shape, on the WGS 84 ellipsoid.
///
/// Edges run straight in longitude and latitude, as in RFC 7946, section 3.1.1, and the short way
/// round: one from 179 to −179 crosses 180 degrees. Neither that nor a pole is special, as the
/// nearest point is looked for in space, along chords; edges that bend away from their chord by
/// more than a centimetre are halved until they do not.
package struct FootprintDistance {
    /// The nearest point of a shape.
    package struct Nearest: Sendable {
        package let position: Coordinate
        /// The straight line through the earth, never longer than the geodesic: shorter by less
        /// than 1 mm at 8 km and 0.2 m at 50 km. 0 inside.
        package let chordInMeters: Double
        /// The same position in the frame of the search.
        let point: EarthPoint
    }

    /// Returns the geodesic distance in metres to the nearest point of `shape`, the bearing there in
    /// degrees 0..<360, and the point. Inside a polygon, or on its edge, that is 0, nil and `from`.
    ///
    /// - Returns: An infinite distance, no bearing and `from` for a shape without any position.
    package static func measure(
        from: Coordinate, to shape: Geometry
    ) -> (distanceInMeters: Double, bearingInDegrees: Double?, nearest: Coordinate) {
        guard let nearest = nearest(from: from, to: shape) else { return (.infinity, nil, from) }
        guard nearest.chordInMeters > 0 else { return (0, nil, from) }
        let (distance, bearing) = Geodesic.inverse(from: from, to: nearest.position)
        return (distance, distance > 0 ? bearing : nil, nearest.position)
    }

    /// Returns the nearest point of `shape`, the position itself inside a polygon; nil for a shape
    /// without any position.
    package static func nearest(from: Coordinate, to shape: Geometry) -> Nearest? {
        var search = NearestPointSearch(from: from)
        switch shape {
        case .point(let position): search.visit(line: [position])
        case .lineString(let line): search.visit(line: line)
        case .multiLineString(let lines): for line in lines { search.visit(line: line) }
        case .polygon(let polygon): search.visit(polygon)
        case .multiPolygon(let polygons): for polygon in polygons { search.visit(polygon) }
        }
        return search.result
    }
}
