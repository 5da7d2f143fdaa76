internal import GeoModel

/// One way to read a question: which words name the thing, which say where it is.
struct SearchReading: Hashable {
    /// Words that all have to be in the name.
    var name: [FoldedText.Word]
    /// What it lies in, each part by itself, finest first.
    var contexts: [[FoldedText.Word]] = []
    /// A house number, when the name is a street's.
    var houseNumber: String?
    /// Whether the name's last word may be the beginning of one.
    var endsInPrefix = false
    /// The context of which the last word may be the beginning of one.
    var contextOfPrefix: [FoldedText.Word]?
    /// What it may be; nil for anything.
    var kinds: Set<SearchKind>?

    // MARK: Free text

    /// Readings of one text at most: an address of eight words with three numbers has fewer, sixteen numbers in a row
    /// have five hundred, and each costs lookups in every region.
    static let limit = 100

    /// The readings of a free text: all words as the name first; then each split into a name and the
    /// rest, at commas where there are some; then the same with a house number taken out.
    static func readings(of text: String, endsInPrefix: Bool) -> [SearchReading] {
        var phrases = text.split(whereSeparator: { ",;、，".contains($0) }).map {
            FoldedText(String($0)).words
        }.filter { !$0.isEmpty }
        var left = SearchQuery.wordLimit
        phrases = phrases.map { phrase in
            defer { left -= min(left, phrase.count) }
            return Array(phrase.prefix(left))
        }.filter { !$0.isEmpty }
        let isOpen = endsInPrefix && text.last.map { !",;、，".contains($0) } ?? false
        var found = splits(phrases, endsInPrefix: isOpen)
        for (number, rest) in HouseNumber.candidates(in: phrases) {
            let isOpen = isOpen && rest.last?.last == phrases.last?.last
            found += splits(rest, endsInPrefix: isOpen).map { reading in
                var reading = reading
                reading.houseNumber = number
                reading.kinds = [.road, .settlement]
                return reading
            }
        }
        var seen: Set<SearchReading> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
    }

    private static func splits(
        _ phrases: [[FoldedText.Word]], endsInPrefix: Bool
    ) -> [SearchReading] {
        let words = phrases.flatMap { $0 }
        guard !words.isEmpty else { return [] }
        var found = [SearchReading(name: words, endsInPrefix: endsInPrefix)]
        /// - Parameter endsInName: Whether the text ends in the name, else in the last context.
        func add(_ name: [FoldedText.Word], _ contexts: [[FoldedText.Word]], endsInName: Bool) {
            let contexts = contexts.filter { !$0.isEmpty }
            guard !name.isEmpty, !contexts.isEmpty else { return }
            found.append(
                SearchReading(
                    name: name, contexts: contexts, endsInPrefix: endsInPrefix && endsInName,
                    contextOfPrefix: endsInPrefix && !endsInName ? contexts.last : nil))
        }
        let first = phrases[0]
        let rest = Array(phrases.dropFirst())
        // "Cafe Engel, Helsinki", "Cafe Engel Helsinki, Finland".
        for count in stride(from: first.count, to: 0, by: -1) {
            add(
                Array(first.prefix(count)), [Array(first.dropFirst(count))] + rest,
                endsInName: false)
        }
        // "Helsinki Cafe Engel".
        if rest.isEmpty {
            for count in 1..<max(first.count, 1) where first.count > 1 {
                add(Array(first.dropFirst(count)), [Array(first.prefix(count))], endsInName: true)
            }
        } else if let last = rest.last {
            // "Finland, Helsinki, Cafe Engel".
            add(last, Array(phrases.dropLast().reversed()), endsInName: true)
        }
        return found
    }

    // MARK: Structured

    static func readings(of address: SearchQuery.StructuredAddress) -> [SearchReading] {
        var parts = address.coarse.map { FoldedText($0).words }.filter { !$0.isEmpty }
        let street = address.street.map { FoldedText($0).words } ?? []
        if let amenity = address.amenity.map({ FoldedText($0).words }), !amenity.isEmpty {
            let streetName = HouseNumber.candidates(in: [street]).first?.rest.first ?? street
            let contexts = [streetName].filter { !$0.isEmpty } + parts
            return [SearchReading(name: amenity, contexts: contexts, kinds: [.place, .address])]
        }
        if !street.isEmpty {
            let plain = SearchReading(name: street, contexts: parts, kinds: [.road])
            let numbered = HouseNumber.candidates(in: [street]).compactMap { number, rest in
                rest.first.map {
                    SearchReading(
                        name: $0, contexts: parts, houseNumber: number, kinds: [.road, .settlement])
                }
            }
            return numbered + [plain]
        }
        guard !parts.isEmpty else { return [] }
        let name = parts.removeFirst()
        return [
            SearchReading(
                name: name, contexts: parts,
                kinds: address.postalcode == nil ? [.area, .settlement] : [.postcode, .area])
        ]
    }
}

/// House numbers in what people write and in what the map has.
enum HouseNumber {
    /// Each word that may be a number, as it would be written, and the words without it.
    ///
    /// `10`, `10b`, `10 b`; a number of more than four digits is no house's, but a postcode.
    static func candidates(
        in phrases: [[FoldedText.Word]]
    ) -> [(number: String, rest: [[FoldedText.Word]])] {
        var found: [(number: String, rest: [[FoldedText.Word]])] = []
        for (index, phrase) in phrases.enumerated() {
            for (position, word) in phrase.enumerated() where isNumber(word.text) {
                var count = 1
                var number = word.text
                if position + 1 < phrase.count, number.allSatisfy(\.isNumber),
                    isLetter(phrase[position + 1].text)
                {
                    number += phrase[position + 1].text
                    count = 2
                }
                for (number, count) in count == 1 ? [(number, 1)] : [(number, 2), (word.text, 1)] {
                    var rest = phrases
                    rest[index].removeSubrange(position..<position + count)
                    rest.removeAll { $0.isEmpty }
                    if !rest.isEmpty { found.append((number, rest)) }
                }
            }
        }
        return found
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.prefix { (48...57).contains($0) }.count
        return (1...4).contains(digits) && text.utf8.count - digits <= 1
            && text.utf8.allSatisfy { $0 < 0x80 }
    }

    private static func isLetter(_ text: String) -> Bool {
        text.utf8.count == 1 && text.utf8.allSatisfy { (97...122).contains($0) }
    }

    /// Whether a number on the map is the one asked for: `10B` for `10b`, and `8-12` or `10;12` for
    /// `10`.
    static func matches(_ written: String, _ asked: String) -> Bool {
        let folded = FoldedText(written).joined
        if folded == asked { return true }
        for part in written.split(whereSeparator: { ";,/".contains($0) }) {
            if FoldedText(String(part)).joined == asked { return true }
            let ends = part.split(whereSeparator: { "-–".contains($0) }).map {
                Int($0.filter(\.isNumber))
            }
            if ends.count == 2, let low = ends[0], let high = ends[1], let number = Int(asked),
                low < high, high - low <= 200, (low...high).contains(number)
            {
                return true
            }
        }
        return false
    }
}
