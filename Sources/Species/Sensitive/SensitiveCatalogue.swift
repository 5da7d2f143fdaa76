internal import Database
internal import GeoModel
internal import Synchronization

/// The lists of sensitive taxa in memory, with the taxa they mean. Belongs to one generation of lists and
/// taxonomy.
final class SensitiveCatalogue: Sendable {
    let generation: Int64
    let entries: [SensitiveEntry]
    /// Entries by the key of their name, and by the taxon it means.
    private let byKey: [String: [Int]]
    private let byTaxon: [TaxonID: [Int]]
    /// Entries of names that were asked before, as a picture model has the same few hundred.
    private let known = Mutex<[String: [Int]]>([:])

    /// Names that are kept: about 100 bytes each.
    private static let knownLimit = 50_000

    init(generation: Int64, _ connection: Connection) throws {
        self.generation = generation
        let row = try connection.statement(
            """
            SELECT list, scientificName, geoprivacy, area, dates, reason FROM sensitive_taxon
            ORDER BY list, id
            """)
        var entries: [SensitiveEntry] = []
        while try row.step() {
            // What this program cannot read conceals: it was written by a newer one.
            entries.append(
                SensitiveEntry(
                    list: row.text(0), scientificName: row.text(1),
                    geoprivacy: Geoprivacy(rawValue: row.text(2)) ?? .private,
                    area: SensitiveArea(row.text(3)) ?? .world,
                    dates: SensitiveDates(row.text(4)) ?? .always, reason: row.optionalText(5)))
        }
        self.entries = entries
        var (byKey, byTaxon): ([String: [Int]], [TaxonID: [Int]]) = ([:], [:])
        for (index, entry) in entries.enumerated() {
            byKey[entry.key, default: []].append(index)
            for id in try Self.taxa(named: entry.key, connection) {
                byTaxon[id, default: []].append(index)
            }
        }
        (self.byKey, self.byTaxon) = (byKey, byTaxon)
    }

    /// Another number after each change of a list or of the taxonomy: both counts only grow.
    static func generation(_ connection: Connection) throws -> Int64 {
        let row = try connection.statement(
            """
            SELECT (SELECT generation FROM species_state) + (SELECT generation FROM sensitive_state)
            """)
        return try row.step() ? row.int64(0) : 0
    }

    /// Whether the taxonomy has the name of an entry; a family without one covers nothing below it.
    func isKnown(_ entry: SensitiveEntry, _ connection: Connection) throws -> Bool {
        try !Self.taxa(named: entry.key, connection).isEmpty
    }

    /// The entries that cover a name, written as a person or a model does: a scientific name, accepted or not,
    /// of a taxon or of several, or a vernacular one.
    func entries(covering text: String, _ connection: Connection) throws -> [SensitiveEntry] {
        guard !entries.isEmpty else { return [] }
        if let kept = known.withLock({ $0[text] }) { return kept.map { entries[$0] } }
        let keys = ScientificName(text)?.coveredKeys ?? []
        var taxa: Set<TaxonID> = []
        for key in keys { taxa.formUnion(try Self.taxa(named: key, connection)) }
        taxa.formUnion(try Self.taxa(called: text, connection))
        let reader = TaxonReader(connection, languages: .local)
        var found = Set(keys.flatMap { byKey[$0] ?? [] })
        for id in taxa {
            found.formUnion(byTaxon[id] ?? [])
            for above in try reader.lineage(of: id) {
                found.formUnion(byTaxon[above.taxonID] ?? [])
            }
        }
        let sorted = found.sorted()
        known.withLock { known in
            if known.count >= Self.knownLimit { known.removeAll() }
            known[text] = sorted
        }
        return sorted.map { entries[$0] }
    }

    /// All accepted taxa of a name, homonyms too: what may be meant is covered.
    private static func taxa(
        named key: String, _ connection: Connection
    ) throws -> [TaxonID] {
        let row = try connection.statement("SELECT taxonID FROM taxon_name WHERE key = ?1")
        try row.bind(1, key)
        var taxa: [TaxonID] = []
        while try row.step() { taxa.append(TaxonID(rawValue: row.int64(0))) }
        return taxa
    }

    /// All taxa of a vernacular name.
    private static func taxa(
        called text: String, _ connection: Connection
    ) throws -> [TaxonID] {
        let row = try connection.statement(
            """
            SELECT o.taxonID FROM folded_name f JOIN taxon_order o USING (position)
            WHERE f.name = ?1
            """)
        try row.bind(1, FoldedText(text, joinsApostrophes: true).joined)
        var taxa: [TaxonID] = []
        while try row.step() { taxa.append(TaxonID(rawValue: row.int64(0))) }
        return taxa
    }
}

/// The catalogue of the store's present generation, shared by all readers.
final class SensitiveCache: Sendable {
    private let catalogue = Mutex<SensitiveCatalogue?>(nil)

    /// The catalogue of what `connection` sees in its transaction.
    func current(_ connection: Connection) throws -> SensitiveCatalogue {
        let generation = try SensitiveCatalogue.generation(connection)
        if let kept = catalogue.withLock({ $0 }), kept.generation == generation { return kept }
        let read = try SensitiveCatalogue(generation: generation, connection)
        catalogue.withLock { kept in
            if kept?.generation ?? -1 < generation { kept = read }
        }
        return read
    }
}

extension ScientificName {
    /// The keys of the name and of what it is directly below: of every parent of a hybrid, of every
    /// alternative, the species, and the genus.
    fileprivate var coveredKeys: Set<String> {
        var keys: Set = [key, genusKey]
        if let parentKey { keys.insert(parentKey) }
        let parts = key.split(separator: "/").flatMap { part in
            part.split(separator: " ").split(separator: "x").map { $0.joined(separator: " ") }
        }
        for part in parts {
            let words = part.split(separator: " ")
            keys.formUnion([part, words.prefix(2).joined(separator: " ")])
            if let genus = words.first { keys.insert(String(genus)) }
        }
        return keys
    }
}
