import GeoModel
import Glibc

/// What speaks for and against one place, as log-likelihood ratios against any other place.
struct PlaceEvidence {
    /// Metres from which an ordinary thing is photographed.
    private static let ordinaryView = 20.0
    /// Log-odds that are not worth a line.
    private static let negligible = 0.02
    /// Height in metres of one storey.
    private static let storey = 3.0

    private let uncertainty: Double
    private let isUncertaintyAssumed: Bool
    private let heading: Double?
    private let image: ImageReading
    /// The answers that can agree or disagree with a place: those of classes with tags.
    private let comparable: [LabelledProbability]
    /// Less than this of a class moves a place by no more than 0.01 in log-odds, and most of a
    /// thousand classes have less.
    private static let leastProbability = 0.0005

    init(uncertainty: Double?, heading: Double?, image: ImageReading) {
        self.uncertainty = Uncertainty.inMeters(uncertainty)
        isUncertaintyAssumed = Uncertainty.isAssumed(uncertainty)
        self.heading = heading.flatMap { $0.isFinite ? $0 : nil }
        self.image = image
        comparable = image.labels.filter {
            $0.probability >= Self.leastProbability && !$0.label.osmTags.isEmpty
        }
    }

    /// Whether the place can be what is shown: within the search radius, or for a famous or tall
    /// one, within sight (up to 3 km).
    func isInReach(_ found: NearbyPlace) -> Bool {
        let place = found.place
        let sight = min(3_000, 1_400 * place.importance * place.importance + 10 * height(of: place))
        let radius = Ranking.searchRadiusInMeters(uncertainty: uncertainty)
        return found.distanceInMeters <= max(radius, sight + uncertainty)
    }

    /// The reasons, in the order to show them.
    func reasons(for found: NearbyPlace) -> [Evidence] {
        var reasons = [distance(found)]
        if let heading = headingReason(found) { reasons.append(heading) }
        if let image = imageReason(found.place) { reasons.append(image) }
        reasons.append(importance(found.place))
        if let extent = extent(found) { reasons.append(extent) }
        if !found.isNamed {
            reasons.append(
                Evidence(kind: "name", weight: -1, text: "it has no name of its own on the map"))
        }
        return reasons
    }

    /// A heavy-tailed fall with distance, whose scale is the uncertainty plus the distance from
    /// which such a thing is photographed. A wide uncertainty makes every place say less.
    private func distance(_ found: NearbyPlace) -> Evidence {
        let place = found.place
        let view =
            Self.ordinaryView + 40 * place.importance * place.importance + height(of: place)
        let ratio = found.distanceInMeters / (uncertainty + view)
        let spread = (uncertainty + Self.ordinaryView) / 40
        let weight = 2 - log(max(spread, 0.75)) - log(1 + ratio * ratio)
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

    /// A compass in a phone is good to about 25 degrees; near things move with the position's error.
    private func headingReason(_ found: NearbyPlace) -> Evidence? {
        guard let heading, let bearing = found.bearingInDegrees, found.distanceInMeters > 0
        else { return nil }
        let fromPosition = atan(uncertainty / found.distanceInMeters) * 180 / .pi
        let spread = 25 + fromPosition
        guard spread < 90 else { return nil }
        let turn = abs((bearing - heading).remainder(dividingBy: 360))
        let density = 360 / (spread * (2 * Double.pi).squareRoot())
        let weight = log(0.15 + 0.85 * density * exp(-turn * turn / (2 * spread * spread)))
        let degrees = "\(Int(turn.rounded()))° from where the camera looked"
        let text =
            if turn <= 45 {
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
        let weight = 1.5 * (place.importance - 0.25)
        let known = weight >= 0 ? "well known" : "not widely known"
        return Evidence(
            kind: "importance", weight: weight,
            text: "\(known) (importance \(Wording.probability(place.importance)))")
    }

    /// Being inside a wide area says little: most of what is in it has a name of its own.
    private func extent(_ found: NearbyPlace) -> Evidence? {
        let box = found.place.boundingBox
        let degree = 111_320.0
        let width = box.crossesAntimeridian ? box.east - box.west + 360 : box.east - box.west
        let narrowing = cos((box.south + box.north) / 2 * .pi / 180)
        let across = hypot(width * degree * narrowing, (box.north - box.south) * degree)
        guard across > 300 else { return nil }
        return Evidence(
            kind: "extent", weight: -0.6 * log(across / 300),
            text: "it is \(Wording.distance(across)) across, and holds much else")
    }

    /// Metres from the tags `height` (`96`, `96 m`) or `building:levels`; 0 when unknown, at most 300.
    private func height(of place: Place) -> Double {
        let metres = place.tags["height"].flatMap { text in
            Double(text.split(separator: " ").first.map(String.init) ?? text)
        }
        let levels = place.tags["building:levels"].flatMap(Double.init).map { $0 * Self.storey }
        guard let height = metres ?? levels, height.isFinite else { return 0 }
        return min(max(height, 0), 300)
    }
}
