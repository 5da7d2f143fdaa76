internal import Database
package import GeoModel

/// All that the taxonomy has of a taxon.
package struct TaxonDetails: Hashable, Sendable {
    package struct Text: Hashable, Sendable {
        package let topic: FieldGuideTopic
        /// A BCP 47 tag; `und` when the file did not say.
        package let language: String
        package let text: String
    }

    package let taxon: Taxon
    package let authorship: String?
    /// `accepted`, or `vanished` for a taxon that no list has any more.
    package let taxonomicStatus: String
    /// What it belongs to, narrowest first.
    package let lineage: [Taxon]
    /// The species as which it counts in lists; nil for what is no species.
    package let species: Taxon?
    package let family: Taxon?
    /// Its other scientific names, in the order of the alphabet.
    package let synonyms: [String]
    /// Vernacular names by BCP 47 tag, the preferred one first.
    package let names: [(language: String, names: [String])]
    /// Codes by who gives them.
    package let codes: [(scheme: String, codes: [String])]
    package let conservationStatus: String?
    package let texts: [Text]
    /// The lists that have it, with its id there.
    package let sources: [(source: String, id: String?)]

    package static func == (left: TaxonDetails, right: TaxonDetails) -> Bool {
        left.taxon == right.taxon
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(taxon) }
}

extension SpeciesStore {
    /// A taxon by its id; one that became a synonym is answered by its accepted taxon.
    ///
    /// - Parameter languages: Of the vernacular names of the taxon and those it belongs to.
    /// - Returns: nil when there is none.
    /// - Throws: `DatabaseError`.
    package func details(
        of id: TaxonID, languages: LanguagePreferences
    ) throws -> TaxonDetails? {
        try reading { connection in
            guard let id = try Self.accepted(id, connection) else { return nil }
            let reader = TaxonReader(connection, languages: languages)
            guard let taxon = try reader.taxon(id) else { return nil }
            let row = try connection.statement(
                """
                SELECT scientificNameAuthorship, taxonomicStatus, speciesID, familyID, conservationStatus
                FROM taxon WHERE taxonID = ?1
                """)
            try row.bind(1, id.rawValue)
            guard try row.step() else { return nil }
            func other(_ column: Int32) throws -> Taxon? {
                try row.optionalInt64(column).flatMap { try reader.taxon(TaxonID(rawValue: $0)) }
            }
            func list<Item>(_ sql: String, _ item: (Statement) -> Item) throws -> [Item] {
                let statement = try connection.statement(sql)
                try statement.bind(1, id.rawValue)
                var items: [Item] = []
                while try statement.step() { items.append(item(statement)) }
                return items
            }
            let names = try list(
                "SELECT language, name FROM vernacular_name WHERE taxonID = ?1 ORDER BY language, place"
            ) { ($0.text(0), $0.text(1)) }
            let codes = try list(
                "SELECT scheme, code FROM taxon_code WHERE taxonID = ?1 ORDER BY scheme, code"
            ) { ($0.text(0), $0.text(1)) }
            return TaxonDetails(
                taxon: taxon, authorship: row.optionalText(0), taxonomicStatus: row.text(1),
                lineage: try reader.lineage(of: id), species: try other(2), family: try other(3),
                synonyms: try list(
                    """
                    SELECT scientificName FROM taxon_name WHERE taxonID = ?1 AND isAccepted = 0
                    ORDER BY scientificName
                    """
                ) { $0.text(0) },
                names: Self.grouped(names).map { (language: $0.key, names: $0.values) },
                codes: Self.grouped(codes).map { (scheme: $0.key, codes: $0.values) },
                conservationStatus: row.optionalText(4),
                texts: try list(
                    "SELECT topic, language, text FROM taxon_text WHERE taxonID = ?1 ORDER BY topic, language"
                ) { statement in
                    FieldGuideTopic(rawValue: statement.text(0)).map {
                        TaxonDetails.Text(
                            topic: $0, language: statement.text(1), text: statement.text(2))
                    }
                }.compactMap(\.self),
                sources: try list(
                    "SELECT source, sourceID FROM taxon_source WHERE taxonID = ?1 ORDER BY source"
                ) { (source: $0.text(0), id: $0.optionalText(1)) })
        }
    }

    /// The taxon that a name means, as `knowledge` reads it; nil when the taxonomy has none.
    package func taxonID(named text: String) throws -> TaxonID? {
        try reading { connection in
            try ScientificName(text).flatMap { try Self.taxonID(of: $0, connection) }
        }
    }

    /// Every key under which a taxon, and what counts as it, may be recorded.
    package func recordedNames(of id: TaxonID) throws -> Set<String> {
        try reading { connection in
            let statement = try connection.statement(
                """
                SELECT n.key FROM taxon t JOIN taxon_name n USING (taxonID)
                WHERE t.taxonID = ?1 OR t.speciesID = ?1
                """)
            try statement.bind(1, id.rawValue)
            var keys: Set<String> = []
            while try statement.step() { keys.insert(statement.text(0)) }
            return keys
        }
    }

    static func accepted(_ id: TaxonID, _ connection: Connection) throws -> TaxonID? {
        let statement = try connection.statement(
            "SELECT coalesce(acceptedNameUsageID, taxonID) FROM taxon WHERE taxonID = ?1")
        try statement.bind(1, id.rawValue)
        return try statement.step() ? TaxonID(rawValue: statement.int64(0)) : nil
    }

    /// Pairs that are sorted by their first part, those of one together.
    private static func grouped(_ pairs: [(String, String)]) -> [(key: String, values: [String])] {
        var groups: [(key: String, values: [String])] = []
        for (key, value) in pairs {
            if groups.last?.key == key {
                groups[groups.count - 1].values.append(value)
            } else {
                groups.append((key, [value]))
            }
        }
        return groups
    }
}
