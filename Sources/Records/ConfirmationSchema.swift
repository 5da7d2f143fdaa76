internal import Database

/// What version 6 of `records.sqlite` adds: in which languages address and candidates are; and what it takes away, as a
/// confirmation paid for it and nobody asked it.
enum ConfirmationSchema {
    /// Public lists go by columns in memory; of captures, only those that wait are looked for by their time.
    private static let changes = """
        ALTER TABLE record ADD COLUMN languages TEXT;
        ALTER TABLE capture ADD COLUMN languages TEXT;
        DROP INDEX IF EXISTS disclosure_order;
        DROP INDEX IF EXISTS capture_by_state;
        CREATE INDEX capture_pending ON capture (expires) WHERE state = 'pending';
        """

    private static let tables = ["record", "capture", "disclosure"]

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(changes)
        try spellOutLists(connection)
    }

    /// Writes `x IN ('a', 'b', 'c')` in the checks of the tables as `(x = 'a' OR x = 'b' OR x = 'c')`.
    ///
    /// SQLite makes a table of its own of a list of three or more each time it compares with it, a twentieth of the
    /// work of a confirmation. What the checks hold stays the same, so no row changes, and SQLite's manual has the way
    /// to do it: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    private static func spellOutLists(_ connection: Connection) throws {
        let list = /(\w+)\s+IN\s*\(\s*('[^']*'(?:\s*,\s*'[^']*')+)\s*\)/
        try connection.execute("PRAGMA writable_schema = ON")
        defer { try? connection.execute("PRAGMA writable_schema = RESET") }
        for table in tables {
            let row = try connection.statement(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
            try row.bind(.text(table))
            guard try row.step() else { continue }
            let sql = row.text(0).replacing(list) { match in
                let terms = match.output.2.split(separator: ",").map { value in
                    "\(match.output.1) = \(value.drop { $0.isWhitespace })"
                }
                return "(\(terms.joined(separator: " OR ")))"
            }
            try connection.run(
                "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", .text(sql),
                .text(table))
        }
        let version = try connection.statement("PRAGMA schema_version")
        _ = try version.step()
        try connection.execute("PRAGMA schema_version = \(version.int64(0) + 1)")
    }
}
