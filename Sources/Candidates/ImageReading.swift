import GeoModel
import Glibc

/// What the picture models' answers, joined, amount to.
///
/// A model knows only its own classes and always picks one. It is therefore believed in part only,
/// and less when even the best answer is below `sureFrom`.
struct ImageReading {
    /// Below this probability the best answer is not one: it is right less than half of the time.
    static let sureFrom = 0.4

    /// Most of a thousand classes have less than this. A class with less moves a candidate by at most 0.6 in log-odds
    /// where the picture is sure of another, and by 0.1 where it is not.
    private static let leastProbability = 0.0005

    /// Labels with a probability that counts, most probable first: of each, what counts when all models are
    /// joined.
    let labels: [LabelledProbability]
    /// The living things among them, by taxon.
    let taxa: [TaxonReading]
    /// Whether more than one model answered.
    let hasSeveralModels: Bool
    /// The tags that the models' classes have, answered or not: whether one of these classes is the mapped thing.
    let vocabulary: [OSMTag: Bool]
    private let masses: [Group: Double]

    init(_ labels: [LabelledProbability], species: [String: SpeciesKnowledge] = [:]) {
        let isAnswer = { (answer: LabelledProbability) in
            answer.probability.isFinite && answer.probability > 0
        }
        let gate = ModelGate(labels.allSatisfy(isAnswer) ? labels : labels.filter(isAnswer))
        hasSeveralModels = gate.modelCount > 1
        var vocabulary: [OSMTag: Bool] = [:]
        vocabulary.reserveCapacity(labels.count)
        for label in labels.lazy.map(\.label) {
            for tag in label.osmTags {
                // Looks a tag up once.
                Self.note(label.osmMatch == .same, in: &vocabulary[tag, default: false])
            }
        }
        self.vocabulary = vocabulary
        let counting = labels.filter { isAnswer($0) && $0.probability >= Self.leastProbability }
        let joined = counting.map { answer in
            JoinedAnswer(
                answer: LabelledProbability(
                    label: answer.label, probability: min(answer.probability, 1)),
                share: gate.share(of: answer.label),
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
        masses = Self.masses(of: self.labels)
        taxa = TaxonReading.all(joined.filter { $0.answer.label.isLiving }, species: species)
        let highest = max(joined.map(\.sureness).max() ?? 0, taxa.first?.probability ?? 0)
        best = logOdds(highest)
        isSure = highest >= Self.sureFrom
    }

    private static func note(_ isThing: Bool, in known: inout Bool) { known = known || isThing }

    var isEmpty: Bool { labels.isEmpty }
    let isSure: Bool
    /// The log-odds of the best answer's probability: the lower it is, the likelier the photo shows none of the
    /// model's classes.
    private let best: Double

    /// How many times likelier such an answer is of a photo that shows one of the model's classes than of one
    /// that shows none of them, for each part of the answer that is about what is shown: 0.2 at a best
    /// answer of 0.5, 1.1 at 0.9, 3.0 at 0.97. Fitted as the numbers of `PlaceEvidence` are.
    var strength: Double {
        isEmpty ? 0 : exp(Self.strengthOfEven + Self.strengthSlope * min(best, Self.surest))
    }

    private static let strengthOfEven = -1.64
    private static let strengthSlope = 0.785
    /// The log-odds of 0.99: no answer is believed more than that.
    private static let surest = 4.6

    /// What classes of this sort are about.
    enum Group: Hashable {
        /// What maps have, as a fountain.
        case mapped
        /// A thing that is found at what maps have, as an espresso.
        case foundThere
        case living, other
    }

    static func group(of label: ImageLabel) -> Group {
        if label.isLiving { return .living }
        return switch label.osmMatch {
        case nil: .other
        case .same: .mapped
        case .found: .foundThere
        }
    }

    /// The probability mass of a group. Those of all come to at most 1.
    func mass(of group: Group) -> Double { masses[group] ?? 0 }

    private static func masses(of labels: [LabelledProbability]) -> [Group: Double] {
        labels.reduce(into: [:]) { masses, answer in
            masses[group(of: answer.label), default: 0] += answer.probability
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

    /// How sure it is that the photo shows what the model knows, 0…1. Of a model of one group, a general one has said
    /// so too, as far as it believes in the group: where the two agree, there is less room for a photo of neither.
    var sureness: Double {
        guard let gate else { return answer.probability }
        let alone = answer.probability * gate.belief
        guard gate.isVouchedFor else { return alone }
        return answer.probability * (1 - (1 - gate.belief) * (1 - alone))
    }
}
