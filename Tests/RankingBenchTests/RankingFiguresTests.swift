import Testing

@testable import RankingBench

@Suite struct `Figures of a ranking` {
    @Test func `count the truth that is first, among three, and by its rank`() {
        let figures = RankingFigures([(1, 0.9), (3, 0.5), (nil, 0.5), (4, nil)])
        #expect(figures.count == 4)
        #expect(figures.top1 == 0.25)
        #expect(figures.top3 == 0.5)
        #expect(abs(figures.meanReciprocalRank - (1 + 1.0 / 3 + 0.25) / 4) < 1e-12)
    }

    @Test func `calibration is the gap between score and share of right answers, bin by bin`() {
        // Ten answers of 0.9 of which nine are right: no gap. Ten of 0.3, all wrong: a gap of 0.3.
        let good = (0..<10).map {
            (rank: $0 == 0 ? 2 : 1, score: 0.9) as (rank: Int?, score: Double?)
        }
        let bad = [(rank: Int?, score: Double?)](repeating: (nil, 0.3), count: 10)
        #expect(abs((RankingFigures(good).expectedCalibrationError ?? 1)) < 1e-9)
        #expect(abs((RankingFigures(good + bad).expectedCalibrationError ?? 1) - 0.15) < 1e-9)
    }

    @Test func `a score of 1 is in the last bin, and no scores have no calibration`() {
        #expect(RankingFigures([(1, 1)]).expectedCalibrationError == 0)
        #expect(RankingFigures([(1, nil)]).expectedCalibrationError == nil)
        #expect(RankingFigures([]).top1 == 0)
    }
}
