internal import GeoModel

/// How well a name answers to what was asked, 0…1.
///
/// 1 is the whole name. Otherwise 0.4, and 0.3 times the part of its letters that were asked for, and
/// 0.05 each when it begins with them and when they stand as they were asked; 0.01 less when a word is
/// only begun. So `Helsinki` is 1 for the city and 0.64 for Helsinki Cathedral; `hels` is 0.64
/// for the city. A name in a language that was not asked for counts 0.02 less; words that are only in
/// several of its names together, 0.35.
struct NameMatch {
    /// A word asked for, in all its spellings, folded UTF-8.
    private struct Asked {
        let spellings: [[UInt8]]
        let isUnspaced: Bool
        /// Whether it may be the beginning of a word.
        let mayBegin: Bool
    }

    private let words: [Asked]
    private let languages: LanguagePreferences

    init(_ words: [FoldedText.Word], endsInPrefix: Bool, languages: LanguagePreferences) {
        self.words = words.enumerated().map { index, word in
            Asked(
                spellings: word.isUnspaced
                    ? [Array(word.text.utf8)]
                    : QuerySpelling.alternatives(to: word.text).map { Array($0.utf8) },
                isUnspaced: word.isUnspaced, mayBegin: endsInPrefix && index == words.count - 1)
        }
        self.languages = languages
    }

    /// A bit for each word, of which there are at most 16.
    private var allWords: UInt32 { 1 << UInt32(words.count) - 1 }

    /// - Returns: nil when not all words are in its names.
    func quality(of tags: [String: String]) -> Double? {
        var best: Double?
        var rest = allWords
        var name = FoldedName()
        func look(_ isOwn: Bool) {
            guard let found = quality(of: name, missing: &rest) else { return }
            best = max(best ?? 0, found - (isOwn ? 0 : 0.02))
        }
        for (key, value) in tags {
            if NameKeys.isName(key) {
                let isOwn = isOwn(key)
                for text in NameKeys.values(value) {
                    name.fill(text, joinsApostrophes: false)
                    look(isOwn)
                    guard LetterFolding.hasApostrophe(text) else { continue }
                    name.fill(text, joinsApostrophes: true)
                    look(isOwn)
                }
            } else if NameKeys.isCode(key) {
                for text in NameKeys.values(value) {
                    name.fill(text, joinsApostrophes: false)
                    look(true)
                    name.joinWords()
                    look(true)
                }
            }
        }
        return best ?? (rest == 0 ? 0.35 : nil)
    }

    /// For a name that is not in tags: a postcode.
    func quality(of code: String) -> Double? {
        var rest = allWords
        var name = FoldedName()
        name.fill(code, joinsApostrophes: false)
        let parts = quality(of: name, missing: &rest)
        name.joinWords()
        return [parts, quality(of: name, missing: &rest)].compactMap { $0 }.max()
    }

    private func isOwn(_ key: String) -> Bool {
        if key == "name" { return true }
        guard key.hasPrefix("name:") else { return false }
        return languages.languages.contains(key.dropFirst(5).lowercased())
    }

    /// - Parameter rest: Loses the words that this name has.
    private func quality(of name: FoldedName, missing rest: inout UInt32) -> Double? {
        var letters = 0
        var places: [Int] = []
        var isBegun = false
        for (index, word) in words.enumerated() {
            var found: (place: Int, letters: Int, isWhole: Bool)?
            for place in name.words.indices {
                guard let (count, isWhole) = matched(word, name, place) else { continue }
                // A whole word before one that is begun; a place not taken yet: "Bora Bora".
                let isBetter = found.map { found in
                    (!found.isWhole && isWhole)
                        || (places.contains(found.place) && !places.contains(place))
                }
                if isBetter ?? true { found = (place, count, isWhole) }
            }
            guard let found else { continue }
            rest &= ~(1 << UInt32(index))
            places.append(found.place)
            letters += found.letters
            isBegun = isBegun || !found.isWhole
        }
        guard places.count == words.count, !places.isEmpty else { return nil }
        let isInOrder = zip(places, places.dropFirst()).allSatisfy { $1 == $0 + 1 }
        let begins = places[0] == 0 && begins(name)
        if letters >= name.letters, isInOrder, begins, !isBegun { return 1 }
        return 0.4 + 0.3 * min(1, Double(letters) / Double(max(name.letters, 1)))
            + (begins ? 0.05 : 0) + (isInOrder ? 0.05 : 0) - (isBegun ? 0.01 : 0)
    }

    /// How many bytes of a name's word the asked word covers, and whether it is all of it; nil when
    /// it does not match.
    private func matched(
        _ asked: Asked, _ name: FoldedName, _ place: Int
    ) -> (letters: Int, isWhole: Bool)? {
        let word = name.words[place]
        guard asked.isUnspaced == word.isUnspaced else { return nil }
        let bytes = name.bytes[word.range]
        if asked.isUnspaced {
            return bytes.contains(run: asked.spellings[0]) ? (asked.spellings[0].count, true) : nil
        }
        for spelling in asked.spellings
        where spelling.count == bytes.count && bytes.elementsEqual(spelling) {
            return (bytes.count, true)
        }
        guard asked.mayBegin else { return nil }
        return asked.spellings.first { bytes.starts(with: $0) }.map { ($0.count, false) }
    }

    private func begins(_ name: FoldedName) -> Bool {
        guard words[0].isUnspaced else { return true }
        return name.bytes[name.words[0].range].starts(with: words[0].spellings[0])
    }
}

/// The folded words of one name, in one run of bytes that is used again for the next.
struct FoldedName {
    private(set) var bytes: [UInt8] = []
    private(set) var words: [(range: Range<Int>, isUnspaced: Bool)] = []

    var letters: Int { bytes.count }

    mutating func fill(_ text: String, joinsApostrophes: Bool) {
        bytes.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        FoldedText.forEachWord(of: text, joinsApostrophes: joinsApostrophes) { word, isUnspaced in
            let start = bytes.count
            bytes += word
            words.append((start..<bytes.count, isUnspaced))
        }
    }

    /// Makes one word of all, `E 18` as `e18`.
    mutating func joinWords() {
        guard let first = words.first, words.count > 1 else { return }
        words = [(0..<bytes.count, first.isUnspaced)]
    }
}

extension ArraySlice<UInt8> {
    fileprivate func contains(run: [UInt8]) -> Bool {
        guard run.count <= count else { return false }
        return (startIndex...endIndex - run.count).contains { self[$0...].starts(with: run) }
    }
}
