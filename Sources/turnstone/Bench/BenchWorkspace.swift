import API
import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import RankingBench
import Records

/// A temporary data directory for a bench, with the bundled extracts; removed at the end.
final class BenchWorkspace {
    let data: DataDirectory
    let geoData: GeoDataFolder
    /// The centre of Helsinki, where the extract is dense.
    static let area = BoundingBox(west: 24.935, south: 60.165, east: 24.965, north: 60.178)
    static let seed: UInt64 = 20_260_601

    init() throws {
        guard let geoData = try GeoDataFolder.find() else {
            throw ProgramError.geoDataNotFound(path: nil)
        }
        self.geoData = geoData
        let folder = FileManager.default.temporaryDirectory.path
        data = DataDirectory("\(folder)/turnstone-bench-\(UUID().uuidString)")
        try data.create()
    }

    deinit {
        for path in [data.path, data.path + Self.logSuffix] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static let logSuffix = "-log"

    /// A folder beside the data directory, for what a service says.
    var log: String {
        get throws {
            let path = data.path + Self.logSuffix
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            return path
        }
    }

    var helsinki: String { geoData.extracts + "/helsinki-centre.osm.pbf" }
    var liechtenstein: String { geoData.extracts + "/liechtenstein.osm.pbf" }

    func file(_ name: String) -> String { "\(data.path)/\(name)" }

    /// Imports an extract under a name, if it is not there.
    ///
    /// - Parameter folder: A folder of the workspace of its own; by default the data directory's.
    func region(_ name: String, from extract: String, in folder: String? = nil) throws {
        let directory = folder.map(file) ?? data.places
        guard !FileManager.default.fileExists(atPath: "\(directory)/\(name).sqlite") else {
            return
        }
        _ = try OSMImporter(region: name, directory: directory).run(files: [extract])
    }

    /// The same positions on each run, spread evenly over a box.
    static func positions(_ count: Int, in area: BoundingBox?) -> [Coordinate] {
        guard let area else { return [] }
        var random = SeededGenerator(seed: seed)
        return (0..<count).compactMap { _ in
            Coordinate(
                decimalLatitude: .random(in: area.south...area.north, using: &random),
                decimalLongitude: .random(in: area.west...area.east, using: &random))
        }
    }

    /// A server on a free port, without a log, to which everybody is at home; it answers until it goes.
    static func server(_ routes: [Route]) throws -> Server {
        try Server(
            ServerConfiguration(host: "127.0.0.1", port: 0), routes: routes,
            admit: { _, _ in Caller.local })
    }
}
