import ArgumentParsing
import FoundationEssentials
import Records
import Species

extension SpeciesStore {
    /// The taxonomy of a command line's data directory.
    ///
    /// - Throws: `RecordError.noDataDirectory`; `ProgramError.noTaxonomy` when none was imported.
    static func open(_ arguments: ParsedArguments) throws -> SpeciesStore {
        let data = arguments.dataDirectory
        try data.requireExisting()
        guard FileManager.default.fileExists(atPath: data.speciesDatabase) else {
            throw ProgramError.noTaxonomy(path: data.speciesDatabase)
        }
        return try SpeciesStore(path: data.speciesDatabase)
    }
}
