import FoundationEssentials
import PlaceIndex
import TestSupport
import Testing

@Suite struct `Importing other formats and extracts` {
    static let tables = [
        ("place", "osm_type, osm_id, category, type, tags, importance, hex(geom)"),
        ("address", "osm_type, osm_id, house_number, street, hex(geom)"),
        ("street", "osm_type, osm_id, type, name, tags, hex(geom)"),
        ("area", "osm_type, osm_id, kind, admin_level, name, square_meters, hex(geom)"),
        ("settlement", "osm_type, osm_id, type, name, hex(geom)"),
    ]

    @Test(.needs(.osmium))
    func `all four formats give the same rows`() throws {
        let directory = try TemporaryDirectory()
        let reference = try ImportFixture(
            files: [GeoDataFiles.liechtenstein], directory: try TemporaryDirectory())
        for suffix in ["osm", "osm.gz", "osm.bz2", "osm.pbf"] {
            let path = directory.file("converted.\(suffix)")
            let result = try ExternalTool.osmium.run(
                ["cat", GeoDataFiles.liechtenstein, "-o", path])
            #expect(result.exitCode == 0)
            let region = try ImportFixture(files: [path], directory: try TemporaryDirectory())
            for (table, columns) in Self.tables {
                let query = "SELECT \(columns) FROM \(table) ORDER BY 1, 2, 3"
                let isSame = try region.rows(query) == reference.rows(query)
                #expect(isSame, "\(table) of .\(suffix)")
            }
        }
    }

    struct Expected: Decodable {
        let nodes, ways, relations: Int?
        let housenumbers, interpolation_ways, poi_like: Int
        let admin_levels: [String: Int]
    }

    @Test(
        .needsSharedData,
        arguments: [
            "monaco.osm.pbf", "andorra.osm.bz2", "malta.osm.pbf", "taipei.osm", "london.osm.pbf",
            "liechtenstein-nominatim.osm.pbf", "tokyo-centre.osm.pbf", "fiji-antimeridian.osm.pbf",
            "odd-open-relations.osm", "odd-missing-coordinates.osm.pbf", "gibraltar.osm.pbf",
        ])
    func `counts agree with those of independent tools`(name: String) throws {
        let folder = try SharedData.path("data/osm")
        let expected = try #require(
            try JSONDecoder().decode(
                [String: Expected].self,
                from: Data(contentsOf: URL(filePath: "\(folder)/expected.json")))[name])
        let region = try SharedRegions.region(of: "\(folder)/\(name)")
        let report = region.report
        #expect(report.nodesRead == expected.nodes)
        #expect(report.waysRead == expected.ways)
        #expect(report.relationsRead == expected.relations)
        let broken = report.skipped.filter { $0.key.hasPrefix("area not assembled") }
            .reduce(0) { $0 + $1.value.count }
        #expect(report.addresses <= expected.housenumbers)
        #expect(report.addresses >= expected.housenumbers - broken - expected.interpolation_ways)
        #expect(report.interpolations <= expected.interpolation_ways)
        // Objects with a main tag of the five keys counted, most of which are places.
        #expect(report.places * 10 >= expected.poi_like * 6)
        // The tools counted relations only, whole or not.
        let relations = try region.rows(
            "SELECT count(*) FROM area WHERE kind = 'administrative' AND osm_type = 'R'")
        #expect(Int(relations[0]) ?? 0 <= expected.admin_levels.values.reduce(0, +))
    }
}
