package import GeoModel

/// What to call a place that has no name: a word for its type, in the asked language.
package enum TypeLabels {
    /// The languages there are labels in.
    package static let languages = ["de", "en", "es", "fi", "fr", "it", "sv", "zh"]

    /// The label of a type: in the first asked language that has one, else in English, else the
    /// type's own words, as `picnic site`. Of several types, `ticket;gift`, the first counts.
    package static func label(
        category: String, type: String, languages: LanguagePreferences
    ) -> String {
        for language in languages.languages {
            if let label = labels[language]?[type] { return label }
        }
        if let label = englishLabels[type] { return label }
        if let end = type.firstIndex(of: ";"), end > type.startIndex {
            return label(category: category, type: String(type[..<end]), languages: languages)
        }
        let word = type == "yes" ? category : type
        return word.split(separator: "_").joined(separator: " ")
    }

    /// What finds the labels of the asked languages, in their order, and then the English ones.
    static func tables(_ languages: LanguagePreferences) -> [LabelTable] {
        languages.languages.compactMap { tables[$0] } + [englishTable]
    }

    /// No label of a language is longer in UTF-8.
    static let longestInBytes = 100

    private static let englishTable = LabelTable(englishLabels)
    private static let tables = labels.mapValues { LabelTable($0) }

    /// The types that have a label in a language, in no order.
    package static func types(in language: String) -> [String] {
        labels[language].map { Array($0.keys) } ?? []
    }

    /// By language, then by type: a type's word means the same in whatever category it stands.
    private static let labels: [String: [String: String]] = [
        "de": read(german), "en": englishLabels, "es": read(spanish), "fi": read(finnish),
        "fr": read(french), "it": read(italian), "sv": read(swedish), "zh": read(chinese),
    ]

    private static let englishLabels = read(english)

    private static func read(_ table: String) -> [String: String] {
        var labels: [String: String] = [:]
        for entry in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let pair = entry.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            labels[String(pair[0].drop { $0 == " " })] = String(pair[1])
        }
        return labels
    }
}
