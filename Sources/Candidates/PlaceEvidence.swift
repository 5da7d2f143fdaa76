import GeoModel
import Glibc

/// What speaks for and against one place, as log-likelihood ratios against any other place.
struct PlaceEvidence {
    /// Log-odds that are not worth a line.
    private static let negligible = 0.02
    /// A place so wide, in metres, holds other things.
    private static let wide = 50.0
    /// The heading of a telephone is good to 0.2 radians, 11 degrees, and for 6 of 100 to nothing.
    private static let headingError = 0.2
    private static let headingFailure = 0.06
    /// What every place has from a heading, so that what is in front counts for and not for nothing.
    private static let ahead = 1.3

    private let uncertainty: Double
    private let isUncertaintyAssumed: Bool
    private let heading: Double?
    /// In radians.
    private let headingError: Double
    private let image: ImageReading
    /// The answers that can agree or disagree with a place: those of classes with tags.
    private let comparable: [LabelledProbability]
    /// Less than this of a class moves a place by no more than 0.01 in log-odds, and most of a
    /// thousand classes have less.
    private static let leastProbability = 0.0005

    /// - Parameter headingUncertainty: Degrees by which the heading may be off besides, as one from magnetic
    ///   north where the declination is not known.
    init(
        uncertainty: Double?, heading: Double?, headingUncertainty: Double = 0, image: ImageReading
    ) {
        self.uncertainty = Uncertainty.inMeters(uncertainty)
        isUncertaintyAssumed = Uncertainty.isAssumed(uncertainty)
        self.heading = heading.flatMap { $0.isFinite ? $0 : nil }
        let besides = headingUncertainty.isFinite ? max(0, headingUncertainty) * .pi / 180 : 0
        headingError = hypot(Self.headingError, besides)
        self.image = image
        comparable = image.labels.filter {
            $0.probability >= Self.leastProbability && !$0.label.osmTags.isEmpty
        }
    }

    /// Whether the place can be what is shown: within the search radius, or for a famous or tall
    /// one, within sight (up to 3 km).
    func isInReach(_ found: NearbyPlace) -> Bool {
        let radius = Ranking.searchRadiusInMeters(uncertainty: uncertainty)
        return found.distanceInMeters >= 0
            && found.distanceInMeters <= max(radius, found.place.sightInMeters + uncertainty)
    }

    /// A saved place is offered within the search radius alone.
    func isInReach(_ saved: NearbySavedPlace) -> Bool {
        saved.distanceInMeters <= Ranking.searchRadiusInMeters(uncertainty: uncertainty)
    }

    /// How much more than its own likelihood a reason weighs. Fitted, as all numbers here, on captures
    /// of the centre of Helsinki that `turnstone bench ranking --seed 1` draws.
    private static let sharpness = 1.2

    /// The reasons, in the order to show them.
    func reasons(for found: NearbyPlace) -> [Evidence] {
        var reasons = [distance(Seen(found))]
        if let heading = headingReason(Seen(found)) { reasons.append(heading) }
        if let image = imageReason(found.place) { reasons.append(image) }
        reasons.append(importance(found.place))
        if let extent = extent(metersAcross: found.place.metersAcross) { reasons.append(extent) }
        if !found.isNamed {
            reasons.append(
                Evidence(kind: "name", weight: -1.6, text: "it has no name of its own on the map"))
        }
        return reasons.map(Self.sharpened)
    }

    /// The reasons for a place of the person's own: where it is, and that they named it.
    func reasons(for saved: NearbySavedPlace) -> [Evidence] {
        let found = Seen(saved)
        var reasons = [distance(found)]
        if let heading = headingReason(found) { reasons.append(heading) }
        reasons.append(
            Evidence(kind: "saved", weight: 1.5, text: "a place that you have saved yourself"))
        if let extent = extent(metersAcross: saved.metersAcross) { reasons.append(extent) }
        return reasons.map(Self.sharpened)
    }

    private static func sharpened(_ reason: Evidence) -> Evidence {
        Evidence(kind: reason.kind, weight: reason.weight * sharpness, text: reason.text)
    }

    /// Where a place stands, as seen from the position.
    private struct Seen {
        let distanceInMeters: Double
        let bearingInDegrees: Double?
        let metersAcross: Double
        let height: Double

        init(_ found: NearbyPlace) {
            distanceInMeters = found.distanceInMeters
            bearingInDegrees = found.bearingInDegrees
            metersAcross = found.place.metersAcross
            height = found.place.heightInMeters ?? 0
        }

        init(_ saved: NearbySavedPlace) {
            distanceInMeters = saved.distanceInMeters
            bearingInDegrees = saved.bearingInDegrees
            metersAcross = saved.metersAcross
            height = 0
        }

        /// Half of the size, as far as one steps back for it, in metres.
        var halfSize: Double { min(metersAcross, 120) / 2 }
    }

    /// What all places have in common, in log-odds: it decides nothing among them.
    var common: Double { heading == nil ? 0 : Self.ahead * Self.sharpness }

