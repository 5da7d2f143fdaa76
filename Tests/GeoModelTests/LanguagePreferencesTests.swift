import GeoModel
import Testing

@Suite struct `Language preferences` {
    @Test(
        arguments: [
            ("en;q=0.8,de;q=0.2", ["en", "de"]), ("de;q=0.2,en;q=0.8", ["en", "de"]),
            ("fr, en;q=0.9", ["fr", "en"]), ("en;q=0.5, fi;q=0.5", ["en", "fi"]),
            ("en;q=0, fi", ["fi"]), ("*", []), ("fi,*;q=0.1", ["fi"]),
            ("de-AT,de;q=0.9,en;q=0.8", ["de-at", "de", "en"]),
            ("de-AT;q=0.5,en", ["en", "de-at", "de"]), ("pt_BR", ["pt-br", "pt"]),
            ("zh-TW", ["zh-tw", "zh-hant", "zh"]), ("sr-Latn-RS", ["sr-latn-rs", "sr-latn", "sr"]),
            ("en ; q=0.3 , sv ; q = 0.7", ["sv", "en"]),
        ] as [(String, [String])])
    func `R22 sort by q-value, equal ones as written, and q=0 is left out`(
        header: String, languages: [String]
    ) {
        #expect(LanguagePreferences(acceptLanguage: header).languages == languages)
    }

    @Test(
        arguments: [
            ("", []), (",,,", []), (";q=1", []), ("en;q=2", []), ("en;q=-1,fi", ["fi"]),
            ("en;q=often,fi", ["fi"]), ("en;q=nan,fi", ["fi"]), ("e n,fi", ["fi"]),
            ("englishlanguage,fi", ["fi"]), ("12,fi", ["fi"]), ("../en,fi", ["fi"]),
            ("suomi💛,fi", ["fi"]), ("-,fi", ["fi"]), ("en--us,fi", ["fi"]),
        ] as [(String, [String])])
    func `R22 what is malformed is ignored, the rest counts`(header: String, languages: [String]) {
        #expect(LanguagePreferences(acceptLanguage: header).languages == languages)
    }

    @Test(
        arguments: [
            ("de", ["name": "Helsinki", "name:en": "Helsinki (en)"], "Helsinki"),
            ("de,en", ["name": "Lokal", "name:en": "English"], "English"),
            ("de-AT", ["name": "Lokal", "name:de": "Deutsch"], "Deutsch"),
            ("de-AT", ["name:de": "Deutsch", "name:de-AT": "Austria"], "Austria"),
            ("zh-TW", ["name": "L", "name:zh": "zh", "name:zh-Hant": "hant"], "hant"),
            ("pt", ["name": "L", "name:pt-BR": "Brasil"], "L"),
            ("", ["name": "Lokal", "name:en": "English"], "Lokal"),
            ("de", ["name:fr": "Français", "name:en": "English"], "English"),
            ("de", ["ref": "B 5", "official_name": "Official"], "Official"),
            ("de", ["brand": "Alko", "name:en": "English"], "Alko"),
            ("de", ["amenity": "cafe"], nil), ("de", [:], nil),
        ] as [(String, [String: String], String?)])
    func `R23 choose the asked language, its parents, the local name, then any other`(
        header: String, tags: [String: String], name: String?
    ) {
        #expect(LanguagePreferences(acceptLanguage: header).name(from: tags) == name)
    }

    @Test func `of nobody in particular are the local names`() {
        #expect(LanguagePreferences.local.languages.isEmpty)
        #expect(LanguagePreferences.local.name(from: ["name": "L", "name:en": "E"]) == "L")
    }
}
