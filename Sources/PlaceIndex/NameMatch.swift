internal import GeoModel

/// How well a name answers to what was asked, 0…1.
///
/// 1 is the whole name. Otherwise 0.4, and 0.3 times the part of its letters that were asked for, and
/// 0.05 each when it begins with them and when they stand as they were asked; 0.01 less when a word is
/// only begun. So `Helsinki` is 1 for the city and 0.64 for Helsinki Cathedral; `hels` is 0.64
/// for the city. A name in a language that was not asked for counts 0.02 less; words that are only in
/// several of its names together, 0.35.
struct NameMatch {
    private let words: [FoldedText.Word]
    private let spellings: [Set<String>]
    private let prefixes: [String]
    private let languages: LanguagePreferences

    init(_ words: [FoldedText.Word], endsInPrefix: Bool, languages: LanguagePreferences) {
        self.words = words
        spellings = words.map { Set(QuerySpelling.alternatives(to: $0.text)) }
        prefixes =
            endsInPrefix ? words.last.map { QuerySpelling.alternatives(to: $0.text) } ?? [] : []
        self.languages = languages
    }

    /// A bit for each word, of which there are at most 16.
    private var allWords: UInt32 { 1 << UInt32(words.count) - 1 }

    /// - Returns: nil when not all words are in its names.
    func quality(of tags: [String: String]) -> Double? {
        var best: Double?
        var rest = allWords
        for (key, value) in tags {
            let isName = NameKeys.isName(key)
            guard isName || NameKeys.isCode(key) else { continue }
            for text in NameKeys.values(value) {
                let variants =
                    isName ? FoldedText.variants(of: text) : NameKeys.variants(ofCode: text)
                for name in variants {
                    guard let found = quality(of: name.words, missing: &rest) else { continue }
                    let own = found - (isOwn(key) ? 0 : 0.02)
                    if own > best ?? 0 { best = own }
                }
            }
        }
        return best ?? (rest == 0 ? 0.35 : nil)
    }

    /// For a name that is not in tags: a postcode.
    func quality(of text: String) -> Double? {
        var rest = allWords
        return NameKeys.variants(ofCode: text).compactMap { quality(of: $0.words, missing: &rest) }
            .max()
    }

    private func isOwn(_ key: String) -> Bool {
        if key == "name" || NameKeys.isCode(key) { return true }
        guard key.hasPrefix("name:") else { return false }
        return languages.languages.contains(key.dropFirst(5).lowercased())
    }

    /// - Parameter rest: Loses the words that this name has.
    private func quality(of name: [FoldedText.Word], missing rest: inout UInt32) -> Double? {
        var letters = 0
        var places: [Int] = []
        var isBegun = false
        for (index, word) in words.enumerated() {
            var found: (place: Int, letters: Int, isWhole: Bool)?
            for (place, candidate) in name.enumerated() {
                guard let (count, isWhole) = matched(index, word, candidate) else { continue }
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
        guard places.count == words.count else { return nil }
        let whole = name.reduce(0) { $0 + $1.text.count }
        let isInOrder = zip(places, places.dropFirst()).allSatisfy { $1 == $0 + 1 }
        let begins = places.first == 0 && begins(name[0])
        if letters >= whole, isInOrder, begins, !isBegun { return 1 }
        return 0.4 + 0.3 * min(1, Double(letters) / Double(max(whole, 1)))
            + (begins ? 0.05 : 0) + (isInOrder ? 0.05 : 0) - (isBegun ? 0.01 : 0)
    }

    /// How many letters of a name's word the asked word covers, and whether it is all of it; nil when
    /// it does not match.
    private func matched(
        _ index: Int, _ asked: FoldedText.Word, _ candidate: FoldedText.Word
    ) -> (letters: Int, isWhole: Bool)? {
        guard asked.isUnspaced == candidate.isUnspaced else { return nil }
        if asked.isUnspaced {
            return candidate.text.contains(asked.text) ? (asked.text.count, true) : nil
        }
        if spellings[index].contains(candidate.text) { return (candidate.text.count, true) }
        guard index == words.count - 1 else { return nil }
        return prefixes.first { candidate.text.hasPrefix($0) }.map { ($0.count, false) }
    }

    private func begins(_ first: FoldedText.Word) -> Bool {
        guard let asked = words.first, asked.isUnspaced else { return true }
        return first.text.hasPrefix(asked.text)
    }
}
