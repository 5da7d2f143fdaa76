import GeoModel

/// The living things that a picture may show, and the taxon above them when none of them is sure.
struct SpeciesField {
    /// Taxa below this probability are noise and are not offered.
    private static let offeredFrom = 0.05
    /// The most species that are offered.
    private static let mostOffered = 3
    /// From this probability on a species is sure, and nothing above it is offered.
    static let sureFrom = 0.5
    /// The part of its members' probability that goes to the taxon above them when none is sure: a
    /// person who does not know the gull says gull as often as not.
    static let higherShare = 0.5
    /// A taxon above counts from this probability, and when it is so many times that of its best member; one above a
    /// family, which says little, when its best member is less than half of it.
    private static let higherFrom = 0.3
    private static let higherRatio = 1.5
    private static let highestRatio = 2.0
    private static let narrowRanks: Set<String> = [
        "genus", "subgenus", "tribe", "subfamily", "family",
    ]

    private struct Choice {
        let name: String
        let scientificName: String
        let taxonRank: String?
        let taxonID: TaxonID?
        let range: RangeAnswer?
        let answers: [JoinedAnswer]
        /// How many taxa are under it; 0 for a taxon that a model answered with.
        let members: Int
        let probability: Double
        let key: String
        /// As of `TaxonReading`.
        let given: Set<String>
    }

    private let choices: [Choice]
    private let image: ImageReading

    init(_ image: ImageReading) {
        self.image = image
        let higher = Self.higherTaxon(of: image.taxa)
        let memberKeys = Set(higher?.members.map(\.key) ?? [])
        let all = image.taxa.filter { $0.key != higher?.ancestor.key }.map { taxon in
            let part = memberKeys.contains(taxon.key) ? 1 - Self.higherShare : 1
            return Choice(
                name: taxon.name, scientificName: taxon.scientificName, taxonRank: taxon.taxonRank,
                taxonID: taxon.taxonID, range: taxon.range, answers: taxon.answers, members: 0,
                probability: taxon.probability * part, key: taxon.key, given: taxon.given)
        }
        var choices = Array(
            all.filter { $0.probability >= Self.offeredFrom }.prefix(Self.mostOffered))
        // What a model has seen is offered, too, where another has told which of its species it is.
        let offered = choices.map(\.key)
        if let general = all.first(where: { choice in
            !offered.contains(choice.key) && offered.contains { choice.given.contains($0) }
        }) {
            choices.append(general)
        }
        if let higher { choices.append(Self.choice(higher)) }
        self.choices = choices
    }

    var isEmpty: Bool { choices.isEmpty }

    // MARK: The taxon above

    private struct Higher {
        let ancestor: TaxonReading.Ancestor
        let members: [TaxonReading]
        /// The models' own answer for it.
        let itself: TaxonReading?

        var mass: Double {
            members.reduce(itself?.probability ?? 0) { $0 + $1.probability }
        }
    }

    /// The narrowest taxon that holds enough of the probability; nil when a species is sure, or there is
    /// none.
    private static func higherTaxon(of taxa: [TaxonReading]) -> Higher? {
        let best = taxa.first { $0.taxonRank == "species" || $0.taxonRank == "subspecies" }
        guard let best, best.probability < sureFrom else { return nil }
        for ancestor in best.lineage {
            let members = taxa.filter { $0.lineage.contains { $0.key == ancestor.key } }
            let higher = Higher(
                ancestor: ancestor, members: members,
                itself: taxa.first { $0.key == ancestor.key })
            let ratio = narrowRanks.contains(ancestor.taxonRank) ? higherRatio : highestRatio
            if higher.mass >= max(higherFrom, ratio * best.probability) { return higher }
        }
        return nil
    }

    private static func choice(_ higher: Higher) -> Choice {
        let own = higher.itself
        let likeliest = higher.members.compactMap(\.range).max {
            RangeFactor.weight(of: $0.status) < RangeFactor.weight(of: $1.status)
        }
        let members = higher.mass - (own?.probability ?? 0)
        // A label for one kind of bird, as 'vulture', may be all that a model has for birds: it names
        // them all only where it is what is seen.
        let ownName = own.flatMap { $0.probability > higher.mass / 2 ? $0.name : nil }
        return Choice(
            name: higher.ancestor.vernacularName ?? ownName ?? higher.ancestor.scientificName,
            scientificName: higher.ancestor.scientificName, taxonRank: higher.ancestor.taxonRank,
            taxonID: higher.ancestor.taxonID, range: own?.range ?? likeliest,
            answers: own?.answers ?? [], members: higher.members.count,
            probability: (own?.probability ?? 0) + Self.higherShare * members,
            key: higher.ancestor.key, given: own?.given ?? [])
    }

