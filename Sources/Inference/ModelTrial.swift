internal import Imaging

/// A model that is run before it is known how pictures must be given to it.
final class ModelTrial {
    /// The ways in which networks are commonly given a byte: (byte − mean) / scale, for red, green, blue.
    static let readings: [(name: String, mean: [Double], scale: [Double])] = [
        ("bytes as they are", [0, 0, 0], [1, 1, 1]),
        ("0…1", [0, 0, 0], [255, 255, 255]),
        ("−1…1", [127.5, 127.5, 127.5], [127.5, 127.5, 127.5]),
        ("ImageNet's mean and deviation", [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]),
        ("ImageNet's mean alone", [123.68, 116.779, 103.939], [1, 1, 1]),
    ]

    let input, output: TensorInfo
    private let request: InferRequest

    init(_ model: CompiledModel) throws(InferenceError) {
        (input, output) = (model.input, model.output)
        request = try InferRequest(model)
    }

    /// The numbers of the output for a picture given as `manifest` says, without softmax.
    func numbers(_ image: RGBImage, as manifest: ModelManifest) throws(InferenceError) -> [Double] {
        let input = ModelInput(manifest)
        let output = ModelOutput(manifest, element: output.element)
        let square = input.square(of: image)
        return try request.infer(
            filling: { input.fill($0, with: square) }, reading: { output.numbers($0) })
    }

    /// The probability of each class.
    func probabilities(_ image: RGBImage, as manifest: ModelManifest) throws(InferenceError)
        -> [Double]
    {
        let output = ModelOutput(manifest, element: output.element)
        return output.probabilities(of: try numbers(image, as: manifest))
    }
}

extension ModelManifest {
    /// This with another way to give a picture to the model.
    ///
    /// - Parameters:
    ///   - mean, scale: For red, green, blue, whatever the colour order.
    func reading(_ colour: Colour, mean: [Double], scale: [Double]) -> ModelManifest {
        var other = self
        other.colour = colour
        other.mean = colour == .rgb ? mean : mean.reversed()
        other.scale = colour == .rgb ? scale : scale.reversed()
        return other
    }
}
