import GeoModel
import Glibc

/// The natural logarithm of the odds of `probability`, which is kept off 0 and 1.
func logOdds(_ probability: Double) -> Double {
    let kept = clampedProbability(probability)
    return log(kept / (1 - kept))
}

/// The probability that has these log-odds.
func probability(ofLogOdds logOdds: Double) -> Double { 1 / (1 + exp(-logOdds)) }

/// A probability that has finite log-odds: within a millionth of 0 and 1.
func clampedProbability(_ probability: Double) -> Double {
    min(max(probability, 1e-6), 1 - 1e-6)
}

/// Appends the line that brings `lines` to the log-odds of `score`.
func closing(_ lines: [Evidence], at score: Double, kind: String, text: String) -> [Evidence] {
    let rest = logOdds(score) - lines.reduce(0) { $0 + $1.weight }
    return lines + [Evidence(kind: kind, weight: rest, text: text)]
}
