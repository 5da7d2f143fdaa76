internal import Candidates
internal import Captures
package import GeoModel
internal import Geodesy
package import PlaceIndex

/// One simulated capture, with what the map's sources answered to it.
package struct RankingTrial: Sendable {
    let capture: SimulatedCapture
    private let map: MapSources
    /// The objects that count as the truth: itself, and what bears its name within `sameWithin`, as one
    /// place is often on the map twice, as a point and as an area.
    private let rightRefs: Set<OSMRef>

    /// Metres.
    private static let sameWithin = 100.0
    /// The error of position of the goal, in metres.
    package static let allowedError = 10.0
    static let date = EventDate(year: 2026, month: 6, day: 1, hour: 12, offsetInMinutes: 120)!

    package init(_ capture: SimulatedCapture, in index: PlaceIndex) {
        self.capture = capture
        map = MapSources(index, capture.position, .local)
        guard case .place(let object) = capture.subject else {
            rightRefs = []
            return
        }
        let namesakes = map.places.filter { found in
            found.isNamed && found.label == object.name
                && Geodesic.inverse(from: object.position, to: found.place.position)
                    .distanceInMeters <= Self.sameWithin
        }
        rightRefs = Set(namesakes.map(\.place.ref) + [object.ref])
    }

    package var showsPlace: Bool {
        if case .place = capture.subject { true } else { false }
    }

    /// Whether the true place is among what a 10 m position error allows: its footprint is not
    /// farther than that from the position sent.
    package var isWithinAllowedError: Bool {
        guard case .place(let object) = capture.subject else { return false }
        return FootprintDistance.measure(
            from: capture.position.coordinate, to: object.shape
        ).distanceInMeters <= Self.allowedError
    }

    /// How many places a 10 m position error allows.
    package var placesWithinAllowedError: Int {
        map.places.count { $0.distanceInMeters <= Self.allowedError }
    }

    /// The rank of the truth, nil when it is not offered, and the score of what comes first.
    ///
    /// - Parameter knowing: Asked for the ceiling alone.
    func answer(
        by variant: RankingVariant, knowing: SimulationPosterior
    ) -> (rank: Int?, score: Double?) {
        switch variant {
        case .nearestNamed:
            let named = map.places.filter(\.isNamed)
            return (rank(in: named.map(\.place.ref)), nil)
        case .pictureAlone: return (rankByPicture, nil)
        case .ceiling: return knowing.answer(to: capture, isRight: isRight)
        default:
            let candidates = Ranking.candidates(for: variant.input(capture, map))
            let rank = candidates.firstIndex(where: isRight).map { $0 + 1 }
            return (rank, candidates.first?.score)
        }
    }

    /// The ranking's candidates, and which of them is right.
    package var candidates: [(candidate: Candidate, isRight: Bool)] {
        Ranking.candidates(for: RankingVariant.whole.input(capture, map))
            .map { ($0, isRight($0)) }
    }

    /// Whether what a guess names is the truth.
    func isRight(_ guess: Subject) -> Bool {
        switch (capture.subject, guess) {
        case (.place(let object), .place(let guessed)): Self.isSame(object, guessed)
        case (.living(let label), .living(let guessed)):
            label.scientificName == guessed.scientificName
        case (.thing(let label), .thing(let guessed)): label.name == guessed.name
        case (.spot, .spot), (.own, .own): true
        case (.place, _), (.living, _), (.thing, _), (.spot, _), (.own, _): false
        }
    }

    /// Metres, between things of one kind that no name tells apart: one of them is as good an answer as the other.
    private static let alikeWithin = 25.0

    /// Whether two objects of the map are one answer: itself, its namesake near, one of a row of nameless things, or
    /// an office at the same address.
    static func isSame(_ one: MappedObject, _ other: MappedObject) -> Bool {
        if one.ref == other.ref { return true }
        if let address = one.officeAddress, address == other.officeAddress { return true }
        if one.name == nil, other.name == nil {
            return one.category == other.category && one.type == other.type
                && one.metersBetweenBoxes(other) <= alikeWithin
        }
        guard let name = one.name, name == other.name else { return false }
        return Geodesic.inverse(from: one.position, to: other.position).distanceInMeters
            <= sameWithin
    }

    private func isRight(_ candidate: Candidate) -> Bool {
        switch capture.subject {
        case .place:
            candidate.kind == .place
                && ([candidate.ref].compactMap(\.self) + (candidate.joined ?? []).map(\.ref))
                    .contains { rightRefs.contains($0) }
        case .living(let label):
            candidate.kind == .species && candidate.scientificName == label.scientificName
        case .thing(let label): candidate.kind == .thing && candidate.name == label.name
        case .spot: candidate.kind == .address
        case .own: candidate.savedPlaceID == OwnPlace.id
        }
    }

    private func rank(in refs: [OSMRef]) -> Int? {
        refs.firstIndex(where: rightRefs.contains).map { $0 + 1 }
    }

    /// Places by the sum of the answers that share a tag with them; a class by its own answer. Equal
    /// ones keep the order of their ids, so that distance has no say.
    private var rankByPicture: Int? {
        let labels = capture.labels.sorted { $1.probability < $0.probability }
        switch capture.subject {
        case .place:
            let scored = map.places.map { found in
                (
                    found.place.ref,
                    labels.reduce(0) { sum, answer in
                        answer.label.osmTags.contains { found.place.tags[$0.key] == $0.value }
                            ? sum + answer.probability : sum
                    }
                )
            }
            return rank(in: scored.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0))
        case .living(let label):
            return labels.firstIndex { $0.label.scientificName == label.scientificName }
                .map { $0 + 1 }
        case .thing(let label):
            return labels.firstIndex { $0.label.name == label.name }.map { $0 + 1 }
        case .spot, .own: return nil
        }
    }
}
