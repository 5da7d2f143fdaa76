import GeoModel
import Glibc

/// The places near a capture, each weighed, competing with each other and with an unlisted one.
struct PlaceField {
    private struct Weighed {
        let found: NearbyPlace
        /// The reasons, without the prior of the kind and the competition.
        let reasons: [Evidence]
        /// How many times more likely than an unlisted place of no distinction.
        let odds: Double
    }

    /// The weight of "a place that is not on the map".
    private static let unlisted = 2.0

    private let weighed: [Weighed]
    private let address: GeocoderResult?

    init(_ input: RankingInput, image: ImageReading) {
        address = input.address
        guard let position = input.position else {
            weighed = []
            return
        }
        let evidence = PlaceEvidence(
            uncertainty: position.coordinateUncertaintyInMeters, heading: input.headingInDegrees,
            image: image)
        weighed = input.places.filter(evidence.isInReach).map { found in
            let reasons = evidence.reasons(for: found)
            return Weighed(
                found: found, reasons: reasons, odds: exp(reasons.reduce(0) { $0 + $1.weight }))
        }
    }

    var isEmpty: Bool { weighed.isEmpty }

    private var total: Double { weighed.reduce(Self.unlisted) { $0 + $1.odds } }

    /// How much better the places explain what is known than so many places of no distinction
    /// would: a Bayes factor, kept within 1/4 and 8, as the weights are estimates.
    var fit: Double {
        min(max(total / (Self.unlisted + Double(weighed.count)), 0.25), 8)
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
            let place = entry.found.place
            let score = clampedProbability(kinds.place * entry.odds / total)
            return Candidate(
                id: "", kind: .place, name: entry.found.label, score: score,
                distanceInMeters: entry.found.distanceInMeters, ref: place.ref,
                category: place.category, type: place.type, context: context(of: place),
                evidence: closing(
                    [prior] + entry.reasons, at: score, kind: "others", text: competition))
        }
    }

    private var competition: String {
        switch weighed.count - 1 {
        case 0: "no other place is near, but it may be one that is not on the map"
        case 1: "one other place is near"
        case let others: "\(others) other places are near"
        }
    }

    /// The street by the place's own tags, and the settlement by them or by the position's address.
    private func context(of place: Place) -> String? {
        let street = place.tags["addr:street"] ?? place.tags["addr:place"]
        let number = place.tags["addr:housenumber"]
        let parts = [
            street.map { street in number.map { "\(street) \($0)" } ?? street },
            place.tags["addr:city"] ?? address?.locality,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
