internal import GeoModel
package import Records
package import Species
internal import Synchronization

/// Tells by which of their names records are of a taxon. Safe from any thread.
///
/// The names of all records are read by the first question, 10 microseconds for each different one, and kept; after
/// that one costs what the taxon has.
package final class RecordedTaxa: Sendable {
    private let records: RecordStore
    private let species: SpeciesStore?
    private let recorded = Mutex(RecordedNames())

    /// - Parameter species: The taxonomy; without one a name means itself, as it is written.
    package init(_ records: RecordStore, _ species: SpeciesStore?) {
        (self.records, self.species) = (records, species)
    }

    /// The names of records that count as a taxon; see `SpeciesStore.places(countingAs:among:)`.
    ///
    /// - Returns: nil when no taxon has the id that is asked for.
    /// - Throws: `DatabaseError`.
    package func names(countingAs asked: String) throws -> LivingNameNumbers? {
        guard let species else {
            return try records.numbers(
                of: LivingNames(scientificNames: [asked], ownNames: [asked]))
        }
        return try recorded.withLock { recorded in
            for name in try records.livingNames(from: recorded.count) {
                recorded.append(name.text, isOwn: name.isOwn)
            }
            return try species.places(countingAs: asked, among: &recorded)
                .map { LivingNameNumbers($0) }
        }
    }
}
