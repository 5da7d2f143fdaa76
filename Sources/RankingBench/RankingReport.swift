package import GeoModel
package import PlaceIndex

/// The figures of one draw in one region.
package struct RankingReport: Encodable, Sendable {
    /// One way to order, by three sets of captures.
    package struct Row: Encodable, Sendable {
        package let name: String
        /// Every capture.
        package let all: RankingFigures
        /// Those that show a place.
        package let places: RankingFigures
        /// Those whose true place is among what a 10 m position error allows.
        package let withinAllowedError: RankingFigures
    }

    package let region: String
    /// Which objects were photographed.
    package let interest: String
    package let seed: UInt64
    /// Mean of the places that a 10 m position error allows, over the captures of the last set.
    package let meanPlacesWithinAllowedError: Double
    /// The ranking, the baselines, then each ablation.
    package let rows: [Row]

    /// Draws captures, asks the sources about each once, and orders them in every way.
    package init(
        region: String, objects: [MappedObject], index: PlaceIndex, labels: [ImageLabel],
        interest: CaptureDraw.Interest, seed: UInt64, count: Int,
        variants: [RankingVariant] = RankingVariant.allCases,
        progress: (Int) -> Void = { _ in }
    ) {
        var draw = CaptureDraw(objects, labels: labels, interest: interest, seed: seed)
        let knowing = SimulationPosterior(draw)
        var answers = variants.map { _ in [(rank: Int?, score: Double?)]() }
        var (places, near): ([Int], [Int]) = ([], [])
        var allowed = 0
        for number in 0..<count {
            let trial = RankingTrial(draw.next(), in: index)
            for (column, variant) in variants.enumerated() {
                answers[column].append(trial.answer(by: variant, knowing: knowing))
            }
            if trial.showsPlace { places.append(number) }
            if trial.isWithinAllowedError {
                near.append(number)
                allowed += trial.placesWithinAllowedError
            }
            progress(number + 1)
        }
        self.region = region
        self.interest = interest.rawValue
        self.seed = seed
        meanPlacesWithinAllowedError = Double(allowed) / Double(max(1, near.count))
        rows = zip(variants, answers).map { variant, answers in
            Row(
                name: variant.rawValue, all: RankingFigures(answers),
                places: RankingFigures(places.map { answers[$0] }),
                withinAllowedError: RankingFigures(near.map { answers[$0] }))
        }
    }
}
