/// What a model's input tells of the pictures it takes.
struct ModelShape: Hashable, Sendable {
    let layout: ModelManifest.Layout
    /// Width and height.
    let size: Int
    let inputType: ModelManifest.InputType

    /// - Throws: `InferenceError.modelUnsuitable` for what takes no photo, `.notTold` when the shape is open
    ///   and the declaration does not close it.
    init(_ input: TensorInfo, _ declaration: ModelDeclaration) throws(InferenceError) {
        switch input.element {
        case .float32: inputType = .float32
        case .uint8: inputType = .uint8
        case .int8: inputType = .int8
        default:
            throw .modelUnsuitable(
                "The model takes \(input). Photos can be given as float32, uint8 or int8: convert it with "
                    + "such an input.")
        }
        let shape = input.shape
        guard shape.count == 4 else {
            throw .modelUnsuitable(
                "The model takes \(input). A classifier of photos takes four dimensions, "
                    + "[1, 3, height, width] or [1, height, width, 3].")
        }
        guard shape[0] == 1 || shape[0] == -1 else {
            throw .modelUnsuitable(
                "The model takes \(input), \(shape[0]) photos at once. Convert it with a batch of 1."
            )
        }
        layout = try Self.layout(input, declaration)
        let sides = layout == .planes ? shape[2...] : shape[1...2]
        let fixed = sides.filter { $0 != -1 }
        if let side = fixed.first {
            guard fixed.allSatisfy({ $0 == side }), declaration.size ?? side == side else {
                throw .modelUnsuitable(
                    "The model takes \(input)\(declaration.size.map { ", not \($0) pixels" } ?? ""). The crop "
                        + "is a square, so width and height must be equal.")
            }
        }
        guard let size = fixed.first ?? declaration.size else {
            throw .notTold(
                "The model takes \(input) and leaves the size open.",
                remedy: "Give it with --size, as --size 224.")
        }
        guard (1...4096).contains(size) else {
            throw .modelUnsuitable("The model takes \(input). A side must be 1 to 4096 pixels.")
        }
        self.size = size
    }

    private static func layout(
        _ input: TensorInfo, _ declaration: ModelDeclaration
    ) throws(InferenceError) -> ModelManifest.Layout {
        let fits = [input.shape[1], input.shape[3]].map { $0 == 3 || $0 == -1 }
        switch (fits[0], fits[1]) {
        case (false, false):
            let isGrey = input.shape[1] == 1 || input.shape[3] == 1
            throw .modelUnsuitable(
                "The model takes \(input), which has no dimension of three colours"
                    + (isGrey ? "; it is one for grey pictures." : ".")
                    + " A classifier of photos takes [1, 3, height, width] or [1, height, width, 3]."
            )
        case (true, false) where declaration.layout != .interleaved: return .planes
        case (false, true) where declaration.layout != .planes: return .interleaved
        case (true, true):
            if let layout = declaration.layout { return layout }
            let sure = [input.shape[1], input.shape[3]].map { $0 == 3 }
            if sure[0] != sure[1] { return sure[0] ? .planes : .interleaved }
            throw .notTold(
                "The model takes \(input), which does not tell where the colours are.",
                remedy: "Give --layout NCHW or --layout NHWC.")
        default:
            throw .modelUnsuitable(
                "The model takes \(input), which is \(fits[0] ? "NCHW" : "NHWC"), not "
                    + "\(declaration.layout?.rawValue ?? ""). Leave --layout out.")
        }
    }

    /// What an input with open dimensions is fixed to.
    var dimensions: [Int64] {
        let size = Int64(self.size)
        return layout == .planes ? [1, 3, size, size] : [1, size, size, 3]
    }
}