    /// A heavy-tailed fall with distance, whose scale is half the uncertainty plus the distance from
    /// which such a thing is photographed: 8 m, and more for a large or tall one. A wide uncertainty
    /// makes every place say less.
    private func distance(_ found: Seen) -> Evidence {
        let view = 8 + 0.6 * found.halfSize + 0.5 * found.height
        let ratio = found.distanceInMeters / (0.5 * uncertainty + view)
        let spread = max((uncertainty + 20) / 40, 0.75)
        let weight = 2 - log(spread / 0.75) - 1.9 * log(1 + ratio * ratio)
        let away = "\(Wording.distance(found.distanceInMeters)) away"
        let error = Wording.distance(uncertainty)
        let stated =
            isUncertaintyAssumed
            ? "the \(error) assumed for the position" : "the \(error) uncertainty"
        let text =
            if found.distanceInMeters == 0 {
                "the position is inside it"
            } else if found.distanceInMeters <= uncertainty {
                "\(away), within \(stated)"
            } else {
                "\(away), beyond \(stated)"
            }
        return Evidence(kind: "distance", weight: weight, text: text)
    }

    /// How well the camera's heading and the bearing agree: a von Mises density as part of its peak,
    /// whose width grows for what is near, as the bearing moves with the position's error. A wide
    /// footprint is met by every heading between its edges.
    ///
    /// Taken as part of the peak, it never grows with distance.
    private func headingReason(_ found: Seen) -> Evidence? {
        guard let heading else { return nil }
        guard let bearing = found.bearingInDegrees, bearing.isFinite, found.distanceInMeters > 0
        else {
            return Evidence(
                kind: "heading", weight: Self.ahead,
                text: "the camera is inside it, whatever its heading")
        }
        let distance = found.distanceInMeters
        let turn = abs((bearing - heading).remainder(dividingBy: 360))
        let halfWidth = atan(found.halfSize / distance) * 180 / .pi
        let beyond = max(0, turn - 0.7 * halfWidth) * .pi / 180
        let error = headingError
        let concentration =
            1 / (error * error + (uncertainty / distance) * (uncertainty / distance))
        let agreement = exp(concentration * (cos(beyond) - 1))
        let weight =
            Self.ahead + log(Self.headingFailure + (1 - Self.headingFailure) * agreement)
        let degrees = "\(Int(turn.rounded()))° from where the camera looked"
        let text =
            if concentration < 0.5 {
                "too near for the heading to tell, \(degrees)"
            } else if beyond == 0, turn > 10 {
                "so wide that the camera looks at it, its nearest point \(degrees)"
            } else if turn <= 45 {
                "in front of the camera, \(degrees)"
            } else if turn < 135 {
                "to the side of the camera, \(degrees)"
            } else {
                "behind the camera, \(degrees)"
            }
        return Evidence(kind: "heading", weight: weight, text: text)
    }

    /// The likelihood ratio of each class, weighted by the picture's probability of the class; the
    /// sentence names the class which moved it most.
    private func imageReason(_ place: Place) -> Evidence? {
        var ratio = 1.0
        var strongest: (answer: LabelledProbability, agreement: TagAgreement, effect: Double)?
        for answer in comparable {
            let agreement = TagAgreement(of: answer.label, with: place)
            let effect = answer.probability * (exp(agreement.weight(of: answer.label)) - 1)
            ratio += image.reliability * effect
            if agreement != .silent, abs(effect) > abs(strongest?.effect ?? 0) {
                strongest = (answer, agreement, effect)
            }
        }
        let weight = log(max(ratio, 0.05))
        guard let (answer, agreement, _) = strongest, abs(weight) >= Self.negligible
        else { return nil }
        return Evidence(
            kind: "image", weight: weight, text: sentence(answer, agreement: agreement))
    }

    private func sentence(_ answer: LabelledProbability, agreement: TagAgreement) -> String {
        let seen =
            "\(Wording.withArticle(answer.label.name)) "
            + "(\(Wording.probability(answer.probability)))"
        let isMapped = answer.label.osmMatch == .same
        let verb = isMapped ? "looks like" : "shows"
        switch agreement {
        case .matches:
            return "the picture \(verb) \(seen), "
                + (isMapped ? "whose tags this place bears" : "typical of such a place")
        case .contradicted(let tag):
            return "the picture \(verb) \(seen), but this place is tagged \(tag.key)=\(tag.value)"
        case .differs, .silent:
            return "the picture \(verb) \(seen), "
                + (isMapped ? "whose tags this place does not bear" : "not typical of such a place")
        }
    }

    private func importance(_ place: Place) -> Evidence {
        let known = place.importance.isFinite ? min(max(place.importance, 0), 1) : 0
        let weight = 1.2 * (known - 0.25) + 0.2 * log((known + 0.02) / 0.27)
        return Evidence(
            kind: "importance", weight: weight,
            text: (weight >= 0 ? "well known" : "not widely known")
                + " (importance \(Wording.probability(known)))")
    }

    /// Being inside a wide area says little: most of what is in it has a name of its own.
    private func extent(metersAcross across: Double) -> Evidence? {
        guard across > Self.wide else { return nil }
        return Evidence(
            kind: "extent", weight: -2 * log(across / Self.wide),
            text: "it is \(Wording.distance(across)) across, and holds other things")
    }
}

extension Place {
    /// The diagonal of the footprint's box, in metres; 0 of a point.
    var metersAcross: Double {
        let degree = 111_320.0
        let width =
            boundingBox.east - boundingBox.west + (boundingBox.crossesAntimeridian ? 360 : 0)
        let narrowing = cos((boundingBox.south + boundingBox.north) / 2 * .pi / 180)
        return hypot(
            width * degree * narrowing, (boundingBox.north - boundingBox.south) * degree)
    }
}
