import FoundationEssentials
import Geodesy
import Synchronization

/// The data that ships with the program: country polygons and picture models.
struct GeoDataFolder {
    let path: String

    var countries: String { path + "/countries/countries.sqlite" }
    var models: String { path + "/models" }
    var extracts: String { path + "/extracts" }
    var photos: String { path + "/photos" }

    /// The World Magnetic Model's epochs; nil when there is none that can be read.
    var magneticModels: MagneticModels? {
        let folder = path + "/magnetic"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return MagneticModels(
            coefficientFiles: names.filter { $0.hasSuffix(".COF") }.sorted().compactMap {
                try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            })
    }

    /// Where a package of the program puts it.
    private static let installed = "/usr/share/turnstone/GeoData"

    /// `$TURNSTONE_GEODATA`; else a folder GeoData with a README.md beside or above the program;
    /// else the installed one. nil when there is none.
    ///
    /// - Throws: `ProgramError.geoDataNotFound` when the variable names something else.
    static func find() throws -> GeoDataFolder? {
        if let path = ProcessInfo.processInfo.environment["TURNSTONE_GEODATA"], !path.isEmpty {
            guard isGeoData(path) else { throw ProgramError.geoDataNotFound(path: path) }
            return GeoDataFolder(path: path)
        }
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var parts = (program ?? "").split(separator: "/").dropLast()
        while true {
            let path = parts.map { "/\($0)" }.joined() + "/GeoData"
            if isGeoData(path) { return GeoDataFolder(path: path) }
            guard parts.popLast() != nil else { break }
        }
        return isGeoData(installed) ? GeoDataFolder(path: installed) : nil
    }

    /// What is done without where there is none, and what to do about it.
    static let missing =
        "No folder GeoData lies beside or above the program: places have no country, photos no picture model, "
        + "headings no declination. Set TURNSTONE_GEODATA to the folder GeoData that came with it."

    private static let isTold = Atomic(false)

    /// As `find`; where there is none, says so on standard error, once.
    static func findOrTell() throws -> GeoDataFolder? {
        if let found = try find() { return found }
        if !isTold.exchange(true, ordering: .relaxed) { Console.message(missing) }
        return nil
    }

    private static func isGeoData(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/README.md")
    }
}
