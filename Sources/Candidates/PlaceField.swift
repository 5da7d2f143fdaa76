import GeoModel
import Glibc

/// The places near a capture, the map's and the person's own, each weighed, competing with each other and with what is on
/// no map.
struct PlaceField {
    /// Where a place is among those of the input: hundreds are weighed, and a few are looked at again.
    private enum Found {
        case mapped(Int)
        case saved(Int)
    }

    private struct Weighed {
        let place: Found
        /// The likelihood that a photo of it is made here and looks so, times its renown.
        let odds: Double
        /// Places of the map that it stands for besides, with their odds.
        var joined: [Int] = []
        var oddsOfJoined = 0.0
        /// Whether it is only the likeliest of offices at one address (`SharedAddress`).
        var isOneOfSeveral = false

        init(_ place: Found, odds: Double) {
            self.place = place
            self.odds = odds
        }

        var whole: Double { odds + oddsOfJoined }
    }

    private let places: [NearbyPlace]
    private let savedPlaces: [NearbySavedPlace]
    private let weighed: [Weighed]
    private let evidence: PlaceEvidence?
    private let address: GeocoderResult?
    private let contexts: [OSMRef: String]
    private let total: Double
    /// How many places are near.
    private let count: Int
    /// How likely a photo is made here of what is on no map: people who walk where others do photograph that too.
    private let surroundings: Double
    /// How much better the person's own places explain that a photo is made here than what stands around.
    let ownOdds: Double
    /// The renown of what is on no map, wherever one is; and where nothing with a name is in reach, as nobody goes
    /// there for the bench.
    private static let unmapped = exp(-8.0)
    private static let unmappedAlone = exp(-1.0)

    init(_ input: RankingInput, image: ImageReading) {
        address = input.address
        places = input.places
        savedPlaces = input.savedPlaces
        guard let position = input.position else {
            weighed = []
            evidence = nil
            total = 0
            count = 0
            surroundings = 1
            ownOdds = 0
            contexts = [:]
            return
        }
        let evidence = PlaceEvidence(
            uncertainty: position.coordinateUncertaintyInMeters, heading: input.headingInDegrees,
            headingUncertainty: input.headingUncertaintyInDegrees, image: image)
        var all: [Weighed] = []
        all.reserveCapacity(places.count + savedPlaces.count)
        var renown: [Double] = []
        renown.reserveCapacity(places.count)
        var hasName = false
        for (index, found) in places.enumerated() where evidence.isInReach(found) {
            let weight = evidence.weight(of: found)
            all.append(Weighed(.mapped(index), odds: exp(weight.ofPlace)))
            renown.append(exp(weight.ofRenown) * weight.nearness)
            hasName = hasName || found.isNamed
        }
        // Sums depend on their order, and the answer must not.
        surroundings =
            (renown.sorted().reduce(0, +) + (hasName ? Self.unmapped : Self.unmappedAlone))
            * exp(evidence.unlisted)
        var own: [Double] = []
        for (index, found) in savedPlaces.enumerated() where evidence.isInReach(found) {
            let odds = exp(evidence.weight(of: found))
            own.append(odds)
            all.append(Weighed(.saved(index), odds: surroundings * odds))
        }
        ownOdds = own.sorted().reduce(0, +)
        total = all.map(\.odds).sorted().reduce(0, +)
        count = all.count
        weighed = Self.joining(all, of: places)
        self.evidence = evidence
        contexts = input.contexts
    }

    var isEmpty: Bool { weighed.isEmpty }

    /// How much better the places explain what is known than a photo of something else made near the same places.
    var odds: Double { isEmpty ? 0 : total / surroundings }

    /// Of places that are one to a person the likeliest stands for all (`JoinedPlaces`).
    private static func joining(_ all: [Weighed], of places: [NearbyPlace]) -> [Weighed] {
        var odds = [Double?](repeating: nil, count: places.count)
        for case (.mapped(let index), let weight) in all.lazy.map({ ($0.place, $0.odds) }) {
            odds[index] = weight
        }
        let standing = JoinedPlaces.standing(for: places, odds: odds)
        return sharing(
            places,
            all.compactMap { entry in
                guard case .mapped(let index) = entry.place, let chosen = standing[index] else {
                    return entry
                }
                guard chosen.place == index else { return nil }
                var whole = entry
                whole.joined = chosen.joined
                whole.oddsOfJoined = chosen.joined.reduce(0) { $0 + (odds[$1] ?? 0) }
                return whole
            })
    }

