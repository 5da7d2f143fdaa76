/// One taxon, or one synonym, as a row of a file has it.
struct TaxonomyRow {
    let line: Int
    var name: ScientificName
    var authorship: String?
    /// Darwin Core's word, or `hybrid`, `slash`, `spuh`.
    var rank: String
    var taxonID: String?
    var parentID, parentName: String?
    /// Set for a synonym, and for nothing else.
    var acceptedID, acceptedName: String?
    var isSynonym = false
    var reportAs: String?
    /// Higher taxa the row names, highest first.
    var higher: [(rank: String, name: String)] = []
    var familyVernacular: String?
    var vernaculars: [(language: String, name: String)] = []
    var codes: [(scheme: String, code: String)] = []
    var conservationStatus: String?
    var texts: [(topic: FieldGuideTopic, language: String, text: String)] = []

    init(line: Int, name: ScientificName, rank: String) {
        self.line = line
        self.name = name
        self.rank = rank
    }

    /// The code by which a list knows a taxon whatever its name; the row's own id first.
    var lastingCodes: [(scheme: String, code: String)] {
        codes.filter { TaxonomyColumn.lastingSchemes.contains($0.scheme) }
    }
}

/// Why a row was left out, or something of it.
package enum TaxonomySkip: String, Hashable, Sendable, Codable, CaseIterable {
    case noName, notUTF8, tooManyCells, duplicateID, duplicateName
    case acceptedUnknown, synonymCircle
    /// Kept, without a parent.
    case parentUnknown, parentCircle
    /// A row of names for a taxon that the taxonomy lacks.
    case notInTaxonomy
    /// A name was left out: no name of a language.
    case unknownLanguage

    package var text: String {
        switch self {
        case .noName: "without a scientific name"
        case .notUTF8: "not in UTF-8 (convert the file, as with iconv)"
        case .tooManyCells: "with more cells than the header"
        case .duplicateID: "with an id that an earlier row has"
        case .duplicateName: "with a name that an earlier row has"
        case .acceptedUnknown: "synonyms of a taxon that the file lacks"
        case .synonymCircle: "synonyms of one another"
        case .parentUnknown: "kept without a parent, which the file lacks"
        case .parentCircle: "kept without a parent, as it was its own ancestor"
        case .notInTaxonomy: "of a taxon that the taxonomy lacks"
        case .unknownLanguage: "with a vernacular name of no known language"
        }
    }
}

/// How many rows were left out for each reason, and where the first were.
struct SkipCounts {
    private(set) var counts: [TaxonomySkip: (count: Int, lines: [Int])] = [:]

    /// Lines that are kept: enough to find what they have in common.
    private static let lines = 5

    mutating func add(_ reason: TaxonomySkip, line: Int) {
        var entry = counts[reason] ?? (0, [])
        entry.count += 1
        if entry.lines.count < Self.lines { entry.lines.append(line) }
        counts[reason] = entry
    }
}
