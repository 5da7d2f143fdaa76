/// Which letters a search for names takes for the same.
///
/// - Letter case goes, by Unicode's mapping; ς is σ.
/// - Marks go: ä is a, й is и, ά is α, Arabic and Hebrew points and the tatweel are nothing.
/// - Letters that keyboards lack become what people type: ß ss, æ ae, ø o, ł l, đ d, þ th, ı i.
/// - Full-width letters become plain ones, half-width and plain katakana become hiragana.
/// - Arabic alef, yeh, kaf and teh marbuta in all their forms are one each.
///
/// More than SQLite's `remove_diacritics`, which keeps the third and fourth.
package enum LetterFolding {
    enum Outcome {
        case separator
        /// What parts words or joins them, by taste: `O'Connell`.
        case apostrophe
        case dropped
        /// A mark that moves the kana before it by so many places.
        case voicing(UInt32)
        case letters(String, isUnspaced: Bool)
    }

    static func fold(_ scalar: Unicode.Scalar) -> Outcome {
        let value = Int(scalar.value)
        return value < table.count ? table[value] : foldBeyondTable(scalar)
    }

    /// The folded byte of an ASCII letter or digit, by far the most frequent; nil for all else.
    static func asciiLetter(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39: UInt8(truncatingIfNeeded: scalar.value)
        case 0x41...0x5A: UInt8(truncatingIfNeeded: scalar.value) | 0x20
        default: nil
        }
    }

    package static func hasApostrophe(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.value < 0x80 { return scalar == "'" || scalar == "`" }
            return apostrophes.contains(scalar)
        }
    }

    /// Outcomes below U+3000, each worked out once.
    private static let table: [Outcome] = {
        var special: [Unicode.Scalar: String] = [:]
        for line in letters.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1)
            for scalar in parts[1] { special[scalar] = String(parts[0]) }
        }
        return (0..<0x3000).map { value in
            Unicode.Scalar(UInt32(value)).map { classify($0, special) } ?? .separator
        }
    }()

    private static let apostrophes: Set<Unicode.Scalar> = [
        "'", "`", "´", "ʹ", "ʻ", "ʼ", "ʽ", "ʾ", "ʿ", "‘", "’", "‛", "′",
    ]

    private static func classify(
        _ scalar: Unicode.Scalar, _ special: [Unicode.Scalar: String]
    ) -> Outcome {
        if apostrophes.contains(scalar) { return .apostrophe }
        switch scalar.value {
        // Soft hyphen, combining marks, Hebrew and Arabic points, tatweel, invisible marks.
        case 0xAD, 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5,
            0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x2064, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF:
            return .dropped
        case 0x0F0B...0x0F14: return .separator
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            let folded = lower.reduce(into: "") { folded, scalar in
                guard !(0x300...0x36F).contains(scalar.value) else { return }
                folded += special[scalar] ?? String(scalar)
            }
            return .letters(folded, isUnspaced: isUnspaced(scalar))
        default: return .separator
        }
    }

    /// From U+3000: kana, Han, Hangul, full-width and half-width forms, and the rare planes.
    private static func foldBeyondTable(_ scalar: Unicode.Scalar) -> Outcome {
        switch scalar.value {
        case 0x3099, 0xFF9E: return .voicing(1)
        case 0x309A, 0xFF9F: return .voicing(2)
        case 0x30FB, 0xFF65: return .separator
        case 0x30A1...0x30F6:
            return .letters(text(scalar.value - 0x60), isUnspaced: true)
        case 0xFF01...0xFF5E:
            return Unicode.Scalar(scalar.value - 0xFEE0).map(fold) ?? .separator
        case 0xFF66...0xFF9D:
            let kana = halfWidthKana[Int(scalar.value) - 0xFF66]
            return .letters(String(kana), isUnspaced: true)
        case 0xFB00...0xFB06:
            return .letters(ligatures[Int(scalar.value) - 0xFB00], isUnspaced: false)
        case 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF: return .dropped
        default: return classify(scalar, [:])
        }
    }

    private static func text(_ value: UInt32) -> String {
        Unicode.Scalar(value).map { String($0) } ?? ""
    }

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FDF,
            0x3005...0x3007, 0x3031...0x3035, 0x3040...0x30FF, 0x3100...0x318F, 0x31A0...0x31FF,
            0x3400...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static let halfWidthKana = Array(
        "をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねの"
            + "はひふへほまみむめもやゆよらりるれろわん")

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// Lowercase letters by what they fold to, as `a=àáâ`.
    private static let letters = """
        a=ªàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ ae=æǽǣ aʾ=ẚ b=ḃḅḇƀɓ c=çćĉċčḉƈ d=ďḋḍḏḑḓđðɖɗ dz=ǆǳ
        e=èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəǝɛ f=ḟ g=ĝğġģǧǵḡǥɠ h=ĥȟḣḥḧḩḫẖħ i=ìíîïĩīĭįǐȉȋḭḯỉịı ij=ĳ
        j=ĵǰ k=ķǩḱḳḵĸƙ l=ĺļľḷḹḻḽłƚ lj=ǉ m=ḿṁṃ n=ñńņňǹṅṇṉṋŋŉƞ nj=ǌ
        o=ºòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿɵ oe=œ p=ṕṗ r=ŕŗřȑȓṙṛṝṟ s=śŝşšſșṡṣṥṧṩẛ ss=ß
        t=ţťțṫṭṯṱẗŧƭ th=þ u=ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự v=ṽṿ w=ŵẁẃẅẇẉẘ x=ẋẍ y=ýÿŷȳẏẙỳỵỷỹƴ
        z=źżžẑẓẕƶ ʒ=ǯ ʹ=ʹ α=άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ β=ϐ ε=έϵἐἑἒἓἔἕὲέ
        η=ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ θ=ϑ ι=ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ κ=ϰ μ=µ ο=όὀὁὂὃὄὅὸό π=ϖ ρ=ϱῤῥ
        σ=ϲς υ=ΰϋύϒϓϔὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ φ=ϕ ω=ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ а=ӑӓ г=ѓґ е=ѐӗё ж=ӂӝ з=ӟ
        и=йѝӣӥ к=ќ о=ӧ у=ўӯӱӳ ч=ӵ ы=ӹ э=ӭ і=ї ѵ=ѷ ә=ӛ ө=ӫ
        ا=آأإٱ ي=ىیې ك=ک ه=ةۀە و=ؤ
        """
}
