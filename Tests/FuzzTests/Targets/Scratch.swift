import FoundationEssentials
import Glibc

/// The folder that a process of fuzzing writes to; removed when it ends in order.
enum Scratch {
    static let root = Result {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: Scratch.path) }
        return path
    }

    private static let path = FileManager.default.temporaryDirectory.appending(
        path: "turnstone-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    ).path

    /// A folder of its own in it, new and empty.
    static func folder(_ name: String) throws -> String {
        let path = "\(try root.get())/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Writes the input as a file of that name, replacing the one of the run before.
    static func write(_ input: UnsafeRawBufferPointer, as name: String) throws -> String {
        let path = "\(try root.get())/\(name)"
        try Data(input).write(to: URL(filePath: path))
        return path
    }
}
