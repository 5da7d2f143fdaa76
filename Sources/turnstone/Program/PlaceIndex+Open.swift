import ArgumentParsing
import PlaceIndex
import Records

extension PlaceIndex {
    /// The imported regions of a command line's data directory.
    ///
    /// - Throws: `RecordError.noDataDirectory`; `ProgramError.noRegions` when nothing is imported.
    static func open(_ arguments: ParsedArguments, connections: Int = 1) throws -> PlaceIndex {
        let data = arguments.dataDirectory
        try data.requireExisting()
        let index = try PlaceIndex(
            directory: data.places, countries: try GeoDataFolder.find()?.countries,
            connections: connections)
        guard !index.regions.isEmpty else { throw ProgramError.noRegions(folder: data.places) }
        return index
    }
}
