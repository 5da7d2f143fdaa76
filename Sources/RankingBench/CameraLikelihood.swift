internal import GeoModel
internal import Geodesy
internal import Glibc

/// How likely a photo of an object is taken from a point: `CameraDraw`, read the other way.
struct CameraLikelihood {
    /// Square metres; 0 of what is no area.
    private let area: Double
    private let insideShare: Double
    private let usual: Double
    let object: MappedObject

    private static let deviation = CameraDraw.distanceDeviation
    /// The natural logarithm of how many times farther away than usual no photo is taken from: 3.5 deviations.
    private static let farthest = exp(3.5 * deviation)

    init(_ object: MappedObject) {
        self.object = object
        area = object.squareMeters
        insideShare = CameraDraw.insideShare(of: object)
        usual = CameraDraw.usualDistance(of: object)
    }

    /// No photo of it is taken farther from its footprint, in metres.
    var reach: Double { usual * Self.farthest }

    /// A point, as the likelihood needs it.
    struct Seen {
        let distanceInMeters: Double
        /// To its middle.
        let aimInDegrees: Double
        /// Photos for each square metre.
        let density: Double
    }

    func seen(from camera: Coordinate) -> Seen {
        let nearest = FootprintDistance.measure(from: camera, to: object.shape)
        let middle = Geodesic.inverse(from: camera, to: object.position)
        let distance = nearest.distanceInMeters
        return Seen(
            distanceInMeters: distance, aimInDegrees: middle.bearingInDegrees,
            density: inside(distance, middle.distanceInMeters)
                + (1 - insideShare) * outside(distance, nearest.bearingInDegrees, middle))
    }

    private func inside(_ distance: Double, _ toMiddle: Double) -> Double {
        guard insideShare > 0 else { return 0 }
        guard area > 0 else {
            let disc = CameraDraw.pointRadius
            return toMiddle <= disc ? insideShare / (.pi * disc * disc) : 0
        }
        return distance == 0 ? insideShare / max(area, 1) : 0
    }

    /// Cameras stand on rays from the middle, at a log-normal distance from the footprint: the density on a ray, by the width between
    /// rays, and by how much the distance grows along it.
    private func outside(
        _ distance: Double, _ bearing: Double?,
        _ middle: (distanceInMeters: Double, bearingInDegrees: Double)
    ) -> Double {
        guard distance > 0, let bearing, distance <= reach else { return 0 }
        let logarithm = log(distance / usual) / Self.deviation
        let onRay =
            exp(-0.5 * logarithm * logarithm)
            / (distance * Self.deviation * (2 * .pi).squareRoot())
        let turn = (bearing - middle.bearingInDegrees) * .pi / 180
        return onRay * max(0.1, cos(turn)) / (2 * .pi * max(middle.distanceInMeters, 0.1))
    }
}
