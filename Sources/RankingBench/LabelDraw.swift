internal import GeoModel

/// What the picture model answers, drawn with its measured confusion.
///
/// Measured, on photos of the model's own classes weighted to the published 75.1 % (the model's
/// README): how often the best answer is right, by its probability (`known`, third column). Assumed:
/// - how often which probability comes (second column), so that the right ones make 75 %; in photos
///   of anything else low ones are the rule (`unknown`);
/// - a wrong best answer is of a like class in 7 of 10: bears one of the same tags, or stands within
///   4 places of the list, which is sorted by kinship for living things; the right class then is
///   second in 7 of 10;
/// - a place is recognisable by a class with one of its tags, unless the class contradicts it on what
///   it is (`religion`, `cuisine`, `sport`, `bridge:structure`): by classes that are the thing in 75 of
///   100 photos, by things found there in 45; classes that share more keys come more often;
/// - a photo that shows none of the classes looks like something else that stands near in 3 of 10,
///   and like anything at all in the rest.
struct LabelDraw {
    /// Probability from, to; how often; how often right.
    typealias Band = (from: Double, to: Double, share: Double, right: Double)
    static let known: [Band] = [
        (0.9, 0.995, 0.48, 0.96), (0.8, 0.9, 0.12, 0.80), (0.6, 0.8, 0.16, 0.71),
        (0.4, 0.6, 0.13, 0.46), (0.15, 0.4, 0.11, 0.21),
    ]
    static let unknown: [Band] = [
        (0.9, 0.995, 0.06, 0), (0.8, 0.9, 0.06, 0), (0.6, 0.8, 0.14, 0), (0.4, 0.6, 0.24, 0),
        (0.12, 0.4, 0.5, 0),
    ]
    private static let decisiveKeys: Set<String> = [
        "religion", "cuisine", "sport", "bridge:structure",
    ]

    let labels: [ImageLabel]
    let living: [Int]
    /// Classes that are shown as things, and how often: what is on no map, what is found at places but is a thing
    /// wherever it is, as an espresso, and half as often what maps have, of which they seldom have all.
    let things: [Int]
    let thingWeights: [Double]
    /// Classes that maps know.
    let mapped: [ImageLabel]
    private let indicesByTag: [OSMTag: [Int]]

    /// - Parameter labels: The model's classes in the order of its outputs.
    init(_ labels: [ImageLabel]) {
        self.labels = labels
        living = labels.indices.filter { labels[$0].scientificName != nil }
        things = labels.indices.filter { labels[$0].scientificName == nil }
        mapped = labels.filter { !$0.osmTags.isEmpty }
        thingWeights = things.map { labels[$0].osmMatch == .same ? 0.5 : 1 }
        indicesByTag = labels.indices.reduce(into: [:]) { byTag, index in
            for tag in labels[index].osmTags { byTag[tag, default: []].append(index) }
        }
    }

    /// The class that a photo of the object shows; nil when none of the model's classes.
    func shown(by object: MappedObject, using random: inout SeededGenerator) -> Int? {
        let found = classes(of: object)
        guard random.happens(chanceOfRecognition(found)), !found.isEmpty else { return nil }
        let weights = found.map { weight(of: $0, on: object) }
        return random.index(ofWeights: weights).map { found[$0] }
    }

    /// How often a photo of what fits the classes is recognised.
    func chanceOfRecognition(_ classes: [Int]) -> Double {
        classes.contains { labels[$0].osmMatch == .same } ? 0.75 : 0.45
    }

    /// How often a class comes, of those that fit the object.
    func weight(of index: Int, on object: MappedObject) -> Double {
        let keys = Set(labels[index].osmTags.filter { bears(object, $0) }.map(\.key)).count
        return Double(keys * keys) * (labels[index].osmMatch == .same ? 3 : 1)
    }

    /// Classes that fit the object by its tags, ascending.
    func classes(of object: MappedObject) -> [Int] {
        var found: Set<Int> = []
        for (key, value) in object.tags {
            for part in value.split(separator: ";") {
                let text = String(part.drop { $0 == " " })
                found.formUnion(indicesByTag[OSMTag(key: key, value: text)] ?? [])
            }
        }
        return found.sorted().filter { index in
            !Self.decisiveKeys.contains { key in
                let wanted = labels[index].osmTags.filter { $0.key == key }
                return !wanted.isEmpty && object.tags[key] != nil
                    && !wanted.contains { bears(object, $0) }
            }
        }
    }

    private func bears(_ object: MappedObject, _ tag: OSMTag) -> Bool {
        object.tags[tag.key]?.split(separator: ";").contains { $0.drop { $0 == " " } == tag.value }
            ?? false
    }

    /// The model's answer to a photo of a class.
    func answer(showing index: Int, using random: inout SeededGenerator) -> [LabelledProbability] {
        let band = Self.known[random.index(ofWeights: Self.known.map(\.share)) ?? 0]
        let top = Double.random(in: band.from..<band.to, using: &random)
        guard !random.happens(band.right) else {
            return filled([(index, top)], like: index, using: &random)
        }
        let wrong = like(index, using: &random)
        let isSecond = random.happens(0.7)
        let second = min(1 - top, top) * .random(in: 0.3..<0.9, using: &random)
        return filled(
            isSecond ? [(wrong, top), (index, second)] : [(wrong, top)], like: wrong, using: &random
        )
    }

    /// The model's answer to a photo of none of its classes.
    ///
    /// - Parameter near: Classes of what stands near.
    func answer(
        showingNoneBut near: [Int], using random: inout SeededGenerator
    ) -> [LabelledProbability] {
        let band = Self.unknown[random.index(ofWeights: Self.unknown.map(\.share)) ?? 0]
        let top = Double.random(in: band.from..<band.to, using: &random)
        let anything = Int.random(in: labels.indices, using: &random)
        let seen = random.happens(0.3) ? near.randomElement(using: &random) ?? anything : anything
        return filled([(seen, top)], like: seen, using: &random)
    }

    /// A class that is easily taken for another.
    private func like(_ index: Int, using random: inout SeededGenerator) -> Int {
        if random.happens(0.7) {
            if let other = kin(of: index).randomElement(using: &random) {
                return other
            }
        }
        return Int.random(in: labels.indices, using: &random)
    }

    /// The classes that are like one, without it.
    func kin(of index: Int) -> [Int] {
        let tags = labels[index].osmTags
        let kin =
            tags.isEmpty || labels[index].scientificName != nil
            ? Array(max(0, index - 4)...min(labels.count - 1, index + 4))
            : Set(tags.flatMap { indicesByTag[$0] ?? [] }).sorted()
        return kin.filter { $0 != index }
    }

    /// The answer with some of what is left given to further classes, each half of the one before.
    private func filled(
        _ first: [(index: Int, probability: Double)], like index: Int,
        using random: inout SeededGenerator
    ) -> [LabelledProbability] {
        var answer = first
        var rest = 1 - first.reduce(0) { $0 + $1.probability }
        let most = first.map(\.probability).min() ?? 1
        for _ in 0..<4 {
            let share = min(rest * 0.5, most * 0.9)
            let other = like(index, using: &random)
            guard !answer.contains(where: { $0.index == other }), share > 0.0005 else { continue }
            answer.append((other, share))
            rest -= share
        }
        return answer.map {
            LabelledProbability(label: labels[$0.index], probability: $0.probability)
        }
    }
}
