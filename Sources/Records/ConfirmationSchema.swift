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

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(changes)
        try spellOutLists(connection)
    }

    /// Writes `x IN ('a', 'b', 'c')` in the checks of the tables as `(x = 'a' OR x = 'b' OR x = 'c')`.
    ///
    /// SQLite makes a table of its own of a list of three or more each time it compares with it, a twentieth of the
    /// work of a confirmation. What the checks hold stays the same, so no row changes.
    private static func spellOutLists(_ connection: Connection) throws {
        let list = /(\w+)\s+IN\s*\(\s*('[^']*'(?:\s*,\s*'[^']*')+)\s*\)/
        try Schema.rewrite(["record", "capture", "disclosure"], connection) { sql in
            sql.replacing(list) { match in
                let terms = match.output.2.split(separator: ",").map { value in
                    "\(match.output.1) = \(value.drop { $0.isWhitespace })"
                }
                return "(\(terms.joined(separator: " OR ")))"
            }
        }
    }
}
