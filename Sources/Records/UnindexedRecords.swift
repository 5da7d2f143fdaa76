internal import Database

/// The records with the words of a filter among those whose words are not in the text index yet, the last made first:
/// at most `LateIndexSchema.mostWaiting` are looked at.
final class UnindexedRecords {
    private let row: Statement
    private let test: WordTest
    private let inNames: Bool

    /// - Parameters:
    ///   - inNames: Whether only the names are looked at.
    ///   - id: Only records below it are asked for.
    init(
        _ test: WordTest, inNames: Bool, below id: Int64?, _ connection: Connection
    ) throws {
        self.test = test
        self.inNames = inNames
        row = try connection.statement(
            """
            SELECT \(WordTest.columns), id FROM record
            WHERE id > (SELECT lastID FROM index_state) AND id < ? ORDER BY id DESC
            """)
        try row.bind(.integer(id ?? .max))
    }

    /// nil behind the last.
    func next() throws -> Int64? {
        while try row.step() {
            if try test.holds(textsOf: row, inNames: inNames) {
                return row.int64(WordTest.columnCount)
            }
        }
        return nil
    }
}
