internal import Database
internal import GeoModel

/// Finds as what records count in a life list.
struct SightingResolver {
    struct Meaning: Hashable {
        let category: LifeList.Category
        let taxonID: TaxonID?
        /// What it is called where there is no taxon.
        let name: String
        /// The same for all that counts as one.
        let key: String

        init(_ category: LifeList.Category, taxonID: TaxonID) {
            self.category = category
            self.taxonID = taxonID
            name = ""
            key = "t\(taxonID.rawValue)"
        }

        init(_ category: LifeList.Category, name: String, key: String) {
            self.category = category
            taxonID = nil
            self.name = name
            self.key = "n\(key)"
        }
    }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func meaning(of tally: SightingTally) throws -> Meaning {
        if let text = tally.scientificName {
            guard let name = ScientificName(text) else {
                return Meaning(.species, name: text, key: text)
            }
            return try meaning(of: name)
        }
        return try meaning(ofOwnName: tally.name)
    }

    func meaning(of name: ScientificName) throws -> Meaning {
        if let known = try known(name.key) { return known }
        switch name.form {
        case .hybrid: return Meaning(.hybrid, name: name.text, key: name.key)
        case .slash: return Meaning(.slash, name: name.text, key: name.key)
        case .uninomial: return Meaning(.spuh, name: name.text, key: name.key)
        case .species: return Meaning(.species, name: name.text, key: name.key)
        case .spuh:
            if let key = name.parentKey, let group = try known(key), group.category == .spuh {
                return group
            }
            return Meaning(.spuh, name: name.text, key: name.key)
        case .infraspecific:
            guard let key = name.parentKey else {
                return Meaning(.species, name: name.text, key: name.key)
            }
            if let species = try known(key) { return species }
            let words = name.text.split(separator: " ").prefix(2).joined(separator: " ")
            return Meaning(.species, name: words, key: key)
        }
    }

    /// What a name of the taxonomy counts as.
    private func known(_ key: String) throws -> Meaning? {
        guard let id = try SpeciesStore.taxonID(ofKey: key, connection) else { return nil }
        let row = try connection.statement(
            "SELECT taxonRank, speciesID FROM taxon WHERE taxonID = ?1")
        try row.bind(1, id.rawValue)
        guard try row.step() else { return nil }
        if let species = row.optionalInt64(1) {
            return Meaning(.species, taxonID: TaxonID(rawValue: species))
        }
        return Meaning(LifeList.Category(rawValue: row.text(0)) ?? .spuh, taxonID: id)
    }

    /// A vernacular name that one species has; else a scientific name that the taxonomy has; else the
    /// name itself.
    func meaning(ofOwnName text: String) throws -> Meaning {
        let folded = FoldedText(text, joinsApostrophes: true).joined
        let row = try connection.statement(
            """
            SELECT DISTINCT t.speciesID FROM folded_name f JOIN taxon_order o USING (position)
            JOIN taxon t USING (taxonID) WHERE f.name = ?1 AND t.speciesID IS NOT NULL LIMIT 2
            """)
        try row.bind(1, folded)
        var species: [Int64] = []
        while try row.step() { species.append(row.int64(0)) }
        if species.count == 1 { return Meaning(.species, taxonID: TaxonID(rawValue: species[0])) }
        guard let name = ScientificName(text) else {
            return Meaning(.species, name: text, key: folded)
        }
        switch name.form {
        case .species, .infraspecific:
            if let known = try known(name.key) ?? name.parentKey.flatMap({ try known($0) }) {
                return known
            }
            return Meaning(.species, name: text, key: folded)
        case .uninomial: return Meaning(.species, name: text, key: folded)
        case .hybrid: return Meaning(.hybrid, name: text, key: folded)
        case .slash: return Meaning(.slash, name: text, key: folded)
        case .spuh: return Meaning(.spuh, name: text, key: folded)
        }
    }
}
