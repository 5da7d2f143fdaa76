import FoundationEssentials
import OSMReader
import PlaceIndex
import TestSupport
import Testing

@Suite struct `An import replaces a region whole or not at all` {
    static let shop = "<node id='1' lat='1' lon='1'><tag k='shop' v='books'/></node>"

    /// A folder with a region of one shop.
    func folderWithRegion() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let path = try directory.write("<osm version='0.6'>\(Self.shop)</osm>".utf8, as: "a.osm")
        _ = try OSMImporter(region: "a", directory: directory.file("places")).run(files: [path])
        try FileManager.default.removeItem(atPath: path)
        return directory
    }

    func importInto(_ directory: TemporaryDirectory, content: some Sequence<UInt8>) throws {
        let input = try TemporaryDirectory()
        let path = try input.write(content, as: "a.osm.pbf")
        _ = try OSMImporter(region: "a", directory: directory.file("places")).run(files: [path])
    }

    @Test(arguments: ["cut", "random", "empty file", "no object", "nothing of use", "absent"])
    func `a refused file leaves the old region and nothing else`(kind: String) throws {
        let directory = try folderWithRegion()
        let before = try Data(contentsOf: URL(filePath: directory.file("places/a.sqlite")))
        let whole = try Data(contentsOf: URL(filePath: GeoDataFiles.liechtenstein))
        let error = #expect(throws: (any Error).self) {
            switch kind {
            case "cut": try importInto(directory, content: whole.prefix(whole.count / 2))
            case "random": try importInto(directory, content: Array(repeating: 0xA7, count: 999))
            case "empty file": try importInto(directory, content: [])
            case "no object": try importInto(directory, content: "<osm version='0.6'/>".utf8)
            case "nothing of use":
                try importInto(
                    directory,
                    content: "<osm version='0.6'><node id='1' lat='1' lon='1'/></osm>".utf8)
            default:
                _ = try OSMImporter(region: "a", directory: directory.file("places"))
                    .run(files: [directory.file("absent.osm.pbf")])
            }
        }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains(kind == "absent" ? "absent.osm.pbf" : "a.osm.pbf"))
        #expect(directory.files == ["places/a.sqlite"])
        #expect(try Data(contentsOf: URL(filePath: directory.file("places/a.sqlite"))) == before)
    }

    @Test func `an empty extract says that nothing was found`() throws {
        let directory = try folderWithRegion()
        #expect(throws: ImportError.self) {
            try importInto(directory, content: "<osm version='0.6'/>".utf8)
        }
        #expect(
            "\(ImportError.nothingFound(files: ["x"], objects: 0))".contains("Nothing was found"))
    }

    @Test func `a first import that fails leaves no folder`() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: OSMReaderError.self) {
            let whole = try Data(contentsOf: URL(filePath: GeoDataFiles.liechtenstein))
            let input = try directory.write(whole.prefix(whole.count / 2), as: "cut.osm.pbf")
            _ = try OSMImporter(region: "a", directory: directory.file("data/places"))
                .run(files: [input])
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("data")))
    }

    @Test(arguments: ImportProgress.Phase.allCases)
    func `an import stopped in any phase leaves the old region and nothing else`(
        phase: ImportProgress.Phase
    ) throws {
        struct Stopped: Error {}
        let directory = try folderWithRegion()
        let before = try Data(contentsOf: URL(filePath: directory.file("places/a.sqlite")))
        #expect(throws: Stopped.self) {
            let input = try TemporaryDirectory()
            let path = try input.write("<osm version='0.6'>\(Self.shop)</osm>".utf8, as: "b.osm")
            _ = try OSMImporter(region: "a", directory: directory.file("places"))
                .run(files: [path]) { if $0.phase == phase { throw Stopped() } }
        }
        #expect(directory.files == ["places/a.sqlite"])
        #expect(try Data(contentsOf: URL(filePath: directory.file("places/a.sqlite"))) == before)
    }

    @Test func `progress goes through the phases in order, bytes rising to their total`() throws {
        let directory = try TemporaryDirectory()
        var seen: [ImportProgress] = []
        _ = try OSMImporter(region: "a", directory: directory.path)
            .run(files: [GeoDataFiles.helsinkiCentre]) { seen.append($0) }
        let order = ImportProgress.Phase.allCases
        let phases = seen.map { order.firstIndex(of: $0.phase) ?? -1 }
        #expect(phases == phases.sorted())
        #expect(Set(phases) == Set(order.indices))
        for phase in order where phase.unit == .bytes {
            let steps = seen.filter { $0.phase == phase }
            #expect(steps.map(\.done) == steps.map(\.done).sorted())
            #expect(steps.last?.done == steps.last?.total)
        }
    }

    @Test func `what a killed import left is removed by the next one`() throws {
        let directory = try folderWithRegion()
        try directory.write([1, 2, 3], as: "places/b.sqlite.tmp-99-1")
        try importInto(directory, content: "<osm version='0.6'>\(Self.shop)</osm>".utf8)
        #expect(directory.files == ["places/a.sqlite"])
    }

    @Test func `two imports at once into one folder are refused`() throws {
        let directory = try folderWithRegion()
        let places = directory.file("places")
        _ = try OSMImporter(region: "a", directory: places).run(
            files: [GeoDataFiles.helsinkiCentre]
        ) { progress in
            guard progress.phase == .linking else { return }
            #expect(throws: ImportError.anotherImportRuns(directory: places)) {
                _ = try OSMImporter(region: "b", directory: places)
                    .run(files: [GeoDataFiles.helsinkiCentre])
            }
        }
        #expect(directory.files == ["places/a.sqlite"])
    }

    @Test func `several files become one region`() throws {
        let directory = try TemporaryDirectory()
        let report = try OSMImporter(region: "both", directory: directory.path)
            .run(files: [GeoDataFiles.liechtenstein, GeoDataFiles.helsinkiCentre])
        #expect(report.nodesRead == 24_260 + 65_733)
        #expect(report.administrativeAreas == 14)
        #expect(report.addresses > 1_600)
    }

    @Test(arguments: [
        ("maps/helsinki-centre.osm.pbf", "helsinki-centre"),
        ("Île_de France.osm.gz", "le-de-france"),
        ("A.osm", "a"),
    ])
    func `a region is named after its file`(path: String, name: String) throws {
        #expect(try OSMImporter.regionName(forFile: path) == name)
    }

    @Test(arguments: ["", "-a", "A", "a/b", "..", "a.b", "ä", String(repeating: "a", count: 64)])
    func `a name that could leave the folder is refused`(name: String) {
        #expect(throws: ImportError.regionNameInvalid(name)) {
            _ = try OSMImporter(region: name, directory: "places")
        }
    }
}
