internal import GeoModel

/// A scientific name as a list, a model or a person writes it, taken apart.
///
/// What does not tell taxa apart is left out: the author and year, a subgenus in brackets, marks of
/// rank (`subsp.`), letter case, accents and hyphens. `Corvus corone cornix Linnaeus, 1758` and
/// `corvus_corone subsp. cornix` are the same name.
package struct ScientificName: Hashable, Sendable {
    package enum Form: String, Hashable, Sendable, CaseIterable {
        /// A genus, a family, or what stands higher.
        case uninomial
        case species
        /// Below a species: a subspecies, a group of them, an intergrade, a domestic form.
        case infraspecific
        /// Between two species.
        case hybrid
        /// One of two or more species: `Larus fuscus/argentatus`.
        case slash
        /// Of a genus or group, not told further: `Larus sp.`, `Larus cf. fuscus`.
        case spuh
    }

    package let form: Form
    /// The name without its author, one space between words, the first letter a capital.
    package let text: String
    /// The same for all ways to write it. Parents of a hybrid are in the order of the alphabet, each
    /// with its genus.
    package let key: String
    /// The key of the species of an infraspecific name, or of the genus or group of a spuh.
    package let parentKey: String?

    /// The key of the first word: a genus, unless the name is of a higher rank.
    package var genusKey: String { String(key.prefix { $0 != " " }) }

    /// Returns nil for text without a word of letters.
    package init?(_ text: String) {
        if let plain = Self.plain(text) {
            self = plain
            return
        }
        let isMixed = text.contains { $0.isLowercase }
        let words = (isMixed ? text : text.lowercased())
            .split { $0.isWhitespace || $0 == "_" }.map(String.init)
        guard let parts = NameParts(words) else { return nil }
        form = parts.form
        self.text = parts.text
        key = parts.key
        parentKey = parts.parentKey
        guard !key.isEmpty else { return nil }
    }

    private init(form: Form, text: String, key: String, parentKey: String?) {
        (self.form, self.text, self.key, self.parentKey) = (form, text, key, parentKey)
    }

    /// One to three words of ASCII letters and nothing else, as nearly all names are: read in a tenth of
    /// the time. nil for every other text.
    private static func plain(_ text: String) -> ScientificName? {
        let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard (1...3).contains(words.count) else { return nil }
        for (index, word) in words.enumerated() {
            guard word.count > 1, let first = word.first,
                index == 0 ? (65...90).contains(first) : (97...122).contains(first),
                word.dropFirst().allSatisfy({ (97...122).contains($0) })
            else { return nil }
            // Words with a meaning of their own, as `van` and `subsp`, are short.
            if index > 0, word.count <= 6, EpithetRun.isSpecial(String(Substring(word))) {
                return nil
            }
        }
        let key = text.lowercased()
        let parent =
            words.count < 3 ? nil : key.split(separator: " ").prefix(2).joined(separator: " ")
        let forms: [Form] = [.uninomial, .species, .infraspecific]
        return ScientificName(form: forms[words.count - 1], text: text, key: key, parentKey: parent)
    }

    /// The key of one word; empty when it has no letter.
    static func key(ofWord word: String) -> String {
        FoldedText(word, joinsApostrophes: true).joined
    }
}

/// The words of a name by what they say.
private struct NameParts {
    var form: ScientificName.Form
    let text: String
    let key: String
    var parentKey: String?

    init?(_ words: [String]) {
        var words = words
        let isNothogenus = words.first.map(Self.isCross) ?? false
        if isNothogenus { words.removeFirst() }
        guard let first = words.first, first.contains(where: \.isLetter) else { return nil }
        if let cross = words.dropFirst().firstIndex(where: Self.isCross) {
            self.init(words, cross: cross)
        } else if words.contains(where: { $0.contains("/") && !$0.contains(where: \.isNumber) }) {
            self.init(alternatives: words)
        } else {
            let run = EpithetRun(words)
            self.init(run, words)
            if isNothogenus { form = .hybrid }
        }
    }

    /// One name.
    private init(_ run: EpithetRun, _ words: [String]) {
        let species = run.epithets.prefix(2).map(ScientificName.key(ofWord:)).joined(separator: " ")
        switch run.end {
        case .uncertain:
            form = .spuh
            text = Self.joined(words)
            key = Self.folded(words)
            parentKey = run.epithets.prefix(1).map(ScientificName.key(ofWord:)).first
        case .form(let words):
            text = Self.joined(run.written + words)
            key = Self.folded(run.epithets + words)
            let isHybrid = words.contains { $0.lowercased().contains("hybrid") }
            form = isHybrid ? .hybrid : run.epithets.count < 2 ? .spuh : .infraspecific
            parentKey = isHybrid ? nil : species
        case .name:
            text = Self.joined(run.written)
            key = run.epithets.map(ScientificName.key(ofWord:)).joined(separator: " ")
            switch run.epithets.count {
            case 1: form = .uninomial
            case 2: form = .species
            default:
                form = .infraspecific
                parentKey = species
            }
        }
    }

