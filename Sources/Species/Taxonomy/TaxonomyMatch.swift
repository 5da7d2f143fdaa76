internal import GeoModel

/// What became of the taxa of the store in a file: which of them each taxon of the file is, and what
/// a person should look at.
///
/// A taxon of the file is the known one with the list's own id, else a code that lasts, else the same
/// accepted name, else one that is a synonym on either side, else the same vernacular name where no
/// other taxon has it. Each known taxon is one of the file at most.
struct TaxonomyMatch {
    /// A known taxon that the file has as a part or a synonym of another.
    struct Lump {
        let id: Int64
        let into: Int
    }

    private(set) var draft: TaxonomyDraft
    private(set) var lumps: [Lump] = []
    private(set) var vanished: [Int64] = []
    /// Indices of taxa that the store did not have.
    private(set) var added: Set<Int> = []
    private(set) var changes: [TaxonomyChange] = []

    private let known: KnownTaxa
    private var indexOfID: [Int64: Int] = [:]

    init(_ draft: TaxonomyDraft, _ known: KnownTaxa, firstNewID: Int64) {
        self.draft = draft
        self.known = known
        matchCodes()
        matchNames()
        matchSynonyms()
        matchEpithets()
        matchVernaculars()
        listSplits()
        var next = firstNewID
        for index in self.draft.taxa.indices where self.draft.taxa[index].id == nil {
            self.draft.setID(next, of: index)
            added.insert(index)
            next += 1
        }
        listLumps()
        listRenames()
        listVanished()
    }

    private mutating func claim(_ id: Int64, _ index: Int) {
        guard draft.taxa[index].id == nil, indexOfID[id] == nil else { return }
        draft.setID(id, of: index)
        indexOfID[id] = index
    }

    private func isFree(_ id: Int64) -> Bool { indexOfID[id] == nil }

    /// Whether a known taxon may be one of the file.
    private func fits(_ id: Int64, _ index: Int) -> Bool {
        guard isFree(id), let taxon = known.taxa[id] else { return false }
        let rank = draft.taxa[index].row.rank
        return TaxonRank.group(taxon.rank) == TaxonRank.group(rank)
            && (TaxonRank.group(rank) != 1 || taxon.rank == rank)
            && !known.realm(of: id).conflicts(with: draft.taxa[index].realm)
    }

    // MARK: Matching

    private mutating func matchCodes() {
        for index in draft.taxa.indices {
            let row = draft.taxa[index].row
            if let id = row.taxonID.flatMap({ known.bySourceID[$0] }) { claim(id, index) }
            for code in row.lastingCodes {
                if let id = known.byCode[code.scheme + ":" + code.code] { claim(id, index) }
            }
        }
    }

    private mutating func matchNames() {
        for index in draft.taxa.indices where draft.taxa[index].id == nil {
            let found = (known.byKey[draft.taxa[index].row.name.key] ?? []).filter {
                fits($0, index)
            }
            // Of namesakes the one that is in use, then the one that this list had.
            let best = found.min { left, right in
                func order(_ id: Int64) -> (Int, Int, Int64) {
                    let taxon = known.taxa[id]
                    return (
                        taxon?.status == "accepted" ? 0 : 1, taxon?.isOfSource == true ? 0 : 1, id
                    )
                }
                return order(left) < order(right)
            }
            if let best { claim(best, index) }
        }
    }

    private mutating func matchSynonyms() {
        for index in draft.taxa.indices where draft.taxa[index].id == nil {
            let taxon = draft.taxa[index]
            let byOld = (known.bySynonym[taxon.row.name.key] ?? []).filter { fits($0, index) }
            let byNew = taxon.synonyms.flatMap { known.byKey[$0.key] ?? [] }
                .filter { fits($0, index) && known.taxa[$0]?.status == "accepted" }
            if let id = byNew.first ?? byOld.first { claim(id, index) }
        }
    }

    /// A species that became a subspecies, or the reverse: the last word stays, and the genus.
    private mutating func matchEpithets() {
        func words(_ key: String) -> (genus: Substring, last: Substring)? {
            let words = key.split(separator: " ")
            guard (2...3).contains(words.count), let genus = words.first, let last = words.last
            else { return nil }
            return (genus, last)
        }
        var free: [String: [Int]] = [:]
        for (index, taxon) in draft.taxa.enumerated() where taxon.id == nil {
            guard ["species", "subspecies"].contains(taxon.row.rank),
                let key = words(taxon.row.name.key)
            else { continue }
            free["\(key.genus) \(key.last)", default: []].append(index)
        }
        for id in known.taxa.keys.sorted() where isFree(id) {
            guard let taxon = known.taxa[id], taxon.isOfSource, let key = words(taxon.key),
                let found = free["\(key.genus) \(key.last)"], found.count == 1,
                draft.taxa[found[0]].row.rank != taxon.rank,
                ["species", "subspecies"].contains(taxon.rank)
            else { continue }
            claim(id, found[0])
        }
    }

