internal import Database
internal import GeoModel

/// A range as lookups need it: everything but its area.
package struct RangeEntry: Hashable, Sendable {
    package let id: Int64
    /// Of which import.
    package let source: String
    /// As its file has it.
    package let scientificName: String
    package let commonName: String?
    /// The codes as given; nil when there was none.
    package let presence, origin, seasonal: Int?
    package let season: RangeSeason
    package let days: DaysOfYear?
    package let squareKilometers: Double
    let northShare: Double
    let pieces: Range<Int64>

    /// Whether the taxon is to be expected in it: not extinct, no vagrant.
    package var isExpected: Bool { RangePresence.counts(presence) && RangeOrigin.counts(origin) }
}

/// Ranges that are of one taxon: by the taxonomy, those of its subspecies and synonyms too; without one,
/// those of one name.
struct RangeSubject: Hashable, Sendable {
    let key: String
    let taxonID: TaxonID?
    /// The name its first range has.
    let scientificName: String
    /// Indices in the catalogue's entries, ascending.
    fileprivate(set) var entries: [Int] = []
    /// Where it breeds, by areas of breeding of which at least a tenth lies in a half.
    fileprivate(set) var breedsIn: YearHalves = []

    /// What of an area must lie in a half for the taxon to breed there.
    fileprivate static let leastShare = 0.1
}

/// All ranges without their areas, in memory: about 200 bytes each, 4 MB for 20,000.
///
/// Belongs to one generation of the store; a new one is read when an import has changed it, in 3
/// microseconds a range.
final class RangeCatalogue: Sendable {
    let generation: Int64
    let entries: [RangeEntry]
    let subjects: [RangeSubject]
    let overrides: [RangeOverride]
    /// Of the entries, their subjects.
    private let subjectOfEntry: [Int32]
    private let entryOfID: [Int64: Int32]
    private let subjectOfTaxon: [TaxonID: Int]
    private let subjectOfKey: [String: Int]
    private let taxonOfOverride: [Int64: TaxonID]

    init(generation: Int64, _ connection: Connection) throws {
        self.generation = generation
        var builder = Builder()
        let row = try connection.statement(
            """
            SELECT id, source, scientificName, nameKey, commonName, presence, origin, seasonal, season,
                firstDay, lastDay, squareKilometers, northShare, firstPiece, pieceCount
            FROM species_range ORDER BY id
            """)
        while try row.step() {
            try builder.add(Self.entry(row), key: row.text(3), connection)
        }
        entries = builder.entries
        subjects = builder.subjects
        subjectOfEntry = builder.subjectOfEntry
        subjectOfTaxon = builder.subjectOfTaxon
        subjectOfKey = builder.subjectOfKey
        entryOfID = builder.entryOfID
        overrides = try RangeOverride.all(connection)
        var taxa: [Int64: TaxonID] = [:]
        for override in overrides {
            guard let taxon = try SpeciesStore.taxonID(ofKey: override.key, connection) else {
                continue
            }
            taxa[override.id] = try Self.species(of: taxon, connection) ?? taxon
        }
        taxonOfOverride = taxa
    }

    /// The species that an override is about; nil when the taxonomy lacks it.
    func taxon(of override: RangeOverride) -> TaxonID? { taxonOfOverride[override.id] }

    private static func entry(_ row: Statement) -> RangeEntry {
        let seasonal = row.optionalInt64(7).map { Int($0) }
        let first = row.optionalInt64(9).map { Int($0) }
        let last = row.optionalInt64(10).map { Int($0) }
        let start = row.int64(13)
        return RangeEntry(
            id: row.int64(0), source: row.text(1), scientificName: row.text(2),
            commonName: row.optionalText(4), presence: row.optionalInt64(5).map { Int($0) },
            origin: row.optionalInt64(6).map { Int($0) }, seasonal: seasonal,
            season: RangeSeason(code: seasonal.map(String.init) ?? row.optionalText(8)),
            days: first.flatMap { first in last.map { DaysOfYear(first: first, last: $0) } },
            squareKilometers: row.double(11), northShare: row.double(12),
            pieces: start..<start + row.int64(14))
    }

    /// Of the range of that id; nil when it is not of this generation.
    func index(of id: Int64) -> Int? { entryOfID[id].map { Int($0) } }

    func subjectIndex(ofEntry index: Int) -> Int { Int(subjectOfEntry[index]) }

    /// The ranges of a taxon: its own, or those of the species it belongs to.
    func subject(of taxon: TaxonID, species: TaxonID?) -> RangeSubject? {
        (subjectOfTaxon[taxon] ?? species.flatMap { subjectOfTaxon[$0] }).map { subjects[$0] }
    }

    /// The ranges under a name, or under that of its species.
    func subject(of name: ScientificName) -> RangeSubject? {
        (subjectOfKey[name.key] ?? name.parentKey.flatMap { subjectOfKey[$0] }).map {
            subjects[$0]
        }
    }

    private struct Builder {
        var entries: [RangeEntry] = []
        var subjects: [RangeSubject] = []
        var subjectOfEntry: [Int32] = []
        var subjectOfTaxon: [TaxonID: Int] = [:]
        var subjectOfKey: [String: Int] = [:]
        var entryOfID: [Int64: Int32] = [:]

        mutating func add(_ entry: RangeEntry, key: String, _ connection: Connection) throws {
            let subject = try subjectOfKey[key] ?? newSubject(entry, key, connection)
            let index = entries.count
            entries.append(entry)
            entryOfID[entry.id] = Int32(index)
            subjectOfEntry.append(Int32(subject))
            subjects[subject].entries.append(index)
            guard entry.season == .breeding, entry.isExpected else { return }
            if entry.northShare >= RangeSubject.leastShare {
                subjects[subject].breedsIn.insert(.north)
            }
            if entry.northShare <= 1 - RangeSubject.leastShare {
                subjects[subject].breedsIn.insert(.south)
            }
        }

        /// The subject of the taxon that a name means, which may be there under another name already.
        private mutating func newSubject(
            _ entry: RangeEntry, _ key: String, _ connection: Connection
        ) throws -> Int {
            let taxon = try SpeciesStore.taxonID(ofKey: key, connection)
            let species =
                try taxon.flatMap { try RangeCatalogue.species(of: $0, connection) } ?? taxon
            let index: Int
            if let species, let known = subjectOfTaxon[species] {
                index = known
            } else {
                index = subjects.count
                subjects.append(
                    RangeSubject(
                        key: key, taxonID: species, scientificName: entry.scientificName))
                if let species { subjectOfTaxon[species] = index }
            }
            subjectOfKey[key] = index
            return index
        }

    }

    /// The species that a taxon is, or is below of; nil for what stands higher.
    static func species(of taxon: TaxonID, _ connection: Connection) throws -> TaxonID? {
        let row = try connection.statement("SELECT speciesID FROM taxon WHERE taxonID = ?1")
        try row.bind(1, taxon.rawValue)
        return try row.step() ? row.optionalInt64(0).map(TaxonID.init(rawValue:)) : nil
    }
}
