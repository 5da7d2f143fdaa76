internal import GeoModel
internal import Geodesy

/// What no map tells of a capture: the person's own places, and where and when the living things live.
///
/// Assumptions, stated in full:
/// - of 100 captures of nothing in particular 50 show a place that the person has saved: a circle of 10 to 40 m
///   that they stand in; of 100 of something alive 20 are made in such a place, a garden or a hide, which is not
///   what they show; of all others 10 have one within 60 m that they do not mean;
/// - of a living thing that is shown the range maps say present in 80 of 100, another season in 4, the edge
///   in 6, absent in 3 and unknown in 7; of one that the picture model takes it for, in 25, 8, 7, 53 and 7.
struct PersonalDraw {
    static let ownShare = 0.5
    static let livingAtOwn = 0.2
    static let othersWithOwn = 0.1
    static let reach = 60.0
    private static let radii = 10.0..<40
    static let statuses: [RangeStatus] = [.present, .otherSeason, .edge, .absent, .unknown]
    /// In the order of `statuses`.
    static let ofShown = [0.8, 0.04, 0.06, 0.03, 0.07]
    static let ofOthers = [0.25, 0.08, 0.07, 0.53, 0.07]

    /// Draws of its own, so that the rest of a capture is the same without it.
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed &+ 0x5EED) }

    /// The same capture with what the person and the range maps know.
    mutating func complete(_ capture: SimulatedCapture) -> SimulatedCapture {
        var (subject, own) = (capture.subject, OwnPlace?.none)
        if case .spot = subject, random.happens(Self.ownShare) {
            let place = place(round: capture.camera, within: nil)
            (subject, own) = (.own(place), place)
        } else if case .living = subject, random.happens(Self.livingAtOwn) {
            own = place(round: capture.camera, within: nil)
        } else if random.happens(Self.othersWithOwn) {
            own = place(round: capture.camera, within: Self.reach)
        }
        return SimulatedCapture(
            subject: subject, camera: capture.camera, position: capture.position,
            headingInDegrees: capture.headingInDegrees, labels: capture.labels,
            mappedClasses: capture.mappedClasses, ownPlace: own,
            ranges: ranges(capture))
    }

    /// - Parameter reach: How far its middle is; nil for as far as it reaches itself.
    private mutating func place(round camera: Coordinate, within reach: Double?) -> OwnPlace {
        let radius = Double.random(in: Self.radii, using: &random)
        let center = Geodesic.destination(
            from: camera, bearingInDegrees: 360 * random.unit(),
            distanceInMeters: (reach ?? radius) * random.unit().squareRoot())
        return OwnPlace(center: center, radiusInMeters: radius)
    }

    private mutating func ranges(_ capture: SimulatedCapture) -> [String: RangeStatus] {
        var shown: String?
        if case .living(let label) = capture.subject { shown = label.scientificName }
        var ranges: [String: RangeStatus] = [:]
        for name in capture.labels.compactMap(\.label.scientificName) where ranges[name] == nil {
            let shares = name == shown ? Self.ofShown : Self.ofOthers
            ranges[name] = random.index(ofWeights: shares).map { Self.statuses[$0] }
        }
        return ranges
    }

    /// How many times likelier a status is of what is shown than of anything else.
    static func ratio(_ status: RangeStatus?) -> Double {
        guard let status, let index = statuses.firstIndex(of: status) else { return 1 }
        return ofShown[index] / ofOthers[index]
    }
}