    /// A species that the file has no more, and a new one of the same vernacular name.
    private mutating func matchVernaculars() {
        guard !known.vernaculars.isEmpty else { return }
        var new: [String: [Int]] = [:]
        for (index, taxon) in draft.taxa.enumerated() where taxon.row.rank == "species" {
            for (language, name) in taxon.row.vernaculars {
                new[language + ":" + FoldedText(name).joined, default: []].append(index)
            }
        }
        for id in known.taxa.keys.sorted() where isFree(id) {
            guard let taxon = known.taxa[id], taxon.isOfSource, taxon.rank == "species" else {
                continue
            }
            let found = Set((known.vernaculars[id] ?? []).flatMap { new[$0] ?? [] })
            guard found.count == 1, let index = found.first, draft.taxa[index].id == nil,
                fits(id, index)
            else { continue }
            claim(id, index)
        }
    }

    // MARK: What a person should see

    /// A species of the file that was a synonym, a part, or a lumped taxon of another that stays.
    private mutating func listSplits() {
        for (index, taxon) in draft.taxa.enumerated() where taxon.row.rank == "species" {
            var whole: Int64?
            if let id = taxon.id, let old = known.taxa[id] {
                if TaxonRank.belowSpecies.contains(old.rank) {
                    whole = old.parent
                } else if old.status == "synonym" {
                    whole = known.accepted[id]
                }
            } else if taxon.id == nil {
                whole = known.bySynonym[taxon.row.name.key]?.first
            }
            guard let whole, indexOfID[whole] != index, let old = known.taxa[whole],
                old.rank == "species"
            else { continue }
            changes.append(
                TaxonomyChange(
                    kind: .split, index: index, oldID: whole, oldName: old.scientificName,
                    newName: taxon.row.name.text))
        }
    }

    private mutating func listLumps() {
        for (index, taxon) in draft.taxa.enumerated() {
            for synonym in taxon.synonyms {
                for id in known.byKey[synonym.key] ?? [] where isFree(id) {
                    guard let old = known.taxa[id], old.status == "accepted",
                        !known.realm(of: id).conflicts(with: taxon.realm)
                    else { continue }
                    indexOfID[id] = index
                    lumps.append(Lump(id: id, into: index))
                    addLump(old, into: index)
                }
            }
            if let id = taxon.id, let old = known.taxa[id], old.rank == "species",
                TaxonRank.belowSpecies.contains(taxon.row.rank),
                let species = draft.species(of: index)
            {
                addLump(old, into: species)
            }
        }
    }

    private mutating func addLump(_ old: KnownTaxa.Taxon, into index: Int) {
        changes.append(
            TaxonomyChange(
                kind: .lumped, index: index, oldID: old.id, oldName: old.scientificName,
                newName: draft.taxa[index].row.name.text))
    }

    private mutating func listRenames() {
        for (index, taxon) in draft.taxa.enumerated() {
            guard let id = taxon.id, let old = known.taxa[id], !added.contains(index) else {
                continue
            }
            if old.status == "vanished" || (old.status == "synonym" && old.rank != "species") {
                changes.append(
                    TaxonomyChange(
                        kind: .returned, index: index, oldID: id, oldName: old.scientificName,
                        newName: taxon.row.name.text))
            } else if old.status == "accepted", old.key != taxon.row.name.key {
                changes.append(
                    TaxonomyChange(
                        kind: .renamed, index: index, oldID: id, oldName: old.scientificName,
                        newName: taxon.row.name.text))
            }
        }
    }

    private mutating func listVanished() {
        for id in known.taxa.keys.sorted() where isFree(id) {
            guard let taxon = known.taxa[id], taxon.isOfSource, taxon.status == "accepted" else {
                continue
            }
            vanished.append(id)
            changes.append(
                TaxonomyChange(
                    kind: .vanished, index: nil, oldID: id, oldName: taxon.scientificName,
                    newName: nil))
        }
    }
}

/// Something that an import found for a person to look at.
struct TaxonomyChange {
    enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case renamed, lumped, split, vanished, returned
    }

    let kind: Kind
    /// The taxon of the file it is about; nil for what vanished.
    let index: Int?
    /// The known taxon it is about: for a split that which was split.
    let oldID: Int64
    let oldName: String
    let newName: String?
}
