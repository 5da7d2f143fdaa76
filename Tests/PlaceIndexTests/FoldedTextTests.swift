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
        #expect(
            FoldedText.variants(of: "O’Connell St.").map { $0.words.map(\.text) } == [
                ["o", "connell", "st"], ["oconnell", "st"],
            ])
        #expect(FoldedText.variants(of: "Plain").count == 1)
        #expect(FoldedText.variants(of: "’ !").isEmpty)
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
        #expect(
            NameKeys.variants(ofCode: "E 18").map { $0.words.map(\.text) } == [
                ["e", "18"], ["e18"],
            ])
        #expect(NameKeys.values("E 18; A9 ;") == ["E 18", "A9"])
    }
}
