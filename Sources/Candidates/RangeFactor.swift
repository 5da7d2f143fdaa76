package import GeoModel

/// What a species' range at the place and on the date adds to its log-odds.
///
/// The last word on a species, said after all models are joined: the log-odds of the candidate with a
/// status are those without a range source plus exactly this. Absent pushes down and never hides, as
/// rarities are the records that matter most; unknown is a state of its own, below present.
package enum RangeFactor {
    /// Natural logarithm of the odds.
    package static func weight(of status: RangeStatus) -> Double {
        switch status {
        case .present: 0.3
        case .unknown: 0
        case .edge: -0.5
        case .otherSeason: -1.0
        case .absent: -3.0
        }
    }

    /// The most that it adds. A picture is trusted less by so much, so that the scores of species that
    /// are all present still add up to less than 1.
    static let most = weight(of: .present)

    /// The reason in a sentence.
    static func text(_ range: RangeAnswer) -> String {
        if let reason = range.overrideReason {
            return "\(plain(range)), as a person has set it here: \(reason)"
        }
        return plain(range)
    }

    private static func plain(_ range: RangeAnswer) -> String {
        let distance = range.distanceInMeters.map(Wording.distance)
        switch range.status {
        case .present: return "it is present here in this season"
        case .otherSeason:
            guard let months = range.months, !months.isEmpty else {
                return "it is present here, but in another season"
            }
            return "it is present here, but in another season: \(Wording.months(months))"
        case .edge:
            return "its range ends near here" + (distance.map { ", \($0) away" } ?? "")
        case .absent:
            return "it is not known from here"
                + (distance.map { "; its range is \($0) away" } ?? "")
        case .unknown: return "its range is unknown: it may be present or not"
        }
    }
}
