internal import Database
internal import GeoModel

/// Taxa by any of their names.
extension SpeciesStore {
    /// A taxon that was found: how well its name fits, and its place in lists.
    private struct Found: Hashable {
        let tier: Int
        let position: Int64
    }

    /// One page of the taxa that a query finds.
    ///
    /// The order: taxa with exactly that name, then those with a name that begins so, then those whose
    /// names have words that begin with each of the asked ones; each in the order of their list, species before
    /// what is above, below or between them.
    ///
    /// - Throws: `SpeciesError.limitOutOfRange`, `.unknownFamily`, `.invalidCursor`, also for a cursor of before
    ///   an import; `DatabaseError`.
    package func taxa(_ query: SpeciesQuery) throws -> TaxonPage {
        guard SpeciesQuery.limits.contains(query.limit) else { throw SpeciesError.limitOutOfRange }
        let cursor = try query.cursor.map { try TaxonCursor($0) }
        return try reading { connection in
            let generation = try Self.generation(connection)
            guard cursor == nil || cursor?.generation == generation else {
                throw SpeciesError.invalidCursor
            }
            var found =
                try query.q.map { try Self.named($0, connection) } ?? Self.allSpecies(connection)
            if let family = query.family {
                let members = try Self.members(ofFamily: family, connection)
                found.removeAll { !members.contains($0.position) }
            }
            var start = 0
            if let cursor {
                start =
                    found.firstIndex { ($0.tier, $0.position) > (cursor.tier, cursor.position) }
                    ?? found.count
            }
            let page = found[start...].prefix(query.limit)
            let isLast = page.endIndex == found.count
            return TaxonPage(
                entries: try Self.entries(Array(page), query, connection),
                nextCursor: isLast
                    ? nil
                    : page.last.map {
                        TaxonCursor(generation: generation, tier: $0.tier, position: $0.position)
                            .description
                    },
                total: found.count)
        }
    }

    static func generation(_ connection: Connection) throws -> Int64 {
        let statement = try connection.statement("SELECT generation FROM species_state")
        return try statement.step() ? statement.int64(0) : 0
    }

    private static func allSpecies(_ connection: Connection) throws -> [Found] {
        let positions = try positions(
            """
            SELECT o.position FROM taxon_order o JOIN taxon t USING (taxonID)
            WHERE t.taxonRank = 'species' AND t.taxonomicStatus = 'accepted' ORDER BY o.position
            """, [], connection)
        return positions.map { Found(tier: 0, position: $0) }
    }

    private static func named(_ text: String, _ connection: Connection) throws -> [Found] {
        let words = FoldedText(text).words
        let joined = FoldedText(text, joinsApostrophes: true).joined
        guard !words.isEmpty else { return [] }
        var seen: Set<Int64> = []
        var found: [Found] = []
        func add(_ tier: Int, _ positions: [Int64]) {
            for position in positions where seen.insert(position).inserted {
                found.append(Found(tier: tier, position: position))
            }
        }
        add(
            0,
            try positions(
                "SELECT position FROM folded_name WHERE name = ?1 ORDER BY position",
                [.text(joined)],
                connection))
        add(
            1,
            try positions(
                "SELECT DISTINCT position FROM folded_name WHERE name >= ?1 AND name < ?2 ORDER BY position",
                [.text(joined), .text(joined + "\u{10FFFF}")], connection))
        let terms = words.map { NameTerms.prefix($0, spellings: [$0.text]) }
        add(
            2,
            try positions(
                "SELECT rowid FROM taxon_words WHERE taxon_words MATCH ?1 ORDER BY rowid",
                [.text(terms.joined(separator: " AND "))], connection))
        return found
    }

    /// The places of a family's taxa.
    private static func members(
        ofFamily text: String, _ connection: Connection
    ) throws -> Set<Int64> {
        let families = try positions(
            """
            SELECT t.taxonID FROM folded_name f JOIN taxon_order o USING (position)
            JOIN taxon t USING (taxonID) WHERE f.name = ?1 AND t.taxonRank = 'family'
            """, [.text(FoldedText(text, joinsApostrophes: true).joined)], connection)
        guard !families.isEmpty else { throw SpeciesError.unknownFamily(text) }
        return try families.reduce(into: []) { members, family in
            members.formUnion(
                try positions(
                    """
                    SELECT o.position FROM taxon t JOIN taxon_order o USING (taxonID)
                    WHERE t.familyID = ?1
                    """, [.integer(family)], connection))
        }
    }

    private static func positions(
        _ sql: String, _ values: [SQLValue?], _ connection: Connection
    ) throws -> [Int64] {
        let statement = try connection.statement(sql)
        try statement.bind(values)
        var found: [Int64] = []
        while try statement.step() { found.append(statement.int64(0)) }
        return found
    }

    // MARK: Entries

    private static func entries(
        _ page: [Found], _ query: SpeciesQuery, _ connection: Connection
    ) throws -> [TaxonPage.Entry] {
        let reader = TaxonReader(connection, languages: query.languages)
        let row = try connection.statement(
            """
            SELECT t.taxonID, t.familyID, t.conservationStatus, t.taxonomicStatus
            FROM taxon_order o JOIN taxon t USING (taxonID) WHERE o.position = ?1
            """)
        var families: [Int64: Taxon] = [:]
        var entries: [TaxonPage.Entry] = []
        for found in page {
            try row.bind([.integer(found.position)])
            guard try row.step(), let taxon = try reader.taxon(TaxonID(rawValue: row.int64(0)))
            else { continue }
            if let family = row.optionalInt64(1), families[family] == nil {
                families[family] = try reader.taxon(TaxonID(rawValue: family))
            }
            entries.append(
                TaxonPage.Entry(
                    taxon: taxon, family: row.optionalInt64(1).flatMap { families[$0] },
                    conservationStatus: row.optionalText(2), taxonomicStatus: row.text(3),
                    matchedName: try query.q.flatMap {
                        try matchedName(of: taxon, $0, connection)
                    }))
        }
        return entries
    }

    /// The name of a taxon that has the asked words, when none of those shown has.
    private static func matchedName(
        of taxon: Taxon, _ text: String, _ connection: Connection
    ) throws -> String? {
        let asked = FoldedText(text, joinsApostrophes: true)
        func rank(_ name: String) -> Int? {
            let folded = FoldedText(name, joinsApostrophes: true)
            if folded.joined == asked.joined { return 0 }
            if folded.joined.hasPrefix(asked.joined) { return 1 }
            let hasAll = asked.words.allSatisfy { word in
                folded.words.contains {
                    word.isUnspaced ? $0.text.contains(word.text) : $0.text.hasPrefix(word.text)
                }
            }
            return hasAll ? 2 : nil
        }
        let shown = [taxon.scientificName, taxon.vernacularName].compactMap { $0.flatMap(rank) }
            .min()
        var best: (rank: Int, name: String)?
        let names = try connection.statement(
            """
            SELECT scientificName FROM taxon_name WHERE taxonID = ?1
            UNION ALL SELECT name FROM vernacular_name WHERE taxonID = ?1
            UNION ALL SELECT code FROM taxon_code WHERE taxonID = ?1
            """)
        try names.bind([.integer(taxon.taxonID.rawValue)])
        while try names.step() {
            let name = names.text(0)
            if let rank = rank(name), rank < best?.rank ?? shown ?? .max { best = (rank, name) }
        }
        return best?.name
    }
}
