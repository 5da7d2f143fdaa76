package import GeoModel

/// Ranks what a capture may show. Pure: the same input has one answer.
///
///     P(candidate) = P(kind | image, position) · P(candidate | kind, image, position)
///
/// The kinds (place, address, species, thing) and "none of these" are a partition, so the scores
/// of one answer add up to less than 1. Within a kind, candidates compete with each other and with
/// "one that is not listed". Each candidate's evidence adds up to the log-odds of its score.
package enum Ranking {
    /// Returns what the capture may show, best first.
    ///
    /// The order is by score, then kind, then OSM reference, then name. The address, when there is
    /// one, is always offered, as the last if need be. Ids are `1`, `2`, … in that order.
    ///
    /// - Returns: One to `input.limit` candidates. A time stamp when there is nothing else.
    package static func candidates(for input: RankingInput) -> [Candidate] {
        let image = ImageReading(input.labels, species: input.species)
        let species = SpeciesField(image)
        let places = PlaceField(input, image: image)
        let kinds = KindProbabilities(
            input: input, image: image, species: species, places: places)

        let limit = max(1, input.limit)
        var found = places.candidates(of: kinds, limit: limit)
        found += species.candidates(of: kinds)
        found += image.thingCandidates(of: kinds, hasPlaces: !places.isEmpty)
        if let address = input.address {
            found.append(addressCandidate(address, position: input.position, of: kinds))
        }
        if found.isEmpty { found = [timeCandidate(input.eventDate)] }
        found.sort(by: comesFirst)
        return numbered(cut(found, to: limit))
    }

    /// How far to look for places, in geodesic metres.
    ///
    /// 100 m up to an uncertainty of 20 m, which is also what an unknown one is taken as; from
    /// there two metres more for each metre of uncertainty, up to 5,000 m.
    package static func searchRadiusInMeters(uncertainty: Double?) -> Double {
        min(5_000, max(100, 60 + 2 * Uncertainty.inMeters(uncertainty)))
    }

    /// How far, in metres, a place may be that is neither tall nor famous: over open country a farm is photographed
    /// from there. Where many places are nearer, there is no need to look so far.
    package static let openCountryInMeters = 250.0

    private static func comesFirst(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.score != right.score { return left.score > right.score }
        if left.kind != right.kind { return left.kind.order < right.kind.order }
        if let leftRef = left.ref, let rightRef = right.ref, leftRef != rightRef {
            return leftRef < rightRef
        }
        return left.name < right.name
    }

    /// The first `limit`; the address, and every species whose range was looked up, in place of the last
    /// others when they would be cut off: a range never hides anything.
    private static func cut(_ sorted: [Candidate], to limit: Int) -> [Candidate] {
        guard sorted.count > limit, limit > 1 else { return Array(sorted.prefix(limit)) }
        let isKept = sorted.map { $0.kind == .address || $0.rangeStatus != nil }
        // At most the address, three species and the taxon above them.
        var kept = Set(sorted.indices.filter { isKept[$0] }.prefix(limit - 1))
        for index in sorted.indices where kept.count < limit { kept.insert(index) }
        return kept.sorted().map { sorted[$0] }
    }

    private static func numbered(_ candidates: [Candidate]) -> [Candidate] {
        candidates.enumerated().map { index, candidate in
            Candidate(
                id: String(index + 1), kind: candidate.kind, name: candidate.name,
                score: candidate.score, distanceInMeters: candidate.distanceInMeters,
                ref: candidate.ref, category: candidate.category, type: candidate.type,
                scientificName: candidate.scientificName, taxonRank: candidate.taxonRank,
                taxonID: candidate.taxonID, rangeStatus: candidate.rangeStatus,
                savedPlaceID: candidate.savedPlaceID,
                context: candidate.context,
                joined: candidate.joined.map { numbered($0, under: index + 1) },
                evidence: candidate.evidence)
        }
    }
}

extension Ranking {
    /// Those that a person can tell apart get ids of their own: `3.1`, `3.2`, …
    private static func numbered(_ joined: [JoinedPlace], under number: Int) -> [JoinedPlace] {
        joined.enumerated().map { index, place in
            JoinedPlace(
                id: place.name == nil ? nil : "\(number).\(index + 1)", name: place.name,
                ref: place.ref, type: place.type)
        }
    }
}

extension CandidateKind {
    fileprivate var order: Int {
        switch self {
        case .place: 0
        case .address: 1
        case .species: 2
        case .thing: 3
        case .time: 4
        }
    }
}
