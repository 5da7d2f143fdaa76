import ArgumentParsing
import FoundationEssentials
import Records
import Species

extension ParsedArguments {
    /// The data directory's species store; nil when nothing was ever imported into one.
    ///
    /// - Throws: `RecordError` without a data directory; `SpeciesError`, `DatabaseError`.
    func existingSpeciesStore() throws -> SpeciesStore? {
        let data = dataDirectory
        try data.requireExisting()
        guard FileManager.default.fileExists(atPath: data.speciesDatabase) else { return nil }
        return try SpeciesStore(path: data.speciesDatabase)
    }
}
