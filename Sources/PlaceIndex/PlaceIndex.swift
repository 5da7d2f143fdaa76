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
    private let opened = Mutex(Opened())

    /// What the folder held when it was last looked at.
    private struct Opened {
        var files: [RegionFile] = []
        var unread: [UnreadRegion] = []
    }

    /// Opens every region in a folder; a file that cannot be read is left out and told by `unreadRegions`.
    ///
    /// - Parameters:
    ///   - directory: `DATA/places`. A folder that is absent or empty is no error: nothing is near
    ///     then, and `reverse` still knows the country.
    ///   - countries: `GeoData/countries/countries.sqlite`; nil or an absent file does without.
    ///   - connections: How many queries a region may answer at once, at least one.
    /// - Throws: What keeps the folder from being listed; `PlaceIndexError.notCountries` and `DatabaseError`
    ///   for the countries.
    package init(directory: String, countries: String?, connections: Int) throws {
        self.directory = directory
        self.connections = max(1, connections)
        self.countries = try countries.flatMap {
            try Countries(path: $0, connections: max(1, connections))
        }
        countryNames = self.countries.map(CountryNames.init)
        try refresh()
    }

    /// Opens regions that came or were imported anew, and lets go of those that went.
    ///
    /// Queries that run meanwhile end on what they began with. A region whose new file cannot be read answers
    /// from the old one, as long as this process lives. A server calls this now and then.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: What keeps the folder from being listed; the regions stay as they were.
    @discardableResult
    package func refresh() throws -> Bool {
        let paths = try Self.files(in: directory)
        let current = opened.withLock { $0 }
        var fresh = Opened()
        for path in paths {
            // One that went since the folder was listed is no trouble.
            guard let identity = FileIdentity(of: path) else { continue }
            let before = current.files.first { $0.path == path }
            if let before, before.identity == identity {
                fresh.files.append(before)
                continue
            }
            do {
                fresh.files.append(try RegionFile(path: path, connections: connections))
            } catch {
                fresh.unread.append(UnreadRegion(path: path, reason: "\(error)"))
                if let before { fresh.files.append(before) }
            }
        }
        let changed =
            fresh.unread != current.unread
            || !fresh.files.elementsEqual(current.files) { $0 === $1 }
        if changed { opened.withLock { $0 = fresh } }
        return changed
    }

    /// What is imported, by name of the file.
    package var regions: [RegionSummary] { regionFiles.map(\.summary) }

    /// The files of the folder that cannot be read, by name: made by another version, damaged, or no region.
    package var unreadRegions: [UnreadRegion] { opened.withLock { $0.unread } }

    var regionFiles: [RegionFile] { opened.withLock { $0.files } }

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

/// A file in the folder of regions that is not asked.
package struct UnreadRegion: Hashable, Sendable {
    package let path: String
    /// Why, and what to do.
    package let reason: String

    /// The region's name, as `regions list` shows it.
    package var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.dropLast(".sqlite".count))
    }
}
