internal import Database
internal import FoundationEssentials

internal import Synchronization

/// The imported regions and the country polygons: what is near, and what is here.
///
/// Every query asks the regions that reach it and merges by OpenStreetMap id. Calls are synchronous
/// and may come from any thread; with more threads than connections they wait for one another.
package final class PlaceIndex: Sendable {
    let countries: Countries?
    let countryNames: CountryNames?
    private let directory: String
    private let connections: Int
    private let opened: Mutex<[RegionFile]>

    /// Opens every region in a folder.
    ///
    /// - Parameters:
    ///   - directory: `DATA/places`. A folder that is absent or empty is no error: nothing is near
    ///     then, and `reverse` still knows the country.
    ///   - countries: `GeoData/countries/countries.sqlite`; nil or an absent file does without.
    ///   - connections: How many queries a region may answer at once, at least one.
    /// - Throws: `PlaceIndexError`, or `DatabaseError`, naming a file that is not a region.
    package init(directory: String, countries: String?, connections: Int) throws {
        self.directory = directory
        self.connections = max(1, connections)
        opened = Mutex(
            try Self.files(in: directory).map {
                try RegionFile(path: $0, connections: max(1, connections))
            })
        self.countries = try countries.flatMap {
            try Countries(path: $0, connections: max(1, connections))
        }
        countryNames = self.countries.map(CountryNames.init)
    }

    /// Opens regions that came or were imported anew, and lets go of those that went.
    ///
    /// Queries that run meanwhile end on what they began with. A server calls this now and then.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: As `init`; the regions stay as they were.
    @discardableResult
    package func refresh() throws -> Bool {
        let files = try Self.files(in: directory)
        let current = regionFiles
        let fresh = try files.map { path in
            let identity = FileIdentity(of: path)
            let known = current.first { $0.path == path && $0.identity == identity }
            return try known ?? RegionFile(path: path, connections: connections)
        }
        let changed = !fresh.elementsEqual(current) { $0 === $1 }
        if changed { opened.withLock { $0 = fresh } }
        return changed
    }

    /// What is imported, by name of the file.
    package var regions: [RegionSummary] { regionFiles.map(\.summary) }

    var regionFiles: [RegionFile] { opened.withLock { $0 } }

    /// The region files of a folder, sorted; those whose name starts with a dot are unfinished.
    private static func files(in directory: String) throws -> [String] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder), isFolder
        else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".sqlite") && !$0.hasPrefix(".") }
            .sorted().map { "\(directory)/\($0)" }
    }
}
