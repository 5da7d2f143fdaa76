/// How a label file writes a model's classes.
package enum LabelFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tab-separated with a header line: GeoData's label table.
    case turnstoneTSV = "turnstone-tsv"
    /// One name a line; the line's number is the index.
    case lines
    /// One `Scientific name (English name)` a line.
    case taxonLines = "taxon-lines"
    /// One `English name (Scientific name)` a line.
    case englishTaxonLines = "english-taxon-lines"
    /// One scientific name a line.
    case scientificLines = "scientific-lines"
    /// One index and name a line: `0 tench`, `0,tench`, `0: tench`.
    case indexedLines = "indexed-lines"
    /// Columns under a header line, between commas, semicolons or tabs: `index,name,scientific_name`.
    case table

    /// The format a file is written in, as far as its lines tell; nil when they are plain names, which
    /// may be English ones or scientific ones.
    ///
    /// Most lines decide, as one or the other (`background`) is written otherwise.
    init?(recognising lines: [Substring]) {
        guard let first = lines.first else { return nil }
        if first.split(separator: "\t").map(String.init) == LabelTable.turnstoneColumns {
            self = .turnstoneTSV
        } else if LabelTable.Header(first) != nil {
            self = .table
        } else if lines.allSatisfy({ LabelLine.indexed($0) != nil }) {
            self = .indexedLines
        } else {
            let parts = lines.compactMap(LabelLine.bracketed)
            guard parts.count * 5 >= lines.count * 4 else { return nil }
            let before = parts.count { LabelLine.isScientific($0.before) }
            let inside = lines.compactMap(LabelLine.lastBracketed).count {
                LabelLine.isScientific($0.inside)
            }
            guard max(before, inside) * 2 >= parts.count else { return nil }
            self = before >= inside ? .taxonLines : .englishTaxonLines
        }
    }
}

/// The ways in which one line holds a class.
enum LabelLine {
    /// Splits at the first ` (`, as English names hold brackets too, and drops the last `)`.
    static func bracketed(_ line: Substring) -> (before: Substring, inside: Substring)? {
        guard line.hasSuffix(")"), let bracket = line.firstRange(of: " (") else { return nil }
        return (line[..<bracket.lowerBound], line[bracket.upperBound...].dropLast())
    }

    /// Splits at the last ` (`: an English name with brackets of its own comes first.
    static func lastBracketed(_ line: Substring) -> (before: Substring, inside: Substring)? {
        guard line.hasSuffix(")"), let bracket = line.ranges(of: " (").last else { return nil }
        return (line[..<bracket.lowerBound], line[bracket.upperBound...].dropLast())
    }

    /// Splits `0 tench`, `0,tench`, `0: tench`.
    static func indexed(_ line: Substring) -> (index: Int, name: Substring)? {
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let index = Int(digits) else { return nil }
        let rest = line[digits.endIndex...]
        guard let separator = rest.first, " ,:;\t".contains(separator) else { return nil }
        let name = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        return name.isEmpty ? nil : (index, name)
    }

    /// Whether a text is written as a species or subspecies is: a capital word, then small ones.
    ///
    /// An English name in small letters (`Golden retriever`) looks the same.
    static func isScientific(_ text: some StringProtocol) -> Bool {
        let words = text.split(separator: " ")
        guard (2...4).contains(words.count), let genus = words.first?.first, genus.isUppercase
        else { return false }
        return words.joined().dropFirst().allSatisfy {
            $0.isLowercase || $0 == "-" || $0 == "×" || $0 == "."
        }
    }

    /// A two-word name is a species, a longer one a subspecies; a hybrid is neither.
    static func rank(of scientificName: some StringProtocol) -> String? {
        let words = scientificName.split(separator: " ").count
        if scientificName.contains("×") || scientificName.contains(" x ") { return nil }
        return words == 2 ? "species" : words > 2 ? "subspecies" : nil
    }

    /// Whether a class means "none of these": then it is no candidate.
    static func isBackground(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0 == " " }
        return [
            "background", "none", "none of these", "none of the above", "nothing", "empty",
            "unknown",
            "negative", "null",
        ].contains(letters)
    }
}
