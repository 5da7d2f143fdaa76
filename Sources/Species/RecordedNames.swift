internal import Database
package import GeoModel

/// The names that records have, found by the taxa that they count as: 250 bytes of memory each.
///
/// A name is looked up in the taxonomy once for each of its generations, so that a question costs what the taxon has,
/// however many names there are.
package struct RecordedNames: Sendable {
    private struct Name {
        let text: String
        /// Whether it is a record's own name, there being no scientific one.
        let isOwn: Bool
    }

    private var names: [Name] = []
    /// Numbers of names by their texts, by what tells names alike, and by each taxon that they are in.
    private var byText = NumberLists()
    private var byMark = NumberLists()
    private var byTaxon = NumberLists()
    /// The taxonomy of `byTaxon`, and how many names are in that.
    private var generation: Int64?
    private var placed = 0

    package init() {}

    /// Takes in names; those that are here already do not matter.
    package mutating func add(_ added: LivingNames) {
        for text in added.scientificNames { add(Name(text: text, isOwn: false)) }
        for text in added.ownNames { add(Name(text: text, isOwn: true)) }
    }

    private mutating func add(_ name: Name) {
        var isKnown = false
        let hash = name.text.hashValue
        byText.forEach(under: hash) { number in
            isKnown = isKnown || names[number].text == name.text && names[number].isOwn == name.isOwn
        }
        guard !isKnown else { return }
        byText.add(names.count, under: hash)
        for mark in Self.marks(of: name) { byMark.add(names.count, under: mark.hashValue) }
        names.append(name)
    }

    private func list(_ numbers: Set<Int>) -> LivingNames {
        var list = LivingNames()
        for number in numbers {
            if names[number].isOwn {
                list.ownNames.insert(names[number].text)
            } else {
                list.scientificNames.insert(names[number].text)
            }
        }
        return list
    }

    // MARK: Of taxa

    /// The names that count as one of the taxa or as what is in them; all must be placed.
    func list(of taxa: [Int64]) -> LivingNames {
        var numbers: Set<Int> = []
        for taxon in taxa { byTaxon.forEach(under: Int(taxon)) { numbers.insert($0) } }
        return list(numbers)
    }

    /// Looks up the names that are not placed yet in the taxonomy; all of them in one of another generation.
    mutating func place(_ connection: Connection) throws {
        let generation = try SpeciesStore.generation(connection)
        if self.generation != generation {
            byTaxon = NumberLists()
            placed = 0
            self.generation = generation
        }
        guard placed < names.count else { return }
        let lineages = Lineages(connection)
        let resolver = SightingResolver(connection)
        while placed < names.count {
            let taxa = try Self.taxa(of: names[placed], resolver, connection)
            var all: Set<Int64> = []
            for taxon in taxa { all.formUnion(try lineages.lineage(of: taxon)) }
            for taxon in all { byTaxon.add(placed, under: Int(taxon)) }
            placed += 1
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

    /// The names that mean the same as `asked`, or what is below it.
    func list(like asked: String) -> LivingNames {
        let key = ScientificName(asked)?.key
        let folded = FoldedText(asked, joinsApostrophes: true).joined
        var numbers: Set<Int> = []
        for mark in Set([key ?? asked, folded]) {
            byMark.forEach(under: mark.hashValue) { number in
                let (text, isOwn) = (names[number].text, names[number].isOwn)
                if isOwn {
                    guard FoldedText(text, joinsApostrophes: true).joined == folded else { return }
                } else if let key, let name = ScientificName(text) {
                    guard name.key == key || name.parentKey == key else { return }
                } else {
                    guard text == asked else { return }
                }
                numbers.insert(number)
            }
        }
        return list(numbers)
    }

    /// Names that share none mean different things.
    private static func marks(of name: Name) -> Set<String> {
        if name.isOwn { return [FoldedText(name.text, joinsApostrophes: true).joined] }
        guard let scientific = ScientificName(name.text) else { return [name.text] }
        return Set([scientific.key, scientific.parentKey].compactMap { $0 })
    }
}

/// Lists of numbers under hashes: 8 bytes a number, and 20 for each different hash.
private struct NumberLists {
    private struct Entry {
        let number: Int32
        /// The next one under the same hash; negative behind the last.
        let next: Int32
    }

    private var entries: [Entry] = []
    private var first: [Int: Int32] = [:]

    mutating func add(_ number: Int, under hash: Int) {
        let next = first.updateValue(Int32(entries.count), forKey: hash) ?? -1
        entries.append(Entry(number: Int32(number), next: next))
    }

    func forEach(under hash: Int, _ body: (Int) -> Void) {
        var index = first[hash] ?? -1
        while index >= 0 {
            let entry = entries[Int(index)]
            body(Int(entry.number))
            index = entry.next
        }
    }
}

/// What taxa are in and count as, read once each.
private final class Lineages {
    private let connection: Connection
    private var known: [Int64: [Int64]] = [:]

    init(_ connection: Connection) { self.connection = connection }

    /// The taxon, what it is in, and the species as which it counts with what that is in.
    func lineage(of taxon: Int64) throws -> [Int64] {
        if let lineage = known[taxon] { return lineage }
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
        known[taxon] = lineage
        return lineage
    }
}
