/// The language in which a country calls itself, for the name that is shown when no language was
/// asked for: the first official one, as CLDR's territory information lists them.
enum CountryLanguages {
    /// Countries by language; English, where nothing is said.
    private static let countries = [
        "ar": "ae bh dj dz eg eh iq jo kw lb ly ma mr om ps qa sa sd so sy td tn ye",
        "az": "az", "be": "by", "bg": "bg", "bn": "bd", "bs": "ba", "ca": "ad", "cs": "cz",
        "da": "dk", "de": "at ch de li", "el": "cy gr",
        "es": "ar bo cl co cr cu do ec es gq gt hn mx ni pa pe pr py sv uy ve", "et": "ee",
        "fa": "ir", "fi": "fi", "fo": "fo",
        "fr": "be bf bi bj bl cd cf cg ci cm fr ga gn gp ht km lu mc mf ml nc ne pf pm sn tf tg wf",
        "he": "il", "hr": "hr", "hu": "hu", "hy": "am", "id": "id", "is": "is", "it": "it sm va",
        "ja": "jp", "ka": "ge", "kk": "kz", "km": "kh", "ko": "kp kr", "ky": "kg", "lo": "la",
        "lt": "lt", "lv": "lv", "mg": "mg", "mk": "mk", "mn": "mn", "ms": "bn my", "my": "mm",
        "ne": "np", "nl": "aw cw nl sr sx", "no": "no", "pl": "pl", "ps": "af",
        "pt": "ao br cv gw mz pt st tl", "ro": "md ro", "ru": "ru", "si": "lk", "sk": "sk",
        "sl": "si", "sq": "al xk", "sr": "me rs", "sv": "ax se", "sw": "ke tz", "tg": "tj",
        "th": "th", "tk": "tm", "tr": "tr", "uk": "ua", "ur": "pk", "uz": "uz", "vi": "vn",
        "zh": "cn", "zh-Hant": "hk mo tw", "am": "et", "dz": "bt", "dv": "mv", "ti": "er",
    ]

    private static let languages: [String: String] = {
        var languages: [String: String] = [:]
        for (language, codes) in countries {
            for code in codes.split(separator: " ") { languages[String(code)] = language }
        }
        return languages
    }()

    /// Names that are not the one in the first official language, as OpenStreetMap writes them.
    static let names = [
        "be": "België / Belgique / Belgien", "ch": "Schweiz/Suisse/Svizzera/Svizra", "tw": "臺灣",
    ]

    /// The language as it stands in OpenStreetMap's `name:LANGUAGE`.
    static func local(_ countryCode: String) -> String { languages[countryCode] ?? "en" }
}
