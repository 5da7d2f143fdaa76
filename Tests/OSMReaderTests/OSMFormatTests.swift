import FoundationEssentials
import GeoModel
import OSMReader
import TestSupport
import Testing

@Suite struct `Formats and damaged files` {
    @Test(arguments: [
        ("liechtenstein", OSMFile.Format.pbf), ("helsinki-centre", .pbf),
    ])
    func `a bundled extract is told by its content`(name: String, format: OSMFile.Format) throws {
        let directory = try TemporaryDirectory()
        let bytes = try Data(
            contentsOf: URL(filePath: "\(GeoDataFiles.folder)/extracts/\(name).osm.pbf"))
        let renamed = try directory.write(bytes, as: "map")
        #expect(try OSMFile(path: renamed).format == format)
        #expect(try ReadObjects(paths: [renamed]).summary?.nodes ?? 0 > 20_000)
    }

    @Test(
        .needsSharedData,
        arguments: [
            ("data/osm/andorra-2013.osm.gz", OSMFile.Format.gzippedXML, 69385, 2722, 74),
            ("data/osm/saint-barthelemy.osm.bz2", .bzippedXML, 8076, 625, 16),
            ("data/osm/taipei.osm", .xml, 1341, 127, 74),
            ("data/osm/monaco-lz4.osm.pbf", .pbf, 25423, 4106, 243),
            ("data/osm/fiji-antimeridian.osm.pbf", .pbf, 10640, 1179, 4),
            ("data/osm/odd-osm-binary-sample.osm.pbf", .pbf, 290, 44, 5),
            ("data/osm/odd-negative-ids.osm.pbf", .pbf, 8, 2, 0),
            ("data/osm/odd-without-metadata.osm.pbf", .pbf, 899, 71, 20),
            ("data/osm/odd-relation-loop.osm", .xml, 0, 0, 1),
            ("data/osm/odd-pbf_version-1-densenodes.osm.pbf", .pbf, 1, 0, 0),
        ])
    func `the counts are those of osmium fileinfo`(
        path: String, format: OSMFile.Format, nodes: Int, ways: Int, relations: Int
    ) throws {
        let path = try SharedData.path(path)
        #expect(try OSMFile(path: path).format == format)
        let summary = try #require(try ReadObjects(paths: [path]).summary)
        #expect(summary.nodes == nodes)
        #expect(summary.ways == ways)
        #expect(summary.relations == relations)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 0.999])
    func `a PBF cut in the middle is called damaged`(share: Double) throws {
        let directory = try TemporaryDirectory()
        let bytes = try Data(contentsOf: URL(filePath: GeoDataFiles.helsinkiCentre))
        let path = try directory.write(
            bytes.prefix(Int(Double(bytes.count) * share)), as: "cut.osm.pbf")
        let error = #expect(throws: OSMReaderError.self) { try ReadObjects(paths: [path]) }
        guard case .broken(path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a PBF with a NUL byte in a value is called damaged, with the object's id`() throws {
        let path = "\(Repository.folder)/Tests/FuzzTests/Corpus/osm/nul-in-tag.osm.pbf"
        let error = #expect(throws: OSMReaderError.self) { try ReadObjects(paths: [path]) }
        #expect(error.map { "\($0)" }?.contains(/value of object \d+ holds a NUL byte/) == true)
    }

    @Test func `a PBF with overwritten bytes is called damaged, and never crashes`() throws {
        let directory = try TemporaryDirectory()
        let bytes = try Data(contentsOf: URL(filePath: GeoDataFiles.helsinkiCentre))
        var random = SeededGenerator(seed: 20260601)
        for round in 0..<12 {
            var damaged = bytes
            for _ in 0..<20 {
                damaged[Int(random.next() % UInt64(damaged.count - 40)) + 40] =
                    UInt8(truncatingIfNeeded: random.next())
            }
            let path = try directory.write(damaged, as: "\(round).osm.pbf")
            #expect(throws: OSMReaderError.self) { try ReadObjects(paths: [path]) }
        }
    }

    @Test(arguments: [
        ("random.osm.pbf", "\u{1}\u{2}\u{3}not a map at all"),
        ("page.osm", "<!DOCTYPE html><html>"),
        ("x.o5m", "\u{FF}o5m2"), ("x.osm.gz", "PK\u{3}\u{4}"),
    ])
    func `other content is refused by name`(name: String, content: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(content.utf8, as: name)
        #expect(throws: OSMReaderError.unknownFormat(path: path)) { try OSMFile(path: path) }
    }

    @Test func `an empty, an absent and a change file are refused, each for its reason`() throws {
        let directory = try TemporaryDirectory()
        let empty = try directory.write([], as: "empty.osm.pbf")
        let change = try directory.write("<osmChange version='0.6'></osmChange>".utf8, as: "x.osm")
        #expect(throws: OSMReaderError.empty(path: empty)) { try OSMFile(path: empty) }
        #expect(throws: OSMReaderError.changeFile(path: change)) { try OSMFile(path: change) }
        #expect(throws: OSMReaderError.self) { try OSMFile(path: directory.file("absent.osm")) }
        #expect(throws: OSMReaderError.self) { try OSMFile(path: directory.path) }
    }

    @Test(arguments: ["<osm version='0.6'><node id='1' lat='0' lon='0'>", "<osm></osm>"])
    func `XML that ends early or names no version is called damaged`(text: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(text.utf8, as: "x.osm")
        #expect(throws: OSMReaderError.self) { try ReadObjects(paths: [path]) }
    }
}