    /// Offices of one address become one where nothing tells them apart.
    private static func sharing(_ places: [NearbyPlace], _ all: [Weighed]) -> [Weighed] {
        var byIndex: [Int: Weighed] = [:]
        for entry in all {
            if case .mapped(let index) = entry.place, places[index].place.category == "office" {
                byIndex[index] = entry
            }
        }
        guard byIndex.count > 2 else { return all }
        let groups = SharedAddress.groups(of: byIndex.keys.sorted(), in: places) {
            byIndex[$0]?.whole ?? 0
        }
        var gone: Set<Int> = []
        for group in groups {
            guard let first = group.first, var whole = byIndex[first] else { continue }
            whole.isOneOfSeveral = true
            for other in group.dropFirst() {
                whole.joined.append(other)
                whole.oddsOfJoined += byIndex[other]?.whole ?? 0
                gone.insert(other)
            }
            byIndex[first] = whole
        }
        return all.compactMap { entry in
            guard case .mapped(let index) = entry.place else { return entry }
            return gone.contains(index) ? nil : byIndex[index] ?? entry
        }
    }

    // MARK: Candidates

    /// A candidate a place, of the best `limit` and those that equal the last of them; the scores of all add up to less
    /// than the probability of the kind.
    func candidates(of kinds: KindProbabilities, limit: Int) -> [Candidate] {
        guard let evidence else { return [] }
        let prior = Evidence(
            kind: "prior", weight: logOdds(kinds.place),
            text: kinds.usesImage
                ? "the picture and the position together speak for a mapped place with "
                    + Wording.probability(kinds.place)
                : "the position alone speaks for a mapped place with "
                    + Wording.probability(kinds.place))
        return best(limit).map { entry in
            let score = clampedProbability(kinds.place * entry.whole / total)
            func reasons(_ own: [Evidence]) -> [Evidence] {
                closing(
                    [prior] + own + joined(to: entry), at: score, kind: "others",
                    text: competition(against: entry))
            }
            switch entry.place {
            case .mapped(let index):
                let found = places[index]
                let place = found.place
                let lines = reasons(evidence.reasons(for: found))
                guard !entry.isOneOfSeveral else {
                    return offices([index] + entry.joined, score: score, evidence: lines)
                }
                return Candidate(
                    id: "", kind: .place, name: found.label, score: score,
                    distanceInMeters: found.distanceInMeters, ref: place.ref,
                    category: place.category, type: place.type, context: context(of: found),
                    joined: entry.joined.isEmpty
                        ? nil
                        : entry.joined.map { places[$0].place.ref }.sorted()
                            .map { JoinedPlace(ref: $0) },
                    evidence: lines)
            case .saved(let index):
                let found = savedPlaces[index]
                return Candidate(
                    id: "", kind: .place, name: found.place.name, score: score,
                    distanceInMeters: found.distanceInMeters, savedPlaceID: found.place.id,
                    evidence: reasons(evidence.reasons(for: found)))
            }
        }
    }

    /// The candidate that several are, told by the likeliest, which comes first.
    private func offices(_ indices: [Int], score: Double, evidence: [Evidence]) -> Candidate {
        let found = places[indices[0]]
        return Candidate(
            id: "", kind: .place,
            name: SharedAddress.name(of: indices.count, sharing: found.place), score: score,
            distanceInMeters: found.distanceInMeters, category: found.place.category,
            context: found.place.tags["addr:city"] ?? address?.locality,
            joined: indices.map { index in
                JoinedPlace(
                    name: places[index].label, ref: places[index].place.ref,
                    type: places[index].place.type)
            }, evidence: evidence)
    }

    private func joined(to entry: Weighed) -> [Evidence] {
        guard case .mapped(let index) = entry.place, !entry.joined.isEmpty else { return [] }
        let count = entry.joined.count + 1
        let weight = log(entry.whole / entry.odds)
        if entry.isOneOfSeveral {
            return [
                Evidence(
                    kind: "offices", weight: weight,
                    text: "\(count) offices have this address, and nothing tells which is meant")
            ]
        }
        guard places[index].isNamed else {
            return [
                Evidence(
                    kind: "alike", weight: weight,
                    text: "it stands for \(count) of its kind without a name, all within "
                        + "\(Wording.distance(JoinedPlaces.touching)) of it")
            ]
        }
        return [
            Evidence(
                kind: "namesakes", weight: weight,
                text: count == 2
                    ? "the map has it twice here under this name"
                    : "the map has it \(count) times here under this name")
        ]
    }

    /// Sentences take longer than numbers: only what may be offered gets them.
    private func best(_ limit: Int) -> [Weighed] {
        guard weighed.count > limit else { return weighed }
        let least = weighed.map(\.whole).sorted(by: >)[limit - 1]
        return weighed.filter { $0.whole >= least }
    }

    private func competition(against entry: Weighed) -> String {
        switch count - 1 - entry.joined.count {
        case 0: "no other place is near, but it may be one that is not on the map"
        case 1: "measured against one other place near"
        case let others: "measured against \(others) other places near"
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
