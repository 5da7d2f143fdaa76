internal import GeoModel
internal import Glibc

extension SeededGenerator {
    /// A number of the unit interval.
    mutating func unit() -> Double { .random(in: 0..<1, using: &self) }

    /// Whether something of this probability comes to pass.
    mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - unit())).squareRoot()
        return radius * cos(2 * .pi * unit())
    }

    /// A number whose logarithm is normal: half of them below `median`.
    mutating func logNormal(median: Double, deviation: Double) -> Double {
        median * exp(deviation * normal())
    }

    /// An index, as often as its weight is large; nil when no weight is above 0.
    mutating func index(ofWeights weights: [Double]) -> Int? {
        let total = weights.reduce(0, +)
        guard total > 0 else { return nil }
        var rest = unit() * total
        for (index, weight) in weights.enumerated() where weight > 0 {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.lastIndex { $0 > 0 }
    }
}
