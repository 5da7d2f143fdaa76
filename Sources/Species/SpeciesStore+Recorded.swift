internal import Database
internal import GeoModel

extension SpeciesStore {
    /// Which of the names that records have count as a taxon, or as one that belongs to it: subspecies and synonyms
    /// as their species, as in the life list; and of a genus, a family or what stands higher, all in it.
    ///
    /// - Parameters:
    ///   - asked: A taxon's id, a scientific name, accepted or not, or a vernacular name in any language; one that
    ///     several taxa have means all of them. A name that the taxonomy lacks means itself and what is below it.
    ///   - names: Those that are looked through.
    /// - Returns: Their places among these, one maybe more than once; nil when no taxon has the id.
    /// - Throws: `DatabaseError`.
    package func places(
        countingAs asked: String, among names: inout RecordedNames
    ) throws -> [Int]? {
        try reading { connection in
            guard let taxa = try taxa(named: asked, connection) else { return nil }
            guard !taxa.isEmpty else { return names.places(like: asked) }
            try names.lookUp(connection)
            return names.places(of: taxa)
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
}