    /// `Anas platyrhynchos × acuta`; `Motacilla alba alba x lugens` stays within its species.
    private init(_ words: [String], cross: Int) {
        let left = EpithetRun(Array(words[..<cross])).epithets
        let right = EpithetRun(Array(words[(cross + 1)...])).epithets
        text = Self.joined(words)
        let startsWithGenus = right.first?.first?.isUppercase ?? false
        if left.count >= 3, !startsWithGenus {
            form = .infraspecific
            key = Self.folded(words)
            parentKey = left.prefix(2).map(ScientificName.key(ofWord:)).joined(separator: " ")
            return
        }
        form = .hybrid
        let isSimple = !words.contains { $0.contains("/") } && left.count == 2
        guard isSimple, let genus = left.first, !right.isEmpty else {
            key = Self.folded(words)
            return
        }
        let other = startsWithGenus ? right : [genus] + right
        key = [left, other].map { $0.map(ScientificName.key(ofWord:)).joined(separator: " ") }
            .sorted().joined(separator: " x ")
    }

    /// `Larus fuscus/argentatus`; `Branta canadensis canadensis/interior` stays within its species.
    private init(alternatives words: [String]) {
        text = Self.joined(words)
        let slash = words.firstIndex { $0.contains("/") } ?? 0
        let before = EpithetRun(Array(words[..<slash])).epithets
        if EpithetRun(words).end == .uncertain {
            form = .spuh
            key = Self.folded(words)
        } else if before.count >= 2, words[slash] != "/" || before.count >= 3 {
            form = .infraspecific
            key = Self.folded(words)
            parentKey = before.prefix(2).map(ScientificName.key(ofWord:)).joined(separator: " ")
        } else {
            form = .slash
            let genus = words[0]
            let names = words.joined(separator: " ").split(separator: "/").map {
                $0.split(separator: " ").map(String.init)
            }
            key = names.filter { !$0.isEmpty }.map { name in
                let isWhole = name[0].first?.isUppercase ?? false
                return Self.folded(isWhole || name[0] == genus ? name : [genus] + name)
            }
            .sorted().joined(separator: "/")
        }
    }

    private static func isCross(_ word: String) -> Bool {
        word == "×" || word == "x" || word == "X"
    }

    private static func folded(_ words: [String]) -> String {
        words.map { isCross($0) ? "x" : ScientificName.key(ofWord: $0) }
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func joined(_ words: [String]) -> String {
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// The words of a name up to its author.
private struct EpithetRun {
    enum End: Equatable {
        case name
        /// `sp.`, `cf.`: the taxon is not said.
        case uncertain
        /// A group or form in brackets: its words.
        case form([String])
    }

    /// Genus, species, and what stands below.
    private(set) var epithets: [String] = []
    /// The same with their marks of rank.
    private(set) var written: [String] = []
    private(set) var end = End.name

    init(_ words: [String]) {
        var index = 0
        while index < words.count {
            let word = words[index]
            if index == 0 {
                append(word)
            } else if Self.uncertain.contains(word.lowercased()) {
                end = .uncertain
                return
            } else if word.hasPrefix("[") || word.hasPrefix("(") {
                let close: Character = word.hasPrefix("[") ? "]" : ")"
                let last = words[index...].firstIndex { $0.contains(close) } ?? words.count - 1
                let inner = Array(words[index...last])
                if close == "]" || Self.isForm(inner) {
                    end = .form(inner)
                    return
                }
                // `Bombus (Pyrobombus) pratorum`: a subgenus; else an author.
                guard index == 1, last + 1 < words.count, Self.isEpithet(words[last + 1]) else {
                    return
                }
                index = last
            } else if Self.rankMarks.contains(word.lowercased()), index + 1 < words.count,
                Self.isEpithet(words[index + 1])
            {
                written.append(word)
            } else if Self.isEpithet(word), !Self.particles.contains(word) {
                append(word)
            } else {
                return
            }
            index += 1
        }
    }

    private mutating func append(_ word: String) {
        epithets.append(word)
        written.append(word)
    }

    /// Lower case, of letters with hyphens or apostrophes; a year or an author is none.
    private static func isEpithet(_ word: String) -> Bool {
        guard let first = word.first, first.isLowercase, word.count > 1 else { return false }
        return word.allSatisfy { $0.isLetter || $0 == "-" || $0 == "'" || $0 == "’" }
    }

    private static func isForm(_ words: [String]) -> Bool {
        words.contains { word in
            let plain = word.lowercased().filter(\.isLetter)
            return formWords.contains(plain)
        }
    }

    /// Whether a word in lower case is no part of a name.
    static func isSpecial(_ word: String) -> Bool {
        uncertain.contains(word) || rankMarks.contains(word) || particles.contains(word)
    }

    private static let formWords: Set = [
        "feral", "domestic", "type", "hybrid", "intergrade", "form", "morph", "group",
    ]
    private static let uncertain: Set = [
        "sp.", "sp", "spp.", "spp", "spec.", "indet.", "cf.", "cf", "aff.", "aff", "nr.", "?",
    ]
    private static let rankMarks: Set = [
        "subsp.", "ssp.", "subsp", "ssp", "var.", "var", "f.", "forma", "fo.", "morph", "cv.",
        "subvar.", "nothosubsp.", "agg.",
    ]
    /// Lower-case words of authors' names.
    private static let particles: Set = [
        "de", "del", "della", "da", "di", "du", "des", "van", "von", "vom", "zu", "der", "den",
        "la", "le", "ex", "et", "and", "in", "auct", "non", "sensu", "bis", "emend",
    ]
}
