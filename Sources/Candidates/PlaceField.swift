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
        /// How many times more likely than an unlisted place of no distinction.
        let odds: Double
        /// The same of what is known of it wherever one stands, as far as it is near.
        let renown: Double

        init(_ found: NearbyPlace, by evidence: PlaceEvidence) {
            place = .mapped(found)
            odds = exp(evidence.weight(of: found))
            renown = exp(evidence.renown(of: found)) * evidence.nearness(of: found)
        }

        init(_ found: NearbySavedPlace, by evidence: PlaceEvidence) {
            place = .saved(found)
            odds = exp(evidence.weight(of: found))
            renown = exp(evidence.renownOfSavedPlace) * evidence.nearness(of: found)
        }
    }

    /// The odds of "a place that is not on the map".
    private static let unlisted = 0.005
    /// The odds that a place of average renown has among those that are near, which speaks neither for the kind
    /// nor against it.
    private static let plain = 0.4
    /// The renown of what is on no map: where the mapped places have less, they say little.
    private static let few = 0.5
    /// How far the odds of the places are believed when it comes to the kind, and at most.
    private static let trust = 0.475
    private static let most = exp(3.2)

    private let weighed: [Weighed]
    private let evidence: PlaceEvidence?
    private let address: GeocoderResult?
    private let contexts: [OSMRef: String]
    /// The odds of what is not listed have this from the heading.
    private let common: Double
    private let total: Double

    init(_ input: RankingInput, image: ImageReading) {
        address = input.address
        guard let position = input.position else {
            weighed = []
            evidence = nil
            common = 1
            total = Self.unlisted
            contexts = [:]
            return
        }
        let evidence = PlaceEvidence(
            uncertainty: position.coordinateUncertaintyInMeters, heading: input.headingInDegrees,
            headingUncertainty: input.headingUncertaintyInDegrees, image: image)
        let common = exp(evidence.unlisted)
        let weighed =
            input.places.filter(evidence.isInReach).map { Weighed($0, by: evidence) }
            + input.savedPlaces.filter(evidence.isInReach).map { Weighed($0, by: evidence) }
        self.weighed = weighed
        self.evidence = evidence
        self.common = common
        total = weighed.reduce(Self.unlisted * common) { $0 + $1.odds }
        contexts = input.contexts
    }

    var isEmpty: Bool { weighed.isEmpty }

    /// How much better the places explain what is known than the same places would explain a photo that
    /// somebody took near them of something else: a Bayes factor, tempered, as the weights are estimates, and
    /// within 1/25 and 25.
    var fit: Double {
        let expected = weighed.reduce(Self.few) { $0 + $1.renown } * Self.plain * common
        let mean = total / expected
        return min(max(pow(mean, Self.trust), 1 / Self.most), Self.most)
    }

    /// A candidate a place, of the best `limit` and those that equal the last of them; the scores of all add up to less
    /// than the probability of the kind.
    func candidates(of kinds: KindProbabilities, limit: Int) -> [Candidate] {
        guard let evidence else { return [] }
        let prior = Evidence(
            kind: "prior", weight: logOdds(kinds.place),
            text: kinds.usesImage
                ? "the picture and the position together speak for a mapped place with "
                    + Wording.probability(kinds.place)
                : "a capture without a recognised picture mostly shows a mapped place")
        return best(limit).map { entry in
            let score = clampedProbability(kinds.place * entry.odds / total)
            func reasons(_ own: [Evidence]) -> [Evidence] {
                closing([prior] + own, at: score, kind: "others", text: competition)
            }
            switch entry.place {
            case .mapped(let found):
                let place = found.place
                return Candidate(
                    id: "", kind: .place, name: found.label, score: score,
                    distanceInMeters: found.distanceInMeters, ref: place.ref,
                    category: place.category, type: place.type, context: context(of: found),
                    evidence: reasons(evidence.reasons(for: found)))
            case .saved(let found):
                return Candidate(
                    id: "", kind: .place, name: found.place.name, score: score,
                    distanceInMeters: found.distanceInMeters, savedPlaceID: found.place.id,
                    evidence: reasons(evidence.reasons(for: found)))
            }
        }
    }

    /// Sentences take longer than numbers: only what may be offered gets them.
    private func best(_ limit: Int) -> [Weighed] {
        guard weighed.count > limit else { return weighed }
        let least = weighed.map(\.odds).sorted(by: >)[limit - 1]
        return weighed.filter { $0.odds >= least }
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
