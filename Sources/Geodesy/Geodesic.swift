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
        LocalFrame(center).box(radiusInMeters: radius)
    }

    /// - Parameters: Sine and cosine of the centre's latitude, the sine's sign aside.
    static func box(
        around center: Coordinate, sine: Double, cosine: Double, radiusInMeters radius: Double
    ) -> BoundingBox {
        let margin = 1e-9
        // A sine changes by no more than its angle.
        let nearEquator = max(0, sine - radius / meridionalRadius(sine: 0))
        let halfHeight = radius / meridionalRadius(sine: nearEquator) * 180 / .pi + margin
        let arc = radius / polarRadius
        // Of the reduced latitude, whose tangent is 1 - f times that of the latitude.
        let reducedSine = (1 - flattening) * sine
        let reducedCosine = cosine / (cosine * cosine + reducedSine * reducedSine).squareRoot()
        // A short arc is not shorter than its sine; of a small angle's sine, r + r³/5 is not less than the angle.
        let ratio = (arc < smallAngle ? arc : sin(min(arc, .pi / 2))) / reducedCosine
        let halfAngle = ratio < smallAngle ? ratio + ratio * ratio * ratio / 5 : asin(min(ratio, 1))
        let halfWidth = ratio < 1 ? halfAngle * 180 / .pi + margin : 180
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

    /// In radians: up to it the box is wider by less than one part in ten million.
    private static let smallAngle = 0.001

    /// The radius of curvature of a meridian, in metres, where the latitude's sine is this.
    private static func meridionalRadius(sine: Double) -> Double {
        let squaredEccentricity = flattening * (2 - flattening)
        let share = 1 - squaredEccentricity * sine * sine
        return equatorialRadius * (1 - squaredEccentricity) / (share * share.squareRoot())
    }
}
