import Database
import FoundationEssentials
import GeoModel
import OSMReader
import TestSupport
import Testing

/// The public test data of osmcode/osm-testdata: libosmium's own, which every importer can be held to.
@Suite(.needsSharedData) struct `Conformance with osm-testdata` {
    static let folder = "data/multipolygon/osm-testdata"

    struct GridTest: Decodable {
        struct ExpectedArea: Decodable {
            let from_id: Int64
            let from_type: String
            let wkt: String
        }

        let test_id: Int
        let areas: [String: [ExpectedArea]]?
    }

    @Test func `R32 every multipolygon of the grid gives the expected area or none`() throws {
        let grid = try SharedData.path("\(Self.folder)/grid/data")
        let tests = try JSONDecoder().decode(
            [GridTest].self, from: Data(contentsOf: URL(filePath: "\(grid)/tests.json"))
        ).filter { $0.areas != nil }
        let read = try ReadObjects(paths: ["\(grid)/all.osm"])
        var found: [OSMRef: OSMAreaOutcome] = [:]
        for way in read.ways { found[way.ref] = way.area }
        for area in read.areas { found[area.ref] = area.outcome }

        let database = try Connection(path: ":memory:", mode: .create, spatial: true)
        let comparison = try database.statement("SELECT ST_Equals(ST_GeomFromText(?1, 4326), ?2)")
        var failed: [Int] = []
        for test in tests {
            let fits = try (test.areas ?? [:]).values.contains { variant in
                try variant.allSatisfy { expected in
                    let type = try #require(OSMType(letterOrWord: expected.from_type))
                    let polygons =
                        found[OSMRef(osmType: type, osmID: expected.from_id)]?.polygons ?? []
                    guard expected.wkt != "INVALID" else { return polygons.isEmpty }
                    guard let blob = SpatialBlob.encode(.multiPolygon(polygons)) else {
                        return false
                    }
                    try comparison.bind(.text(expected.wkt), .blob(blob))
                    return try comparison.step() && comparison.int64(0) == 1
                }
            }
            if !fits { failed.append(test.test_id) }
        }
        #expect(tests.count == 102)
        #expect(failed == [])
    }

    @Test func `valid XML is read and invalid XML is refused`() throws {
        let folder = try SharedData.path("\(Self.folder)/xml/data")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let result = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)/result"))
            guard let result else { continue }
            // What is neither node, way nor relation is passed over, as libosmium does; changes are
            // no map.
            let isValid =
                name == "109-unknown_data_level"
                || name != "300-change-file"
                    && String(decoding: result, as: UTF8.self).hasPrefix("valid")
            let path = ["data.osm", "data.osm.gz", "data.osc"].map { "\(folder)/\(name)/\($0)" }
                .first { FileManager.default.fileExists(atPath: $0) }
            guard let path else { continue }
            if isValid {
                #expect(throws: Never.self, "\(name)") { try ReadObjects(paths: [path]) }
            } else {
                #expect(throws: OSMReaderError.self, "\(name)") { try ReadObjects(paths: [path]) }
            }
        }
    }

    @Test(arguments: [
        ("odd-deleted_nodes.osh.pbf", "history"), ("odd-o5m.osm.o5m", "osmium cat"),
        ("odd-granularity.osm.pbf", "damaged"),
    ])
    func `an odd file is refused with its reason`(name: String, reason: String) throws {
        let path = try SharedData.path("data/osm/\(name)")
        let error = #expect(throws: OSMReaderError.self) { try ReadObjects(paths: [path]) }
        #expect(error?.description.contains(reason) == true)
    }
}
