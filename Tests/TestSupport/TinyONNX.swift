/// The smallest classifier worth the name, in ONNX: the mean colour of the picture, times a matrix, plus a
/// row of numbers, and a softmax if wanted. Written field by field, so that each field can be wrong.
///
/// Field numbers are those of onnx.proto (IR version 8).
package struct TinyONNX: Sendable {
    package enum Element: UInt64, Sendable { case float32 = 1, uint8 = 2, int8 = 3, float16 = 10 }
    package enum Layout: Sendable { case planes, interleaved }

    /// What a class answers for each unit of the mean of each channel, of which there are three.
    package var weights: [[Float]]
    package var biases: [Float]
    package var hasSoftmax: Bool
    package var layout = Layout.planes
    package var element = Element.float32
    /// The input's shape; nil is an open dimension.
    package var shape: [Int?]
    /// The dimensions whose mean is taken; nil is that of the layout.
    package var axes: [Int]?
    /// Where the weights are said to lie, in place of the file itself.
    package var externalWeights: String?
    /// What the weights' dimensions are said to be, whatever there is.
    package var declaredWeights: [Int]?

    /// Red, green and blue, each by its own channel.
    package init(
        weights: [[Float]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], biases: [Float]? = nil,
        hasSoftmax: Bool = false, layout: Layout = .planes, size: Int = 4
    ) {
        self.weights = weights
        self.biases = biases ?? weights.map { _ in 0 }
        self.hasSoftmax = hasSoftmax
        self.layout = layout
        shape = layout == .planes ? [1, 3, size, size] : [1, size, size, 3]
    }

    /// The file.
    package var bytes: [UInt8] {
        Self.number(1, 8) + Self.bytes(8, Self.number(2, 13)) + Self.bytes(7, graph)
    }

    private var graph: [UInt8] {
        let count = weights.count
        // Row-major, a row for each channel.
        let channels = weights.map(\.count).min() ?? 0
        let matrix = (0..<channels).flatMap { channel in weights.map { $0[channel] } }
        var nodes = Self.node("Cast", ["image"], "number", [Self.attribute("to", integer: 1)])
        let axes = axes ?? (layout == .planes ? [2, 3] : [1, 2])
        nodes += Self.node(
            "ReduceMean", ["number"], "mean",
            [Self.attribute("axes", integers: axes), Self.attribute("keepdims", integer: 0)])
        nodes += Self.node("MatMul", ["mean", "weights"], "product", [])
        nodes += Self.node("Add", ["product", "biases"], hasSoftmax ? "sum" : "answer", [])
        if hasSoftmax { nodes += Self.node("Softmax", ["sum"], "answer", []) }
        return nodes + Self.text(2, "tiny")
            + Self.bytes(
                5, tensor("weights", declaredWeights ?? [channels, count], matrix, externalWeights))
            + Self.bytes(5, tensor("biases", [count], biases, nil))
            + Self.bytes(11, Self.value("image", element, shape))
            + Self.bytes(12, Self.value("answer", .float32, [1, count]))
    }

    private func tensor(
        _ name: String, _ dimensions: [Int], _ numbers: [Float], _ location: String?
    ) -> [UInt8] {
        let head =
            dimensions.flatMap { Self.number(1, UInt64($0)) } + Self.number(2, 1)
            + Self.text(8, name)
        if let location {
            let entry = Self.text(1, "location") + Self.text(2, location)
            return head + Self.bytes(13, entry) + Self.number(14, 1)
        }
        return head
            + Self.bytes(
                9,
                numbers.flatMap { value in
                    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
                })
    }

    private static func value(_ name: String, _ element: Element, _ shape: [Int?]) -> [UInt8] {
        let dimensions = shape.flatMap { size in
            bytes(1, size.map { number(1, UInt64($0)) } ?? text(2, "open"))
        }
        let tensor = number(1, element.rawValue) + bytes(2, dimensions)
        return text(1, name) + bytes(2, bytes(1, tensor))
    }

    private static func node(
        _ type: String, _ inputs: [String], _ output: String, _ attributes: [[UInt8]]
    ) -> [UInt8] {
        bytes(
            1,
            inputs.flatMap { text(1, $0) } + text(2, output) + text(4, type)
                + attributes.flatMap { bytes(5, $0) })
    }

    private static func attribute(_ name: String, integer: UInt64) -> [UInt8] {
        text(1, name) + number(3, integer) + number(20, 2)
    }

    private static func attribute(_ name: String, integers: [Int]) -> [UInt8] {
        text(1, name) + integers.flatMap { number(8, UInt64($0)) } + number(20, 7)
    }

    // MARK: Protocol buffers' wire format

    private static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
        variable(field << 3) + variable(value)
    }

    private static func bytes(_ field: UInt64, _ value: [UInt8]) -> [UInt8] {
        variable(field << 3 | 2) + variable(UInt64(value.count)) + value
    }

    private static func text(_ field: UInt64, _ value: String) -> [UInt8] {
        bytes(field, Array(value.utf8))
    }

    private static func variable(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
