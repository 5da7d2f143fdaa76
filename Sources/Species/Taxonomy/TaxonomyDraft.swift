internal import GeoModel

/// The taxa that a file makes, joined: each with its parent and its synonyms.
///
/// Genera, families and what is above are taxa too, made of the rows that name them where they have no
/// row of their own. Memory: about a kilobyte a row.
struct TaxonomyDraft {
    struct Taxon {
        var row: TaxonomyRow
        /// The index of its parent.
        var parent: Int?
        var synonyms: [ScientificName] = []
        /// Whether it has no row of its own.
        let isMade: Bool
        var realm: Realm
        /// The id in the store, once it is known.
        var id: Int64?
    }

    private(set) var taxa: [Taxon] = []
    private(set) var synonymCount = 0

    private var byID: [String: Int] = [:]
    private var byCode: [String: Int] = [:]
    private var byKey: [String: [Int]] = [:]

    /// Joins the rows of a checklist; what does not fit is counted in `skips`.
    init(_ rows: [TaxonomyRow], _ skips: inout SkipCounts) {
        taxa.reserveCapacity(rows.count + rows.count / 4)
        for row in rows where !row.isSynonym { add(row, &skips) }
        let synonyms = rows.filter(\.isSynonym)
        addSynonyms(synonyms, &skips)
        let count = taxa.count
        for index in 0..<count { place(index, &skips) }
        cutCircles(&skips)
        for index in taxa.indices { spreadRealm(index) }
    }

    mutating func setID(_ id: Int64, of index: Int) { taxa[index].id = id }

    // MARK: Rows

    private mutating func add(_ row: TaxonomyRow, _ skips: inout SkipCounts) {
        let codes = row.lastingCodes.map { $0.scheme + ":" + $0.code }
        if row.taxonID.map({ byID[$0] != nil }) ?? false
            || codes.contains(where: { byCode[$0] != nil })
        {
            return skips.add(.duplicateID, line: row.line)
        }
        // Two taxa of one name need ids, or kingdoms, to be two.
        let isTold = row.taxonID != nil || !codes.isEmpty
        let namesakes = byKey[row.name.key, default: []].filter { taxa[$0].row.rank == row.rank }
        let realm = Self.realm(of: row)
        if !isTold, namesakes.contains(where: { !taxa[$0].realm.conflicts(with: realm) }) {
            return skips.add(.duplicateName, line: row.line)
        }
        let index = append(Taxon(row: row, isMade: false, realm: realm))
        if let id = row.taxonID { byID[id] = index }
        for code in codes { byCode[code] = index }
    }

    private mutating func append(_ taxon: Taxon) -> Int {
        taxa.append(taxon)
        byKey[taxon.row.name.key, default: []].append(taxa.count - 1)
        return taxa.count - 1
    }

    private static func realm(of row: TaxonomyRow) -> Realm {
        var realm = Realm()
        realm.add(rank: row.rank, key: row.name.key)
        for (rank, name) in row.higher {
            realm.add(rank: rank, key: ScientificName.key(ofWord: name))
        }
        return realm
    }

    // MARK: Synonyms

