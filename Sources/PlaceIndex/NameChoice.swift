package import GeoModel
internal import Glibc

/// Chooses the name to show as `LanguagePreferences.name` does, in tags where they lie: nothing is decoded.
package struct NameChoice: Sendable {
    let languages: LanguagePreferences
    /// Whether no language is asked for.
    let isLocal: Bool
    /// The languages in UTF-8, best first, and whether OSM may write one in capitals.
    private let asked: [(language: [UInt8], hasVariants: Bool)]
    private let labels: [LabelTable]

    /// Local names.
    package static let local = NameChoice(.local)

    package init(_ languages: LanguagePreferences) {
        self.languages = languages
        isLocal = languages.languages.isEmpty
        labels = TypeLabels.tables(languages)
        asked = languages.languages.map { (Array($0.utf8), $0.utf8.contains(UInt8(ascii: "-"))) }
    }

    /// The value of the best name key, as the JSON has it without its quotes; nil when there is none.
    ///
    /// - Parameter tags: A JSON object of strings, sorted by key.
    func name(in tags: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var best = Int.max
        var found: UnsafeRawBufferPointer?
        TagsJSON.visit(tags) { key, value in
            guard let rank = rank(key), rank < best else { return true }
            (best, found) = (rank, value())
            // Nothing is better than the language wanted most, or the local name where none is.
            return best > 0
        }
        return found
    }

    /// Calls `body` with the label of a type in the first language that has one, in UTF-8.
    ///
    /// - Returns: false when none has.
    func withLabel(
        ofType type: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        labels.contains { $0.withLabel(ofType: type, body) }
    }

    /// The lower the better; nil for a key that is no name's.
    private func rank(_ key: UnsafeRawBufferPointer) -> Int? {
        if key.count >= 5, key[4] == UInt8(ascii: ":"), key.begins(with: "name") {
            let language = UnsafeRawBufferPointer(rebasing: key[5...])
            return rank(ofLanguage: language) ?? 2 * asked.count + Self.localKeys.count
        }
        for (place, local) in Self.localKeys.enumerated()
        where key.isText(local) {
            return 2 * asked.count + place
        }
        return nil
    }

    /// Each language as it is asked for before its variants in capitals.
    private func rank(ofLanguage language: UnsafeRawBufferPointer) -> Int? {
        for (place, asked) in asked.enumerated() where asked.language.count == language.count {
            if language.elementsEqual(asked.language) { return 2 * place }
            if asked.hasVariants,
                language.elementsEqual(asked.language, by: { Self.lowercase($0) == $1 })
            {
                return 2 * place + 1
            }
        }
        return nil
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// As `LanguagePreferences.localNameKeys`.
    static let localKeys: [StaticString] = [
        "name", "brand", "official_name", "short_name", "int_name", "ref", "addr:housename",
    ]
}

extension UnsafeRawBufferPointer {
    /// Whether the first bytes are a text's.
    fileprivate func begins(with text: StaticString) -> Bool {
        guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether the bytes are a text's.
    func isText(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && begins(with: text)
    }

    /// Whether JSON text has an escape.
    var hasEscape: Bool {
        guard let baseAddress else { return false }
        return memchr(baseAddress, Int32(UInt8(ascii: "\\")), count) != nil
    }

    /// Where the next text begins after one that ends: as a rule behind one mark.
    fileprivate func quote(after end: Int, _ mark: UInt8) -> Int? {
        end + 2 < count && self[end + 1] == mark && self[end + 2] == UInt8(ascii: "\"")
            ? end + 2 : quote(from: end + 1)
    }

    /// Where the next quotation mark is that no backslash precedes.
    fileprivate func quote(from start: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        var start = start
        while start < count,
            let found = memchr(base + start, Int32(UInt8(ascii: "\"")), count - start)
        {
            let index = UnsafeRawPointer(found) - base
            var slashes = 0
            while index - slashes > 0, self[index - slashes - 1] == UInt8(ascii: "\\") {
                slashes += 1
            }
            if slashes % 2 == 0 { return index }
            start = index + 1
        }
        return nil
    }
}

extension TagsJSON {
    /// Calls `body` with each key, as it is written without its quotes, and what finds the value's text;
    /// until that returns false.
    static func visit(
        _ tags: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer, () -> UnsafeRawBufferPointer?) -> Bool
    ) {
        var next = tags.quote(from: 0)
        while let open = next, let close = tags.quote(from: open + 1) {
            let key = UnsafeRawBufferPointer(rebasing: tags[open + 1..<close])
            guard let valueOpen = tags.quote(after: close, UInt8(ascii: ":")),
                let valueClose = tags.quote(from: valueOpen + 1),
                body(key, { UnsafeRawBufferPointer(rebasing: tags[valueOpen + 1..<valueClose]) })
            else { return }
            next = tags.quote(after: valueClose, UInt8(ascii: ","))
        }
    }
}
