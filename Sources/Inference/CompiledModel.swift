internal import COpenVINO

/// A model ready to run; it keeps the runtime it was compiled by alive.
///
/// `@unchecked`: OpenVINO's compiled model is constant, and is asked only while one classifier is made.
final class CompiledModel: @unchecked Sendable {
    private let runtime: ClassifierRuntime
    private let pointer: OpaquePointer

    /// Takes ownership of what `tsn_ov_model_compile` made.
    init(_ pointer: OpaquePointer, of runtime: ClassifierRuntime) {
        self.pointer = pointer
        self.runtime = runtime
    }

    deinit { tsn_ov_model_free(pointer) }

    var input: TensorInfo { TensorInfo(tsn_ov_model_input(pointer)) }
    var output: TensorInfo { TensorInfo(tsn_ov_model_output(pointer)) }

    fileprivate func makeRequest() throws(InferenceError) -> OpaquePointer {
        let (request, reason) = withMessage { tsn_ov_request_new(pointer, $0, $1) }
        guard let request else { throw .inferenceFailed(reason: reason) }
        return request
    }
}

/// The element type and shape of a tensor.
struct TensorInfo: Hashable, Sendable {
    /// The first three can be filled and read.
    enum Element: String, Hashable, Sendable {
        case float32, uint8, int8, float16, int32, int64, string, other

        var isSupported: Bool { [.float32, .uint8, .int8].contains(self) }
        /// Whether one of its numbers is a byte, whose worth a manifest must tell.
        var isByte: Bool { self == .uint8 || self == .int8 }
    }

    let element: Element
    /// −1 where a model leaves the dimension open. Empty when even their number is open.
    let shape: [Int]

    init(element: Element, shape: [Int]) {
        (self.element, self.shape) = (element, shape)
    }

    init(_ info: tsn_ov_tensor_info) {
        element =
            switch Int(info.element_type) {
            case TSN_OV_FLOAT32: .float32
            case TSN_OV_UINT8: .uint8
            case TSN_OV_INT8: .int8
            case TSN_OV_FLOAT16: .float16
            case TSN_OV_INT32: .int32
            case TSN_OV_INT64: .int64
            case TSN_OV_STRING: .string
            default: .other
            }
        shape = withUnsafeBytes(of: info.dims) {
            $0.assumingMemoryBound(to: Int64.self).prefix(Int(info.rank)).map { Int($0) }
        }
    }

    var count: Int { shape.reduce(1, *) }

    /// Whether it is one row of numbers: at most one dimension is more than 1.
    var isOneRow: Bool { shape.count { $0 != 1 } <= 1 }
}

extension TensorInfo: CustomStringConvertible {
    var description: String {
        "\(element) [\(shape.map { $0 < 0 ? "?" : "\($0)" }.joined(separator: ", "))]"
    }
}

/// One inference at a time: its input, its output and its scratch memory. One owner.
struct InferRequest: ~Copyable {
    private let pointer: OpaquePointer
    /// Must outlive the request.
    private let model: CompiledModel

    init(_ model: CompiledModel) throws(InferenceError) {
        pointer = try model.makeRequest()
        self.model = model
    }

    deinit { tsn_ov_request_free(pointer) }

    /// Fills the input tensor, runs the model, and lends the output tensor, both as raw bytes.
    func infer<R>(
        filling fill: (UnsafeMutableRawBufferPointer) -> Void,
        reading read: (UnsafeRawBufferPointer) -> R
    ) throws(InferenceError) -> R {
        var size = 0
        let input = tsn_ov_request_input(pointer, &size)
        fill(UnsafeMutableRawBufferPointer(start: input, count: size))
        let (code, reason) = withMessage { tsn_ov_request_infer(pointer, $0, $1) }
        guard code == 0 else { throw .inferenceFailed(reason: reason) }
        let output = tsn_ov_request_output(pointer, &size)
        return read(UnsafeRawBufferPointer(start: output, count: size))
    }
}
