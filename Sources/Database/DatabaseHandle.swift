internal import CSQLite

/// The owner of one `sqlite3 *` and of SpatiaLite's cache for it; closed when the connection and
/// every statement on it are gone.
final class DatabaseHandle {
    let pointer: OpaquePointer
    let path: String
    private let spatialCache: UnsafeMutableRawPointer?

    /// Multi-thread mode, as every connection here belongs to one thread at a time; once, before
    /// the first open. SpatiaLite's own start-up is not thread-safe either.
    private static let configured: Int32 = {
        let code = tsn_sqlite_configure()
        spatialite_initialize()
        return code
    }()

    /// Chooses the threading mode, the first time it is called.
    static func configure(for path: String) throws(DatabaseError) {
        guard configured == SQLITE_OK else {
            throw DatabaseError(
                code: configured,
                message: "SQLite was in use before it could be set to multi-thread mode", path: path
            )
        }
    }

    init(path: String, mode: Connection.Mode, spatial: Bool) throws(DatabaseError) {
        try Self.configure(for: path)
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            Self.uri(path: path, mode: mode), &opened,
            Self.flags(mode) | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: message, path: path)
        }
        sqlite3_busy_timeout(opened, 5000)
        pointer = opened
        self.path = path
        if spatial {
            let cache = spatialite_alloc_connection()
            // What it finds wrong with a shape is asked for, not printed to standard error.
            spatialite_set_silent_mode(cache)
            spatialite_init_ex(opened, cache, 0)
            spatialCache = cache
        } else {
            spatialCache = nil
        }
    }

    deinit {
        sqlite3_close_v2(pointer)
        if let spatialCache { spatialite_cleanup_ex(spatialCache) }
    }

    private static func flags(_ mode: Connection.Mode) -> Int32 {
        switch mode {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }

    /// The file as a URI, <https://www.sqlite.org/uri.html>: `?`, `#` and `%` of the path escaped.
    private static func uri(path: String, mode: Connection.Mode) -> String {
        guard mode == .readOnly(immutable: true) else { return path }
        var escaped = ""
        for character in path.unicodeScalars {
            switch character {
            case "%": escaped += "%25"
            case "?": escaped += "%3f"
            case "#": escaped += "%23"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return "file:\(escaped)?immutable=1"
    }

    /// SQLite's message for the call that has just failed.
    func failure(_ code: Int32, sql: String?) -> DatabaseError {
        let extended = sqlite3_extended_errcode(pointer)
        return DatabaseError(
            code: extended & 0xFF == code & 0xFF ? extended : code,
            message: String(cString: sqlite3_errmsg(pointer)), path: path, sql: sql)
    }
}
