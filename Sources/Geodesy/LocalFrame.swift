internal import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// A point in metres, the earth's centre at zero, z along its axis, the frame's meridian in x, z.
struct EarthPoint {
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
struct LocalFrame {
    let origin: Coordinate
    let center: EarthPoint
    private let sine, cosine: Double

    private static let squaredEccentricity = Geodesic.flattening * (2 - Geodesic.flattening)
    private static let radiansPerDegree = Double.pi / 180

    init(_ origin: Coordinate) {
        self.origin = origin
        sine = sin(origin.decimalLatitude * Self.radiansPerDegree)
        cosine = cos(origin.decimalLatitude * Self.radiansPerDegree)
        center = Self.point(sine: sine, cosine: cosine, longitudeSine: 0, longitudeCosine: 1)
    }

    /// Degrees east of the origin, −180…180.
    func longitude(_ position: Coordinate) -> Double {
        longitudeDifference(position.decimalLongitude - origin.decimalLongitude)
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

    /// Of an angle in degrees. Below half a degree the power series is exact to the last bit but
    /// one, and a fifth of the cost.
    private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
        let angle = degrees * radiansPerDegree
        guard abs(degrees) < 0.5 else { return (sin(angle), cos(angle)) }
        let square = angle * angle
        return (
            angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42))),
            1 - square / 2 * (1 - square / 12 * (1 - square / 30))
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
