internal import Database

/// FTS5's query for words, each the beginning of one that is there.
///
/// FTS5 finds the records of a whole word, or of a beginning of two or three letters, which have an index, one by
/// one from the last made on. For any other beginning it puts the lists of all its words together first: 60 ms for
/// one that half of a million records have. So those are asked for by their words, or by beginnings of two letters.
/// <https://www.sqlite.org/fts5.html#prefix_indexes>
enum WordQuery {
    /// Words looked up for one beginning: 0.1 ms each. One that begins more words is left to FTS5.
    private static let alternatives = 32

    /// Makes the words of the text index readable for `text`.
    static func prepare(_ connection: Connection) throws {
        try connection.execute(
            """
            PRAGMA temp_store = MEMORY;
            CREATE VIRTUAL TABLE temp.record_word USING fts5vocab(main, record_text, instance)
            """)
    }

    /// - Returns: nil when there is no word.
    static func text(_ words: String, _ connection: Connection) throws -> String? {
        let words = split(words)
        guard !words.isEmpty else { return nil }
        let tokenizer = try TextTokenizer(connection)
        return try words.map { try "(\(condition(on: $0, tokenizer, connection)))" }
            .joined(separator: " AND ")
    }

    /// The words, each once.
    static func split(_ words: String) -> [String] {
        Set(words.split(whereSeparator: \.isWhitespace))
            .map { String($0.replacing("\0", with: "")) }.filter { !$0.isEmpty }.sorted()
    }

    /// A quoted string is never syntax: <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
    private static func condition(
        on word: String, _ tokenizer: TextTokenizer, _ connection: Connection
    ) throws -> String {
        let whole = "\"\(word.replacing("\"", with: "\"\""))\" *"
        let tokens = try tokenizer.words(of: word)
        guard tokens.count == 1, let token = tokens.first else { return whole }
        switch token.unicodeScalars.count {
        case 2, 3: return whole
        case 1:
            let found = try beginnings(from: token, ofLetters: 2, connection)
            return found.map { beginnings in
                beginnings.map { $0.unicodeScalars.count == 1 ? "\"\($0)\"" : "\"\($0)\" *" }
                    .joined(separator: " OR ")
            } ?? whole
        default:
            let found = try beginnings(from: token, ofLetters: .max, connection)
            return found.map { words in
                words.map { "\"\($0)\"" }.joined(separator: " OR ")
            } ?? whole
        }
    }

    /// The words that begin with `token`, each once, or their first letters; `token` itself when there is none.
    ///
    /// - Returns: nil when there are too many.
    private static func beginnings(
        from token: String, ofLetters letters: Int, _ connection: Connection
    ) throws -> [String]? {
        let next = try connection.statement(
            "SELECT term FROM temp.record_word WHERE term >= ? LIMIT 1")
        var found: [String] = []
        var bound = token
        while true {
            try next.bind(.text(bound))
            guard try next.step() else { break }
            let term = next.text(0)
            guard term.utf8.starts(with: token.utf8) else { break }
            guard found.count < alternatives else { return nil }
            let beginning = String(String.UnicodeScalarView(term.unicodeScalars.prefix(letters)))
            found.append(beginning)
            // Behind all words with that beginning, or behind the word.
            bound =
                beginning + (beginning.unicodeScalars.count == letters ? "\u{10FFFF}" : "\u{1}")
        }
        return found.isEmpty ? [token] : found
    }
}
