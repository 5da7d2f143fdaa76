import Database
import FoundationEssentials
import GeoModel
import OSMReader
import PlaceIndex
import TestSupport
import Testing

/// The public multipolygon test data of several projects, through the real import.
///
/// Its objects bear no name or kind that a region keeps, so each way and relation is given tags that
/// make it an administrative area.
@Suite(.needsSharedData) struct `Areas of public test data in a region file` {
    static let folder = "data/multipolygon"

    /// Imports a copy of a file in which ways and relations bear a name and bound a municipality.
    static func importTagged(_ path: String) throws -> ImportFixture {
        let text = String(decoding: try Bytes.of(path), as: UTF8.self)
        let directory = try TemporaryDirectory()
        let tags =
            "<tag k='name' v='x'/><tag k='boundary' v='administrative'/><tag k='admin_level' v='8'/>"
        let tagged = ["way", "relation"].reduce(text) { text, element in
            text.split(separator: "</\(element)>", omittingEmptySubsequences: false)
                .joined(separator: "\(tags)</\(element)>")
        }
        let copy = try directory.write(tagged.utf8, as: "tagged.osm")
        return try ImportFixture(files: [copy], directory: directory)
    }

    static func expectValid(_ region: ImportFixture, _ file: String) throws {
        for table in ["place", "address", "street", "area", "area_piece", "interpolation"] {
            let invalid = try region.rows(
                "SELECT count(*) FROM \(table) WHERE ST_IsValid(geom) IS NOT 1")
            #expect(invalid == ["0"], "\(table) of \(file)")
        }
    }

    struct GridTest: Decodable {
        struct Area: Decodable {
            let from_id: Int64
            let from_type: String
            let wkt: String
        }

        let test_id: Int
        let areas: [String: [Area]]?
    }

    @Test func `R32 the grid's areas are stored as expected, cut without loss, or counted`() throws
    {
        let grid = try SharedData.path("\(Self.folder)/osm-testdata/grid/data")
        let tests = try JSONDecoder().decode(
            [GridTest].self, from: Data(contentsOf: URL(filePath: "\(grid)/tests.json"))
        ).filter { $0.areas != nil }
        #expect(tests.count == 102)
        let region = try Self.importTagged("\(grid)/all.osm")
        try Self.expectValid(region, "all.osm")

        let connection = try Connection(
            path: region.path, mode: .readOnly(immutable: true), spatial: true)
        let stored = try connection.statement(
            """
            SELECT ST_Equals(a.geom, ST_GeomFromText(?3, 4326)),
                ST_Equals(ST_Union(p.geom), ST_GeomFromText(?3, 4326))
            FROM area AS a JOIN area_piece AS p ON p.area_id = a.id
            WHERE a.osm_type = ?1 AND a.osm_id = ?2 GROUP BY a.id
            """)
        func isStored(_ area: GridTest.Area) throws -> Bool {
            let letter = area.from_type == "way" ? "W" : "R"
            try stored.bind(.text(letter), .integer(area.from_id), .text(area.wkt))
            let isThere = try stored.step()
            guard area.wkt != "INVALID" else { return !isThere }
            return isThere && stored.int64(0) == 1 && stored.int64(1) == 1
        }
        let failed = try tests.filter { test in
            try !(test.areas ?? [:]).values.contains { try $0.allSatisfy(isStored) }
        }
        #expect(failed.map(\.test_id) == [])

        // Every relation is an area or is counted.
        let relations = try region.rows("SELECT count(*) FROM area WHERE osm_type = 'R'")
            .compactMap(Int.init).reduce(0, +)
        let counted = region.report.skipped.filter {
            $0.value.examples.contains { $0.hasPrefix("relation/") }
        }
        for reason in counted.keys {
            #expect(
                reason.hasPrefix("area not assembled: ") || reason == "relation without all members"
            )
        }
        let ways = counted.values.flatMap(\.examples).count { $0.hasPrefix("way/") }
        let skipped = counted.values.reduce(0) { $0 + $1.count }
        #expect(relations + skipped - ways == 96)
        #expect(skipped == 20)
    }

    static let files: [String] = [
        "atlas", "osm2world", "vespucci", "osm2pgsql", "osm-testdata/misc",
    ]
    .flatMap { folder in
        let path = SharedData.folder.map { "\($0)/\(Self.folder)/\(folder)" } ?? ""
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".osm") }.sorted().map { "\(folder)/\($0)" }
    }

    @Test func `no file crashes the import or gets something invalid into a region`() throws {
        #expect(Self.files.count >= 26)
        for file in Self.files {
            let path = try SharedData.path("\(Self.folder)/\(file)")
            do {
                let region = try Self.importTagged(path)
                try Self.expectValid(region, file)
            } catch is ImportError {
                // A file of loose nodes or of broken areas alone: refused, with the reason.
            }
        }
    }

    @Test func `osm2pgsql's multipolygons have the areas that its own tests expect`() throws {
        let path = try SharedData.path("\(Self.folder)/osm2pgsql/test_multipolygon.osm")
        let region = try Self.importTagged(path)
        // Square metres of Web Mercator, next to the equator.
        let metersPerDegree = 111_319.490_793
        func squareMeters(_ type: String, _ id: Int64) throws -> [String] {
            try region.rows(
                """
                SELECT CAST(round(ST_Area(geom) * \(metersPerDegree * metersPerDegree)) AS INTEGER)
                FROM area WHERE osm_type = '\(type)' AND osm_id = \(id)
                """)
        }
        let expected: [(String, Int64, Int)] = [
            ("R", 1, 12_895), ("W", 4, 3_144), ("R", 8, 12_894), ("R", 3, 9_286), ("W", 83, 24_859),
            ("R", 24, 18_501), ("R", 13, 17_581), ("R", 7, 16_169), ("R", 29, 68_494),
        ]
        for (type, id, area) in expected {
            let found = try squareMeters(type, id).compactMap(Int.init)
            #expect(found.count == 1 && abs(found[0] - area) <= 1, "\(type)\(id): \(found)")
        }
        #expect(
            try region.rows(
                "SELECT ST_NumInteriorRing(ST_GeometryN(geom, 1)) FROM area WHERE osm_type = 'R' AND osm_id = 3"
            )
                == ["2"])
        for id in [7, 13] {
            #expect(
                try region.rows(
                    "SELECT ST_NumGeometries(geom) FROM area WHERE osm_type = 'R' AND osm_id = \(id)"
                )
                    == ["2"])
        }
    }

    @Test(arguments: ["queens-village-ny.osm.pbf", "monaco-riviera.osm.pbf", "gibraltar.osm.pbf"])
    func `a real extract, cut at its edges, gives only valid geometry`(name: String) throws {
        let region = try ImportFixture(
            files: [try SharedData.path("data/osm/\(name)")], directory: try TemporaryDirectory())
        try Self.expectValid(region, name)
    }
}
