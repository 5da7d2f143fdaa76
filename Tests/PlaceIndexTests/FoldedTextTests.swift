import GeoModel
import Testing

@testable import PlaceIndex

@Suite struct `Folding letters for the name search` {
    private func words(_ text: String) -> [String] { FoldedText(text).words.map(\.text) }

    @Test(arguments: [
        ("Škofja Loka", "skofja loka"), ("ÅLAND", "aland"), ("Großmarkt", "grossmarkt"),
        ("GROẞMARKT", "grossmarkt"), ("Tromsø", "tromso"), ("Łódź", "lodz"), ("Đà Nẵng", "da nang"),
        ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Þingvellir", "thingvellir"),
        ("Diyarbakır", "diyarbakir"),
        ("İSTANBUL", "istanbul"), ("Iğdır", "igdir"), ("Malmö", "malmo"), ("Ħamrun", "hamrun"),
        ("Ġgantija", "ggantija"), ("Năsăud", "nasaud"), ("Ștefan", "stefan"), ("ﬁnca", "finca"),
        // The same letters written with combining marks.
        ("A\u{30A}land", "aland"), ("I\u{307}stanbul", "istanbul"),
        ("Ёлки, Йошкар-Ола", "елки иошкар ола"), ("ПУШКИНСКАЯ", "пушкинская"),
        ("Їжаківка", "іжаківка"),
        ("ΑΚΡΌΠΟΛΗΣ", "ακροποληc".replacing("c", with: "σ")), ("Ακρόπολις", "ακροπολισ"),
        ("ქუთაისი", "ქუთაისი"), ("ԵՐԵՎԱՆ", "երեւան".replacing("եւ", with: "եվ")),
        ("إسْطَنْبُول", "اسطنبول"), ("الكتــاب", "الكتاب"), ("مكتبة", "مكتبه"),
        ("تهران‌پارس", "تهرانپارس"),
        ("תֵּל־אָבִיב", "תל אביב"), ("दिल्ली", "दिल्ली"), ("ＡＢＣ　１２３", "abc 123"),
    ])
    func `case, marks and letters that keyboards lack go`(text: String, folded: String) {
        #expect(words(text).joined(separator: " ") == folded)
    }

    @Test(arguments: [
        ("東京タワー", ["東京たわー"]), ("ﾄｳｷｮｳ ﾀﾜｰ", ["とうきょう", "たわー"]), ("ガラス", ["がらす"]),
        ("ｶﾞﾗｽ", ["がらす"]), ("カ\u{3099}ラス", ["がらす"]), ("ﾊﾟﾝ", ["ぱん"]),
        ("JR渋谷駅2番線", ["jr", "渋谷駅", "2", "番線"]), ("서울역", ["서울역"]), ("วัดพระแก้ว", ["วัดพระแก้ว"]),
        ("ソウル・タワー", ["そうる", "たわー"]),
    ])
    func `kana are one script, and unspaced scripts are runs of their own`(
        text: String, words: [String]
    ) {
        #expect(self.words(text) == words)
        for word in FoldedText(text).words {
            #expect(word.isUnspaced == (word.text.utf8.first! >= 0x80), "\(word.text)")
        }
    }

    @Test func `an apostrophe parts words or joins them`() {
        let name = "O’Connell St."
        #expect(words(name) == ["o", "connell", "st"])
        #expect(
            FoldedText(name, joinsApostrophes: true).words.map(\.text) == ["oconnell", "st"])
        #expect(words("’ !").isEmpty)
        for asked in ["oconnell", "o'connell", "connell"] {
            let match = NameMatch(
                FoldedText(asked).words, endsInPrefix: false, languages: .local)
            #expect(match.quality(of: ["name": name]) != nil, "\(asked)")
        }
    }

    @Test func `nothing but marks is no word, and a text without end is cut`() {
        #expect(words("— ,;… \u{200B}").isEmpty)
        #expect(words(String(repeating: "a", count: 1_000)) == [String(repeating: "a", count: 60)])
    }

    @Test(arguments: [
        ("muenchen", "munchen"), ("hauptstr", "hauptstrasse"), ("st", "saint"), ("saint", "st"),
        ("ул", "улица"), ("ave", "avenue"),
    ])
    func `a question has other spellings`(word: String, other: String) {
        let found = QuerySpelling.alternatives(to: word)
        #expect(found.first == word)
        #expect(found.contains(other))
    }

    @Test(arguments: [
        ("name", true), ("name:zh-Hant", true), ("alt_name:de", true), ("name_1", true),
        ("old_name", true), ("brand", true), ("addr:housename", true), ("official_name:fi", true),
        ("name:etymology", false), ("name:etymology:wikidata", false),
        ("name:pronunciation", false),
        ("brand:wikidata", false), ("ref", false), ("named", false), ("name1", false),
        ("addr:street", false), ("source:name", false),
    ])
    func `keys are names or none`(key: String, isName: Bool) {
        #expect(NameKeys.isName(key) == isName)
    }

    @Test func `a code is found with its space and without`() {
        for asked in ["E 18", "e18", "a9"] {
            let match = NameMatch(
                FoldedText(asked).words, endsInPrefix: false, languages: .local)
            #expect(match.quality(of: ["ref": "E 18; A9"]) == 1, "\(asked)")
        }
        #expect(NameKeys.values("E 18; A9 ;") == ["E 18", "A9"])
    }

    @Test(arguments: [
        ("Helsinki", "helsinki", 1.0), ("Helsinki Cathedral", "helsinki", 0.64),
        ("Helsinki Cathedral", "cathedral", 0.61),
        ("Helsinki Cathedral", "cathedral helsinki", 0.7),
        ("Bora Bora", "bora bora", 1), ("東京タワー", "東京タワー", 1), ("東京タワー", "東京", 0.62),
        ("東京タワー", "タワー", 0.63),
    ])
    func `a name matches the more the more of it was asked for`(
        name: String, asked: String, quality: Double
    ) throws {
        let match = NameMatch(FoldedText(asked).words, endsInPrefix: false, languages: .local)
        let found = try #require(match.quality(of: ["name": name]))
        #expect(abs(found - quality) < 0.01)
        #expect(match.quality(of: ["name": "Other"]) == nil)
        let foreign = try #require(match.quality(of: ["name": "Other", "name:xx": name]))
        #expect(abs(found - 0.02 - foreign) < 1e-9)
    }

    @Test func `a word that is begun matches less than a whole one`() throws {
        func quality(_ name: String, _ asked: String) -> Double? {
            NameMatch(FoldedText(asked).words, endsInPrefix: true, languages: .local)
                .quality(of: ["name": name])
        }
        #expect(quality("Park", "park") == 1)
        let begun = try #require(quality("Parkside", "park"))
        #expect(try #require(quality("Park Lane", "park")) > begun)
        #expect(quality("Lane Park", "la park") == nil)
    }
}
