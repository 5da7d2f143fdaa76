import GeoModel

/// What the picture models' answers, joined, amount to.
///
/// A model knows only its own classes and always picks one. It is therefore believed in part only,
/// and less when even the best answer is below `sureFrom`.
struct ImageReading {
    /// Below this probability the best answer is not one: it is right less than half of the time.
    static let sureFrom = 0.4

    /// Labels with a probability above 0, most probable first: of each, what counts when all models are
    /// joined.
    let labels: [LabelledProbability]
    /// The living things among them, by taxon.
    let taxa: [TaxonReading]
    /// Whether more than one model answered.
    let hasSeveralModels: Bool

    init(_ labels: [LabelledProbability], species: [String: SpeciesKnowledge] = [:]) {
        let answers = labels.filter { $0.probability.isFinite && $0.probability > 0 }
            .map { LabelledProbability(label: $0.label, probability: min($0.probability, 1)) }
        let gate = ModelGate(answers)
        hasSeveralModels = Set(answers.map(\.label.model)).count > 1
        let joined = answers.map { answer in
            JoinedAnswer(
                answer: answer, share: gate.share(of: answer.label),
                gate: answer.label.modelGroup.map { group in
                    JoinedAnswer.Gate(
                        group: group, belief: gate.belief[group] ?? 0,
                        isVouchedFor: gate.vouchedFor.contains(group))
                })
        }
        self.labels = joined.map {
            LabelledProbability(label: $0.answer.label, probability: $0.probability)
        }.filter { $0.probability > 0 }.sorted {
            ($1.probability, $0.label.model, $0.label.index)
                < ($0.probability, $1.label.model, $1.label.index)
        }
        taxa = TaxonReading.all(joined.filter { $0.answer.label.isLiving }, species: species)
        let highest = joined.map { $0.answer.probability * ($0.gate?.belief ?? 1) }.max() ?? 0
        best = logOdds(max(highest, taxa.first?.probability ?? 0))
        isSure = max(highest, taxa.first?.probability ?? 0) >= Self.sureFrom
    }

    var isEmpty: Bool { labels.isEmpty }
    let isSure: Bool
    /// The log-odds of the best answer's probability: the lower it is, the likelier the photo shows none of the
    /// model's classes.
    private let best: Double

    /// How far the picture is believed, 0…1. Fitted as the numbers of `PlaceEvidence` are: half of it at 0.46,
    /// 0.97 at 0.9.
    var reliability: Double { isEmpty ? 0 : probability(ofLogOdds: 0.2 + 1.4 * best) }

    /// How far it is believed on what sort of thing is shown, which it knows better than the thing: half of it
    /// at 0.32, 0.94 at 0.9.
    var reliabilityOnKind: Double { isEmpty ? 0 : probability(ofLogOdds: 0.7 + 0.95 * best) }

    /// What classes of this sort are about.
    enum Group: Hashable, CaseIterable { case mapped, foundAt, living, other }

    static func group(of label: ImageLabel) -> Group {
        if label.isLiving { return .living }
        switch label.osmMatch {
        case .same: return .mapped
        case .found: return .foundAt
        case nil: return .other
        }
    }

    /// The probability mass of each group. They add up to at most 1.
    var masses: [Group: Double] {
        labels.reduce(into: [:]) { masses, answer in
            masses[Self.group(of: answer.label), default: 0] += answer.probability
        }
    }
}

extension ImageLabel {
    var isLiving: Bool { scientificName != nil }
}

/// One model's answer, and the part of it that counts beside the other models'.
struct JoinedAnswer {
    /// Why a model of one group is believed so far and no farther.
    struct Gate: Hashable {
        let group: String
        let belief: Double
        let isVouchedFor: Bool
    }

    let answer: LabelledProbability
    let share: Double
    let gate: Gate?

    var probability: Double { answer.probability * share }
}
