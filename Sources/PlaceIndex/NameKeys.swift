/// Which tags name an object.
enum NameKeys {
    /// Keys that name by themselves, with a language (`alt_name:fi`) or with a number (`name_1`).
    private static let bases: Set<Substring> = [
        "name", "alt_name", "old_name", "official_name", "short_name", "loc_name", "int_name",
        "nat_name", "reg_name", "brand",
    ]

    /// `name:…` that is about a name and none itself.
    private static let comments: Set<Substring> = [
        "etymology", "source", "pronunciation", "wikidata", "wikipedia", "signed", "absent",
        "prefix",
        "suffix", "note", "language", "abbreviation", "genitive", "adjective",
    ]

    /// Whether the value of a key is a name that people may ask for.
    static func isName(_ key: String) -> Bool {
        let letters = key.utf8
        // Most keys name nothing, and few of those have "name" or "brand" in them.
        guard let first = letters.first, "nasoilrbt".utf8.contains(first) else { return false }
        switch key {
        case "name", "addr:housename", "bridge:name", "tunnel:name": return true
        default: break
        }
        var base = key[...]
        if let colon = letters.firstIndex(of: UInt8(ascii: ":")) {
            base = key[..<colon]
            guard endsAsName(base) else { return false }
            let after = letters[letters.index(after: colon)...]
            let end = after.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
            let rest = key[after.startIndex..<(end ?? key.endIndex)]
            guard !rest.isEmpty, !comments.contains(rest) else { return false }
        } else if let last = letters.last, (48...57).contains(last) {
            base = key.prefix { !$0.isNumber }
            guard base.last == "_" else { return false }
            base = base.dropLast()
        }
        return endsAsName(base) && bases.contains(base)
    }

    /// As all of `bases` do: in `me` or in `nd`.
    private static func endsAsName(_ base: Substring) -> Bool {
        let end = base.utf8.suffix(2)
        return end.elementsEqual("me".utf8) || end.elementsEqual("nd".utf8)
    }

    /// Whether the value of a key is a code that is asked for like a name: a road's number, an
    /// airport's letters.
    static func isCode(_ key: String) -> Bool {
        switch key {
        case "ref", "int_ref", "nat_ref", "iata", "icao": true
        default: false
        }
    }

    /// The values of a key, of which OSM writes several with semicolons between.
    static func values(_ value: String) -> [String] {
        guard value.utf8.contains(UInt8(ascii: ";")) else { return [value] }
        return value.split(separator: ";").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }
}
