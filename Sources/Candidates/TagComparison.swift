import GeoModel
import Glibc

/// The picture's answers made ready to be compared with the tags of many places.
///
/// A place bears few of the tags that a picture model's classes have: only the classes that share a key with it are
/// looked at, all others differ from it.
struct TagComparison {
    private struct Class {
        let answer: LabelledProbability
        let keys: Int
        /// What the class adds to the likelihood ratio of a place that has nothing of it.
        let differing: Double
    }

    /// No picture makes a place less likely than this.
    private static let least = 0.05

    /// How often a photo of what the models know gets no answer that fits, as a part of how often one of anything else
    /// gets such an answer: of what is the mapped thing itself, and of what is known by the things found there.
    private static let unseen = 0.42
    private static let unseenByThings = 0.69

    private let classes: [Class]
    /// Of each key the classes that have it, and the values that each of them has there.
    private let byKey: [String: [(class: Int, values: [String])]]
    private let vocabulary: [OSMTag: Bool]
    private let differing: Double
    private let strength: Double
    /// The probability of all answers together, 0…1.
    private let answered: Double

    /// How much less often a picture of something else is taken of a place with a name, and of a thing without one,
    /// natural logarithms: furniture fills its photo, while a house has this and that before it.
    private static let elsewhere = -0.2
    private static let elsewhereOfNameless = -1.5

    init(_ image: ImageReading) {
        let strength = image.strength
        classes = image.labels.filter { !$0.label.osmTags.isEmpty }.map { answer in
            Class(
                answer: answer, keys: Set(answer.label.osmTags.map(\.key)).count,
                differing: Self.effect(.differs, answer, strength))
        }
        vocabulary = image.vocabulary
        var byKey: [String: [(class: Int, values: [String])]] = [:]
        for (index, entry) in classes.enumerated() {
            for (key, tags) in Dictionary(grouping: entry.answer.label.osmTags, by: \.key) {
                byKey[key, default: []].append((index, tags.map(\.value)))
            }
        }
        self.byKey = byKey
        self.strength = strength
        differing = classes.reduce(0) { $0 + $1.differing }
        answered = min(1, image.labels.reduce(0) { $0 + $1.probability })
    }

    /// What a class adds to the likelihood ratio of a place against a photo of none of the classes: what speaks for it
    /// by the strength of the answer; what speaks against it by its chance to be right at all.
    private static func effect(
        _ agreement: TagAgreement, _ answer: LabelledProbability, _ strength: Double
    ) -> Double {
        let times = exp(agreement.weight(of: answer.label))
        return answer.probability
            * (times > 1 ? strength * (times - 1) : strength / (1 + strength) * (times - 1))
    }

    /// The likelihood ratio of each class, weighted by the picture's probability of the class, as log-odds.
    func weight(of place: Place, isNamed: Bool) -> Double {
        guard answered > 0 else { return 0 }
        let (agreements, unseen) = compared(with: place)
        var ratio = unseen + differing
        var others = answered
        for (index, agreement) in agreements {
            if case .matches = agreement { others -= classes[index].answer.probability }
            let entry = classes[index]
            ratio += Self.effect(agreement, entry.answer, strength) - entry.differing
        }
        ratio +=
            max(0, others) * strength / (1 + strength)
            * (exp(isNamed ? Self.elsewhere : Self.elsewhereOfNameless) - 1)
        return log(max(ratio, Self.least))
    }

    /// Whether the models know such a place and none of the answers says anything of it.
    func isUnseen(_ place: Place) -> Bool {
        let (agreements, unseen) = compared(with: place)
        return unseen < 1
            && agreements.allSatisfy {
                $0.agreement == .differs
            }
    }

    /// The class that moves a place most, and how; nil without a class.
    func strongest(
        of place: Place
    ) -> (answer: LabelledProbability, agreement: TagAgreement)? {
        let touched = Dictionary(
            uniqueKeysWithValues: compared(with: place).agreements.map {
                ($0.class, $0.agreement)
            })
        var strongest: (Int, TagAgreement, effect: Double)?
        for index in classes.indices {
            let agreement = touched[index] ?? .differs
            let effect = abs(Self.effect(agreement, classes[index].answer, strength))
            if effect > strongest?.effect ?? 0 { strongest = (index, agreement, effect) }
        }
        return strongest.map { (classes[$0.0].answer, $0.1) }
    }

    /// The agreement of the classes that share a key with the place, and how likely it is that none of them fits.
    private func compared(
        with place: Place
    ) -> (agreements: [(class: Int, agreement: TagAgreement)], unseen: Double) {
        let isThing = vocabulary[OSMTag(key: place.category, value: place.type)]
        let unseen = isThing.map { $0 ? Self.unseen : Self.unseenByThings } ?? 1
        guard !classes.isEmpty else { return ([], unseen) }
        var seen: [(class: Int, tally: TagAgreement.Tally)] = []
        func add(_ key: String, _ borne: TagAgreement.Values) {
            guard let wanting = byKey[key] else { return }
            for (index, values) in wanting {
                let at: Int
                if let known = seen.firstIndex(where: { $0.class == index }) {
                    at = known
                } else {
                    at = seen.count
                    seen.append((index, TagAgreement.Tally()))
                }
                seen[at].tally.count(key, wanted: values, borne: borne)
            }
        }
        var hasCategory = false
        for (key, value) in place.tags {
            let isCategory = key == place.category
            hasCategory = hasCategory || isCategory
            add(key, TagAgreement.Values(tag: value, type: isCategory ? place.type : nil))
        }
        if !hasCategory { add(place.category, TagAgreement.Values(tag: nil, type: place.type)) }
        // A dictionary has another order in each run, and sums depend on theirs.
        seen.sort { $0.class < $1.class }
        return (seen.map { ($0.class, $0.tally.agreement) }, unseen)
    }
}
