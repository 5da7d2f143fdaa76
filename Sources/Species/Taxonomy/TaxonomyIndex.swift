internal import Database
internal import GeoModel

/// What is worked out of the taxonomy's tables after they changed: which species and family each
/// taxon is of, its place in lists, and the index of names.
struct TaxonomyIndex {
    private struct Node {
        let id: Int64
        let parent: Int64?
        let rank: String
        let status: String
        let species, family: Int64?
    }

    private let connection: Connection
    private var nodes: [Int64: Node] = [:]

    init(_ connection: Connection) throws {
        self.connection = connection
        let row = try connection.statement(
            """
            SELECT taxonID, parentNameUsageID, taxonRank, taxonomicStatus, speciesID, familyID
            FROM taxon
            """)
        while try row.step() {
            let id = row.int64(0)
            nodes[id] = Node(
                id: id, parent: row.optionalInt64(1), rank: row.text(2), status: row.text(3),
                species: row.optionalInt64(4), family: row.optionalInt64(5))
        }
    }

    /// - Parameters:
    ///   - listed: Taxa of the imported list in its order; the others keep theirs, behind.
    ///   - step: Called now and then with the taxa done, and their number.
    func rebuild(listed: [Int64], step: (Int, Int) throws -> Void) throws {
        try cutCircles()
        try writeMembership()
        try writeNames(of: try writeOrder(listed), step: step)
    }

    /// Two lists may each be without a circle and have one together: the highest rank in it loses
    /// its parent.
    private func cutCircles() throws {
        var done: Set<Int64> = []
        for start in nodes.keys.sorted() where !done.contains(start) {
            var walk: [Int64] = []
            var seen: Set<Int64> = []
            var next: Int64? = start
            while let id = next, !done.contains(id), seen.insert(id).inserted {
                walk.append(id)
                next = nodes[id]?.parent
            }
            if let id = next, !done.contains(id), let first = walk.firstIndex(of: id) {
                let top = walk[first...].min { left, right in
                    func order(_ id: Int64) -> (Int, Int64) {
                        (TaxonRank.height(nodes[id]?.rank ?? ""), id)
                    }
                    return order(left) < order(right)
                }
                if let top {
                    try connection.run(
                        "UPDATE taxon SET parentNameUsageID = NULL WHERE taxonID = ?1",
                        .integer(top))
                }
            }
            done.formUnion(walk)
        }
    }

    private func writeMembership() throws {
        for node in nodes.values {
            var species: Int64?
            if node.rank == "species" {
                species = node.id
            } else if TaxonRank.belowSpecies.contains(node.rank) {
                species = ancestor(of: node, "species")
            }
            let family = node.rank == "family" ? node.id : ancestor(of: node, "family")
            guard species != node.species || family != node.family else { continue }
            try connection.run(
                "UPDATE taxon SET speciesID = ?2, familyID = ?3 WHERE taxonID = ?1",
                .integer(node.id), species.map { .integer($0) }, family.map { .integer($0) })
        }
    }

    private func ancestor(of node: Node, _ rank: String) -> Int64? {
        // Deeper than any classification; a circle ends here too.
        var next = node.parent
        for _ in 0..<64 {
            guard let id = next, let parent = nodes[id] else { return nil }
            if parent.rank == rank { return id }
            next = parent.parent
        }
        return nil
    }

    /// The taxa in the order of lists; synonyms are left out.
    ///
    /// A list of at least half of all taxa sets the order. A smaller one, a country's for example, leaves
    /// known taxa where they are and comes after them with its own.
    private func writeOrder(_ listed: [Int64]) throws -> [Int64] {
        var known: [Int64] = []
        let old = try connection.statement("SELECT taxonID FROM taxon_order ORDER BY position")
        while try old.step() { known.append(old.int64(0)) }
        let leads = 2 * listed.count >= nodes.count
        var placed: [Int64: Int] = [:]
        for id in leads ? listed + known : known + listed where placed[id] == nil {
            placed[id] = placed.count
        }
        func order(_ node: Node) -> (Int, Int, Int, Int64) {
            (
                node.status == "accepted" ? 0 : 1, TaxonRank.group(node.rank),
                placed[node.id] ?? .max, node.id
            )
        }
        let sorted = nodes.values.filter { $0.status != "synonym" }.sorted { order($0) < order($1) }
            .map(\.id)
        try connection.execute("DELETE FROM taxon_order")
        for (position, id) in sorted.enumerated() {
            try connection.run(
                "INSERT INTO taxon_order (position, taxonID) VALUES (?1, ?2)",
                .integer(Int64(position + 1)), .integer(id))
        }
        return sorted
    }

    // MARK: Names

    private func writeNames(of taxa: [Int64], step: (Int, Int) throws -> Void) throws {
        try connection.execute(
            """
            DELETE FROM folded_name;
            INSERT INTO taxon_words (taxon_words) VALUES ('delete-all');
            INSERT INTO taxon_words (taxon_words, rank) VALUES ('hashsize', 16777216);
            """)
        let queries = try [
            "SELECT scientificName FROM taxon_name WHERE taxonID = ?1",
            "SELECT name FROM vernacular_name WHERE taxonID = ?1",
            // Nobody asks for Avibase's numbers, and each begins with the same word.
            "SELECT code FROM taxon_code WHERE taxonID = ?1 AND scheme <> 'avibase'",
        ].map { try connection.statement($0) }
        let words = try connection.statement(
            "INSERT INTO taxon_words (rowid, terms) VALUES (?1, ?2)")
        let folded = try connection.statement(
            "INSERT OR IGNORE INTO folded_name (name, position) VALUES (?1, ?2)")
        var terms: [UInt8] = []
        for (index, id) in taxa.enumerated() {
            if index % 1000 == 0 { try step(index, taxa.count) }
            terms.removeAll(keepingCapacity: true)
            for query in queries {
                try query.bind([.integer(id)])
                while try query.step() {
                    let name = query.text(0)
                    NameTerms.append(name, joinsApostrophes: false, to: &terms)
                    if LetterFolding.hasApostrophe(name) {
                        NameTerms.append(name, joinsApostrophes: true, to: &terms)
                    }
                    try folded.bind([
                        .text(FoldedText(name, joinsApostrophes: true).joined),
                        .integer(Int64(index + 1)),
                    ])
                    while try folded.step() {}
                }
            }
            words.reset()
            try words.bind(1, Int64(index + 1))
            try words.bind(2, String(decoding: terms, as: UTF8.self))
            while try words.step() {}
        }
    }
}
