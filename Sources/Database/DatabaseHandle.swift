internal import CSQLite
internal import Glibc

/// The owner of one `sqlite3 *` and of SpatiaLite's cache for it; closed when the connection and
/// every statement on it are gone.
final class DatabaseHandle {
    let pointer: OpaquePointer
    let path: String
    private let spatialCache: UnsafeMutableRawPointer?
    let journalPages = JournalPages()

    /// Where SQLite's callback, which knows an address only, writes.
    final class JournalPages {
        var count = 0
    }

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
            let reason = errno
            let message = String(cString: sqlite3_errmsg(opened))
            let isFull = opened.map { Self.isForLackOfSpace(code, $0, reason) } ?? false
            sqlite3_close_v2(opened)
            throw isFull
                ? .full(path: path) : DatabaseError(code: code, message: message, path: path)
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

    /// Takes the place of SQLite's own hook, which moves pages within a commit:
    /// <https://www.sqlite.org/c3ref/wal_hook.html>.
    func followJournal() {
        sqlite3_wal_hook(
            pointer,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<JournalPages>.fromOpaque(context).takeUnretainedValue().count =
                    Int(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(journalPages).toOpaque())
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
        let reason = errno
        let extended = sqlite3_extended_errcode(pointer)
        let code = extended & 0xFF == code & 0xFF ? extended : code
        if Self.isForLackOfSpace(code, pointer, reason) { return .full(path: path) }
        return DatabaseError(
            code: code, message: String(cString: sqlite3_errmsg(pointer)), path: path, sql: sql)
    }

    /// Whether the system had no space left, or the quota was used up, where SQLite only says that it could not make,
    /// lengthen or write a file.
    ///
    /// Not when synchronizing failed: then all was written, and it may yet turn out to be there.
    ///
    /// - Parameter reason: `errno` as SQLite left it. Its own note of it misses a failed commit before 3.44.
    private static func isForLackOfSpace(
        _ code: Int32, _ pointer: OpaquePointer, _ reason: Int32
    ) -> Bool {
        // SQLITE_IOERR_WRITE, _TRUNCATE, _SHMOPEN, _SHMSIZE and _SHMMAP, <https://www.sqlite.org/rescode.html>.
        let ofFiles = [3, 6, 18, 19, 21].map { SQLITE_IOERR | $0 << 8 }
        guard ofFiles.contains(code) || code & 0xFF == SQLITE_CANTOPEN else { return false }
        return [ENOSPC, EDQUOT].contains { $0 == reason || $0 == sqlite3_system_errno(pointer) }
    }
}
