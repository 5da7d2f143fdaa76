/// How long one thing took, many times.
struct Measurement: Encodable {
    let name: String
    let count: Int
    let medianMilliseconds, p99Milliseconds: Double
    /// By all clients together.
    let perSecond: Double

    /// - Parameters:
    ///   - seconds: Of each single run.
    ///   - elapsed: From the first start to the last end; by default the runs came one after another.
    init(_ name: String, seconds: [Double], elapsed: Double? = nil) {
        self.name = name
        count = seconds.count
        let sorted = seconds.sorted()
        medianMilliseconds = Self.quantile(0.5, of: sorted) * 1000
        p99Milliseconds = Self.quantile(0.99, of: sorted) * 1000
        let total = elapsed ?? seconds.reduce(0, +)
        perSecond = total > 0 ? Double(seconds.count) / total : 0
    }

    /// The nearest rank: the smallest value that so large a part of all does not exceed.
    private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = (part * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }

    /// Runs `body` once for each input, and takes the time of each run.
    static func take<Input>(
        _ name: String, _ inputs: some Sequence<Input>, _ body: (Input) throws -> Void
    ) rethrows -> Measurement {
        let clock = ContinuousClock()
        var seconds: [Double] = []
        for input in inputs {
            let time = try clock.measure { try body(input) }
            seconds.append(time / .seconds(1))
        }
        return Measurement(name, seconds: seconds)
    }
}

/// The figures of one bench: the whole, and the parts measured beside it in the same run.
struct BenchResult: Encodable {
    let name: String
    let measurements: [Measurement]
    /// What the figures come to: ratios, rates.
    let remarks: [String]
    let peakMemoryBytes: Int64
}
