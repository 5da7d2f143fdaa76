internal import Database
internal import GeoModel

/// Writes what an import found, within its transaction.
struct TaxonomyWriter {
    let connection: Connection
    let source: String

    /// How many names and codes were written, by language and scheme.
    private(set) var names: [String: Int] = [:]
    private(set) var codes: [String: Int] = [:]
    private(set) var texts = 0

    init(_ connection: Connection, source: String) {
        self.connection = connection
        self.source = source
    }

    // MARK: A checklist

    /// Writes all taxa of a matched draft. `step` is called now and then with how many are done.
    mutating func write(_ match: TaxonomyMatch, step: (Int, Int) throws -> Void) throws {
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        let taxa = match.draft.taxa
        for (done, index) in match.draft.parentsFirst.enumerated() {
            if done % 1000 == 0 { try step(done, taxa.count) }
            guard let id = taxa[index].id else { continue }
            let parent = taxa[index].parent.flatMap { taxa[$0].id }
            try write(taxa[index], id: id, parent: parent)
        }
        for lump in match.lumps {
            guard let into = taxa[lump.into].id else { continue }
            try write(lumped: lump.id, into: into)
        }
        for id in match.vanished { try write(vanished: id) }
        // A name that is accepted somewhere is no more a synonym elsewhere.
        try connection.execute(
            """
            DELETE FROM taxon_name WHERE isAccepted = 0
                AND key IN (SELECT key FROM taxon_name WHERE isAccepted = 1)
            """)
    }

    private mutating func write(_ taxon: TaxonomyDraft.Taxon, id: Int64, parent: Int64?) throws {
        let row = taxon.row
        try connection.run(
            """
            INSERT INTO taxon (taxonID, scientificName, scientificNameAuthorship, taxonRank,
                taxonomicStatus, parentNameUsageID, conservationStatus)
            VALUES (?1, ?2, ?3, ?4, 'accepted', ?5, ?6)
            ON CONFLICT (taxonID) DO UPDATE SET
                scientificName = excluded.scientificName,
                scientificNameAuthorship =
                    coalesce(excluded.scientificNameAuthorship, scientificNameAuthorship),
                taxonRank = excluded.taxonRank, taxonomicStatus = 'accepted',
                acceptedNameUsageID = NULL,
                parentNameUsageID = coalesce(excluded.parentNameUsageID, parentNameUsageID),
                conservationStatus = coalesce(excluded.conservationStatus, conservationStatus)
            """,
            .integer(id), .text(row.name.text), row.authorship.map { .text($0) }, .text(row.rank),
            parent.map { .integer($0) }, row.conservationStatus.map { .text($0) })
        try connection.run(
            "UPDATE taxon_name SET isAccepted = 0 WHERE taxonID = ?1 AND isAccepted = 1 AND key <> ?2",
            .integer(id), .text(row.name.key))
        try connection.run(
            """
            INSERT INTO taxon_name (key, taxonID, isAccepted, scientificName) VALUES (?2, ?1, 1, ?3)
            ON CONFLICT (key, taxonID)
                DO UPDATE SET isAccepted = 1, scientificName = excluded.scientificName
            """, .integer(id), .text(row.name.key), .text(row.name.text))
        for synonym in taxon.synonyms {
            try connection.run(
                """
                INSERT INTO taxon_name (key, taxonID, isAccepted, scientificName)
                VALUES (?2, ?1, 0, ?3) ON CONFLICT (key, taxonID) DO NOTHING
                """, .integer(id), .text(synonym.key), .text(synonym.text))
        }
        // A made taxon has no id; a later file of the list may give it one.
        try connection.run(
            """
            INSERT INTO taxon_source (source, taxonID, sourceID) VALUES (?1, ?2, ?3)
            ON CONFLICT (source, taxonID) DO UPDATE SET sourceID = excluded.sourceID
            """, .text(source), .integer(id), row.taxonID.map { .text($0) })
        try writeDetails(of: row, id: id, leads: true)
    }

