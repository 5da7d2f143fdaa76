internal import Glibc

/// What a model's output tensor means.
struct ModelOutput: Hashable, Sendable {
    private let output: ModelManifest.Output
    private let element: TensorInfo.Element
    private let unit: Double
    private let temperature: Double

    /// - Parameter element: `float32`, `uint8` or `int8`.
    init(_ manifest: ModelManifest, element: TensorInfo.Element) {
        self.element = element
        output = manifest.output
        temperature = manifest.temperature
        unit = manifest.outputScale ?? (element.isByte ? 1.0 / 256 : 1)
    }

    /// The probability of each class, 0…1. Probabilities are taken as they are, not made to sum to 1:
    /// small ones of a quantised model are rounded away, and what is missing was theirs.
    func probabilities(_ tensor: UnsafeRawBufferPointer) -> [Double] {
        probabilities(of: numbers(tensor))
    }

    /// The same of the numbers of a tensor.
    func probabilities(of numbers: [Double]) -> [Double] {
        output == .logits ? softmax(numbers) : numbers
    }

    /// What the model answers, in the units that its manifest declares.
    func numbers(_ tensor: UnsafeRawBufferPointer) -> [Double] {
        switch element {
        case .uint8: tensor.map { Double($0) * unit }
        case .int8: tensor.map { Double($0 ^ 0x80) * unit }
        default: tensor.assumingMemoryBound(to: Float.self).map { Double($0) * unit }
        }
    }

    /// Whether numbers can be probabilities of classes that exclude each other.
    static func arePlausible(_ probabilities: [Double]) -> Bool {
        probabilities.allSatisfy { (-0.001...1.001).contains($0) }
            && probabilities.reduce(0, +) < 1.05
    }

    /// What numbers are, as far as they tell: logits when one is out of 0…1; probabilities when they sum to 1,
    /// from which the small ones of an 8-bit output may be missing; else nil.
    static func kind(
        of answers: [[Double]], element: TensorInfo.Element
    ) -> ModelManifest.Output? {
        if answers.joined().contains(where: { !(-0.001...1.001).contains($0) }) { return .logits }
        let sums = element.isByte ? 0.2...1.05 : 0.99...1.01
        let areOne = answers.allSatisfy { sums.contains($0.reduce(0, +)) }
        return areOne ? .probabilities : nil
    }

    private func softmax(_ logits: [Double]) -> [Double] {
        let highest = logits.max() ?? 0
        let powers = logits.map { exp(($0 - highest) / temperature) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}
