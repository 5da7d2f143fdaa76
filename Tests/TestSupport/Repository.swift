import FoundationEssentials

/// The checkout the tests were built from.
package enum Repository {
    /// Absolute path of the folder that holds Package.swift.
    ///
    /// From `#filePath`, as tests may be started from any working directory.
    package static let folder: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// Whether something, file or folder, is at an absolute path.
    static func holds(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
