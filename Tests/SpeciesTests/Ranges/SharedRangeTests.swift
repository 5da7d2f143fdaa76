import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite(.needsGDAL, .needsSharedData) struct `The shared range files` {
    /// `expected.json`: of each file, places and the features that hold them.
    private struct Expected: Decodable {
        let files: [String: [Place]]

        struct Place: Decodable {
            let lat, lon: Double
            let features: [[Value]]
        }

        enum Value: Decodable, Hashable {
            case number(Int)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }

            var description: String {
                switch self {
                case .number(let number): "\(number)"
                case .text(let text): text
                }
            }
        }
    }

    private static let made = [
        "iucn_made.shp", "iucn_made.gpkg", "iucn_made.geojson",
        "blfspo1_range_smooth_27km_2023_made.gpkg", "inaturalist_made.gpkg",
    ]

    private func path(_ name: String) throws -> String { try SharedData.path("data/range/\(name)") }

    /// A range as the oracle writes it: codes that a file lacks are 1 there.
    private func line(_ entry: RangeEntry) -> String {
        let season =
            entry.seasonal.map(String.init)
            ?? (entry.season == .unknown ? "1" : entry.season.rawValue)
        return "\(entry.scientificName) \(entry.presence ?? 1) \(entry.origin ?? 1) \(season)"
    }

    @Test(arguments: made)
    func `hold what the oracle says, in each format and naming`(name: String) throws {
        let fixture = try RangeFixture()
        _ = try fixture.store.importRanges([path("made/\(name)")])
        try fixture.expectSound()
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(contentsOf: URL(filePath: path("made/expected.json"))))
        for place in try #require(expected.files[name]) {
            let position = try #require(
                Coordinate(decimalLatitude: place.lat, decimalLongitude: place.lon))
            let found = try fixture.store.ranges(covering: position).map(line).sorted()
            let wanted = place.features.map { values in
                values.map(\.description).joined(separator: " ")
            }
            #expect(found == wanted.sorted(), "\(place.lat), \(place.lon)")
        }
    }

    @Test func `of one content in three formats give the same areas`() throws {
        let fixture = try RangeFixture()
        for name in Self.made.prefix(3) {
            _ = try fixture.store.importRanges([path("made/\(name)")])
        }
        #expect(try fixture.store.rangeSources().map(\.ranges) == [7, 7, 7])
        // Whatever the order of rings and corners.
        #expect(
            try fixture.rows(
                """
                SELECT a.scientificName FROM species_range a JOIN species_range b
                ON a.sourceID = b.sourceID AND a.seasonal = b.seasonal
                WHERE ST_Area(ST_SymDifference(a.geom, b.geom)) > 1e-9
                    OR a.presence <> b.presence OR a.origin <> b.origin
                """) == [])
    }

    @Test(
        arguments: [
            ("iucn/EXAMPLE_SPECIES.zip", nil, 4, 4), ("iucn/SIMULATED_SPECIES.zip", nil, 34, 34),
            ("natural_earth/ne_110m_admin_0_countries.gpkg", "admin", 177, 177),
            ("natural_earth/ne_110m_admin_0_countries.geojson", "admin", 177, 177),
            ("natural_earth/ne_110m_countries_utf8.shp", "name_zh", 177, 0),
            ("natural_earth/ne_50m_admin_0_countries.gpkg", "admin", 242, 242),
            ("r5/continents.gpkg", "name", 3, 3), ("r5/continents.shp", "name", 3, 3),
            ("r5/continents.geojson", "name", 3, 3),
            ("r5/new-zealand-antimeridian.gpkg", "name", 2, 2),
            ("r5/new-zealand-antimeridian.shp", "name", 2, 2),
            ("r5/new-zealand-antimeridian.geojson", "name", 2, 2),
            ("r5/valid-polygon-projected.gpkg", "Name", 3, 3),
            ("r5/valid-polygon-projected.shp", "Name", 3, 3),
            ("r5/valid-polygon-projected.geojson", "Name", 3, 3),
            ("r5/duplicate-fields.shp", "#3", 1, 1),
            ("phyloregion-nigeria.geojson", "NAME", 1, 1),
            ("phyloregion-sa-grid.geojson", "grids", 365, 365),
        ] as [(String, String?, Int, Int)])
    func `are read whole`(name: String, column: String?, features: Int, ranges: Int) throws {
        let fixture = try RangeFixture()
        let options = RangeImportOptions(columns: column.map { [.name: $0] } ?? [:])
        let report = try fixture.store.importRanges([path(name)], options)
        #expect(report.sources[0].files[0].features == features)
        if ranges > 0 { #expect(report.sources[0].ranges == ranges, "\(report.text)") }
        try fixture.expectSound()
    }

    @Test(arguments: ["gpkg", "shp", "geojson"])
    func `New Zealand is where it is, in each reference system`(format: String) throws {
        let fixture = try RangeFixture()
        _ = try fixture.store.importRanges(
            [path("r5/new-zealand-antimeridian.\(format)")],
            RangeImportOptions(columns: [.name: "name"]))
        // Lake Taupo; the Chatham Islands, across 180 degrees; the sea between; Australia.
        #expect(try fixture.names(-38.8, 175.9) == ["North Island"])
        #expect(try fixture.names(-44, -176.6).count == 1)
        #expect(try fixture.names(-42, 180) == [])
        #expect(try fixture.names(-33, 151) == [])
        #expect(try fixture.names(0, 0) == [])
    }

    @Test(arguments: ["gpkg", "shp", "geojson"])
    func `Hong Kong's zones are where they are, in each projection`(format: String) throws {
        let fixture = try RangeFixture()
        _ = try fixture.store.importRanges(
            [path("r5/valid-polygon-projected.\(format)")],
            RangeImportOptions(species: "Larus hongkongensis"))
        let boxes = try fixture.rows(
            """
            SELECT min(MbrMinX(geom)) > 114.0 AND max(MbrMaxX(geom)) < 114.3
                AND min(MbrMinY(geom)) > 22.1 AND max(MbrMaxY(geom)) < 22.5 FROM species_range
            """)
        #expect(boxes == ["1"])
    }

    @Test(arguments: [
        ("iucn/sim_boundary.gpkg", "'id'"), ("wallace-Bassaricyon_neblina.shp", "'dummy'"),
        ("natural_earth/ne_110m_admin_0_countries.gpkg", "'admin'"),
        ("r5/nl-null-points.shp", "'INWABP'"), ("phyloregion-nigeria.geojson", "'NAME'"),
    ])
    func `without a taxon say what is missing and which option names it`(
        name: String, column: String
    ) throws {
        let fixture = try RangeFixture()
        let error = try #require(throws: RangeImportError.self) {
            _ = try fixture.store.importRanges([path(name)])
        }
        #expect("\(error)".contains(column))
        #expect("\(error)".contains("--name-column"))
        #expect("\(error)".contains("--species"))
        #expect(try fixture.store.rangeSources() == [])
    }

    @Test func `without a reference system are taken for degrees, and say so`() throws {
        let fixture = try RangeFixture()
        let report = try fixture.store.importRanges(
            [path("wallace-Bassaricyon_neblina.shp")],
            RangeImportOptions(species: "Bassaricyon neblina"))
        #expect(report.text.contains("none stated, taken for longitude and latitude on WGS 84"))
        #expect(try fixture.names(2, -77) == ["Bassaricyon neblina"])
    }

    @Test func `of points, and rows without a shape, are counted by kind`() throws {
        let fixture = try RangeFixture()
        let error = try #require(throws: RangeImportError.self) {
            _ = try fixture.store.importRanges(
                [path("r5/nl-null-points.shp")], RangeImportOptions(species: "Larus fuscus"))
        }
        #expect("\(error)".contains("17 of points, 3 without a geometry"))
    }
}
