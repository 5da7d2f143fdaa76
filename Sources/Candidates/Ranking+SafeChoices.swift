import GeoModel

extension Ranking {
    /// The address as the safe choice: right wherever the position is, if seldom what was meant.
    static func addressCandidate(
        _ answer: GeocoderResult, position: CapturePosition?, of kinds: KindProbabilities
    ) -> Candidate {
        let (share, precision) = precision(of: answer)
        let score = clampedProbability(kinds.address * share)
        let prior = Evidence(
            kind: "prior", weight: logOdds(kinds.address),
            text: "the address is a safe choice, and what is meant with "
                + Wording.probability(kinds.address))
        let isPlace = isPlaceOfItsOwn(answer)
        return Candidate(
            id: "", kind: .address, name: addressLine(of: answer), score: score,
            distanceInMeters: answer.distanceInMeters, ref: isPlace ? nil : answer.ref,
            category: isPlace ? nil : answer.category, type: isPlace ? nil : answer.type,
            context: answer.locality,
            evidence: closing([prior], at: score, kind: "position", text: precision))
    }

    /// How much an address of this precision says, and a sentence about it.
    private static func precision(of answer: GeocoderResult) -> (share: Double, text: String) {
        if answer["house_number"] != nil {
            return (0.95, "the position's address is known to the house number")
        }
        if answer["road"] != nil { return (0.8, "the position's address is known to the street") }
        if answer.locality != nil {
            return (0.6, "the position's address is known to the settlement")
        }
        return (0.3, "of the position's address only the wider region is known")
    }

    /// Whether the object is a place, which is a candidate by itself, and only lends its address.
    private static func isPlaceOfItsOwn(_ answer: GeocoderResult) -> Bool {
        answer.name != nil && !["highway", "place", "boundary"].contains(answer.category)
    }

    /// The address on one line, without the name of the place that lent it.
    private static func addressLine(of answer: GeocoderResult) -> String {
        guard isPlaceOfItsOwn(answer), let name = answer.name else { return answer.displayName }
        let prefix = "\(name), "
        return answer.displayName.hasPrefix(prefix)
            ? String(answer.displayName.dropFirst(prefix.count)) : answer.displayName
    }

    /// The last resort: a name that sorts by time, `2026-06-01 12:05:00 +02:00`.
    static func timeCandidate(_ date: EventDate) -> Candidate {
        let text = date.description
        let clock = text.dropFirst(11)
        let offset = clock.dropFirst(8)
        let name =
            [text.prefix(10), clock.prefix(8), offset == "Z" ? "UTC" : offset]
            .filter { !$0.isEmpty }.joined(separator: " ")
        let score = 0.5
        return Candidate(
            id: "", kind: .time, name: name, score: score,
            evidence: [
                Evidence(
                    kind: "prior", weight: logOdds(score),
                    text: "nothing but the time is known")
            ])
    }
}
