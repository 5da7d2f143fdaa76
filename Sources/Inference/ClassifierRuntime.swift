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
        let current = FileManager.default.currentDirectoryPath
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folders = candidates(
            configured: ProcessInfo.processInfo.environment["TURNSTONE_OPENVINO"],
            starts: [
                program.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.endIndex)) },
                current,
            ]
            .compactMap { $0 }, current: current)
        guard let folder = folders.first(where: holdsLibrary) else {
            throw .runtimeUnavailable(tried: folders, reason: "no libopenvino_c.so there")
        }
        return try ClassifierRuntime(folder: folder)
    }

    /// The folders to look in, best first.
    static func candidates(configured: String?, starts: [String], current: String) -> [String] {
        if let configured, !configured.isEmpty {
            return [configured.hasPrefix("/") ? configured : "\(current)/\(configured)"]
        }
        var folders: [String] = []
        for start in starts {
            var parts = start.split(separator: "/")
            while true {
                let folder = (parts + [".deps", "openvino", "lib"]).reduce("") { "\($0)/\($1)" }
                if !folders.contains(folder) { folders.append(folder) }
                if parts.isEmpty { break }
                parts.removeLast()
            }
        }
        return folders
    }

    private static func holdsLibrary(_ folder: String) -> Bool {
        ["libopenvino_c.so.2641", "libopenvino_c.so"].contains {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }
    }

    /// Reads and compiles a model for the CPU.
    ///
    /// - Parameters:
    ///   - path: ONNX, TFLite, or OpenVINO's own XML.
    ///   - shape: What an input with open dimensions is fixed to.
    ///   - requests: How many inferences may run at once.
    ///   - threads: How many threads serve all of them together.
    func compile(
        _ path: String, shape: [Int64], requests: Int, threads: Int
    ) throws(InferenceError) -> CompiledModel {
        try lock.withLock { _ throws(InferenceError) in
            let (compiled, reason) = withMessage {
                tsn_ov_model_compile(
                    pointer, path, shape, shape.count, Int32(requests), Int32(threads), $0, $1)
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
