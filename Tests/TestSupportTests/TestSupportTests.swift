import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@Suite struct `What the tests stand on` {
    @Test func `a sketch has north up and east right, one thousandth of a degree a character`() {
        let map = MapSketch(
            origin: Coordinate(clampingLatitude: 60, wrappingLongitude: 24),
            """
            a..7
            x.b.
            """)
        #expect(map["x"].description == "60.0,24.0")
        #expect(map["a"].description == "60.001,24.0")
        #expect(map["b"].description == "60.0,24.002")
        #expect(map.places.map(\.ref) == [OSMRef(osmType: .node, osmID: 7)])
        #expect(map.polygon("axb").outer == map.line("axba"))
    }

    @Test func `a temporary directory goes with everything in it`() throws {
        var folder: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(try folder?.write([1, 2, 3], as: "some.bytes"))
        #expect(folder?.files == ["some.bytes"])
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        arguments: [
            GeoDataFiles.liechtenstein, GeoDataFiles.helsinkiCentre, GeoDataFiles.countries,
            GeoDataFiles.imageNetModel + "/model.json",
        ] + GeoDataFiles.Photo.allCases.map(\.path))
    func `what ships with the repository is there`(path: String) {
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(.needsSharedData) func `shared data is found, and what it lacks is named`() throws {
        #expect(try SharedData.path("data/photos").hasSuffix("/data/photos"))
        #expect(throws: SharedData.Absent.self) { try SharedData.path("data/no such thing") }
    }
}