    /// A synonym may point to a synonym: the chain is followed to its accepted end.
    private mutating func addSynonyms(_ rows: [TaxonomyRow], _ skips: inout SkipCounts) {
        var rowByID: [String: Int] = [:]
        var rowByKey: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            if let id = row.taxonID, rowByID[id] == nil { rowByID[id] = index }
            if rowByKey[row.name.key] == nil { rowByKey[row.name.key] = index }
        }
        for row in rows {
            var pointer = row
            var seen: Set<Int> = []
            while true {
                let key = pointer.acceptedName.flatMap { ScientificName($0)?.key }
                let target =
                    pointer.acceptedID.flatMap { byID[$0] ?? byCode["ebird:" + $0] }
                    ?? (pointer.acceptedID == nil ? key.flatMap { byKey[$0]?.first } : nil)
                if let target {
                    synonymCount += 1
                    if row.name.key != taxa[target].row.name.key {
                        taxa[target].synonyms.append(row.name)
                    }
                    break
                }
                guard
                    let next = pointer.acceptedID.flatMap({ rowByID[$0] })
                        ?? key.flatMap({ rowByKey[$0] })
                else {
                    skips.add(.acceptedUnknown, line: row.line)
                    break
                }
                guard seen.insert(next).inserted else {
                    skips.add(.synonymCircle, line: row.line)
                    break
                }
                pointer = rows[next]
            }
        }
    }

    // MARK: Parents

    /// Finds the parent of a row's taxon: by its id, by `REPORT_AS`, by its name, else by the higher
    /// taxa that the row names.
    private mutating func place(_ index: Int, _ skips: inout SkipCounts) {
        let row = taxa[index].row
        if let code = row.reportAs, let parent = byCode["ebird:" + code] ?? byID[code],
            parent != index
        {
            taxa[index].parent = parent
            return
        }
        if let parent = told(row, index) {
            taxa[index].parent = parent
            return
        }
        let isTold = row.parentID != nil || row.parentName != nil
        var chain = row.higher.filter { TaxonRank.height($0.rank) < TaxonRank.height(row.rank) }
        chain.removeAll { ScientificName($0.name)?.key == row.name.key }
        let isBelowGenus = TaxonRank.height(row.rank) > TaxonRank.height("genus")
        // A cross has no genus of its own, and `Anatidae sp.` is of no genus.
        let genus = row.name.genusKey
        let namesGenus = row.rank == "hybrid" || row.rank == "slash" ? false : isBelowGenus
        let isFamily =
            genus.hasSuffix("idae") || genus.hasSuffix("inae") || genus.hasSuffix("iformes")
        if namesGenus, !isFamily, !row.name.text.hasPrefix("×") {
            chain.append(("genus", String(row.name.text.prefix { $0 != " " && $0 != "/" })))
        }
        if TaxonRank.belowSpecies.contains(row.rank), let key = row.name.parentKey {
            if let species = find("species", key, taxa[index].realm), species != index {
                taxa[index].parent = species
                return
            }
            if row.name.form == .infraspecific {
                let words = row.name.text.split(separator: " ").prefix(2).joined(separator: " ")
                chain.append(("species", words))
            }
        }
        var parent: Int?
        for (rank, name) in chain {
            guard let name = ScientificName(name) else { continue }
            let found = find(rank, name.key, taxa[index].realm)
            if let found, found != index {
                if taxa[found].parent == nil, taxa[found].isMade { taxa[found].parent = parent }
                parent = found
            } else if found == nil {
                var made = TaxonomyRow(line: row.line, name: name, rank: rank)
                if rank == "family", let vernacular = row.familyVernacular {
                    made.vernaculars = [("en", vernacular)]
                }
                let new = append(
                    Taxon(row: made, parent: parent, isMade: true, realm: taxa[index].realm))
                parent = new
            }
        }
        taxa[index].parent = parent
        if parent == nil, isTold { skips.add(.parentUnknown, line: row.line) }
    }

    /// The parent that the row names as such.
    private func told(_ row: TaxonomyRow, _ index: Int) -> Int? {
        if let id = row.parentID {
            let parent = byID[id] ?? byCode["ebird:" + id]
            return parent == index ? nil : parent
        }
        guard let key = row.parentName.flatMap({ ScientificName($0)?.key }) else { return nil }
        return byKey[key]?.first {
            $0 != index && TaxonRank.height(taxa[$0].row.rank) <= TaxonRank.height(row.rank)
        }
    }

    /// A taxon by rank and name, in the same class or kingdom where both are known.
    private func find(_ rank: String, _ key: String, _ realm: Realm) -> Int? {
        byKey[key]?.first { index in
            let taxon = taxa[index]
            let isOfRank =
                taxon.row.rank == rank
                || (rank == "genus" && taxon.row.name.form == .uninomial && !taxon.isMade)
            return isOfRank && !taxon.realm.conflicts(with: realm)
        }
    }

    /// Takes the parent off the first taxon of each circle.
    private mutating func cutCircles(_ skips: inout SkipCounts) {
        // 0 not seen, else the walk that saw it.
        var walk = [Int](repeating: 0, count: taxa.count)
        for start in taxa.indices where walk[start] == 0 {
            var index = start
            while walk[index] == 0 {
                walk[index] = start + 1
                guard let parent = taxa[index].parent else { break }
                if walk[parent] == start + 1 {
                    taxa[index].parent = nil
                    skips.add(.parentCircle, line: taxa[index].row.line)
                    break
                }
                index = parent
            }
        }
    }

    /// A taxon without a class of its own is in its parents'.
    private mutating func spreadRealm(_ start: Int) {
        var index = start
        while let parent = taxa[index].parent {
            taxa[start].realm.add(taxa[parent].realm)
            index = parent
        }
    }

    // MARK: Questions

    /// The species that a taxon counts as; nil for none.
    func species(of index: Int) -> Int? {
        var index = index
        while true {
            let rank = taxa[index].row.rank
            if rank == "species" { return index }
            guard TaxonRank.belowSpecies.contains(rank), let parent = taxa[index].parent else {
                return nil
            }
            index = parent
        }
    }

    /// All indices, each after its parent's: as long as a row refers to one that is not there yet, SQLite
    /// looks through the whole table at each new one.
    var parentsFirst: [Int] {
        var depths = [Int?](repeating: nil, count: taxa.count)
        for start in taxa.indices where depths[start] == nil {
            var walk: [Int] = []
            var next: Int? = start
            while let index = next, depths[index] == nil {
                walk.append(index)
                next = taxa[index].parent
            }
            var depth = next.flatMap { depths[$0] } ?? -1
            for index in walk.reversed() {
                depth += 1
                depths[index] = depth
            }
        }
        return taxa.indices.sorted { (depths[$0] ?? 0, $0) < (depths[$1] ?? 0, $1) }
    }
}
