/// How a country writes its postcodes.
///
/// Formats as the Universal Postal Union's members state them,
/// <https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions>.
enum PostcodeFormat {
    /// Upper case, without spaces and hyphens: what two spellings of one code have in common.
    static func compact(_ code: some StringProtocol) -> String {
        String(code.uppercased().filter { !" -\u{A0}".contains($0) })
    }

    /// What says in which postcode an object is, the most telling first.
    static let keys = ["addr:postcode", "postal_code", "postcode", "tiger:zip_left"]

    /// The one postcode in an object's tags, as it is written there.
    static func code(in tags: [String: String]) -> String? {
        keys.lazy.compactMap { tags[$0] }.first { !$0.contains { ",;".contains($0) } }
    }

    /// The code as the country writes it; nil for one that it cannot have.
    ///
    /// A code of a country without a known format stays as it is.
    static func written(_ code: String, countryCode: String?) -> String? {
        let code = code.trimmingSpaces
        guard !code.isEmpty else { return nil }
        guard let countryCode, let masks = formats[countryCode] else { return String(code) }
        let compact = compact(code)
        guard !(neighbours[countryCode] ?? []).contains(where: { compact.hasPrefix($0) }) else {
            return nil
        }
        if let written = masks.lazy.compactMap({ fill($0, compact) }).first { return written }
        // As in `AD500`, or `L-1234` with the sign of the country's cars.
        let sign = compact.prefix { $0.isLetter }
        guard sign == countryCode.uppercased() || sign.count == 1 else { return nil }
        return masks.lazy.filter { $0.first != "A" }
            .compactMap { fill($0, compact.dropFirst(sign.count)) }.first
    }

    /// Whether the codes of a country have a form that others have only by chance.
    static func isDistinct(countryCode: String) -> Bool {
        formats[countryCode]?.contains { $0.contains(where: \.isNumber) } ?? false
    }

    /// How far from its centre a code is still taken for a place that has none, in metres.
    ///
    /// Half a side of a square; Nominatim's figures. Where every street has its own, it is short.
    static func reachInMeters(countryCode: String?) -> Double {
        switch countryCode {
        case "ie": 50
        case "gb", "im": 700
        case "nl": 800
        case "gg", "lu", "pt": 1000
        case "ro": 2500
        case "ch", "ee", "jp": 3000
        case "li": 4000
        default: 5000
        }
    }

    /// `N` is a digit, `A` a letter, `X` either; a digit is itself; a small letter is put before; what is in brackets is
    /// dropped, as the last four of a long American code.
    private static func fill(_ mask: String, _ compact: some StringProtocol) -> String? {
        var rest = compact[...]
        var written = ""
        var isDropping = false
        for sign in mask {
            switch sign {
            case "N", "A", "X":
                guard let next = rest.popFirst(), next.isASCII,
                    sign == "X"
                        ? next.isNumber || next.isLetter
                        : sign == "N" ? next.isNumber : next.isLetter
                else { return nil }
                if !isDropping { written.append(next) }
            case "(": isDropping = true
            case ")": isDropping = false
            case "0"..."9":
                guard rest.popFirst() == sign else { return nil }
                written.append(sign)
            default: written.append(sign.uppercased())
            }
        }
        guard rest.isEmpty, written.contains(where: { !"0- ".contains($0) }) else { return nil }
        return written
    }

    /// How the codes of a country inside another begin, which have its form: Monaco's, and those of
    /// San Marino and the Vatican.
    private static let neighbours = ["fr": ["980"], "it": ["4789", "00120"]]

    private static let formats: [String: [String]] = {
        var formats: [String: [String]] = [
            "ad": ["adNNN"], "br": ["NNNNN-NNN"], "ca": ["ANA NAN"], "gi": ["AANN NAA"],
            "ie": ["ANN XXXX", "ANA XXXX"], "jp": ["NNN-NNNN"], "lv": ["lv-NNNN"],
            "mc": ["980NN"], "mt": ["AAA NNNN"], "nl": ["NNNN AA"], "pl": ["NN-NNN"],
            "pt": ["NNNN-NNN", "NNNN"],
            "tw": ["NNN", "NNNNN", "NNNNNN"], "us": ["NNNNN", "NNNNN(NNNN)"],
        ]
        for code in ["gb", "gg", "im", "je"] {
            formats[code] = ["AN NAA", "ANN NAA", "AAN NAA", "AANN NAA", "ANA NAA", "AANA NAA"]
        }
        let others = [
            "NNN NN": "cz gr se sk",
            "NNNN": "am at au be bg ch cy dk ge hu li lu no nz ph si tn za",
            "NNNNN": "cu de dz ee es fi fr hr id it kr ma me mx my rs sm th tr ua va vn",
            "NNNNNN": "by cn co in kg kz mn ro ru sg tj tm uz vn",
        ]
        for (mask, codes) in others {
            for code in codes.split(separator: " ") {
                formats[String(code), default: []].append(mask)
            }
        }
        return formats
    }()
}

extension String {
    /// Without spaces at either end.
    fileprivate var trimmingSpaces: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
