internal import Database
package import GeoModel

extension SpeciesStore {
    /// Which of the names that records have count as a taxon, or as one that belongs to it: subspecies and synonyms
    /// as their species, as in the life list; and of a genus, a family or what stands higher, all in it.
    ///
    /// - Parameters:
    ///   - asked: A taxon's id, a scientific name, accepted or not, or a vernacular name in any language; one that
    ///     several taxa have means all of them. A name that the taxonomy lacks means itself and what is below it.
    ///   - names: Those that are looked through.
    /// - Returns: nil when no taxon has the id.
    /// - Throws: `DatabaseError`.
    package func names(countingAs asked: String, among names: LivingNames) throws -> LivingNames? {
        try reading { connection in
            guard let taxa = try taxa(named: asked, connection) else { return nil }
            guard !taxa.isEmpty else { return Self.names(likeUnknown: asked, among: names) }
            return try TaxonAndBelow(taxa, connection).names(among: names)
        }
    }

    /// - Returns: nil for an id that no taxon has; none for a name that none has.
    private func taxa(named asked: String, _ connection: Connection) throws -> [Int64]? {
        if let id = Int64(asked) {
            return try Self.accepted(TaxonID(rawValue: id), connection).map { [$0.rawValue] }
        }
        if let name = ScientificName(asked), let id = try Self.taxonID(of: name, connection) {
            return [id.rawValue]
        }
        let row = try connection.statement(
            """
            SELECT DISTINCT taxonID FROM folded_name JOIN taxon_order USING (position)
            WHERE name = ?
            """)
        try row.bind(1, FoldedText(asked, joinsApostrophes: true).joined)
        var taxa: [Int64] = []
        while try row.step() { taxa.append(row.int64(0)) }
        return taxa
    }

    private static func names(likeUnknown asked: String, among names: LivingNames) -> LivingNames {
        let key = ScientificName(asked)?.key
        let folded = FoldedText(asked, joinsApostrophes: true).joined
        return LivingNames(
            scientificNames: names.scientificNames.filter { text in
                guard let key, let name = ScientificName(text) else { return text == asked }
                return name.key == key || name.parentKey == key
            },
            ownNames: names.ownNames.filter {
                FoldedText($0, joinsApostrophes: true).joined == folded
            })
    }
}

/// Taxa and all that belongs to them, to tell which names mean one of them.
private struct TaxonAndBelow {
    private let connection: Connection
    private let resolver: SightingResolver
    private let ids: Set<Int64>
    /// Keys of their scientific names, and folded names of every kind: a name that has none of these is not looked up.
    private let keys, folded: Set<String>

    init(_ taxa: [Int64], _ connection: Connection) throws {
        self.connection = connection
        resolver = SightingResolver(connection)
        var ids = Set(taxa)
        var keys: Set<String> = []
        var folded: Set<String> = []
        for taxon in taxa {
            func collect(_ sql: String, _ body: (Statement) -> Void) throws {
                let row = try connection.statement(Self.below + sql)
                try row.bind(1, taxon)
                while try row.step() { body(row) }
            }
            try collect("SELECT taxonID FROM below") { ids.insert($0.int64(0)) }
            try collect("SELECT key FROM below JOIN taxon_name USING (taxonID)") {
                keys.insert($0.text(0))
            }
            try collect(
                """
                SELECT name FROM below JOIN taxon_order USING (taxonID)
                    JOIN folded_name USING (position)
                """
            ) { folded.insert($0.text(0)) }
        }
        (self.ids, self.keys, self.folded) = (ids, keys, folded)
    }

    /// What is in a taxon, and what counts as a species.
    private static let below = """
        WITH RECURSIVE below (taxonID) AS (
            VALUES (?1)
            UNION SELECT t.taxonID FROM below b JOIN taxon t ON t.parentNameUsageID = b.taxonID
            UNION SELECT t.taxonID FROM below b JOIN taxon t ON t.speciesID = b.taxonID)

        """

    func names(among names: LivingNames) throws -> LivingNames {
        LivingNames(
            scientificNames: try names.scientificNames.filter(isOne),
            ownNames: try names.ownNames.filter(isOneByOwnName))
    }

    private func isOne(_ text: String) throws -> Bool {
        guard let name = ScientificName(text), mayBeOne(name) else { return false }
        // A subspecies counts as its species, and is itself too.
        if let id = try SpeciesStore.taxonID(ofKey: name.key, connection),
            ids.contains(id.rawValue)
        {
            return true
        }
        return try resolver.meaning(of: name).taxonID.map { ids.contains($0.rawValue) } ?? false
    }

    private func isOneByOwnName(_ text: String) throws -> Bool {
        guard
            folded.contains(FoldedText(text, joinsApostrophes: true).joined)
                || ScientificName(text).map(mayBeOne) ?? false
        else { return false }
        return try resolver.meaning(ofOwnName: text).taxonID.map { ids.contains($0.rawValue) }
            ?? false
    }

    private func mayBeOne(_ name: ScientificName) -> Bool {
        keys.contains(name.key) || name.parentKey.map(keys.contains) ?? false
    }
}
