/// How good a set of answers was.
package struct RankingFigures: Encodable, Hashable, Sendable {
    package let count: Int
    /// Shares of captures whose truth came first, and among the first three.
    package let top1, top3: Double
    /// The mean of 1 / rank, 0 for a truth that was not offered.
    package let meanReciprocalRank: Double
    /// The mean gap between the first answer's score and how often such a one is right, over 15 bins of
    /// the score of equal width, each weighed by its answers (Naeini and others, 2015); nil where answers
    /// have no score.
    package let expectedCalibrationError: Double?

    package static let bins = 15

    /// - Parameter answers: The truth's rank, 1 for the first, nil when it was not offered; and the
    ///   first answer's score, nil where there is none.
    package init(_ answers: [(rank: Int?, score: Double?)]) {
        count = answers.count
        let total = Double(max(1, count))
        top1 = Double(answers.count { $0.rank == 1 }) / total
        top3 = Double(answers.count { ($0.rank ?? .max) <= 3 }) / total
        meanReciprocalRank =
            answers.reduce(0) { $0 + ($1.rank.map { 1 / Double($0) } ?? 0) } / total
        let scored = answers.compactMap { answer in
            answer.score.map { (score: $0, isRight: answer.rank == 1) }
        }
        expectedCalibrationError = scored.isEmpty ? nil : Self.calibrationError(scored)
    }

    private static func calibrationError(_ answers: [(score: Double, isRight: Bool)]) -> Double {
        let byBin = Dictionary(grouping: answers) {
            min(bins - 1, max(0, Int($0.score * Double(bins))))
        }
        return byBin.values.reduce(0) { sum, bin in
            let score = bin.reduce(0) { $0 + $1.score }
            let right = Double(bin.count { $0.isRight })
            return sum + abs(score - right)
        } / Double(answers.count)
    }
}
