internal import Database

/// The one table of `access.sqlite`. Times are milliseconds since 1970 in UTC.
enum TokenSchema {
    private static let version = 1
    /// "TSNA"; tells the file from others'.
    private static let applicationID = 0x5453_4E41

    /// Sets the file up when it is new; one transaction, so that a crash leaves it new.
    ///
    /// - Throws: `AccessError.foreignDatabase`, `.newerSchema`; `DatabaseError`.
    static func prepare(_ connection: Connection) throws {
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        if try isReady(connection) { return }
        try connection.transaction {
            // Another process may have been faster.
            if try isReady(connection) { return }
            try connection.execute(table)
            try connection.execute(
                "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    /// AUTOINCREMENT, so that the number of a token in a log never comes to mean another.
    private static let table = """
        CREATE TABLE token (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            name TEXT NOT NULL CHECK (name <> ''),
            role TEXT NOT NULL CHECK (role IN ('capture', 'review', 'admin')),
            created INTEGER NOT NULL,
            lastUsed INTEGER,
            revoked INTEGER
        )
        """

    private static func isReady(_ connection: Connection) throws -> Bool {
        let found = try number("PRAGMA user_version", connection)
        if try number("PRAGMA application_id", connection) == applicationID {
            guard found <= version else {
                throw AccessError.newerSchema(path: connection.path, found: found, known: version)
            }
            return true
        }
        guard try number("SELECT count(*) FROM sqlite_master", connection) == 0 else {
            throw AccessError.foreignDatabase(path: connection.path)
        }
        return false
    }

    private static func number(_ sql: String, _ connection: Connection) throws -> Int {
        let statement = try connection.statement(sql)
        return try statement.step() ? Int(statement.int64(0)) : 0
    }
}
