import FoundationEssentials

/// The one directory that holds everything; nothing is written outside it.
///
/// Paths are made from the directory as it was given, and files are told apart by their names
/// relative to its folders: a moved, mounted or symlinked directory changes neither.
package struct DataDirectory: Hashable, Sendable {
    package let path: String

    /// - Parameter path: Absolute, or relative to the working directory; empty means that one.
    package init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty ? "." : path
    }

    /// One SpatiaLite file for each imported region.
    package var places: String { path + "/places" }
    package var recordsDatabase: String { path + "/records.sqlite" }
    /// Taxa, their names and ranges.
    package var speciesDatabase: String { path + "/species.sqlite" }
    /// Originals of records, byte for byte as sent: `photos/ab/UUID.jpg`.
    package var photos: String { path + "/photos" }
    /// Photos of captures not yet confirmed (`UUID.jpg`) and half-received uploads (`UUID.part`).
    package var staging: String { path + "/staging" }
    /// Thumbnails: a cache, safe to delete at any time.
    package var derived: String { path + "/derived" }
    /// Files that `check --repair` took away, and the list of them.
    package var trash: String { path + "/trash" }
    /// There from the beginning of a restore to its end: what lies here is not whole.
    var unfinishedRestore: String { path + "/unfinished-restore" }
    package var models: String { path + "/models" }

    /// Makes the directory and the folders that records need; what exists stays as it is.
    ///
    /// The directory is made for its owner alone, as it says where people were.
    ///
    /// - Throws: `RecordError.fileFailure` when it cannot be made, or something else has its name.
    package func create() throws(RecordError) {
        try FileCalls.makeDirectory(path, mode: 0o700)
        for folder in [places, photos, staging, derived] { try FileCalls.makeDirectory(folder) }
    }

    /// - Throws: `RecordError.noDataDirectory` when nothing is there, `.notADirectory`, `.notReadable` when it is
    ///   another's.
    package func requireExisting() throws(RecordError) {
        guard let facts = FileCalls.facts(of: path) else { throw .noDataDirectory(path: path) }
        guard facts.kind == .directory else { throw .notADirectory(path: path) }
        // What lies in it would seem not to be there.
        guard FileCalls.isReadable(path) else { throw .notReadable(path: path) }
    }
}
