internal import CProj
package import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// Shortest lines on the WGS 84 ellipsoid, by Karney's algorithms in PROJ (`geodesic.h`), good to
/// 15 nanometres. <https://doi.org/10.1007/s00190-012-0578-z>
package enum Geodesic {
    /// Equatorial and polar radius in metres, and flattening.
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257_223_563
    static let polarRadius = equatorialRadius * (1 - flattening)

    private static let ellipsoid: geod_geodesic = {
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, equatorialRadius, flattening)
        return ellipsoid
    }()

    /// The distance between two positions and the bearing at which one leaves `from`.
    ///
    /// - Returns: Metres, and degrees clockwise from true north in 0..<360. The bearing of a
    ///   position to itself is of no meaning.
    package static func inverse(
        from: Coordinate, to: Coordinate
    ) -> (distanceInMeters: Double, bearingInDegrees: Double) {
        var (distance, bearing) = (0.0, 0.0)
        withUnsafePointer(to: ellipsoid) {
            geod_inverse(
                $0, from.decimalLatitude, from.decimalLongitude, to.decimalLatitude,
                to.decimalLongitude, &distance, &bearing, nil)
        }
        return (distance, bearing < 0 ? bearing + 360 : bearing)
    }

    /// The position reached from `from` by going straight for a distance.
    ///
    /// - Parameters:
    ///   - bearingInDegrees: Clockwise from true north, finite.
    ///   - distanceInMeters: Finite; a negative one goes backwards.
    package static func destination(
        from: Coordinate, bearingInDegrees: Double, distanceInMeters: Double
    ) -> Coordinate {
        var (latitude, longitude) = (0.0, 0.0)
        withUnsafePointer(to: ellipsoid) {
            geod_direct(
                $0, from.decimalLatitude, from.decimalLongitude, bearingInDegrees,
                distanceInMeters, &latitude, &longitude, nil)
        }
        return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }

    /// A box that holds every position within a distance, and little more.
    ///
    /// It crosses 180 degrees (west > east) where the circle does, and holds all longitudes where
    /// the circle touches a pole.
    ///
    /// North and south, the meridian's radius of curvature, which grows with latitude, is taken at
    /// the circle's edge nearest to the equator. East and west: a geodesic of length s is on the
    /// auxiliary sphere, with reduced latitudes, an arc of at most s / polar radius, and its
    /// difference of longitude is not more than that of the arc (Karney 2013, equation 8).
    ///
    /// - Parameter radiusInMeters: Zero or more.
    package static func box(
        around center: Coordinate, radiusInMeters radius: Double
    ) -> BoundingBox {
        let margin = 1e-9
        let latitude = abs(center.decimalLatitude) * .pi / 180
        let nearEquator = max(0, latitude - radius / meridionalRadius(at: 0))
        let halfHeight = radius / meridionalRadius(at: nearEquator) * 180 / .pi + margin
        let arc = radius / polarRadius
        let reduced = atan((1 - flattening) * tan(latitude))
        let ratio = sin(min(arc, .pi / 2)) / cos(reduced)
        let halfWidth = ratio < 1 ? asin(ratio) * 180 / .pi + margin : 180
        let (south, north) = (
            center.decimalLatitude - halfHeight, center.decimalLatitude + halfHeight
        )
        let isWhole = halfWidth >= 180 || north >= 90 || south <= -90 || arc >= .pi / 2
        let west = center.decimalLongitude - halfWidth
        let east = center.decimalLongitude + halfWidth
        let box = BoundingBox(
            west: isWhole ? -180 : west < -180 ? west + 360 : west, south: max(-90, south),
            east: isWhole ? 180 : east > 180 ? east - 360 : east, north: min(90, north))
        guard let box else { preconditionFailure("a box of clamped numbers is in range") }
        return box
    }

    /// The radius of curvature of a meridian, in metres, at a latitude in radians.
    private static func meridionalRadius(at latitude: Double) -> Double {
        let squaredEccentricity = flattening * (2 - flattening)
        let sine = sin(latitude)
        let share = 1 - squaredEccentricity * sine * sine
        return equatorialRadius * (1 - squaredEccentricity) / (share * share.squareRoot())
    }
}
