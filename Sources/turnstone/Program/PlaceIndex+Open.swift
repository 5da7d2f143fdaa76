import ArgumentParsing
import PlaceIndex
import Records

extension PlaceIndex {
    /// The imported regions of a command line's data directory. One that cannot be read is told on standard
    /// error, and left out.
    ///
    /// - Throws: `RecordError.noDataDirectory`; `ProgramError.noRegions` when nothing is imported,
    ///   `.noReadableRegions` when nothing of it can be read.
    static func open(_ arguments: ParsedArguments, connections: Int = 1) throws -> PlaceIndex {
        let data = arguments.dataDirectory
        try data.requireExisting()
        let index = try PlaceIndex(
            directory: data.places, countries: try GeoDataFolder.findOrTell()?.countries,
            connections: connections)
        index.tellUnreadRegions()
        guard !index.regions.isEmpty else {
            throw index.unreadRegions.isEmpty
                ? ProgramError.noRegions(folder: data.places)
                : .noReadableRegions(folder: data.places)
        }
        return index
    }

    /// Says on standard error which regions are left out, and why.
    func tellUnreadRegions() {
        for region in unreadRegions {
            Console.message("The region \(region.name) is left out: \(region.reason)")
        }
    }
}
