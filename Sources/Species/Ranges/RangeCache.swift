internal import Database
internal import Synchronization

/// The catalogue of the store's present generation, shared by all readers.
final class RangeCache: Sendable {
    private let catalogue = Mutex<RangeCatalogue?>(nil)

    /// The catalogue of what `connection` sees in its transaction; read when it is another generation's than
    /// the one kept.
    func current(_ connection: Connection) throws -> RangeCatalogue {
        let row = try connection.statement("SELECT generation FROM species_state")
        let generation = try row.step() ? row.int64(0) : 0
        if let kept = catalogue.withLock({ $0 }), kept.generation == generation { return kept }
        // Several may read it at once; the newest stays.
        let read = try RangeCatalogue(generation: generation, connection)
        catalogue.withLock { kept in
            if kept?.generation ?? -1 < generation { kept = read }
        }
        return read
    }
}
