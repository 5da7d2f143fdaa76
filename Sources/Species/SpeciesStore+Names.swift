internal import Database
package import GeoModel

/// Names to taxa.
extension SpeciesStore {
    /// What the store knows of each of the names: its accepted taxon, what that belongs to, and
    /// whether it is to be expected at a place on a date.
    ///
    /// A synonym leads to its accepted taxon, a name below species that no list has to its species, and
    /// `Larus sp.` to the genus. `taxon.vernacularName` is in the first asked language that has one, or
    /// its parent, else in any that is known; nil only when there is none at all.
    ///
    /// - Parameters:
    ///   - scientificNames: As a model or a person writes them.
    ///   - languages: None asked means English first.
    /// - Returns: One answer for each different name, under the name as it was asked; taxon nil and
    ///   range unknown where nobody knows it.
    /// - Throws: `DatabaseError`.
    package func knowledge(
        of scientificNames: [String], at position: Coordinate?, on date: EventDate,
        languages: LanguagePreferences
    ) throws -> [String: SpeciesKnowledge] {
        try reading { connection in
            let taxa = TaxonReader(
                connection, languages: languages,
                known: taxonCache.contents(languages, generation: try Self.generation(connection)))
            let question = try position.map {
                try RangeQuestion(at: $0, on: date, rangeCache.current(connection), connection)
            }
            var answers: [String: SpeciesKnowledge] = [:]
            for name in scientificNames where answers[name] == nil {
                let id = try taxa.taxonID(named: name)
                let range = try question.flatMap { question in
                    try ScientificName(name).map { try Self.range(of: $0, question, connection) }
                }
                answers[name] = SpeciesKnowledge(
                    taxon: try id.flatMap { try taxa.taxon($0) },
                    lineage: try id.map { try taxa.lineage(of: $0) } ?? [],
                    range: range ?? .unknown)
            }
            if let additions = taxa.additions { taxonCache.keep(additions, languages) }
            return answers
        }
    }

    /// The accepted taxon that a name means; nil when the taxonomy has none.
    ///
    /// An accepted name goes before a synonym, then the first in the order of the list. A name below
    /// species that no list has means its species, `sp.` the genus.
    static func taxonID(of name: ScientificName, _ connection: Connection) throws -> TaxonID? {
        if let id = try taxonID(ofKey: name.key, connection) { return id }
        guard let parent = name.parentKey else { return nil }
        return try taxonID(ofKey: parent, connection)
    }

    static func taxonID(ofKey key: String, _ connection: Connection) throws -> TaxonID? {
        let statement = try connection.statement("SELECT taxonID FROM taxon_name WHERE key = ?1")
        try statement.bind(1, key)
        guard try statement.step() else { return nil }
        let id = TaxonID(rawValue: statement.int64(0))
        // Hardly a name has two taxa: only then their places in lists are looked up.
        return try statement.step() ? try firstOfHomonyms(key, connection) : id
    }

    private static func firstOfHomonyms(
        _ key: String, _ connection: Connection
    ) throws -> TaxonID? {
        let statement = try connection.statement(
            """
            SELECT n.taxonID FROM taxon_name n LEFT JOIN taxon_order o ON o.taxonID = n.taxonID
            WHERE n.key = ?1 ORDER BY n.isAccepted DESC, o.position, n.taxonID LIMIT 1
            """)
        try statement.bind(1, key)
        return try statement.step() ? TaxonID(rawValue: statement.int64(0)) : nil
    }
}

/// Reads taxa on one connection, their vernacular names by one reader's languages.
final class TaxonReader {
    private let connection: Connection
    private let languages: LanguagePreferences
    private var known: TaxonCache.Contents
    private var hasGrown = false

    /// - Parameter known: What was read before, in the same languages.
    init(
        _ connection: Connection, languages: LanguagePreferences,
        known: TaxonCache.Contents = .init(generation: 0)
    ) {
        self.connection = connection
        self.languages = languages
        self.known = known
    }

    /// What is known now; nil when nothing was added.
    var additions: TaxonCache.Contents? { hasGrown ? known : nil }

    /// The accepted taxon that a name means; nil when the taxonomy has none.
    func taxonID(named text: String) throws -> TaxonID? {
        if let id = known.ids[text] { return id }
        let id = try ScientificName(text).flatMap { try SpeciesStore.taxonID(of: $0, connection) }
        known.ids[text] = .some(id)
        hasGrown = true
        return id
    }

    func taxon(_ id: TaxonID) throws -> Taxon? { try node(id)?.taxon }

    /// What a taxon belongs to, narrowest first; imports leave no circle of parents.
    func lineage(of id: TaxonID) throws -> [Taxon] {
        var lineage: [Taxon] = []
        var next = try node(id)?.parent
        while let id = next, let node = try node(id) {
            lineage.append(node.taxon)
            next = node.parent
        }
        return lineage
    }

    private func node(_ id: TaxonID) throws -> TaxonCache.Node? {
        if let node = known.nodes[id] { return node }
        let statement = try connection.statement(
            "SELECT scientificName, taxonRank, parentNameUsageID FROM taxon WHERE taxonID = ?1")
        try statement.bind(1, id.rawValue)
        guard try statement.step() else { return nil }
        let node = TaxonCache.Node(
            taxon: Taxon(
                taxonID: id, scientificName: statement.text(0), taxonRank: statement.text(1),
                vernacularName: try vernacularName(of: id)),
            parent: statement.optionalInt64(2).map { TaxonID(rawValue: $0) })
        known.nodes[id] = node
        hasGrown = true
        return node
    }

    /// In the first of the asked languages that has a name; then English, then any; nil when there
    /// is none.
    private func vernacularName(of id: TaxonID) throws -> String? {
        let statement = try connection.statement(
            "SELECT language, name FROM vernacular_name WHERE taxonID = ?1 ORDER BY language, place"
        )
        try statement.bind(1, id.rawValue)
        var best: (rank: Int, name: String)?
        while try statement.step() {
            let rank = rank(of: statement.text(0))
            if rank < best?.rank ?? .max { best = (rank, statement.text(1)) }
        }
        return best?.name
    }

    /// How well a language serves: 0 for the first asked one. A dialect of an asked language, `pt-BR`
    /// for `pt`, comes right after it.
    private func rank(of language: String) -> Int {
        let language = language.lowercased()
        let asked = languages.languages
        if let exact = asked.firstIndex(of: language) { return 2 * exact }
        if let parent = asked.firstIndex(where: { language.hasPrefix($0 + "-") }) {
            return 2 * parent + 1
        }
        return 2 * asked.count + (language == "en" ? 0 : language == "und" ? 2 : 1)
    }
}
