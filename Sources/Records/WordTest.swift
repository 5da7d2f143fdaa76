internal import Database

/// Whether the texts of single records hold words, as the text index would find them: ten microseconds each, where the
/// index reads all records of a word down to the one asked for.
final class WordTest {
    private let tokenizer: TextTokenizer
    /// What is asked for: of each word its parts, which stand one behind another; the last may go on.
    private let asked: [[ArraySlice<UInt8>]]
    private let row: Statement
    private var known: [Int64: Bool] = [:]

    /// The columns of the text index, those of names first.
    static let columns = "name, scientificName, vernacularName, occurrenceRemarks"
    static let columnCount: Int32 = 4
    private static let nameColumns: Int32 = 3

    /// - Returns: nil when there is no word, or one without a letter or digit: the index finds nothing then.
    init?(_ words: String, _ connection: Connection) throws {
        let tokenizer = try TextTokenizer(connection)
        self.tokenizer = tokenizer
        row = try connection.statement("SELECT \(Self.columns) FROM record WHERE id = ?")
        asked = try WordQuery.split(words).map { word in
            var word = word
            return try word.withUTF8 { try tokenizer.words(of: $0) }
        }
        guard !asked.isEmpty, asked.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// - Parameter inNames: Whether only the names are looked at; the same for one record each time.
    func holds(_ id: Int64, inNames: Bool = false) throws -> Bool {
        if let known = known[id] { return known }
        try row.bind(1, id)
        let holds = try row.step() && holds(textsOf: row, inNames: inNames)
        row.reset()
        known[id] = holds
        return holds
    }

    /// - Parameter row: Begins with `columns`.
    func holds(textsOf row: Statement, inNames: Bool) throws -> Bool {
        let texts = try (0..<(inNames ? Self.nameColumns : Self.columnCount)).map {
            try row.withText($0) { try tokenizer.words(of: $0) }
        }
        return asked.allSatisfy { parts in texts.contains { Self.holds($0, parts) } }
    }

    private static func holds(_ words: [ArraySlice<UInt8>], _ parts: [ArraySlice<UInt8>]) -> Bool {
        guard let last = parts.last, words.count >= parts.count else { return false }
        return (0...words.count - parts.count).contains { start in
            words[start + parts.count - 1].starts(with: last)
                && words[start...].starts(with: parts.dropLast())
        }
    }
}
