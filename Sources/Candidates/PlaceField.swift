import GeoModel
import Glibc

/// The places near a capture, the map's and the person's own, each weighed, competing with each other and with an unlisted one.
struct PlaceField {
    private enum Found {
        case mapped(NearbyPlace)
        case saved(NearbySavedPlace)
    }

    private struct Weighed {
        let place: Found
        /// The reasons, without the prior of the kind and the competition.
        let reasons: [Evidence]
        /// How many times more likely than an unlisted place of no distinction.
        let odds: Double

        init(_ place: Found, _ reasons: [Evidence]) {
            self.place = place
            self.reasons = reasons
            odds = exp(reasons.reduce(0) { $0 + $1.weight })
        }
    }

    /// The odds of "a place that is not on the map".
    private static let unlisted = 0.02
    /// The odds of a place of no distinction, which speaks neither for the kind nor against it.
    private static let plain = 0.004
    /// Where places are fewer, one of them near says little: people go where the few are.
    private static let few = 20.0
    /// How far the odds of the places are believed when it comes to the kind, and at most.
    private static let trust = 0.45
    private static let most = exp(1.5)

    private let weighed: [Weighed]
    private let address: GeocoderResult?
    private let contexts: [OSMRef: String]
    /// The factor that all places have in common.
    private let common: Double

    init(_ input: RankingInput, image: ImageReading) {
        address = input.address
        guard let position = input.position else {
            weighed = []
            common = 1
            contexts = [:]
            return
        }
        let evidence = PlaceEvidence(
            uncertainty: position.coordinateUncertaintyInMeters, heading: input.headingInDegrees,
            headingUncertainty: input.headingUncertaintyInDegrees, image: image)
        common = exp(evidence.common)
        let mapped = input.places.filter(evidence.isInReach).map {
            Weighed(.mapped($0), evidence.reasons(for: $0))
        }
        let saved = input.savedPlaces.filter(evidence.isInReach).map {
            Weighed(.saved($0), evidence.reasons(for: $0))
        }
        weighed = mapped + saved
        contexts = input.contexts
    }

    var isEmpty: Bool { weighed.isEmpty }

    private var total: Double {
        weighed.reduce(Self.unlisted * common) { $0 + $1.odds }
    }

    /// How much better the places explain what is known than so many places of no distinction would: a
    /// Bayes factor, tempered, as the weights are estimates, and within 1/4.5 and 4.5.
    var fit: Double {
        let mean = total / ((Double(weighed.count) + Self.few) * Self.plain * common)
        return min(max(pow(mean, Self.trust), 1 / Self.most), Self.most)
    }

    /// One candidate a place; the scores add up to less than the probability of the kind.
    func candidates(of kinds: KindProbabilities) -> [Candidate] {
        let total = total
        let prior = Evidence(
            kind: "prior", weight: logOdds(kinds.place),
            text: kinds.usesImage
                ? "the picture and the position together speak for a mapped place with "
                    + Wording.probability(kinds.place)
                : "a capture without a recognised picture mostly shows a mapped place")
        return weighed.map { entry in
            let score = clampedProbability(kinds.place * entry.odds / total)
            let evidence = closing(
                [prior] + entry.reasons, at: score, kind: "others", text: competition)
            switch entry.place {
            case .mapped(let found):
                let place = found.place
                return Candidate(
                    id: "", kind: .place, name: found.label, score: score,
                    distanceInMeters: found.distanceInMeters, ref: place.ref,
                    category: place.category, type: place.type, context: context(of: found),
                    evidence: evidence)
            case .saved(let found):
                return Candidate(
                    id: "", kind: .place, name: found.place.name, score: score,
                    distanceInMeters: found.distanceInMeters, savedPlaceID: found.place.id,
                    evidence: evidence)
            }
        }
    }

    private var competition: String {
        switch weighed.count - 1 {
        case 0: "no other place is near, but it may be one that is not on the map"
        case 1: "one other place is near"
        case let others: "\(others) other places are near"
        }
    }

    /// Farther away than this, in metres, the position's settlement need not be the place's.
    private static let sameSettlement = 300.0

    /// What the sources found out for it; else the street by the place's own tags, and the settlement by
    /// them or by the position's address.
    private func context(of found: NearbyPlace) -> String? {
        let place = found.place
        if let known = contexts[place.ref] { return known }
        let street = place.tags["addr:street"] ?? place.tags["addr:place"]
        let number = place.tags["addr:housenumber"]
        let isHere = found.distanceInMeters <= Self.sameSettlement
        let parts = [
            street.map { street in number.map { "\(street) \($0)" } ?? street },
            place.tags["addr:city"] ?? (isHere ? address?.locality : nil),
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
