import FoundationEssentials
import GeoModel
import TestSupport
import Testing
import VectorReader

@testable import Species

@Suite(.needsGDAL) struct `An import of ranges` {
    private func fixturePath(_ name: String) -> String {
        "\(Repository.folder)/Tests/Fixtures/ranges/\(name)"
    }

    /// A square at the equator, a degree wide, whose columns are those given.
    private func square(_ properties: String) -> String {
        RangeFixture.box(nil, properties, west: 10, south: 0, east: 11, north: 1)
    }

    @Test func `reads BirdLife's shapefile in an archive, projected and in Latin 1`() throws {
        let fixture = try RangeFixture()
        let report = try fixture.store.importRanges([fixturePath("birdlife.zip")])
        let file = report.sources[0].files[0]
        #expect(report.sources[0].name == "birdlife.zip")
        #expect(report.sources[0].species == 2)
        #expect(file.columns[0].contains("name = SCINAME"))
        #expect(file.noted["where it is extinct or a vagrant, listed only"] == 1)
        try fixture.expectSound()
        #expect(
            try fixture.rows("SELECT sourceID || ' ' || presence FROM species_range")
                == ["22700001 1", "22700001 5", "22700002 1"])
        #expect(try fixture.names(61, 23) == ["Cuculus canorus"])
        #expect(try fixture.names(62.5, 26) == ["Strix nebulosa"])
        #expect(try fixture.names(65, 29) == ["Cuculus canorus", "Strix nebulosa"])
        #expect(try fixture.answer("Cuculus canorus", 60.5, 20.5).status == .absent)
        // Edges that are straight in degrees are bent in the projection: half way along one.
        #expect(try fixture.names(60.003, 26) == ["Cuculus canorus"])
        #expect(try fixture.names(59.997, 26) == [])
    }

    @Test func `takes a column by number where two have one name`() throws {
        let fixture = try RangeFixture()
        let path = fixturePath("duplicates.zip")
        let error = try #require(throws: RangeImportError.self) {
            _ = try fixture.store.importRanges([path])
        }
        #expect("\(error)".contains("It has 'CODE', 'CODE', 'SEASON'"))
        let report = try fixture.store.importRanges(
            [path], RangeImportOptions(columns: [.name: "#2"]))
        #expect(report.sources[0].files[0].skipped == ["without a geometry": 1])
        #expect(try fixture.names(11, 11) == ["Larus alpha"])
        #expect(try fixture.rows("SELECT seasonal FROM species_range") == ["99"])
        #expect(throws: RangeImportError.self) {
            try fixture.store.importRanges([path], RangeImportOptions(columns: [.name: "#9"]))
        }
    }

    @Test(arguments: [
        #""sci_name": "Larus canus", "id_no": 22694308.0, "presence": 1, "origin": 1, "seasonal": 2"#,
        #""BINOMIAL": "Larus canus", "ID_NO": "22694308", "Presence": "1", "Origin": 1.0, "SEASONAL": 2.0"#,
        #""SISID": 22694308, "SCINAME": "Larus canus", "PRESENCE": 1, "ORIGIN": "1", "SEASONAL": "2""#,
        #""sisid": 22694308, "sci_name": "  Larus   canus ", "presence": 1, "origin": 1, "seasonal": 2"#,
        #""taxon_id": 22694308, "name": "Larus canus", "rank": "species", "presence": 1, "origin": 1, "seasonal": 2"#,
        #""species_code": "22694308", "scientific_name": "Larus canus", "presence": 1, "origin": 1, "season": "breeding", "type": "range""#,
    ])
    func `finds the columns of each naming, numbers in any type`(properties: String) throws {
        let fixture = try RangeFixture()
        try fixture.add([square(properties)])
        #expect(
            try fixture.rows(
                "SELECT scientificName || sourceID || presence || origin || coalesce(seasonal, season) "
                    + "FROM species_range"
            ).map { $0.replacing("breeding", with: "2") } == ["Larus canus22694308112"])
    }

    @Test(arguments: [#""name": "France""#, #""NAME": "x", "area": 3"#])
    func `takes no plain name for a taxon's`(properties: String) throws {
        let fixture = try RangeFixture()
        #expect(throws: RangeImportError.self) { try fixture.add([square(properties)]) }
    }

    @Test func `takes columns and the one species by option`() throws {
        let fixture = try RangeFixture()
        try fixture.add(
            [
                square(
                    #""latein": "Larus canus", "p": 5, "o": 3, "s": "winter", "von": "11-01", "bis": "02-01""#
                )
            ],
            RangeImportOptions(columns: [
                .name: "LATEIN", .presence: "p", .origin: "o", .season: "s", .firstDay: "von",
                .lastDay: "bis",
            ]))
        #expect(
            try fixture.rows(
                "SELECT scientificName || presence || origin || season || firstDay || lastDay "
                    + "FROM species_range") == ["Larus canus53winter1101201"])
        try fixture.add(
            [square("\"a\": 1")], as: "one.geojson", RangeImportOptions(species: "Sterna hirundo"))
        #expect(try fixture.names(0.5, 10.5) == ["Larus canus", "Sterna hirundo"])
        #expect(throws: RangeImportError.notASpecies("7")) {
            try fixture.add([square("\"a\": 1")], RangeImportOptions(species: "7"))
        }
        #expect(throws: RangeImportError.self) {
            try fixture.add([square("\"a\": 1")], RangeImportOptions(columns: [.name: "b"]))
        }
    }

    @Test func `again replaces the source, and no other`() throws {
        let fixture = try RangeFixture()
        try fixture.add([RangeFixture.box("Larus alpha", west: 0, south: 0, east: 2, north: 2)])
        try fixture.add(
            [RangeFixture.box("Larus beta", west: 0, south: 0, east: 2, north: 2)],
            as: "other.geojson")
        #expect(try fixture.names(1, 1) == ["Larus alpha", "Larus beta"])
        let report = try fixture.add([
            RangeFixture.box("Larus gamma", west: 0, south: 0, east: 2, north: 2)
        ])
        #expect(report.sources[0].hasReplaced)
        #expect(try fixture.names(1, 1) == ["Larus beta", "Larus gamma"])
        #expect(try fixture.rows("SELECT count(*) FROM range_piece_box") == ["2"])
        try fixture.expectSound()
        #expect(try fixture.store.removeRanges(source: "other.geojson") == 1)
        #expect(try fixture.names(1, 1) == ["Larus gamma"])
        #expect(
            throws: RangeImportError.sourceNotFound("other.geojson", known: ["ranges.geojson"])
        ) { try fixture.store.removeRanges(source: "other.geojson") }
    }

    @Test func `keeps several files as one source when asked`() throws {
        let fixture = try RangeFixture()
        let options = RangeImportOptions(source: "atlas")
        let paths = try ["Larus alpha", "Larus beta"].map { name in
            let text = """
                {"type": "FeatureCollection", "features": [
                \(RangeFixture.box(name, west: 0, south: 0, east: 2, north: 2))]}
                """
            return try fixture.species.folder.write(Array(text.utf8), as: "\(name).geojson")
        }
        _ = try fixture.store.importRanges(paths, options)
        let source = try #require(try fixture.store.rangeSources().first)
        #expect(source.name == "atlas")
        #expect(source.files == "Larus alpha.geojson, Larus beta.geojson")
        #expect(source.species == 2)
        _ = try fixture.store.importRanges([paths[0]], options)
        #expect(try fixture.names(1, 1) == ["Larus alpha"])
    }

    struct Stopped: Error {}

    @Test func `that is stopped or fails changes nothing`() throws {
        let fixture = try RangeFixture()
        try fixture.add([RangeFixture.box("Larus alpha", west: 0, south: 0, east: 2, north: 2)])
        let text = """
            {"type": "FeatureCollection", "features": [
            \(RangeFixture.box("Larus beta", west: 0, south: 0, east: 2, north: 2)),
            \(RangeFixture.box("Larus gamma", west: 0, south: 0, east: 2, north: 2))]}
            """
        let path = try fixture.species.folder.write(Array(text.utf8), as: "ranges.geojson")
        var seen: [RangeImportProgress] = []
        #expect(throws: Stopped.self) {
            try fixture.store.importRanges([path]) { progress in
                seen.append(progress)
                if progress.done == 2 { throw Stopped() }
            }
        }
        #expect(seen.map(\.done) == [1, 2])
        #expect(seen.map(\.total) == [2, 2])
        #expect(try fixture.names(1, 1) == ["Larus alpha"])
        // The second file is none: the first is taken back with it.
        let broken = try fixture.species.folder.write(Array("{".utf8), as: "broken.geojson")
        #expect(throws: VectorReaderError.self) {
            try fixture.store.importRanges([path, broken])
        }
        #expect(try fixture.names(1, 1) == ["Larus alpha"])
    }

    @Test func `mends rings that cross and overlap, and lists them`() throws {
        let fixture = try RangeFixture()
        let report = try fixture.add([
            RangeFixture.feature(
                "Larus nodosus", "", [[[(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]]]),
            // Two polygons that overlap: both are meant.
            RangeFixture.feature(
                "Larus duplex", "",
                [
                    [[(10, 0), (13, 0), (13, 2), (10, 2), (10, 0)]],
                    [[(12, 0), (15, 0), (15, 2), (12, 2), (12, 0)]],
                ]),
            RangeFixture.feature("Larus planus", "", [[[(20, 0), (21, 0), (20, 0)]]]),
            RangeFixture.feature(
                "Larus inversus", "", [[[(50, 95), (51, 95), (51, 96), (50, 95)]]]),
        ])
        let file = report.sources[0].files[0]
        #expect(file.repaired == ["Larus nodosus (feature 0)", "Larus duplex (feature 1)"])
        #expect(file.unusable == ["Larus planus (feature 2)", "Larus inversus (feature 3)"])
        #expect(
            file.skipped == [
                "without an inside": 1, "beyond the poles (is latitude first in the file?)": 1,
            ])
        try fixture.expectSound()
        #expect(try fixture.names(1, 0.5) == ["Larus nodosus"])
        #expect(try fixture.names(1.9, 1) == [])
        #expect(try fixture.names(1, 12.5) == ["Larus duplex"])
        #expect(
            report.text.contains("repaired: Larus nodosus (feature 0), Larus duplex (feature 1)"))
    }

    @Test
    func `leaves out an outline of random corners, bent at every edge, before it fills the memory`()
        throws
    {
        let fixture = try RangeFixture()
        var random = SeededGenerator(seed: 20_261_130)
        var corners = (0..<400).map { _ in
            (
                Double.random(in: -1e7...1e7, using: &random),
                Double.random(in: -1e7...1e7, using: &random)
            )
        }
        corners.append(corners[0])
        do {
            try fixture.add(
                [RangeFixture.feature("Larus anguis", "", [[corners]])], crs: "EPSG:3995")
            Issue.record("it was imported")
        } catch {
            #expect("\(error)".contains("bent all over the earth"), "\(error)")
        }
    }

    @Test func `leaves out an outline that crosses itself all over, before its repair takes hours`()
        throws
    {
        let fixture = try RangeFixture()
        var random = SeededGenerator(seed: 20_261_130)
        var corners = (0..<10_000).map { _ in
            (
                Double.random(in: -10...10, using: &random),
                Double.random(in: -10...10, using: &random)
            )
        }
        corners.append(corners[0])
        do {
            try fixture.add([RangeFixture.feature("Larus nodosus", "", [[corners]])])
            Issue.record("it was imported")
        } catch {
            #expect("\(error)".contains("crosses itself thousands of times"), "\(error)")
        }
    }

    @Test func `repairs a long outline that crosses itself here and there`() throws {
        let fixture = try RangeFixture()
        // A zigzag of 8,000 corners along the equator and back on the far side, with 16 loops in it.
        var corners = (0..<8_000).map { index in
            (Double(index) / 1_000, index % 2 == 0 ? 0 : 0.001)
        }
        for loop in 0..<16 { corners.swapAt(500 * loop + 10, 500 * loop + 12) }
        corners += [(8, 10), (0, 10), corners[0]]
        let report = try fixture.add([RangeFixture.feature("Larus longus", "", [[corners]])])
        #expect(report.text.contains("repaired: Larus longus"))
        #expect(try fixture.names(5, 4) == ["Larus longus"])
        try fixture.expectSound()
    }

    @Test func `counts what is no area, by kind, and rows without a name`() throws {
        let fixture = try RangeFixture()
        let shapes = [
            "null", #"{"type": "Point", "coordinates": [1, 1]}"#,
            #"{"type": "MultiPoint", "coordinates": [[1, 1]]}"#,
            #"{"type": "LineString", "coordinates": [[1, 1], [2, 2]]}"#,
            #"{"type": "Polygon", "coordinates": []}"#,
        ]
        let report = try fixture.add(
            shapes.map {
                #"{"type": "Feature", "properties": {"sci_name": "Larus alpha"}, "geometry": "#
                    + $0 + "}"
            } + [
                RangeFixture.box("", west: 0, south: 0, east: 1, north: 1),
                RangeFixture.box("12", west: 0, south: 0, east: 1, north: 1),
                RangeFixture.box("Larus alpha", west: 0, south: 0, east: 1, north: 1),
            ])
        #expect(
            report.sources[0].files[0].skipped == [
                "without a geometry": 2, "of points": 2, "of lines": 1, "without a name": 1,
                "whose name is none": 1,
            ])
        #expect(report.sources[0].ranges == 1)
    }

    @Test func `says what is in no reference system and cannot be degrees`() throws {
        let fixture = try RangeFixture()
        let path = fixturePath("birdlife.zip")
        // The same numbers under another name: GDAL takes what it is told.
        let report = try fixture.store.importRanges(
            [path], RangeImportOptions(referenceSystem: "EPSG:3067"))
        #expect(report.sources[0].files[0].referenceSystem == "EPSG:3067")
        #expect(throws: VectorReaderError.self) {
            try fixture.store.importRanges([path], RangeImportOptions(referenceSystem: "EPSG:0"))
        }
        #expect(try fixture.names(65, 29) == ["Cuculus canorus", "Strix nebulosa"])
    }

    @Test(.needs(.ogrinfo)) func `makes a layer that other programs open`() throws {
        let fixture = try RangeFixture()
        try fixture.add([
            RangeFixture.box("Larus alpha", "\"presence\": 1", west: 0, south: 0, east: 2, north: 2)
        ])
        let seen = try ExternalTool.ogrinfo.run(["-ro", "-al", fixture.store.path, "species_range"])
        let text = seen.standardOutput
        #expect(text.contains("Geometry: Multi Polygon"))
        #expect(text.contains("scientificName (String) = Larus alpha"))
        #expect(text.contains("presence (Integer) = 1"))
        #expect(text.contains("MULTIPOLYGON (((0 0,2 0,2 2,0 2,0 0)))"))
        #expect(text.contains("ID[\"EPSG\",4326]"))
    }
}
