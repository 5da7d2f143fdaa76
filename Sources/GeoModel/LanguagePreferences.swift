/// The languages someone reads, most wanted first, and the choice of a name by them.
///
/// Made from HTTP's `Accept-Language` (RFC 9110, section 12.5.4) or from a plain list such as `de,en`.
package struct LanguagePreferences: Hashable, Sendable {
    /// BCP 47 tags in lowercase, each followed by its parents: `de-at`, `de`.
    package let languages: [String]

    /// No language asked: local names.
    package static let local = LanguagePreferences(acceptLanguage: "")

    /// Takes `languages` as they were kept.
    package init(kept languages: [String]) { self.languages = languages }

    /// Reads the header. Items sort by q-value, equal ones keep their order; `q=0`, `*` and items
    /// that are not well formed are left out. Never fails: an unreadable header asks for nothing.
    package init(acceptLanguage header: String) {
        var items: [(language: String, quality: Double)] = []
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map(\.trimmingSpaces)
            guard let language = parts.first, Self.isWellFormed(language) else { continue }
            var quality: Double? = 1
            for parameter in parts.dropFirst() {
                let pair = parameter.split(separator: "=", maxSplits: 1).map(\.trimmingSpaces)
                guard pair.count == 2, pair[0].lowercased() == "q" else { continue }
                quality = Double(pair[1]).flatMap { (0...1).contains($0) ? $0 : nil }
            }
            guard let quality, quality > 0 else { continue }
            items.append((language.lowercased().replacing("_", with: "-"), quality))
        }
        let sorted = items.enumerated().sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }
        var languages: [String] = []
        for (_, item) in sorted {
            for language in Self.withParents(item.language) where !languages.contains(language) {
                languages.append(language)
            }
        }
        self.languages = languages
    }

    /// One to eight letters, then subtags of one to eight letters or digits.
    private static func isWellFormed(_ language: Substring) -> Bool {
        let subtags = language.split(separator: "-", omittingEmptySubsequences: false)
            .flatMap { $0.split(separator: "_", omittingEmptySubsequences: false) }
        return subtags.enumerated().allSatisfy { index, subtag in
            (1...8).contains(subtag.utf8.count)
                && subtag.utf8.allSatisfy {
                    (97...122).contains($0 | 0x20) || (index > 0 && (48...57).contains($0))
                }
        }
    }

    /// `zh-tw` is followed by `zh-hant`, the script OSM tags it with, then `zh`.
    private static func withParents(_ language: String) -> [String] {
        var chain = [language]
        let script =
            switch language {
            case "zh-tw", "zh-hk", "zh-mo": "zh-hant"
            case "zh-cn", "zh-sg": "zh-hans"
            default: language
            }
        if script != language { chain.append(script) }
        var rest = Substring(language)
        while let hyphen = rest.lastIndex(of: "-") {
            rest = rest[..<hyphen]
            chain.append(String(rest))
        }
        return chain
    }

    /// The name to show: an asked language or its parent, then the local name, then any other.
    ///
    /// The order is Nominatim's, but for the local name, which comes before a language nobody asked for.
    ///
    /// - Parameter tags: OSM tags; `name`, `name:LANGUAGE` and the other name keys are looked at.
    /// - Returns: nil when no tag is a name.
    package func name(from tags: [String: String]) -> String? {
        for language in languages {
            if let name = tags["name:\(language)"] { return name }
            if let name = Self.nameIgnoringCase(of: language, in: tags) { return name }
        }
        for key in Self.localNameKeys {
            if let name = tags[key] { return name }
        }
        let other = tags.filter { $0.key.hasPrefix("name:") }.min { $0.key < $1.key }
        return other?.value
    }

    /// OSM writes `name:zh-Hant` and `name:pt-BR`; the asked languages are in lowercase.
    private static func nameIgnoringCase(of language: String, in tags: [String: String]) -> String?
    {
        guard language.contains("-") else { return nil }
        let wanted = "name:\(language)"
        return tags.first { $0.key.count == wanted.count && $0.key.lowercased() == wanted }?.value
    }

    /// The keys that name an object without saying in which language, best first.
    package static let localNameKeys = [
        "name", "brand", "official_name", "short_name", "int_name", "ref", "addr:housename",
    ]
}
