internal import GeoModel

/// Other spellings of a word that mean the same to whoever asks.
///
/// Applied to questions only: the index keeps names as they are written.
enum QuerySpelling {
    /// The word, then what it may stand for: abbreviations either way, and for `ae`, `oe`, `ue` the
    /// letter that a keyboard without umlauts lacks, as names are kept without their marks.
    static func alternatives(to word: String) -> [String] {
        var found = [word]
        func add(_ other: String) {
            if !found.contains(other) { found.append(other) }
        }
        for other in same[word] ?? [] { add(other) }
        // Hauptstr. is Hauptstrasse.
        if word.hasSuffix("str"), word.utf8.count > 3 { add(word + "asse") }
        var plain = word
        for (two, one) in [("ae", "a"), ("oe", "o"), ("ue", "u")] {
            plain = replace(two, by: one, in: plain)
        }
        add(plain)
        return found
    }

    /// As for its text; of a script without spaces only itself.
    static func alternatives(to word: FoldedText.Word) -> [String] {
        word.isUnspaced ? [word.text] : alternatives(to: word.text)
    }

    private static func replace(_ pair: String, by letter: String, in word: String) -> String {
        var result = ""
        var rest = word[...]
        while let first = rest.first {
            if rest.hasPrefix(pair) {
                result += letter
                rest = rest.dropFirst(2)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Words that are written for one another, a line for each.
    private static let same: [String: [String]] = {
        var same: [String: [String]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words {
                for other in words where other != word { same[word, default: []].append(other) }
            }
        }
        return same
    }()

    private static let lines = """
        st street
        st saint sankt
        ste sainte
        str strasse street
        ave avenue
        av avenue avenida avinguda
        blvd boulevard bulvar
        bd boulevard
        rd road
        sq square
        dr drive
        dr doutor doctor doktor
        ln lane
        ct court
        pl place platz plaza placa plac
        hwy highway
        pkwy parkway
        mt mount
        ft fort
        ul ulica улица
        ул улица
        пр проспект проезд
        просп проспект
        пер переулок
        наб набережная
        пл площадь
        бул бульвар
        ш шоссе
        r rua rue
        c calle carrer
        pza plaza
        pca praca
        v via
        n north
        s south
        e east
        w west
        and und et i och ja
        """
}

extension NameTerms {
    /// The FTS5 expression for rows with the whole word, or one of those that mean the same.
    static func whole(_ word: FoldedText.Word) -> String {
        whole(word, spellings: QuerySpelling.alternatives(to: word))
    }

    /// The FTS5 expression for rows with a word that begins so, or as one that means the same.
    static func prefix(_ word: FoldedText.Word) -> String {
        prefix(word, spellings: QuerySpelling.alternatives(to: word))
    }
}
