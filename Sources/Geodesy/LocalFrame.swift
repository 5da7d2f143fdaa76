package import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// A point in metres, the earth's centre at zero, z along its axis, the frame's meridian in x, z.
package struct EarthPoint: Sendable {
    let x, y, z: Double

    /// The square of the straight line, through the earth, to another point.
    func squaredChord(to other: EarthPoint) -> Double {
        let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
        return dx * dx + dy * dy + dz * dz
    }

    var distanceToAxis: Double { (x * x + y * y).squareRoot() }
}

/// Positions as seen from one: differences of longitude, and points in space.
///
/// In space neither a pole nor 180 degrees is special.
package struct LocalFrame: Sendable {
    package let origin: Coordinate
    let center: EarthPoint
    /// Of the origin's latitude.
    let sine, cosine: Double

    private static let squaredEccentricity = Geodesic.flattening * (2 - Geodesic.flattening)
    private static let radiansPerDegree = Double.pi / 180

    package init(_ origin: Coordinate) {
        self.origin = origin
        sine = sin(origin.decimalLatitude * Self.radiansPerDegree)
        cosine = cos(origin.decimalLatitude * Self.radiansPerDegree)
        center = Self.point(sine: sine, cosine: cosine, longitudeSine: 0, longitudeCosine: 1)
    }

    /// As `Geodesic.box(around:radiusInMeters:)`, round the origin, at less cost.
    package func box(radiusInMeters radius: Double) -> BoundingBox {
        Geodesic.box(
            around: origin, sine: abs(sine), cosine: max(0, cosine), radiusInMeters: radius)
    }

    /// Metres of a degree of the parallel halfway between the origin and a position, and by how much they
    /// change with each degree of that position's latitude: the parallel's radius changes by −M sin φ.
    var parallel: (length: Double, change: Double) {
        let normal = Geodesic.equatorialRadius / curvatureShare.squareRoot()
        let radians = Self.radiansPerDegree
        return (normal * cosine * radians, -meridianRadius * sine / 2 * radians * radians)
    }

    /// Metres of a degree of the meridian from the origin to a position, and by how much they change with
    /// each degree of its latitude: dM/dφ = 3 M e² sin φ cos φ / (1 − e² sin² φ), half of it on the way.
    var meridian: (length: Double, change: Double) {
        let change =
            3 * meridianRadius * Self.squaredEccentricity * sine * cosine / curvatureShare
        let radians = Self.radiansPerDegree
        return (meridianRadius * radians, change / 2 * radians * radians)
    }

    /// 1 − e² sin² φ.
    private var curvatureShare: Double { 1 - Self.squaredEccentricity * sine * sine }

    /// The radius M of curvature of the meridian at the origin, in metres.
    private var meridianRadius: Double {
        Geodesic.equatorialRadius * (1 - Self.squaredEccentricity)
            / (curvatureShare * curvatureShare.squareRoot())
    }

    /// - Parameters:
    ///   - latitude: In degrees, −90…90.
    ///   - longitude: In degrees east of the origin.
    func point(latitude: Double, longitude: Double) -> EarthPoint {
        let (dSine, dCosine) = Self.sineAndCosine(latitude - origin.decimalLatitude)
        let (longitudeSine, longitudeCosine) = Self.sineAndCosine(longitude)
        return Self.point(
            sine: sine * dCosine + cosine * dSine, cosine: cosine * dCosine - sine * dSine,
            longitudeSine: longitudeSine, longitudeCosine: longitudeCosine)
    }

    private static func point(
        sine: Double, cosine: Double, longitudeSine: Double, longitudeCosine: Double
    ) -> EarthPoint {
        let normal =
            Geodesic.equatorialRadius / (1 - squaredEccentricity * sine * sine).squareRoot()
        return EarthPoint(
            x: normal * cosine * longitudeCosine, y: normal * cosine * longitudeSine,
            z: normal * (1 - squaredEccentricity) * sine)
    }

    /// A position as the nearest point of a shape that is one.
    ///
    /// - Parameters: Degrees.
    package func nearest(longitude: Double, latitude: Double) -> FootprintDistance.Nearest {
        let east = longitudeDifference(longitude - origin.decimalLongitude)
        return nearest(atLatitude: latitude, longitude: east)
    }

    /// What is nearer than a micrometre is at the origin: rounding alone makes a thousandth of it.
    static let squaredResolution = 1e-12

    /// As the other, the longitude in degrees east of the origin.
    func nearest(atLatitude latitude: Double, longitude: Double) -> FootprintDistance.Nearest {
        let point = point(latitude: latitude, longitude: longitude)
        let squared = center.squaredChord(to: point)
        guard squared > Self.squaredResolution else { return originItself }
        return .init(
            position: Coordinate(
                clampingLatitude: latitude,
                wrappingLongitude: origin.decimalLongitude + longitude),
            chordInMeters: squared.squareRoot(), point: point)
    }

    var originItself: FootprintDistance.Nearest {
        .init(position: origin, chordInMeters: 0, point: center)
    }

    /// The distance to the nearest point of a shape, in metres, and the bearing there; 0 and nil
    /// inside it.
    ///
    /// Up to 10 km both come from the chord: the geodesic is longer by c³/24R², where R is between
    /// 6,335 and 6,400 km, so that the distance is right to 0.02 mm; its bearing is that of the
    /// vertical plane through the point, right to 0.00001 degrees. Beyond, `Geodesic.inverse`.
    ///
    /// - Parameter nearest: As a search from this frame's origin found it.
    package func measure(
        _ nearest: FootprintDistance.Nearest
    ) -> (distanceInMeters: Double, bearingInDegrees: Double?) {
        let chord = nearest.chordInMeters
        guard chord > 0 else { return (0, nil) }
        guard chord < 10_000 else {
            let (distance, bearing) = Geodesic.inverse(from: origin, to: nearest.position)
            return (distance, bearing)
        }
        let point = nearest.point
        let (dx, dz) = (point.x - center.x, point.z - center.z)
        let bearing = Self.direction(east: point.y, north: cosine * dz - sine * dx) * 180 / .pi
        let radius = 6_367_000.0
        return (
            chord + chord * chord * chord / (24 * radius * radius),
            bearing < 0 ? bearing + 360 : bearing
        )
    }

    /// The bearing of a direction in radians, −π…π: a third of the cost of the library's `atan2`, and as near.
    ///
    /// Of the ratio of the smaller part to the greater, the nearest sixteenth c is taken from a table, and what is
    /// left, (r − c) / (1 + rc), is at most 1/32: six terms of the arctangent's series are more than exact.
    private static func direction(east: Double, north: Double) -> Double {
        let (across, along) = (abs(east), abs(north))
        let isSteep = across > along
        let greater = isSteep ? across : along
        guard greater > 0 else { return 0 }
        let ratio = (isSteep ? along : across) / greater
        let step = Int(ratio * 16 + 0.5)
        let sixteenth = Double(step) * 0.0625
        let rest = (ratio - sixteenth) / (1 + ratio * sixteenth)
        let square = rest * rest
        let series =
            1 / 3 - square * (1 / 5 - square * (1 / 7 - square * (1 / 9 - square * (1 / 11))))
        var angle = arctangents[step] + rest * (1 - square * series)
        if isSteep { angle = .pi / 2 - angle }
        if north < 0 { angle = .pi - angle }
        return east < 0 ? -angle : angle
    }

    /// Of sixteenths, 0…1; written once, when it is first asked for.
    nonisolated(unsafe) private static let arctangents: UnsafePointer<Double> = {
        let table = UnsafeMutablePointer<Double>.allocate(capacity: 17)
        for step in 0...16 { (table + step).initialize(to: atan(Double(step) / 16)) }
        return UnsafePointer(table)
    }()

    /// Of an angle in degrees. Below half a degree the power series is exact to the last bit but
    /// one, and a fifth of the cost.
    private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
        let angle = degrees * radiansPerDegree
        guard abs(degrees) < 0.5 else { return (sin(angle), cos(angle)) }
        let square = angle * angle
        return (
            // A division takes as long as all the rest.
            angle * (1 - square * (1 / 6) * (1 - square * (1 / 20) * (1 - square * (1 / 42)))),
            1 - square * 0.5 * (1 - square * (1 / 12) * (1 - square * (1 / 30)))
        )
    }
}

/// A difference of two longitudes in degrees, the short way round: −180…180.
func longitudeDifference(_ difference: Double) -> Double {
    if difference > 180 { return difference - 360 }
    return difference < -180 ? difference + 360 : difference
}

/// How many degrees east an edge runs between two longitudes, the short way round: −180…180.
///
/// A whole turn stays one: an edge from −180 to 180 runs along all of a parallel, as the edges
/// along a pole do in polygons that hold it.
func edgeWidth(from: Double, to: Double) -> Double {
    abs(to - from) == 360 ? to - from : longitudeDifference(to - from)
}