    // MARK: Candidates

    /// The scores of all stay below the probability of the kind.
    func candidates(of kinds: KindProbabilities) -> [Candidate] {
        let found = choices.map { candidate($0, prior: kinds.species) }
        return zip(choices, found).map { choice, candidate in
            Self.adding(choice, candidate, from: choices, found)
        }
    }

    /// A species that is not to be expected here may be another one of the taxon that a general model saw: what its
    /// range takes from it goes there, as far as that model is believed.
    private static func adding(
        _ choice: Choice, _ candidate: Candidate, from choices: [Choice], _ found: [Candidate]
    ) -> Candidate {
        var freed = 0.0
        var name: String?
        for (member, its) in zip(choices, found) {
            guard choice.given.contains(member.key), let range = member.range else { continue }
            let weight = RangeFactor.weight(of: range.status)
            guard weight < 0 else { continue }
            freed += probability(ofLogOdds: logOdds(its.score) - weight) - its.score
            name = name ?? member.name
        }
        guard let name, freed > 0 else { return candidate }
        let seen = choice.answers.reduce(0) { $1.gate == nil ? $0 + $1.answer.probability : $0 }
        let score = clampedProbability(candidate.score + freed * min(1, seen))
        let line = Evidence(
            kind: "members", weight: logOdds(score) - logOdds(candidate.score),
            text: "it may be another of its species, as \(Wording.withArticle(name)) is not to be "
                + "expected here")
        return Self.candidate(choice, candidate.evidence + [line])
    }

    /// - Parameter lines: Add up to the score.
    private static func candidate(_ choice: Choice, _ lines: [Evidence]) -> Candidate {
        Candidate(
            id: "", kind: .species, name: choice.name,
            score: probability(ofLogOdds: lines.reduce(0) { $0 + $1.weight }),
            scientificName: choice.scientificName, taxonRank: choice.taxonRank,
            taxonID: choice.taxonID, rangeStatus: choice.range?.status, evidence: lines)
    }

    private func candidate(_ choice: Choice, prior: Double) -> Candidate {
        let living = image.mass(of: .living)
        let believed = clampedProbability(prior * min(1, choice.probability / living))
        var lines = [
            Evidence(
                kind: "prior", weight: logOdds(prior),
                text: "all in all a living thing is shown with \(Wording.probability(prior))"),
            Evidence(
                kind: "image", weight: logOdds(believed) - logOdds(prior), text: sentence(choice)),
            Caution(image).line,
        ]
        if let gate = choice.answers.compactMap(\.gate).first {
            lines.insert(Evidence(kind: "model", weight: 0, text: Self.sentence(gate)), at: 2)
        }
        if let range = choice.range {
            lines.append(
                Evidence(
                    kind: "range", weight: RangeFactor.weight(of: range.status),
                    text: choice.members > 0
                        ? "the likeliest of them: \(RangeFactor.text(range))"
                        : RangeFactor.text(range)))
        }
        return Self.candidate(choice, lines)
    }

    private func sentence(_ choice: Choice) -> String {
        guard choice.members == 0 else {
            return "no species of it is sure; "
                + (choice.members == 1
                    ? "with one of them" : "the \(choice.members) that the picture may show")
                + " it comes to \(Wording.probability(min(1, choice.probability)))"
        }
        guard image.hasSeveralModels else {
            let sum = choice.answers.reduce(0) { $0 + $1.answer.probability }
            return "the picture looks like \(Wording.withArticle(choice.name)) "
                + "(\(Wording.probability(min(1, sum))))"
        }
        // A model may have many classes of one taxon, as breeds.
        let sums = choice.answers.reduce(into: [String: Double]()) {
            $0[$1.answer.label.model, default: 0] += $1.answer.probability
        }
        let byModel = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "\(Wording.probability(min(1, $0.value))) by \($0.key)"
        }
        return "the picture looks like \(Wording.withArticle(choice.name)) "
            + "(\(byModel.joined(separator: ", ")))"
    }

    private static func sentence(_ gate: JoinedAnswer.Gate) -> String {
        gate.isVouchedFor
            ? "a model of \(gate.group) alone: believed as far as the general one sees \(gate.group), "
                + Wording.probability(gate.belief)
            : "a model of \(gate.group) alone: half believed, as no general model knows \(gate.group)"
    }
}
