internal import Database
internal import GeoModel

/// The taxa of the store as an import compares them with a file.
struct KnownTaxa {
    struct Taxon {
        let id: Int64
        let key: String
        let scientificName: String
        let rank: String
        let status: String
        let parent: Int64?
        /// Whether the list that is imported had it the last time.
        var isOfSource = false
    }

    private(set) var taxa: [Int64: Taxon] = [:]
    private(set) var bySourceID: [String: Int64] = [:]
    private(set) var byCode: [String: Int64] = [:]
    /// By accepted name; also the own names of taxa that became synonyms or vanished.
    private(set) var byKey: [String: [Int64]] = [:]
    private(set) var bySynonym: [String: [Int64]] = [:]
    /// The accepted taxa of those that became synonyms.
    private(set) var accepted: [Int64: Int64] = [:]
    /// Vernacular names that this list gave, as `language:folded`.
    private(set) var vernaculars: [Int64: [String]] = [:]

    init(_ connection: Connection, source: String) throws {
        let taxon = try connection.statement(
            """
            SELECT taxonID, scientificName, taxonRank, taxonomicStatus, parentNameUsageID,
                acceptedNameUsageID FROM taxon
            ORDER BY taxonID
            """)
        while try taxon.step() {
            let name = taxon.text(1)
            let key = ScientificName(name)?.key ?? name
            let id = taxon.int64(0)
            taxa[id] = Taxon(
                id: id, key: key, scientificName: name, rank: taxon.text(2), status: taxon.text(3),
                parent: taxon.optionalInt64(4))
            byKey[key, default: []].append(id)
            accepted[id] = taxon.optionalInt64(5)
        }
        let ids = try connection.statement(
            "SELECT taxonID, sourceID FROM taxon_source WHERE source = ?1 ORDER BY taxonID")
        try ids.bind(1, source)
        while try ids.step() {
            taxa[ids.int64(0)]?.isOfSource = true
            if let id = ids.optionalText(1), bySourceID[id] == nil { bySourceID[id] = ids.int64(0) }
        }
        let code = try connection.statement(
            "SELECT scheme, code, taxonID FROM taxon_code ORDER BY scheme, code, taxonID")
        while try code.step() {
            guard TaxonomyColumn.lastingSchemes.contains(code.text(0)) else { continue }
            let key = code.text(0) + ":" + code.text(1)
            if byCode[key] == nil { byCode[key] = code.int64(2) }
        }
        let synonym = try connection.statement(
            "SELECT key, taxonID FROM taxon_name WHERE isAccepted = 0 ORDER BY key, taxonID")
        while try synonym.step() {
            bySynonym[synonym.text(0), default: []].append(synonym.int64(1))
        }
        let vernacular = try connection.statement(
            "SELECT taxonID, language, name FROM vernacular_name WHERE source = ?1")
        try vernacular.bind(1, source)
        while try vernacular.step() {
            vernaculars[vernacular.int64(0), default: []].append(
                vernacular.text(1) + ":" + FoldedText(vernacular.text(2)).joined)
        }
    }

    func realm(of id: Int64) -> Realm {
        var realm = Realm()
        var next: Int64? = id
        while let id = next, let taxon = taxa[id] {
            realm.add(rank: taxon.rank, key: taxon.key)
            next = taxon.parent
        }
        return realm
    }
}
