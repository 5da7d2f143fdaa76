internal import GeoModel
internal import Geodesy

/// Where a camera looked, from true north.
struct TrueHeading: Equatable {
    /// 0..<360, clockwise.
    let degrees: Double
    /// By how much more than a compass it may be off.
    let uncertaintyInDegrees: Double
    /// What the person should know of it.
    let notice: String?

    /// What a heading from magnetic north may be off by where the declination is not known: more than
    /// that is rare outside the polar regions and their neighbours.
    private static let unknownDeclination = 15.0
}

extension TrueHeading {
    /// Turns a heading from magnetic north by the declination of the place and the day.
    ///
    /// It stays as it is, and counts for less, without a position, without a model, and near a magnetic pole.
    init(
        magnetic: Double, at position: Coordinate?, on date: EventDate, _ models: MagneticModels?
    ) {
        let declination = position.flatMap { models?.declination(at: $0, on: date) }
        guard let declination, declination.uncertaintyInDegrees < Self.unknownDeclination else {
            let most = Int(Self.unknownDeclination)
            self.init(
                degrees: magnetic, uncertaintyInDegrees: Self.unknownDeclination,
                notice:
                    "The photo's heading is from magnetic north, which may be \(most) degrees and "
                    + "more from true north. It counts for less.")
            return
        }
        let turned = (magnetic + declination.degrees).truncatingRemainder(dividingBy: 360)
        self.init(
            degrees: turned < 0 ? turned + 360 : turned,
            uncertaintyInDegrees: declination.uncertaintyInDegrees,
            notice: "The photo's heading is from magnetic north. It was turned by "
                + "\(Self.tenths(declination.degrees)) degrees, the declination there and then, to true "
                + "north.")
    }

    /// One decimal: `9.8`, `-0.2`.
    private static func tenths(_ value: Double) -> String {
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
    }
}
