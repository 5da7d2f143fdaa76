import GeoModel

/// What the picture models' answers amount to.
///
/// A model knows only its own classes and always picks one. It is therefore believed in part only,
/// and half as much when even its best answer is below `sureFrom`.
struct ImageReading {
    /// Below this probability the best answer is not one: it is right less than half of the time.
    static let sureFrom = 0.4

    /// Labels with a probability above 0, most probable first; of several models, each shares.
    let labels: [LabelledProbability]

    init(_ labels: [LabelledProbability]) {
        let models = max(1, Set(labels.map(\.label.model)).count)
        self.labels =
            labels
            .filter { $0.probability.isFinite && $0.probability > 0 }
            .map {
                LabelledProbability(label: $0.label, probability: $0.probability / Double(models))
            }
            .sorted {
                ($1.probability, $0.label.index) < ($0.probability, $1.label.index)
            }
        let best = labels.map(\.probability).filter(\.isFinite).max() ?? 0
        isSure = best >= Self.sureFrom
    }

    var isEmpty: Bool { labels.isEmpty }
    let isSure: Bool

    /// How far the picture is believed, 0…1: the model's measured share of right answers on photos
    /// of its own classes, which a photo need not be.
    var reliability: Double { isEmpty ? 0 : isSure ? 0.75 : 0.4 }

    /// What classes of this sort are about.
    enum Group: Hashable, CaseIterable { case mapped, foundAt, living, other }

    static func group(of label: ImageLabel) -> Group {
        if label.scientificName != nil { return .living }
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
