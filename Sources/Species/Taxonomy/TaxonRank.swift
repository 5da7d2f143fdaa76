/// Ranks in the many ways that lists write them.
enum TaxonRank {
    /// Darwin Core's word for a rank, or for eBird's category; nil for empty text.
    static func named(_ text: String) -> String? {
        let word = text.lowercased().prefix { $0 != "(" }.filter { $0.isLetter }
        guard !word.isEmpty else { return nil }
        return words[word] ?? word
    }

    private static let words = [
        "ssp": "subspecies", "subsp": "subspecies", "issf": "subspecies", "sp": "species",
        "var": "variety", "varietas": "variety", "f": "form", "forma": "form", "morph": "form",
        "intergrade": "form", "domestic": "form", "group": "group", "gen": "genus",
        "fam": "family", "ord": "order", "cl": "class", "nothospecies": "hybrid",
    ]

    /// The rank of a name of which nothing else is told.
    static func of(_ name: ScientificName) -> String {
        switch name.form {
        case .species: "species"
        case .infraspecific:
            name.text.contains { "[(/".contains($0) } || name.key.contains(" x ")
                ? "form" : "subspecies"
        case .hybrid: "hybrid"
        case .slash: "slash"
        case .spuh: "spuh"
        case .uninomial:
            // The endings that the codes of nomenclature give them.
            if name.key.hasSuffix("idae") || name.key.hasSuffix("aceae") {
                "family"
            } else if name.key.hasSuffix("inae") || name.key.hasSuffix("oideae") {
                "subfamily"
            } else if name.key.hasSuffix("iformes") || name.key.hasSuffix("ales") {
                "order"
            } else {
                "genus"
            }
        }
    }

    /// What is of no single species.
    static let uncertain: Set = ["hybrid", "slash", "spuh"]
    /// What counts as the species it is part of.
    static let belowSpecies: Set = [
        "subspecies", "variety", "form", "group", "subvariety", "subform",
    ]

    /// The group in which a taxon stands in lists: species, what is above, what is below, the
    /// uncertain.
    static func group(_ rank: String) -> Int {
        switch rank {
        case "species": 0
        case _ where uncertain.contains(rank): 3
        case _ where belowSpecies.contains(rank): 2
        default: 1
        }
    }

    /// 0 for the highest of the usual ranks; between them for others.
    static func height(_ rank: String) -> Int {
        switch rank {
        case "kingdom": 0
        case "phylum", "division": 1
        case "class": 2
        case "order": 4
        case "family": 6
        case "subfamily": 7
        case "genus": 9
        case "species": 11
        case _ where group(rank) >= 2: 12
        default: 8
        }
    }
}
