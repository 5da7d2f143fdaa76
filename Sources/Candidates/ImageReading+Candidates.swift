import GeoModel

/// How far a picture alone is trusted, in log-odds.
struct Caution {
    let line: Evidence

    init(_ image: ImageReading) {
        line = Evidence(
            kind: "caution", weight: image.isSure ? Self.sure : Self.unsure,
            text: image.isSure
                ? "a picture alone is a hint, not a proof"
                : "the picture gave no sure answer: its best is below "
                    + Wording.probability(ImageReading.sureFrom))
    }

    /// As much as the range can give back, so that the scores add up to less than 1.
    private static let sure = -RangeFactor.most
    private static let unsure = -RangeFactor.most - 0.2
}

extension ImageReading {
    /// Classes below this probability are noise and are not offered.
    private static let offeredFrom = 0.05
    /// The most that are offered.
    private static let mostOffered = 3

    /// The things that are neither alive nor on any map.
    private var things: [LabelledProbability] {
        Array(
            labels.filter { !$0.label.isLiving && $0.probability >= Self.offeredFrom }
                .prefix(Self.mostOffered))
    }

    var offersThings: Bool { !things.isEmpty }

    /// What the picture alone suggests. The scores stay below the share to which it is believed.
    ///
    /// - Parameter hasPlaces: Whether places are near, so that a class that maps know about is one of them.
    func thingCandidates(of kinds: KindProbabilities, hasPlaces: Bool) -> [Candidate] {
        let prior = kinds.thing
        func part(of answer: LabelledProbability) -> Double {
            answer.probability
                * KindProbabilities.partOfThing(
                    Self.group(of: answer.label), hasPlaces: hasPlaces)
        }
        let whole = labels.reduce(0) { $0 + ($1.label.isLiving ? 0 : part(of: $1)) }
        return things.map { thing in
            let believed = clampedProbability(prior * min(1, part(of: thing) / whole))
            let lines = [
                Evidence(
                    kind: "prior", weight: logOdds(prior),
                    text: "all in all a thing is shown with \(Wording.probability(prior))"),
                Evidence(
                    kind: "image", weight: logOdds(believed) - logOdds(prior),
                    text: "the picture looks like \(Wording.withArticle(thing.label.name)) "
                        + "(\(Wording.probability(thing.probability)))"),
                Caution(self).line,
            ]
            return Candidate(
                id: "", kind: .thing, name: thing.label.name,
                score: probability(ofLogOdds: lines.reduce(0) { $0 + $1.weight }), evidence: lines)
        }
    }
}
