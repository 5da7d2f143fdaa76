import FoundationEssentials

/// Files as a test needs them: whole, or a test that says what is missing.
package enum Bytes {
    /// All bytes of the file at an absolute path.
    package static func of(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}
