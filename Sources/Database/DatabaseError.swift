internal import CSQLite

/// Why SQLite refused. Every case keeps the file's path; SQLite's own code and message are in all
/// but those that say everything themselves.
package enum DatabaseError: Error, Equatable, CustomStringConvertible {
    /// The file is absent, or its folder cannot be read or written.
    case cannotOpen(path: String, code: Int32, message: String)
    /// The file is something else than an SQLite database.
    case notADatabase(path: String)
    /// Pages of the file contradict one another.
    case corrupt(path: String, message: String)
    /// The disk, or a quota, is full; the statement was rolled back.
    case full(path: String)
    /// Another process held the write lock for longer than the waiting time.
    case busy(path: String)
    /// Everything else. `code` is SQLite's extended result code.
    case failed(path: String, code: Int32, message: String, sql: String?)

    /// SQLite's extended result code, <https://www.sqlite.org/rescode.html>.
    package var code: Int32 {
        switch self {
        case .cannotOpen(_, let code, _), .failed(_, let code, _, _): code
        case .notADatabase: SQLITE_NOTADB
        case .corrupt: SQLITE_CORRUPT
        case .full: SQLITE_FULL
        case .busy: SQLITE_BUSY
        }
    }

    /// Whether the disk failed, so that nobody knows what of a commit is on it: after a crash it may turn out to be
    /// done.
    package var isOfUnknownOutcome: Bool { code & 0xFF == SQLITE_IOERR }

    package var description: String {
        switch self {
        case .cannotOpen(let path, let code, let message):
            "Database '\(path)' cannot be opened (\(message), SQLite code \(code)). "
                + "Check that the file and its folder exist, and their owner and mode."
        case .notADatabase(let path):
            "'\(path)' is not an SQLite database. Move it away, or make it anew."
        case .corrupt(let path, let message):
            "Database '\(path)' is damaged (\(message)). Restore it from a backup, or make it anew."
        case .full(let path):
            "There is no space left to write '\(path)'. Free some, then try again."
        case .busy(let path):
            "Database '\(path)' is locked by another process. Try again when it has ended."
        case .failed(let path, let code, let message, let sql):
            "SQLite failed on '\(path)': \(message) (code \(code))"
                + (sql.map { " in: \($0)" } ?? "") + "."
        }
    }
}

extension DatabaseError {
    /// Sorts SQLite's code into a case.
    init(code: Int32, message: String, path: String, sql: String? = nil) {
        self =
            switch code & 0xFF {
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
                .cannotOpen(path: path, code: code, message: message)
            case SQLITE_NOTADB: .notADatabase(path: path)
            case SQLITE_CORRUPT: .corrupt(path: path, message: message)
            case SQLITE_FULL: .full(path: path)
            case SQLITE_BUSY: .busy(path: path)
            default: .failed(path: path, code: code, message: message, sql: sql)
            }
    }
}
