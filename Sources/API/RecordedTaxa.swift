package import GeoModel
package import Records
package import Species
internal import Synchronization

/// Tells by which of their names records are of a taxon. Safe from any thread.
///
/// The names of all records are read by the first question, 10 microseconds for each different one, and kept; after
/// that one costs what the taxon has.
package final class RecordedTaxa: Sendable {
    private struct State {
        var names = RecordedNames()
        /// Theirs; nil before the first question.
        var moment: RecordMoment?
    }

    private let records: RecordStore
    private let species: SpeciesStore?
    private let state = Mutex(State())

    /// - Parameter species: The taxonomy; without one a name means itself, as it is written.
    package init(_ records: RecordStore, _ species: SpeciesStore?) {
        (self.records, self.species) = (records, species)
    }

    /// The names of records that count as a taxon; see `SpeciesStore.names(countingAs:among:)`.
    ///
    /// - Returns: nil when no taxon has the id that is asked for.
    /// - Throws: `DatabaseError`.
    package func names(countingAs asked: String) throws -> LivingNames? {
        guard let species else {
            return LivingNames(scientificNames: [asked], ownNames: [asked])
        }
        return try state.withLock { state in
            let (names, now) = try records.livingNames(since: state.moment)
            state.names.add(names)
            state.moment = now
            return try species.names(countingAs: asked, among: &state.names)
        }
    }
}
