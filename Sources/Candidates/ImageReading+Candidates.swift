import GeoModel

extension ImageReading {
    /// Classes below this probability are noise and are not offered.
    private static let offeredFrom = 0.05
    /// The most that are offered of each kind.
    private static let mostOffered = 3

    /// Several classes of one taxon (the breeds of dog), or one class.
    private struct Choice {
        let best: ImageLabel
        let name: String
        let probability: Double
    }

    var offersSpecies: Bool { !speciesChoices.isEmpty }
    var offersThings: Bool { !thingChoices.isEmpty }

    private var speciesChoices: [Choice] {
        let living = labels.filter { Self.group(of: $0.label) == .living }
        let taxa = Dictionary(grouping: living) { $0.label.scientificName ?? "" }
        return offered(
            taxa.compactMap { taxon, answers in
                guard let best = answers.first else { return nil }
                let sum = answers.reduce(0) { $0 + $1.probability }
                let name = best.probability > sum / 2 ? best.label.name : taxon
                return Choice(best: best.label, name: name, probability: sum)
            })
    }

    private var thingChoices: [Choice] {
        offered(
            labels.filter { Self.group(of: $0.label) != .living }.map {
                Choice(best: $0.label, name: $0.label.name, probability: $0.probability)
            })
    }

    private func offered(_ choices: [Choice]) -> [Choice] {
        let sorted = choices.filter { $0.probability >= Self.offeredFrom }
            .sorted { ($1.probability, $0.best.index) < ($0.probability, $1.best.index) }
        return Array(sorted.prefix(Self.mostOffered))
    }

    /// What the picture alone suggests. The scores stay below the share to which it is believed.
    func candidates(of kinds: KindProbabilities) -> [Candidate] {
        let living = labels.filter { Self.group(of: $0.label) == .living }
        let mass = living.reduce(0) { $0 + $1.probability }
        let otherMass = labels.reduce(0) { $0 + $1.probability } - mass
        return speciesChoices.map {
            candidate(
                .species, $0, mass: mass, prior: kinds.species,
                scientificName: $0.best.scientificName, taxonRank: $0.best.taxonRank)
        }
            + thingChoices.map {
                candidate(.thing, $0, mass: otherMass, prior: kinds.thing)
            }
    }

    private func candidate(
        _ kind: CandidateKind, _ choice: Choice, mass: Double, prior: Double,
        scientificName: String? = nil, taxonRank: String? = nil
    ) -> Candidate {
        let share = choice.probability / max(mass, choice.probability)
        let believed = clampedProbability(prior * share)
        let score = clampedProbability(believed * reliability)
        let subject = kind == .species ? "a living thing" : "a thing"
        let lines = [
            Evidence(
                kind: "prior", weight: logOdds(prior),
                text: "all in all \(subject) is shown with \(Wording.probability(prior))"),
            Evidence(
                kind: "image", weight: logOdds(believed) - logOdds(prior),
                text: "the picture looks like \(Wording.withArticle(choice.name)) "
                    + "(\(Wording.probability(choice.probability)))"),
        ]
        return Candidate(
            id: "", kind: kind, name: choice.name, score: score, scientificName: scientificName,
            taxonRank: taxonRank,
            evidence: closing(
                lines, at: score, kind: "caution",
                text: isSure
                    ? "a picture alone is a hint, not a proof"
                    : "the picture gave no sure answer: its best is below "
                        + Wording.probability(Self.sureFrom)))
    }
}
