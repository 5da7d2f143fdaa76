internal import CSQLite

/// An open SQLite database, with SpatiaLite's functions when asked for. One thread at a time.
///
/// A writer waits up to five seconds for another process's lock before it throws `.busy`. Foreign
/// keys are enforced.
package final class Connection {
    package enum Mode: Hashable, Sendable {
        /// `immutable` promises that nobody writes the file while it is open: no lock, no journal
        /// is looked at. <https://www.sqlite.org/uri.html#uriimmutable>
        case readOnly(immutable: Bool)
        case readWrite
        /// As `readWrite`; the file is made when it is absent.
        case create
    }

    package let path: String
    let handle: DatabaseHandle
    private var cache: [String: PreparedStatement] = [:]

    /// Statements kept prepared; beyond it, those not in use are dropped.
    private static let cacheLimit = 200

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:`.
    ///   - spatial: Whether SpatiaLite's SQL functions and virtual tables are loaded, which costs
    ///     about 1 ms and 250 KiB. Its R*Trees, which are SQLite's own, work without.
    /// - Throws: A file that is not a database is found here, not at the first query.
    package init(path: String, mode: Mode, spatial: Bool = false) throws(DatabaseError) {
        self.path = path
        handle = try DatabaseHandle(path: path, mode: mode, spatial: spatial)
        try execute("PRAGMA foreign_keys = ON")
        try execute("SELECT count(*) FROM sqlite_master")
    }

    /// Chooses the threading mode of the process's SQLite, which its first user decides.
    ///
    /// For whoever hands `path` to another library that opens databases of its own; once a connection
    /// was opened it does nothing.
    package static func prepareLibrary(for path: String) throws(DatabaseError) {
        try DatabaseHandle.configure(for: path)
    }

    /// Runs one or several statements which take no parameters; rows are thrown away.
    package func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle.pointer, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.failure(code, sql: sql) }
    }

    /// Returns the statement for `sql`, ready to bind: prepared once and kept for the next time.
    ///
    /// It goes back when the caller lets go of it, and is reset then, so that an unfinished query
    /// holds no lock. The same text asked for again meanwhile gives a second statement.
    package func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let prepared = cache[sql], !prepared.isLent { return Statement(prepared) }
        let prepared = try PreparedStatement(sql, on: handle)
        if cache[sql] == nil {
            if cache.count >= Self.cacheLimit { cache = cache.filter { $0.value.isLent } }
            cache[sql] = prepared
        }
        return Statement(prepared)
    }

    /// Runs `sql` with its parameters bound, to the end; rows are thrown away.
    package func run(_ sql: String, _ values: SQLValue?...) throws(DatabaseError) {
        let statement = try statement(sql)
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs `body` between BEGIN IMMEDIATE and COMMIT; whatever it throws rolls all of it back.
    ///
    /// Transactions do not nest.
    package func transaction<R>(_ body: () throws -> R) throws -> R {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk has rolled back already; the error to report is the first one either way.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` so that all it reads is of one moment.
    package func snapshot<R>(_ body: () throws -> R) throws -> R {
        try run("BEGIN")
        defer { try? run("COMMIT") }
        return try body()
    }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

    /// The rowid of the last row inserted on this connection; 0 before the first.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

    /// Pages in the write-ahead log behind the last commit on this connection, once `leaveJournal` was called.
    package var journalPages: Int { handle.journalPages.count }

    /// Leaves it to the caller to move pages from the write-ahead log into the file: no commit does it any more.
    package func leaveJournal() { handle.followJournal() }

    /// Moves what readers leave free of the write-ahead log into the file, waiting for nobody.
    package func moveJournal() throws(DatabaseError) {
        try execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Replaces all of this database by what another one holds: <https://www.sqlite.org/c3ref/backup_finish.html>.
    ///
    /// No transaction may be open on either.
    package func copyAll(of source: Connection) throws(DatabaseError) {
        guard
            let copying = sqlite3_backup_init(
                handle.pointer, "main", source.handle.pointer, "main")
        else { throw handle.failure(sqlite3_errcode(handle.pointer), sql: nil) }
        sqlite3_backup_step(copying, -1)
        let code = sqlite3_backup_finish(copying)
        guard code == SQLITE_OK else { throw handle.failure(code, sql: nil) }
    }

    /// Whether the file no longer lies at its path, so that whatever is written is lost with the last connection; 2 µs.
    package var hasMoved: Bool {
        var answer: Int32 = 0
        let code = sqlite3_file_control(
            handle.pointer, nil, SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// How many rows the last INSERT, UPDATE or DELETE touched.
    package var changes: Int { Int(sqlite3_changes64(handle.pointer)) }
}
