/// A street's name as an address writes it, word by word, for telling which street of the map is
/// meant when none has just that name.
///
/// Meant is a street whose words are the written ones but for abbreviations ("Av." of "Avinguda",
/// "St" of "Saint"), a slip of the pen, and short words that are left out ("Plaça Consell" of
/// "Plaça del Consell"); of a street on which the house stands, any words may be ("Triq Valletta" of
/// "Triq il-Belt Valletta"). An address that gives several names, or the number after the name,
/// means each of them.
struct StreetSpelling {
    /// Of each name that is given: its words, in letters of `StreetName`.
    private let names: [[[UInt8]]]

    /// - Parameter written: `addr:street`, as in "Karlsplatz (Stachus)" or "Pohjoisesplanadi 33".
    init(address written: String) {
        var names = written.split { ",/;()".contains($0) }.map(Self.words)
        for index in names.indices {
            while names[index].count > 1, Self.isNumber(names[index][names[index].count - 1]) {
                names[index].removeLast()
            }
        }
        self.names = [Self.words(written)] + names
    }

    /// Whether a street of this name is meant.
    ///
    /// - Parameter isBeside: Whether the house stands on the street.
    func means(_ street: String, isBeside: Bool) -> Bool {
        let words = Self.words(street)
        return names.contains { Self.isSame($0, words, isBeside) }
    }

    private static func words(_ name: some StringProtocol) -> [[UInt8]] {
        name.split { " .,-\u{2013}\u{A0}/".contains($0) }.map { StreetName(String($0)).letters }
            .filter { !$0.isEmpty }
    }

    private static func isSame(
        _ written: [[UInt8]], _ street: [[UInt8]], _ isBeside: Bool
    ) -> Bool {
        // One word may be written as two.
        let (whole, wholeStreet) = (Array(written.joined()), Array(street.joined()))
        guard !whole.isEmpty, whole != wholeStreet else { return !whole.isEmpty }
        if written.count != street.count, isSlip(whole, wholeStreet) { return true }
        guard written.count > 1, written.count <= street.count else {
            return written.count == 1 && street.count == 1 && isSame(written[0], street[0])
        }
        let mayAllBeSlips = written.count == street.count && isSlip(whole, wholeStreet)
        return follows(written, in: street, isBeside, mayAllBeSlips)
    }

    /// Of names of one word, German ones may end in an abbreviation.
    private static func isSame(_ word: [UInt8], _ other: [UInt8]) -> Bool {
        isSlip(word, other)
            || word.suffix(3).elementsEqual("str".utf8) && other == word + "asse".utf8
    }

    /// Whether all of the written words come in a street's name, in its order, the last as its
    /// last.
    ///
    /// - Parameter mayAllBeSlips: Else one of them has to be the same.
    private static func follows(
        _ written: [[UInt8]], in street: [[UInt8]], _ isBeside: Bool, _ mayAllBeSlips: Bool
    ) -> Bool {
        let isInFull = written.count == street.count
        var rest = street[...]
        var hasWord = mayAllBeSlips
        for word in written {
            while let next = rest.first, !isSame(word, next, isInFull: isInFull) {
                guard isBeside || next.count <= 3 else { return false }
                rest.removeFirst()
            }
            guard let next = rest.popFirst() else { return false }
            hasWord = hasWord || next == word && word.count >= 4
        }
        return rest.isEmpty && hasWord
    }

    /// - Parameter isInFull: Whether no word is left out, so that a slip is plain to see.
    private static func isSame(_ word: [UInt8], _ other: [UInt8], isInFull: Bool) -> Bool {
        word == other || isAbbreviation(word, of: other) || isAbbreviation(other, of: word)
            || isInFull && isSlip(word, other)
    }

    /// Its beginning, or a few of its letters from the first to the last.
    private static func isAbbreviation(_ short: [UInt8], of long: [UInt8]) -> Bool {
        guard short.count >= 2, short.count < long.count, short[0] == long[0], !hasDigit(long)
        else { return false }
        if long.starts(with: short) { return true }
        guard short.count <= 4, short.last == long.last else { return false }
        var rest = short[...]
        for letter in long where rest.first == letter { rest.removeFirst() }
        return rest.isEmpty
    }

    /// A letter too many, too few or wrong in a word of five, two in one of eight; digits are none.
    private static func isSlip(_ word: [UInt8], _ other: [UInt8]) -> Bool {
        let length = min(word.count, other.count)
        guard length >= 5, !hasDigit(word), !hasDigit(other) else { return false }
        return EditDistance.isWithin(length >= 8 ? 2 : 1, word, other)
    }

    private static func hasDigit(_ word: [UInt8]) -> Bool { word.contains { isDigit($0) } }

    private static func isNumber(_ word: [UInt8]) -> Bool { word.first.map(isDigit) ?? false }

    private static func isDigit(_ letter: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
    }
}

/// Levenshtein's distance between two words.
private enum EditDistance {
    static func isWithin(_ limit: Int, _ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard abs(a.count - b.count) <= limit else { return false }
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count] <= limit
    }
}
