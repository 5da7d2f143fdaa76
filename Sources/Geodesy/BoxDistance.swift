package import GeoModel

/// A lower bound of how far boxes of longitudes and latitudes are from a position, in a dozen
/// multiplications; right at the poles and across 180 degrees.
///
/// The square of the chord between two positions is that of the chord between their latitudes on
/// one meridian, and 4 p q sin²(Δλ/2), where p and q are their distances to the earth's axis. Each
/// is bounded by itself: the direction of a meridian turns by the difference of geodetic latitudes
/// and its radius of curvature is nowhere less than at the equator, so that the first chord is at
/// least 2 M sin(Δφ/2); q is at least a cos φ at the box's edge farthest from the equator; and a
/// sine is at least the first two terms of its series. Near the position the bound is up to 2 %
/// less than the distance.
package struct BoxDistance: Sendable {
    @usableFromInline let longitude, latitude: Double
    /// Of the position's latitude, both positive.
    @usableFromInline let sine, cosine: Double
    /// Of curvature, of the meridian at the equator.
    @usableFromInline let leastRadius: Double
    /// 4 p a, in square metres.
    @usableFromInline let parallelFactor: Double
    /// Square metres of a square degree of longitude and of latitude, nowhere less within a box; 0 where
    /// there is none.
    @usableFromInline let squaredLongitude, squaredLatitude: Double

    /// - Parameter box: What is outside of it is of no interest, and may be bounded by too much: in a
    ///   small box the bound is two multiplications. One that crosses 180 degrees spares nothing.
    package init(from position: Coordinate, within box: BoundingBox? = nil) {
        self.init(from: LocalFrame(position), within: box)
    }

    /// The same from a frame's origin, at less cost.
    package init(from frame: LocalFrame, within box: BoundingBox? = nil) {
        let position = frame.origin
        longitude = position.decimalLongitude
        latitude = position.decimalLatitude
        sine = abs(frame.sine)
        cosine = max(0, frame.cosine)
        let radius = Geodesic.equatorialRadius
        leastRadius = radius * (1 - Geodesic.flattening) * (1 - Geodesic.flattening)
        // The distance to the axis is not less than this, as the normal is not less than a.
        parallelFactor = 4 * radius * cosine * radius
        guard let box, !box.crossesAntimeridian, box.contains(position),
            box.east - box.west < 10, box.north - box.south < 10
        else {
            (squaredLongitude, squaredLatitude) = (0, 0)
            return
        }
        // As below, with the greatest gaps that the box allows.
        let radiansPerDegree = Double.pi / 180
        let latitudeGap = (box.north - box.south) * radiansPerDegree
        let meridian = leastRadius * radiansPerDegree * (1 - latitudeGap * latitudeGap / 24)
        let half = (box.east - box.west) / 2 * radiansPerDegree
        let halfSine = radiansPerDegree / 2 * (1 - half * half / 6)
        let beyond = max(0, max(abs(box.south), abs(box.north)) - abs(latitude)) * radiansPerDegree
        let leastCosine = max(0, cosine * (1 - beyond * beyond / 2) - sine * beyond)
        squaredLongitude = parallelFactor * leastCosine * halfSine * halfSine
        squaredLatitude = meridian * meridian
    }

    /// Not more than the square of the chord to any position in the box, in square metres.
    ///
    /// - Parameters: Degrees; west is not greater than east.
    @inlinable @inline(__always) package func squaredBound(
        west: Double, south: Double, east: Double, north: Double
    ) -> Double {
        guard squaredLatitude == 0 else {
            let x = max(0, max(west - longitude, longitude - east))
            let y = max(0, max(south - latitude, latitude - north))
            return x * x * squaredLongitude + y * y * squaredLatitude
        }
        let radiansPerDegree = Double.pi / 180
        let latitudeGap = max(0, max(south - latitude, latitude - north)) * radiansPerDegree
        let meridian = leastRadius * latitudeGap * (1 - latitudeGap * latitudeGap / 24)
        // Degrees from the position eastwards to the west edge, and westwards to the east edge.
        var longitudeGap = 0.0
        if longitude < west || longitude > east {
            let eastwards = longitude < west ? west - longitude : west - longitude + 360
            let westwards = longitude > east ? longitude - east : longitude - east + 360
            longitudeGap = max(0, min(eastwards, westwards)) * radiansPerDegree
        }
        let half = longitudeGap / 2
        let halfSine = half * (1 - half * half / 6)
        // How much nearer to a pole the box reaches.
        let beyond =
            max(0, max(abs(south), abs(north)) - abs(latitude)) * radiansPerDegree
        let leastCosine = max(0, cosine * (1 - beyond * beyond / 2) - sine * beyond)
        return meridian * meridian + parallelFactor * leastCosine * halfSine * halfSine
    }
}
