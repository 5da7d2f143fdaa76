internal import COpenVINO
import FoundationEssentials
internal import Synchronization

/// OpenVINO, opened once for all models of a process.
///
/// `@unchecked`: after `init`, `pointer` is used under `lock` alone, and by `deinit`.
package final class ClassifierRuntime: @unchecked Sendable {
    /// The folder the library was found in.
    package let folder: String
    private let pointer: OpaquePointer
    private let lock = Mutex(())

    /// Opens OpenVINO in the absolute path `folder`.
    ///
    /// - Throws: `InferenceError.runtimeUnavailable`.
    package init(folder: String) throws(InferenceError) {
        self.folder = folder
        let (opened, reason) = withMessage { tsn_ov_runtime_open(folder, $0, $1) }
        guard let opened else { throw .runtimeUnavailable(tried: [folder], reason: reason) }
        pointer = opened
    }

    deinit { tsn_ov_runtime_close(pointer) }

    /// Opens the OpenVINO that belongs to this program: in `$TURNSTONE_OPENVINO` when that is set, else in
    /// the nearest `.deps/openvino/lib` above the program's folder or above the current one.
    ///
    /// - Throws: `InferenceError.runtimeUnavailable` with the folders that were looked in.
    package static func find() throws(InferenceError) -> ClassifierRuntime {
        try ClassifierRuntime(folder: try locate())
    }

    /// The folder that `find` opens; nothing is loaded.
    package static func locate() throws(InferenceError) -> String {
        let current = FileManager.default.currentDirectoryPath
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try locate(
            configured: ProcessInfo.processInfo.environment["TURNSTONE_OPENVINO"],
            above: [program.map(folder(of:)), current].compactMap { $0 }, current: current)
    }

    /// - Parameters:
    ///   - configured: The only folder to look in, when it is not empty; relative to `current`.
    ///   - starts: Absolute folders; in each and in all above it `.deps/openvino/lib` is looked for.
    static func locate(
        configured: String?, above starts: [String], current: String
    ) throws(InferenceError) -> String {
        if let configured, !configured.isEmpty {
            let folder = configured.hasPrefix("/") ? configured : "\(current)/\(configured)"
            guard holdsLibrary(folder) else {
                throw .runtimeUnavailable(tried: [folder], reason: "no libopenvino_c.so.2641 there")
            }
            return folder
        }
        for start in starts {
            var place = start
            while true {
                let folder = "\(place)/.deps/openvino/lib"
                if holdsLibrary(folder) { return folder }
                if place.isEmpty { break }
                place = Self.folder(of: place)
            }
        }
        throw .runtimeUnavailable(
            tried: starts.map { "\($0)/.deps/openvino/lib" },
            reason: "no libopenvino_c.so.2641 there, nor in the folders above")
    }

    /// What is before the last slash: empty for `/bin`.
    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func holdsLibrary(_ folder: String) -> Bool {
        ["libopenvino_c.so.2641", "libopenvino_c.so"].contains {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }
    }

    /// The input and output of a model as its file declares them.
    ///
    /// - Throws: `InferenceError.modelRefused` for what is no model with one of each.
    func inspect(_ path: String) throws(InferenceError) -> (input: TensorInfo, output: TensorInfo) {
        try lock.withLock { _ throws(InferenceError) in
            var (input, output) = (tsn_ov_tensor_info(), tsn_ov_tensor_info())
            let (code, reason) = withMessage {
                tsn_ov_model_inspect(pointer, path, &input, &output, $0, $1)
            }
            guard code == 0 else { throw .modelRefused(path: path, reason: reason) }
            return (TensorInfo(input), TensorInfo(output))
        }
    }

    /// Reads and compiles a model for the CPU.
    ///
    /// - Parameters:
    ///   - path: ONNX, TFLite, or OpenVINO's own XML.
    ///   - shape: What an input with open dimensions is fixed to.
    ///   - threads: How many threads serve its one inference at a time.
    func compile(
        _ path: String, shape: [Int64], threads: Int
    ) throws(InferenceError) -> CompiledModel {
        try lock.withLock { _ throws(InferenceError) in
            let (compiled, reason) = withMessage {
                tsn_ov_model_compile(
                    pointer, path, shape, shape.count, Int32(threads), $0, $1)
            }
            guard let compiled else { throw .modelRefused(path: path, reason: reason) }
            return CompiledModel(compiled, of: self)
        }
    }
}

/// Lends a buffer for the shim's message, and gives what `body` made beside the text.
///
/// OpenVINO's messages run over many lines, the first of which are places in its source.
func withMessage<R>(_ body: (UnsafeMutablePointer<CChar>, Int) -> R) -> (R, String) {
    var message = [CChar](repeating: 0, count: 2048)
    let size = message.count
    let result = message.withUnsafeMutableBufferPointer { body($0.baseAddress!, size) }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return (result, lines.joined(separator: " "))
}
