/// The terms under which a full-text index keeps a name, and how they are asked for.
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
/// The place index adds terms of its own: the cells a row is in, and its kind, as `@road`.
package enum NameTerms {
    /// FTS5's tokenizer: letters, digits and all beyond ASCII are of a term, and these marks.
    package static let tokenizer = "ascii tokenchars '~=#@'"

    static let prefixLengths = 1...3
    static let runLengths = 1...3

    // MARK: Writing

    /// Appends the terms of one way to ask for a name, a space after each. What occurs twice is no
    /// harm: FTS5 keeps a term of a row once.
    ///
    /// - Parameters:
    ///   - joinsApostrophes: As in `FoldedText`.
    ///   - joinsWords: Whether all words are one, as for `E 18`.
    package static func append(
        _ name: some StringProtocol, joinsApostrophes: Bool, joinsWords: Bool = false,
        to terms: inout [UInt8]
    ) {
        var count = 0
        var only: [UInt8] = []
        FoldedText.forEachWord(of: String(name), joinsApostrophes: joinsApostrophes) {
            word, isUnspaced in
            count += 1
            if joinsWords {
                only += word
                return
            }
            if count == 1 { only = word }
            isUnspaced ? append(run: word, to: &terms) : append(word: word, to: &terms)
        }
        if joinsWords, count > 1 { append(word: only, to: &terms) }
        if count == 1 || joinsWords, count > 0 {
            terms.append(UInt8(ascii: "="))
            append(only[...], to: &terms)
        }
    }

    private static func append(_ term: ArraySlice<UInt8>, to terms: inout [UInt8]) {
        terms += term
        terms.append(UInt8(ascii: " "))
    }

    private static func append(word: [UInt8], to terms: inout [UInt8]) {
        append(word[...], to: &terms)
        var end = word.startIndex
        for _ in prefixLengths {
            guard end < word.endIndex else { break }
            end = afterLetter(word, end)
            terms += word[..<end]
            terms.append(UInt8(ascii: "~"))
            terms.append(UInt8(ascii: " "))
        }
    }

    private static func append(run: [UInt8], to terms: inout [UInt8]) {
        var start = run.startIndex
        while start < run.endIndex {
            var end = start
            for _ in runLengths {
                guard end < run.endIndex else { break }
                end = afterLetter(run, end)
                append(run[start..<end], to: &terms)
            }
            start = afterLetter(run, start)
        }
    }

    /// The index after the letter, a Unicode scalar in UTF-8, that begins at one.
    private static func afterLetter(_ word: [UInt8], _ start: Int) -> Int {
        var index = start + 1
        while index < word.endIndex, word[index] & 0xC0 == 0x80 { index += 1 }
        return index
    }

    // MARK: Asking

    /// The FTS5 expression for rows with the whole word.
    ///
    /// - Parameter spellings: What it is looked up as, itself among them; at least one. Not looked at
    ///   for a word of a script without spaces.
    package static func whole(_ word: FoldedText.Word, spellings: [String]) -> String {
        word.isUnspaced ? run(word.text) : anyOf(spellings)
    }

    /// The FTS5 expression for rows with a word that begins so; `spellings` as in `whole`.
    package static func prefix(_ word: FoldedText.Word, spellings: [String]) -> String {
        guard !word.isUnspaced else { return run(word.text) }
        let asked = spellings.map { text in
            prefixLengths.contains(text.unicodeScalars.count)
                ? quoted(text + "~") : quoted(text) + " *"
        }
        return asked.count == 1 ? asked[0] : "(" + asked.joined(separator: " OR ") + ")"
    }

    /// The FTS5 expression for rows of which a name is this one word.
    package static func only(_ word: FoldedText.Word) -> String { quoted("=" + word.text) }

    package static func anyOf(_ terms: [String]) -> String {
        terms.count == 1
            ? quoted(terms[0]) : "(" + terms.map(quoted).joined(separator: " OR ") + ")"
    }

    private static func run(_ text: String) -> String {
        let letters = Array(text.unicodeScalars)
        guard letters.count > runLengths.upperBound else { return quoted(text) }
        let threes = (0...letters.count - runLengths.upperBound).map {
            quoted(joined(letters[$0..<$0 + runLengths.upperBound]))
        }
        return "(" + threes.joined(separator: " AND ") + ")"
    }

    private static func joined(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text)
    }

    private static func quoted(_ term: String) -> String { "\"\(term)\"" }
}
