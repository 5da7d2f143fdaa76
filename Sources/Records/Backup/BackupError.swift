/// Why a backup was not made, or not restored.
package enum BackupError: Error, Equatable {
    /// Something is there already: nothing is ever overwritten.
    case targetExists(path: String)
    /// The backup would lie in the data directory, and hold itself.
    case targetInSource(path: String)
    /// There are no records to copy.
    case nothingToCopy(path: String)
    /// It is no backup, or one that was not finished.
    case notABackup(path: String)
    /// Another backup or restore holds the folder.
    case anotherRuns(path: String)
    /// The copy does not hold what was copied.
    case notWhole(path: String, reason: String)
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .targetExists(let path):
            "'\(path)' is there already, and is not overwritten. Choose a new name, or move it away."
        case .targetInSource(let path):
            "'\(path)' lies in the data directory. Choose a place outside, best on another disk."
        case .nothingToCopy(let path):
            "There are no records in '\(path)'. Name the data directory with --data."
        case .notABackup(let path):
            "'\(path)' is no finished backup: it has no backup.json. Choose another."
        case .anotherRuns(let path):
            "Another backup or restore works in '\(path)'. Begin again when it has ended."
        case .notWhole(let path, let reason):
            "'\(path)' is not whole: \(reason). Keep it for looking into, and use another backup."
        }
    }
}
