/// The kernel a picture is resampled with; widened when shrinking, so that every pixel counts.
package enum ResampleFilter: Hashable, Sendable {
    /// Triangle of support 1.
    case bilinear
    /// Keys' cubic with a = −0.5, support 2, which is what Pillow calls BICUBIC.
    case bicubic

    private var support: Double {
        switch self {
        case .bilinear: 1
        case .bicubic: 2
        }
    }

    private func value(at distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .bilinear:
            return x < 1 ? 1 - x : 0
        case .bicubic:
            let a = -0.5
            if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
            if x < 2 { return (((x - 5) * x + 8) * x - 4) * a }
            return 0
        }
    }

    /// For each of `outputs` pixels along one axis: the first input pixel and the weights from there on.
    struct Taps {
        var starts: [Int] = []
        /// `count` weights for each output, summing to 1; unused ones behind are 0.
        var weights: [Float] = []
        /// How many weights are kept for each output.
        var count = 0
        /// The weights in use for each output.
        var used: [Int] = []
    }

    /// The weights that shrink or stretch the box `start..<start + length` (pixels, fractions allowed) of an
    /// axis of `inputs` pixels to `outputs` pixels.
    ///
    /// Pixels outside the box but within the picture count where the kernel reaches them; at the
    /// picture's own edge the kernel is cut and its weights made to sum to 1 again.
    func taps(start: Double, length: Double, inputs: Int, outputs: Int) -> Taps {
        let scale = length / Double(outputs)
        let widening = max(scale, 1)
        let reach = support * widening
        var taps = Taps()
        taps.count = min(inputs, Int(reach.rounded(.up)) * 2 + 1)
        taps.weights = [Float](repeating: 0, count: taps.count * outputs)
        taps.starts.reserveCapacity(outputs)
        taps.used.reserveCapacity(outputs)
        for output in 0..<outputs {
            let centre = start + (Double(output) + 0.5) * scale
            let first = min(inputs - 1, max(0, Int((centre - reach + 0.5).rounded(.down))))
            let end = min(inputs, max(first + 1, Int((centre + reach + 0.5).rounded(.down))))
            let values = (first..<end).map { value(at: (Double($0) - centre + 0.5) / widening) }
            let sum = values.reduce(0, +)
            for (index, weight) in values.prefix(taps.count).enumerated() {
                taps.weights[output * taps.count + index] = Float(sum == 0 ? 0 : weight / sum)
            }
            taps.starts.append(first)
            taps.used.append(min(values.count, taps.count))
        }
        return taps
    }
}
