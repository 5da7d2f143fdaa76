internal import Imaging

/// How a picture becomes a model's input tensor.
struct ModelInput: Hashable, Sendable {
    private let manifest: ModelManifest
    /// What each byte becomes, 256 numbers for each channel of the tensor.
    private let values: [Float]

    init(_ manifest: ModelManifest) {
        self.manifest = manifest
        values = (0..<3).flatMap { channel in
            (0..<256).map { byte in
                Float((Double(byte) - manifest.mean[channel]) / manifest.scale[channel])
            }
        }
    }

    private var element: TensorInfo.Element {
        switch manifest.inputType {
        case .float32: .float32
        case .uint8: .uint8
        case .int8: .int8
        }
    }

    /// The tensor as the manifest declares it.
    var declared: TensorInfo {
        let (height, width) = (manifest.height, manifest.width)
        return TensorInfo(
            element: element,
            shape: manifest.layout == .planes ? [1, 3, height, width] : [1, height, width, 3])
    }

    /// The picture's central square at the model's size: one antialiased resize, as it was trained.
    func square(of image: RGBImage) -> RGBImage {
        image.resampled(
            image.centralSquare(fraction: manifest.cropFraction), toWidth: manifest.width,
            height: manifest.height, filter: manifest.resize == .bicubic ? .bicubic : .bilinear)
    }

    /// Writes `square`, which has the model's size, into a tensor of the declared type and layout.
    func fill(_ tensor: UnsafeMutableRawBufferPointer, with square: RGBImage) {
        let count = square.width * square.height
        // Where channel c of pixel p goes: c × planeStep + p × pixelStep.
        let (planeStep, pixelStep) = manifest.layout == .planes ? (count, 1) : (1, 3)
        square.bytes.withUnsafeBufferPointer { bytes in
            for channel in 0..<3 {
                let source = manifest.colour == .rgb ? channel : 2 - channel
                switch manifest.inputType {
                case .float32:
                    let target = tensor.assumingMemoryBound(to: Float.self)
                    values.withUnsafeBufferPointer { values in
                        for pixel in 0..<count {
                            target[channel * planeStep + pixel * pixelStep] =
                                values[channel * 256 + Int(bytes[pixel * 3 + source])]
                        }
                    }
                case .uint8, .int8:
                    // 128 less in two's complement is the highest bit turned.
                    let turned: UInt8 = manifest.inputType == .int8 ? 0x80 : 0
                    let target = tensor.assumingMemoryBound(to: UInt8.self)
                    for pixel in 0..<count {
                        target[channel * planeStep + pixel * pixelStep] =
                            bytes[pixel * 3 + source] ^ turned
                    }
                }
            }
        }
    }
}
