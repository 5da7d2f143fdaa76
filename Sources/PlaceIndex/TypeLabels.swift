internal import GeoModel

/// What to call a place that has no name.
enum TypeLabels {
    static func label(category: String, type: String, languages: LanguagePreferences) -> String {
        type.split(separator: "_").joined(separator: " ")
    }
}
