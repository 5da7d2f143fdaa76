import GeoModel

/// How far models that know one group of living things only are believed.
///
/// Such a model answers with one of its group whatever the picture shows: a model of insects calls a
/// sunflower a honey bee. The gate is how much of its probability a general model gives to that group;
/// without a general model that knows the group, nobody vouches for it and it is half believed.
struct ModelGate {
    /// The belief in a model that no general one can vouch for.
    static let unvouched = 0.5
    /// Of a group that a model of its own knows too, the part that this one decides: it knows more of
    /// the group's species, the general one more pictures.
    static let specialistShare = 0.7

    /// The belief in the models of a group, 0…1.
    let belief: [String: Double]
    /// Groups of which a general model knows something.
    let vouchedFor: Set<String>
    /// How many models answered for each group.
    private let specialists: [String: Int]
    private let generalCount: Int
    let modelCount: Int

    init(_ labels: [LabelledProbability]) {
        // A thousand answers are gone through here for each capture; lazily, none is copied.
        let general = labels.lazy.filter { $0.label.modelGroup == nil }
        generalCount = Self.count(general.map(\.label.model))
        modelCount = Self.count(labels.lazy.map(\.label.model))
        let groups = Set(labels.lazy.compactMap(\.label.modelGroup))
        specialists = Dictionary(
            uniqueKeysWithValues: groups.map { group in
                let own = labels.lazy.filter { $0.label.modelGroup == group }
                return (group, Self.count(own.map(\.label.model)))
            })
        var belief: [String: Double] = [:]
        var vouchedFor: Set<String> = []
        for group in groups {
            let known = general.filter { $0.label.groups.contains(group) }.map(\.probability)
            guard known.first != nil else {
                belief[group] = Self.unvouched
                continue
            }
            vouchedFor.insert(group)
            let mass = known.reduce(0) { $0 + min($1, 1) } / Double(generalCount)
            belief[group] = min(max(mass, 0), 1)
        }
        self.belief = belief
        self.vouchedFor = vouchedFor
    }

    /// How many different names there are. A model's answers follow each other.
    private static func count(_ names: some Sequence<String>) -> Int {
        var known: Set<String> = []
        var last: String?
        for name in names where name != last {
            known.insert(name)
            last = name
        }
        return known.count
    }

    /// The part of a label's probability that counts when all models are joined; together they come to
    /// 1 at most.
    func share(of label: ImageLabel) -> Double {
        // What the models that nobody vouches for take from the others.
        let vouched = unvouchedCount > 0 ? 1 - Self.unvouched : 1
        if let group = label.modelGroup {
            let models = Double(max(1, specialists[group] ?? 1))
            return vouchedFor.contains(group)
                ? vouched * Self.specialistShare * (belief[group] ?? 0) / models
                : Self.unvouched / Double(unvouchedCount) / models
        }
        let isShared = label.groups.contains { vouchedFor.contains($0) }
        return vouched * (isShared ? 1 - Self.specialistShare : 1) / Double(max(1, generalCount))
    }

    /// Groups that no general model knows.
    private var unvouchedCount: Int { belief.count - vouchedFor.count }
}
