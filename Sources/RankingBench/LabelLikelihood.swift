internal import GeoModel

/// How likely an answer of the simulated picture model is, by what the photo shows: `LabelDraw`, read the other way.
///
/// Only what an answer says is used, its classes and their probabilities. Further classes of an answer are drawn like the first one whatever the photo
/// shows, so that they tell only by being the class itself.
extension LabelDraw {
    /// An answer, best first, with what is common to all that the photo may show.
    struct Heard {
        let top: Int
        /// How likely an answer with so probable a best class is, when it is right and when it is wrong.
        fileprivate let right, wrong: Double
        /// The same of a photo of none of the classes.
        fileprivate let ofNone: Double
        fileprivate let others: Set<Int>
        /// Classes that stand near, where the photo was taken.
        fileprivate let near: [Int]
    }

    /// Classes beside the best that an answer has by its fill.
    private static let fill = 4.0

    /// - Parameter near: Classes of what stands near.
    /// - Returns: nil for an answer without a class.
    func heard(_ answer: [LabelledProbability], near: [Int]) -> Heard? {
        let sorted = answer.sorted { $1.probability < $0.probability }
        guard let best = sorted.first else { return nil }
        func density(_ bands: [Band], _ part: (Band) -> Double) -> Double {
            bands.reduce(0) { sum, band in
                (band.from..<band.to).contains(best.probability)
                    ? sum + band.share * part(band) / (band.to - band.from) : sum
            }
        }
        return Heard(
            top: best.label.index,
            right: density(Self.known) { $0.right }, wrong: density(Self.known) { 1 - $0.right },
            ofNone: density(Self.unknown) { _ in 1 },
            others: Set(sorted.dropFirst().map(\.label.index)), near: near)
    }

    /// The likelihood of the answer when the photo shows a class.
    func likelihood(_ heard: Heard, showing index: Int) -> Double {
        guard heard.top != index else { return heard.right }
        let byFill = min(0.9, Self.fill * chance(of: index, like: heard.top))
        let isSecond = heard.others.contains(index)
        let asSecond = isSecond ? 0.7 / byFill + 0.3 : 0.3 / (1 - byFill)
        return heard.wrong * chance(of: heard.top, like: index) * asSecond
    }

    /// The likelihood of the answer when the photo shows none of the classes.
    func likelihoodOfNone(_ heard: Heard) -> Double {
        let even = 1 / Double(labels.count)
        guard !heard.near.isEmpty else { return heard.ofNone * even }
        let seen = heard.near.contains(heard.top) ? 1 / Double(heard.near.count) : 0
        return heard.ofNone * (0.3 * seen + 0.7 * even)
    }

    /// The likelihood of the answer when the photo is of an object that bears `classes`.
    func likelihood(_ heard: Heard, of object: MappedObject, bearing classes: [Int]) -> Double {
        let none = likelihoodOfNone(heard)
        guard !classes.isEmpty else { return none }
        let recognised = chanceOfRecognition(classes)
        let weights = classes.map { weight(of: $0, on: object) }
        let total = weights.reduce(0, +)
        let shown = zip(classes, weights).reduce(0) { sum, entry in
            sum + entry.1 / total * likelihood(heard, showing: entry.0)
        }
        return recognised * shown + (1 - recognised) * none
    }

    /// How often `like(index)` is `other`.
    private func chance(of other: Int, like index: Int) -> Double {
        let kin = kin(of: index)
        let anything = 1 / Double(labels.count)
        guard !kin.isEmpty else { return anything }
        return 0.3 * anything + (kin.contains(other) ? 0.7 / Double(kin.count) : 0)
    }
}
