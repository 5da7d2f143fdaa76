import FoundationEssentials

/// A folder of a test's own, removed with everything in it when the last reference goes.
///
/// Keep it in a `let` for as long as the files are needed: `_ = TemporaryDirectory()` is gone at once.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a trailing slash.
    package let path: String

    package init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        path =
            (folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
            + "/turnstone-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in it; nothing is created.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
        let target = file(name)
        try Data(bytes).write(to: URL(filePath: target))
        return target
    }

    /// Paths of the files below it, relative, sorted; folders are left out.
    package var files: [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return all.filter { name in
            var isFolder = false
            return FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder)
                && !isFolder
        }
        .sorted()
    }
}
