/// The terms under which `name_index` keeps a name, and how they are asked for.
///
/// The index is SQLite's FTS5 without positions (`detail=none`), whose tokenizer only parts at
/// spaces, as all folding is done before. A name has:
///
/// - its words, as `mannerheimintie`;
/// - their first one, two and three letters, as `man~`, so that the first letters typed cost one
///   list and not the union of thousands; longer beginnings are FTS5's own prefix queries;
/// - of scripts without spaces all runs of one, two and three letters, so that any part of a name
///   is found; longer ones are asked for by their threes, and compared when the name is read;
/// - when it is a single word, `=word`, so that `Park` is found among a thousand parks.
///
/// Besides, a row has the cells it is in (`SearchCell`) and its kind, as `@road`.
enum NameTerms {
    /// FTS5's tokenizer: letters, digits and all beyond ASCII are of a term, and these marks.
    static let tokenizer = "ascii tokenchars '~=#@'"

    static let prefixLengths = 1...3
    static let runLengths = 1...3

    // MARK: Writing

    /// Adds the terms of one way to ask for a name.
    static func insert(_ name: FoldedText, into terms: inout Set<String>) {
        if name.words.count == 1 { terms.insert("=" + name.words[0].text) }
        for word in name.words {
            if word.isUnspaced {
                let letters = Array(word.text)
                for start in letters.indices {
                    for length in runLengths where start + length <= letters.count {
                        terms.insert(String(letters[start..<start + length]))
                    }
                }
            } else {
                guard terms.insert(word.text).inserted else { continue }
                for length in prefixLengths {
                    let prefix = word.text.prefix(length)
                    terms.insert(prefix + "~")
                    if prefix.endIndex == word.text.endIndex { break }
                }
            }
        }
    }

    // MARK: Asking

    /// The FTS5 expression for rows with the whole word, or one of those that mean the same.
    static func whole(_ word: FoldedText.Word) -> String {
        word.isUnspaced ? run(word.text) : anyOf(QuerySpelling.alternatives(to: word.text))
    }

    /// The FTS5 expression for rows with a word that begins so.
    static func prefix(_ word: FoldedText.Word) -> String {
        guard !word.isUnspaced else { return run(word.text) }
        let asked = QuerySpelling.alternatives(to: word.text).map { text in
            prefixLengths.contains(text.count) ? quoted(text + "~") : quoted(text) + " *"
        }
        return asked.count == 1 ? asked[0] : "(" + asked.joined(separator: " OR ") + ")"
    }

    /// The FTS5 expression for rows of which a name is this one word.
    static func only(_ word: FoldedText.Word) -> String { quoted("=" + word.text) }

    static func anyOf(_ terms: [String]) -> String {
        terms.count == 1
            ? quoted(terms[0]) : "(" + terms.map(quoted).joined(separator: " OR ") + ")"
    }

    private static func run(_ text: String) -> String {
        let letters = Array(text)
        guard letters.count > runLengths.upperBound else { return quoted(text) }
        let threes = (0...letters.count - runLengths.upperBound).map {
            quoted(String(letters[$0..<$0 + runLengths.upperBound]))
        }
        return "(" + threes.joined(separator: " AND ") + ")"
    }

    private static func quoted(_ term: String) -> String { "\"\(term)\"" }
}
