import FoundationEssentials
@preconcurrency import Glibc
import TestSupport

/// A data directory with both bundled extracts, imported once by the built program; each test has a copy.
enum PreparedData {
    /// One import as the program ran it.
    struct Import: Sendable {
        let result: ProgramResult
        let seconds: Double
    }

    struct Prepared: Sendable {
        let folder: TemporaryDirectory
        /// By region: `liechtenstein` and `helsinki-centre`.
        let imports: [String: Import]
    }

    private static let outcome = Result<Prepared, any Error> {
        let folder = try TemporaryDirectory()
        // A static value never goes, so its folder is removed when the process ends.
        atexit {
            guard let prepared = try? PreparedData.prepared else { return }
            try? FileManager.default.removeItem(atPath: prepared.folder.path)
        }
        var imports: [String: Import] = [:]
        for (region, file) in [
            ("liechtenstein", GeoDataFiles.liechtenstein),
            ("helsinki-centre", GeoDataFiles.helsinkiCentre),
        ] {
            let start = ContinuousClock.now
            let result = try turnstone(
                "import", "osm", file, "--region", region, "--data", folder.file("data"))
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            imports[region] = Import(result: result, seconds: seconds)
        }
        return Prepared(folder: folder, imports: imports)
    }

    static var prepared: Prepared {
        get throws { try outcome.get() }
    }

    /// The shared directory itself, for questions that write nothing.
    static var path: String {
        get throws { try prepared.folder.file("data") }
    }

    /// A folder of the test's own with a copy in `data`.
    ///
    /// Region files are linked, not copied: nothing writes into one, a new one takes its place.
    static func copy() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let files = FileManager.default
        for name in try files.subpathsOfDirectory(atPath: path).sorted() {
            let (from, to) = (try path + "/" + name, folder.file("data/" + name))
            var isFolder = false
            _ = files.fileExists(atPath: from, isDirectory: &isFolder)
            let parent = String(to[..<(to.lastIndex(of: "/") ?? to.endIndex)])
            try files.createDirectory(
                atPath: isFolder ? to : parent, withIntermediateDirectories: true)
            if isFolder { continue }
            if name.hasPrefix("places/") {
                try files.linkItem(atPath: from, toPath: to)
            } else {
                try files.copyItem(atPath: from, toPath: to)
            }
        }
        return folder
    }
}