    /// A lumped taxon's names become those of the taxon it is part of now.
    private func write(lumped id: Int64, into accepted: Int64) throws {
        for sql in [
            // What was lumped into it before goes along.
            """
            UPDATE taxon SET acceptedNameUsageID = ?2 WHERE acceptedNameUsageID = ?1
            """,
            """
            UPDATE taxon SET taxonomicStatus = 'synonym', acceptedNameUsageID = ?2,
                parentNameUsageID = NULL WHERE taxonID = ?1
            """,
            "UPDATE taxon SET parentNameUsageID = ?2 WHERE parentNameUsageID = ?1 AND taxonID <> ?2",
            "UPDATE OR IGNORE taxon_name SET taxonID = ?2, isAccepted = 0 WHERE taxonID = ?1",
            """
            INSERT OR IGNORE INTO vernacular_name (taxonID, language, place, name, source)
            SELECT ?2, language, place + 1000, name, source FROM vernacular_name WHERE taxonID = ?1
            """,
        ] {
            try connection.run(sql, .integer(id), .integer(accepted))
        }
        try connection.run("DELETE FROM taxon_name WHERE taxonID = ?1", .integer(id))
        try connection.run("DELETE FROM taxon_source WHERE taxonID = ?1", .integer(id))
        try connection.run("DELETE FROM taxon_code WHERE taxonID = ?1", .integer(id))
    }

    /// A taxon that another list still has stays accepted.
    private func write(vanished id: Int64) throws {
        try connection.run(
            "DELETE FROM taxon_source WHERE source = ?1 AND taxonID = ?2", .text(source),
            .integer(id))
        try connection.run(
            """
            UPDATE taxon SET taxonomicStatus = 'vanished' WHERE taxonID = ?1
                AND NOT EXISTS (SELECT 1 FROM taxon_source WHERE taxonID = ?1)
            """, .integer(id))
    }

    // MARK: What a row tells besides

    /// Vernacular names, codes, status and texts of a taxon, in place of those that this list gave
    /// before.
    ///
    /// - Parameter leads: Whether its names go before those of other lists.
    mutating func writeDetails(of row: TaxonomyRow, id: Int64, leads: Bool) throws {
        let id = SQLValue.integer(id)
        for language in Set(row.vernaculars.map(\.language)) {
            try connection.run(
                "DELETE FROM vernacular_name WHERE taxonID = ?1 AND language = ?2 AND source = ?3",
                id, .text(language), .text(source))
            let own = row.vernaculars.filter { $0.language == language }
            for name in own {
                try connection.run(
                    "DELETE FROM vernacular_name WHERE taxonID = ?1 AND language = ?2 AND name = ?3",
                    id, .text(language), .text(name.name))
            }
            let places = try connection.statement(
                "SELECT min(place), max(place) FROM vernacular_name WHERE taxonID = ?1 AND language = ?2"
            )
            try places.bind(id, .text(language))
            _ = try places.step()
            let first =
                leads ? places.int64(0) - Int64(own.count) : places.int64(1) + 1
            for (place, name) in own.enumerated() {
                try connection.run(
                    """
                    INSERT INTO vernacular_name (taxonID, language, place, name, source)
                    VALUES (?1, ?2, ?3, ?4, ?5)
                    """, id, .text(language), .integer(first + Int64(place)), .text(name.name),
                    .text(source))
            }
            names[language, default: 0] += own.count
        }
        for scheme in Set(row.codes.map(\.scheme)) {
            try connection.run(
                // The plus keeps SQLite off the primary key, which would read all codes of the scheme.
                "DELETE FROM taxon_code WHERE taxonID = ?1 AND +scheme = ?2", id, .text(scheme))
        }
        for (scheme, code) in row.codes {
            try connection.run(
                "INSERT OR IGNORE INTO taxon_code (scheme, code, taxonID) VALUES (?2, ?3, ?1)",
                id, .text(scheme), .text(code))
            codes[scheme, default: 0] += 1
        }
        for (topic, language, text) in row.texts {
            try connection.run(
                """
                INSERT INTO taxon_text (taxonID, topic, language, text) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (taxonID, topic, language) DO UPDATE SET text = excluded.text
                """, id, .text(topic.rawValue), .text(language), .text(text))
            texts += 1
        }
        if let status = row.conservationStatus {
            try connection.run(
                "UPDATE taxon SET conservationStatus = ?2 WHERE taxonID = ?1", id, .text(status))
        }
    }
}
