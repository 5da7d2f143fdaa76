/// A street's name for comparing: letter case, accents, spaces, hyphens, full stops and apostrophes
/// aside, and ß as ss.
struct StreetName: Hashable {
    /// In UTF-8.
    let letters: [UInt8]

    var text: String { String(decoding: letters, as: UTF8.self) }

    init(_ name: String) {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.utf8.count)
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x20, 0x27, 0x2C, 0x2D, 0x2E, 0xB4, 0x2013, 0x2018, 0x2019: continue
            case 0x41...0x5A: letters.append(UInt8(scalar.value) | 0x20)
            case ..<0x80: letters.append(UInt8(scalar.value))
            default:
                let lower = scalar.properties.lowercaseMapping
                letters += (Self.plain[lower] ?? lower).utf8
            }
        }
        self.letters = letters
    }

    /// Latin letters without their accents.
    private static let plain: [String: String] = {
        let letters = [
            "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ",
            "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõöøōŏő",
            "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ",
            "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ",
        ]
        var plain: [String: String] = [:]
        for (letter, accented) in letters {
            for character in accented { plain[String(character)] = letter }
        }
        return plain
    }()
}

extension StreetName: Comparable {
    /// By the bytes of their letters, as SQLite compares texts.
    static func < (left: StreetName, right: StreetName) -> Bool {
        left.letters.lexicographicallyPrecedes(right.letters)
    }
}
