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
        /// Namesakes on the map that are the same place, with their odds.
        var namesakes = 0
        var oddsOfNamesakes = 0.0

        init(_ place: Found, odds: Double) {
            self.place = place
            self.odds = odds
        }

        var whole: Double { odds + oddsOfNamesakes }
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
        for (index, found) in savedPlaces.enumerated() where evidence.isInReach(found) {
            all.append(
                Weighed(.saved(index), odds: surroundings * exp(evidence.weight(of: found))))
        }
        total = all.map(\.odds).sorted().reduce(0, +)
        count = all.count
        weighed = Self.joiningNamesakes(all, of: places)
        self.evidence = evidence
        contexts = input.contexts
    }

    var isEmpty: Bool { weighed.isEmpty }

    /// How much better the places explain what is known than a photo of something else made near the same places.
    var odds: Double { isEmpty ? 0 : total / surroundings }

    // MARK: Namesakes

    /// Farther apart, in metres, two of one name are two places.
    private static let sameWithin = 100.0
    /// What a map has once for each side of the street, platform and entrance.
    private static let stops: Set<String> = [
        "highway=bus_stop", "amenity=bus_station", "railway=station", "railway=halt",
        "railway=stop", "railway=tram_stop", "railway=platform", "railway=subway_entrance",
        "public_transport=station", "public_transport=stop_position", "public_transport=platform",
    ]

    /// A map has one stop many times, a river in many pieces, a peak on a border once for each side, and many a castle
    /// as a point and as an area: of those with one name that are near each other, the likeliest stands for all. Other
    /// namesakes, two branches of a shop say, or a square and its stop, remain apart.
    private static func joiningNamesakes(
        _ all: [Weighed], of places: [NearbyPlace]
    ) -> [Weighed] {
        var byName: [String: [Int]] = [:]
        for (index, entry) in all.enumerated() {
            guard case .mapped(let at) = entry.place, places[at].isNamed else { continue }
            byName[places[at].label, default: []].append(index)
        }
        func place(_ index: Int) -> Place? {
            guard case .mapped(let at) = all[index].place else { return nil }
            return places[at].place
        }
        func isLikelier(_ one: Int, _ other: Int) -> Bool {
            guard all[one].odds == all[other].odds, let first = place(one),
                let second = place(other)
            else { return all[one].odds > all[other].odds }
            return first.ref < second.ref
        }
        var joined: [Weighed?] = all
        for indices in byName.values where indices.count > 1 {
            var standing: [Int] = []
            for index in indices.sorted(by: isLikelier) {
                let same = standing.first { other in
                    guard let first = place(other), let second = place(index) else { return false }
                    return isOnePlace(first, second)
                }
                if let same {
                    joined[same]?.namesakes += 1
                    joined[same]?.oddsOfNamesakes += all[index].odds
                    joined[index] = nil
                } else {
                    standing.append(index)
                }
            }
        }
        return joined.compactMap(\.self)
    }

    private static func isOnePlace(_ first: Place, _ second: Place) -> Bool {
        let kinds = [first, second].map { "\($0.category)=\($0.type)" }
        let areStops = kinds.allSatisfy(stops.contains)
        let areOneRiver = first.category == "waterway" && second.category == "waterway"
        let areOnePeak = kinds.allSatisfy { $0 == "natural=peak" }
        if areStops || areOneRiver || areOnePeak { return first.metersApart(second) <= sameWithin }
        return kinds[0] == kinds[1] && first.metersBetweenBoxes(second) <= touching
            && !isElsewhere(first, second)
    }

    /// Nearer to each other, in metres, two of one name and kind are one: two drawings of it, or its parts.
    private static let touching = 25.0

    /// Whether the tags give the two different addresses.
    private static func isElsewhere(_ first: Place, _ second: Place) -> Bool {
        ["addr:housenumber", "addr:street", "addr:city", "branch", "ref"].contains { key in
            guard let one = first.tags[key], let other = second.tags[key] else { return false }
            return one != other
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
                    [prior] + own + Self.namesakes(of: entry), at: score, kind: "others",
                    text: competition(against: entry))
            }
            switch entry.place {
            case .mapped(let index):
                let found = places[index]
                let place = found.place
                return Candidate(
                    id: "", kind: .place, name: found.label, score: score,
                    distanceInMeters: found.distanceInMeters, ref: place.ref,
                    category: place.category, type: place.type, context: context(of: found),
                    evidence: reasons(evidence.reasons(for: found)))
            case .saved(let index):
                let found = savedPlaces[index]
                return Candidate(
                    id: "", kind: .place, name: found.place.name, score: score,
                    distanceInMeters: found.distanceInMeters, savedPlaceID: found.place.id,
                    evidence: reasons(evidence.reasons(for: found)))
            }
        }
    }

    private static func namesakes(of entry: Weighed) -> [Evidence] {
        guard entry.namesakes > 0 else { return [] }
        return [
            Evidence(
                kind: "namesakes", weight: log(entry.whole / entry.odds),
                text: entry.namesakes == 1
                    ? "the map has it twice here under this name"
                    : "the map has it \(entry.namesakes + 1) times here under this name")
        ]
    }

    /// Sentences take longer than numbers: only what may be offered gets them.
    private func best(_ limit: Int) -> [Weighed] {
        guard weighed.count > limit else { return weighed }
        let least = weighed.map(\.whole).sorted(by: >)[limit - 1]
        return weighed.filter { $0.whole >= least }
    }

    private func competition(against entry: Weighed) -> String {
        switch count - 1 - entry.namesakes {
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
