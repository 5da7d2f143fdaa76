import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Importing an extract` {
    @Test(arguments: ["liechtenstein", "helsinki-centre"])
    func `the report says what was kept and what was left out`(region: String) throws {
        let done = try #require(try PreparedData.prepared.imports[region])
        #expect(done.result.exitCode == 0, "\(done.result.standardError)")
        print("import of \(region): \((done.seconds * 100).rounded() / 100) s")
        let report = done.result.standardOutput.lowercased()
        for word in ["places", "addresses", "streets", "areas", "left out"] {
            #expect(report.contains(word), "\(done.result.standardOutput)")
        }
        #expect(PreparedData.files(of: region) == ["\(region).sqlite"])
    }

    @Test(.needs(.ogrinfo), arguments: ["liechtenstein", "helsinki-centre"])
    func `the region file opens in GDAL, with its layers in EPSG 4326`(region: String) throws {
        let file = try PreparedData.path + "/places/\(region).sqlite"
        let told = try ExternalTool.ogrinfo.run(["-ro", "-so", "-al", file])
        #expect(told.exitCode == 0, "\(told.standardError)")
        for layer in ["place", "address", "street", "area", "area_piece", "settlement"] {
            let part = told.standardOutput.split(separator: "Layer name: ").first {
                $0.hasPrefix("\(layer)\n") || $0.hasPrefix("\(layer)(")
            }
            let text = try #require(part, "no layer \(layer) in:\n\(told.standardOutput)")
            #expect(text.contains("ID[\"EPSG\",4326]"), "\(text)")
        }
    }

    @Test(.needs(.osmium), arguments: ["osm", "osm.gz", "osm.bz2", "osm.pbf"])
    func `every format gives the same places`(ending: String) throws {
        let folder = try TemporaryDirectory()
        // A part of the country, so that XML is read in a moment.
        let file = folder.file("vaduz.\(ending)")
        let cut = try ExternalTool.osmium.run([
            "extract", "--bbox", "9.515,47.13,9.535,47.15", "--output", file,
            GeoDataFiles.liechtenstein,
        ])
        try #require(cut.exitCode == 0, "\(cut.standardError)")
        let imported = try turnstone(
            "import", "osm", file, "--region", "vaduz", "--data", folder.file("data"))
        #expect(imported.exitCode == 0, "\(imported.standardError)")

        let found = try turnstone(
            "nearby", "47.1396,9.5225", "--radius", "500", "--limit", "100", "--json", "--data",
            folder.file("data"))
        let whole = try turnstone(
            "nearby", "47.1396,9.5225", "--radius", "500", "--limit", "100", "--json", "--data",
            try PreparedData.path)
        let places = found.json["places"]
        #expect(places.all.count > 10)
        #expect(places.ids == whole.json["places"].ids)
    }

    @Test func `a second import of a region replaces the first, and others stay`() throws {
        let folder = try PreparedData.copy()
        let again = try turnstone(
            "import", "osm", GeoDataFiles.helsinkiCentre, "--region", "helsinki-centre", "--data",
            folder.file("data"))
        #expect(again.exitCode == 0, "\(again.standardError)")
        #expect(
            folder.files.filter { $0.hasPrefix("data/places/") } == [
                "data/places/helsinki-centre.sqlite", "data/places/liechtenstein.sqlite",
            ])
    }

    @Test(.needsSharedData, .measuresMemory)
    func `I12 an import keeps within the memory it was given, and says what would do`() throws {
        let folder = try TemporaryDirectory()
        let file = try SharedData.path("data/osm/liechtenstein-nominatim.osm.pbf")
        let words = ["import", "osm", file, "--data", folder.file("data"), "--max-memory"]
        let refused = try runProgram(words + ["100M"])
        expectFailure(refused, exitCode: 1, saying: ["195m", "100m", "smaller extract"])
        #expect(folder.files.filter { $0.hasPrefix("data/places/") } == [])

        let program = try RunningProgram(words + ["195M"])
        var peak = 0
        try program.wait(within: 90) {
            peak = max(peak, program.peakMemoryInBytes ?? 0)
            return program.endedWith == nil ? nil : ()
        }
        #expect(program.endedWith == 0, "\(program.standardError)")
        #expect(peak > 0 && peak <= 195 << 20, "\(peak)")
    }

    @Test func `the region is named after the file when nothing else is said`() throws {
        let folder = try TemporaryDirectory()
        let done = try turnstone(
            "import", "osm", GeoDataFiles.helsinkiCentre, "--data", folder.file("data"))
        #expect(done.exitCode == 0, "\(done.standardError)")
        #expect(folder.files.contains("data/places/helsinki-centre.sqlite"), "\(folder.files)")
    }
}

@Suite struct `Importing what cannot be` {
    /// What is wrong with a file, how it is named, and what the message must hold.
    struct BadExtract: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let words: [String]
        let bytes: @Sendable () throws -> [UInt8]
    }

    static let badExtracts = [
        BadExtract(testDescription: "half a .pbf", name: "half.osm.pbf", words: ["half.osm.pbf"]) {
            let whole = try Bytes.of(GeoDataFiles.helsinkiCentre)
            return Array(whole.prefix(whole.count / 2))
        },
        BadExtract(testDescription: "not a .pbf", name: "text.osm.pbf", words: ["text.osm.pbf"]) {
            Array("this is no map\n".utf8)
        },
        BadExtract(testDescription: "0 bytes", name: "nothing.osm.pbf", words: ["nothing.osm.pbf"])
        { [] },
        BadExtract(testDescription: "XML cut off", name: "cut.osm", words: ["cut.osm"]) {
            Array("<osm version=\"0.6\"><node id=\"1\" lat=\"60\" lon=\"24\"/><way id=".utf8)
        },
        BadExtract(testDescription: "an empty extract", name: "empty.osm", words: ["empty.osm"]) {
            Array("<?xml version=\"1.0\"?><osm version=\"0.6\"></osm>".utf8)
        },
        BadExtract(testDescription: "an unknown kind", name: "map.docx", words: [".osm.pbf"]) {
            Array("PK".utf8)
        },
    ]

    @Test(arguments: badExtracts)
    func `a broken or empty extract is refused, and leaves nothing`(bad: BadExtract) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(bad.bytes(), as: bad.name)
        let result = try turnstone("import", "osm", file, "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: bad.words)
        #expect(folder.files.filter { $0 != bad.name && !$0.contains("records.sqlite") } == [])
    }

    @Test func `the old region answers on when its replacement is broken`() throws {
        let folder = try PreparedData.copy()
        let before = try Bytes.of(folder.file("data/places/liechtenstein.sqlite"))
        let file = try folder.write(
            Bytes.of(GeoDataFiles.liechtenstein).prefix(300_000), as: "half.osm.pbf")
        let result = try turnstone(
            "import", "osm", file, "--region", "liechtenstein", "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: ["half.osm.pbf"])
        #expect(try Bytes.of(folder.file("data/places/liechtenstein.sqlite")) == before)
        #expect(
            folder.files.filter { $0.hasPrefix("data/places/") } == [
                "data/places/helsinki-centre.sqlite", "data/places/liechtenstein.sqlite",
            ])
    }

    /// Starts an import and ends it with a signal as soon as its new file is there.
    private func stopImport(with signal: Int32, in folder: TemporaryDirectory) throws -> Int32 {
        let program = try RunningProgram([
            "import", "osm", GeoDataFiles.helsinkiCentre, "--region", "helsinki-centre", "--data",
            folder.file("data"),
        ])
        try program.wait(within: 30) {
            let files = folder.files.filter { $0.hasPrefix("data/places/helsinki-centre.sqlite.") }
            return files.isEmpty && program.endedWith == nil ? nil : ()
        }
        program.send(signal: signal)
        return try program.result().exitCode
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a stopped import leaves no trace, and the old region as it was`(signal: Int32) throws {
        let folder = try PreparedData.copy()
        let files = folder.files
        let before = try Bytes.of(folder.file("data/places/helsinki-centre.sqlite"))
        #expect(try stopImport(with: signal, in: folder) != 0)
        #expect(folder.files == files)
        #expect(try Bytes.of(folder.file("data/places/helsinki-centre.sqlite")) == before)
    }

    @Test func `what a killed import leaves is gone with the next one`() throws {
        let folder = try PreparedData.copy()
        let files = folder.files
        #expect(try stopImport(with: SIGKILL, in: folder) == 128 + SIGKILL)
        let next = try turnstone(
            "import", "osm", GeoDataFiles.helsinkiCentre, "--region", "helsinki-centre", "--data",
            folder.file("data"))
        #expect(next.exitCode == 0, "\(next.standardError)")
        #expect(folder.files == files)
    }

    @Test(.needs(.prlimit), .limitsFileSizes, arguments: [60_000, 500_000, 1_000_000])
    func `an import that finds the disk full says so and leaves the old region alone`(bytes: Int)
        throws
    {
        let folder = try PreparedData.copy()
        let files = folder.files
        let before = try Bytes.of(folder.file("data/places/liechtenstein.sqlite"))
        let prlimit = try #require(ExternalTool.prlimit.path)
        // A limit on the size of files stands in for the disk: the write fails as on a full one.
        let result = try RunningProgram(
            [
                "--fsize=\(bytes)", RunningProgram.path, "import", "osm",
                GeoDataFiles.liechtenstein, "--region", "liechtenstein", "--data",
                folder.file("data"),
            ], program: prlimit
        ).result(within: 60)
        expectFailure(result, exitCode: 1, saying: ["could not be written", "the disk has room"])
        #expect(folder.files == files)
        #expect(try Bytes.of(folder.file("data/places/liechtenstein.sqlite")) == before)
    }

    @Test func `a file that is not there is named`() throws {
        let folder = try TemporaryDirectory()
        let result = try turnstone(
            "import", "osm", folder.file("absent.osm.pbf"), "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: ["absent.osm.pbf"])
        #expect(folder.files.filter { $0.hasPrefix("data/places") } == [])
    }
}

extension PreparedData {
    /// The files of the shared data directory that begin with a region's name.
    static func files(of region: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path + "/places")) ?? []
        return all.filter { $0.hasPrefix(region) }.sorted()
    }
}
