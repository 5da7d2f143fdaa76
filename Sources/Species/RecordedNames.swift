internal import Database
internal import GeoModel

/// The names that records have, found by the taxa that they count as: 150 bytes of memory each.
///
/// A name is looked up in the taxonomy once for each of its generations, so that a question costs what the taxon has,
/// however many names there are.
package struct RecordedNames: Sendable {
    private struct Name {
        let text: String
        let isOwn: Bool
    }

    private var names: [Name] = []
    /// Places of names by what tells names alike, and by each taxon that they are in.
    private var byMark = PlaceLists()
    private var byTaxon = PlaceLists()
    /// The taxonomy of `byTaxon`, and how many names are in that.
    private var generation: Int64?
    private var known = 0

    package init() {}

    package var count: Int { names.count }

    /// Takes in a name, at the place `count`.
    ///
    /// - Parameter isOwn: Whether it is the own name of records that have no scientific name.
    package mutating func append(_ text: String, isOwn: Bool) {
        let name = Name(text: text, isOwn: isOwn)
        for mark in Self.marks(of: name) { byMark.add(names.count, under: mark.hashValue) }
        names.append(name)
    }

    // MARK: Of taxa

    /// The places of names that count as one of the taxa or as what is in them, of all that were looked up.
    func places(of taxa: [Int64]) -> [Int] {
        var places: [Int] = []
        for taxon in taxa { byTaxon.forEach(under: Int(taxon)) { places.append($0) } }
        return places
    }

    /// Looks up the names that were not yet, in the taxonomy; all of them in one of another generation.
    mutating func lookUp(_ connection: Connection) throws {
        let generation = try SpeciesStore.generation(connection)
        if self.generation != generation {
            byTaxon = PlaceLists()
            known = 0
            self.generation = generation
        }
        guard known < names.count else { return }
        let lineages = Lineages(connection)
        let resolver = SightingResolver(connection)
        while known < names.count {
            let taxa = try Self.taxa(of: names[known], resolver, connection)
            var all: Set<Int64> = []
            for taxon in taxa { all.formUnion(try lineages.lineage(of: taxon)) }
            for taxon in all { byTaxon.add(known, under: Int(taxon)) }
            known += 1
        }
    }

    /// What a name counts as in the life list; a scientific one of a subspecies is that too.
    private static func taxa(
        of name: Name, _ resolver: SightingResolver, _ connection: Connection
    ) throws -> [Int64] {
        if name.isOwn {
            return try resolver.meaning(ofOwnName: name.text).taxonID.map { [$0.rawValue] } ?? []
        }
        guard let scientific = ScientificName(name.text) else { return [] }
        return try [
            SpeciesStore.taxonID(ofKey: scientific.key, connection),
            resolver.meaning(of: scientific).taxonID,
        ].compactMap { $0?.rawValue }
    }

    // MARK: Of a name that the taxonomy lacks

    /// The places of names that mean the same as `asked`, or what is below it.
    func places(like asked: String) -> [Int] {
        let key = ScientificName(asked)?.key
        let folded = Self.folded(asked)
        var places: [Int] = []
        for mark in Set([key ?? asked, folded]) {
            byMark.forEach(under: mark.hashValue) { place in
                let name = names[place]
                if name.isOwn {
                    guard Self.folded(name.text) == folded else { return }
                } else if let key, let scientific = ScientificName(name.text) {
                    guard scientific.key == key || scientific.parentKey == key else { return }
                } else {
                    guard name.text == asked else { return }
                }
                places.append(place)
            }
        }
        return places
    }

    private static func folded(_ text: String) -> String {
        FoldedText(text, joinsApostrophes: true).joined
    }

    /// Names that share none mean different things.
    private static func marks(of name: Name) -> Set<String> {
        if name.isOwn { return [folded(name.text)] }
        guard let scientific = ScientificName(name.text) else { return [name.text] }
        return Set([scientific.key, scientific.parentKey].compactMap { $0 })
    }
}

/// Lists of places under hashes: 8 bytes a place, and 20 for each different hash.
private struct PlaceLists {
    private struct Entry {
        let place: Int32
        /// The next one under the same hash; negative behind the last.
        let next: Int32
    }

    private var entries: [Entry] = []
    private var first: [Int: Int32] = [:]

    mutating func add(_ place: Int, under hash: Int) {
        let next = first.updateValue(Int32(entries.count), forKey: hash) ?? -1
        entries.append(Entry(place: Int32(place), next: next))
    }

    func forEach(under hash: Int, _ body: (Int) -> Void) {
        var index = first[hash] ?? -1
        while index >= 0 {
            let entry = entries[Int(index)]
            body(Int(entry.place))
            index = entry.next
        }
    }
}

/// What taxa are in and count as, read once each.
private final class Lineages {
    private let connection: Connection
    private var lineages: [Int64: [Int64]] = [:]

    init(_ connection: Connection) { self.connection = connection }

    /// The taxon, what it is in, and the species as which it counts with what that is in.
    func lineage(of taxon: Int64) throws -> [Int64] {
        if let lineage = lineages[taxon] { return lineage }
        let row = try connection.statement(
            """
            WITH RECURSIVE above (taxonID) AS (
                VALUES (?1)
                UNION SELECT t.parentNameUsageID FROM above a JOIN taxon t ON t.taxonID = a.taxonID
                    WHERE t.parentNameUsageID IS NOT NULL
                UNION SELECT t.speciesID FROM above a JOIN taxon t ON t.taxonID = a.taxonID
                    WHERE t.speciesID IS NOT NULL)
            SELECT taxonID FROM above
            """)
        try row.bind(1, taxon)
        var lineage: [Int64] = []
        while try row.step() { lineage.append(row.int64(0)) }
        lineages[taxon] = lineage
        return lineage
    }
}
