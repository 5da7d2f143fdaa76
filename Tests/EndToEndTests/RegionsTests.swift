import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Listing and removing regions` {
    @Test func `the list names box, counts, size, age and files of each region`() throws {
        let told = try turnstone("regions", "list", "--json", "--data", try PreparedData.path)
        #expect(told.exitCode == 0, "\(told.standardError)")
        let regions = told.json["regions"]
        #expect(regions.all.map { $0["name"].text } == ["helsinki-centre", "liechtenstein"])
        let helsinki = regions[0]
        let path = try PreparedData.path + "/places/helsinki-centre.sqlite"
        #expect(try helsinki["bytes"].integer == Bytes.of(path).count)
        #expect(helsinki["files"].all.map(\.text) == ["helsinki-centre.osm.pbf"])
        #expect(helsinki["sourceTimestamp"].text?.hasPrefix("2019-04-21") == true)
        #expect(helsinki["importedAt"].text?.hasSuffix("Z") == true)
        #expect(helsinki["counts"]["place"].integer ?? 0 > 2_000)
        let box = helsinki["boundingBox"].all.compactMap(\.number)
        #expect(box.count == 4 && box[0] < 24.95 && box[2] > 24.95, "\(box)")

        let table = try turnstone("regions", "list", "--data", try PreparedData.path)
        #expect(table.exitCode == 0)
        for word in ["region", "helsinki-centre", "liechtenstein", "MB", "2019-04-21", ".osm.pbf"] {
            #expect(table.standardOutput.contains(word), "\(table.standardOutput)")
        }
    }

    @Test func `a file that cannot be served is listed with its reason`() throws {
        let folder = try PreparedData.copy()
        _ = try folder.write(Array("no database".utf8), as: "data/places/torn.sqlite")
        let told = try turnstone("regions", "list", "--json", "--data", folder.file("data"))
        #expect(told.exitCode == 1)
        #expect(told.json["regions"].all.count == 3)
        #expect(told.json["regions"][2]["problem"].text?.contains("torn.sqlite") == true)
        let removed = try turnstone("regions", "remove", "torn", "--data", folder.file("data"))
        #expect(removed.exitCode == 0, "\(removed.standardError)")
    }

    /// Makes a region's file one of the format before: SQLite's header has the number at byte 60.
    private func age(_ path: String) throws {
        var bytes = try Bytes.of(path)
        bytes[63] -= 1
        // The copy shares its files with the prepared data: it gets one of its own.
        try FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func `a region of an older version is left out, and what to import again is told`() throws
    {
        let folder = try PreparedData.copy()
        let path = folder.file("data/places/helsinki-centre.sqlite")
        try age(path)
        let remedy = "turnstone import osm helsinki-centre.osm.pbf --region helsinki-centre"
        for (arguments, word) in [
            (["reverse", "47.1396,9.5225"], "Vaduz"), (["nearby", "47.1396,9.5225"], "distance"),
            (["search", "Vaduz"], "Liechtenstein"),
            (["identify", "--at", "47.1396,9.5225"], "places answered"),
        ] {
            let result = try runProgram(arguments + ["--data", folder.file("data")])
            #expect(result.exitCode == 0, "\(result)")
            #expect(result.standardOutput.contains(word), "\(result)")
            #expect(result.standardError.contains(remedy), "\(result)")
        }
        let service = try start(in: folder)
        try service.process.waitForLog(remedy)
        let health = try service.client.get("/healthz").json
        #expect(health["regions"].all.map(\.text) == ["liechtenstein"])
        #expect(health["unreadRegions"][0]["name"].text == "helsinki-centre")
        let message = health["unreadRegions"][0]["message"].text ?? ""
        #expect(message.contains(remedy) && !message.contains(folder.path), "\(message)")
        let answer = try service.client.get("/reverse?format=jsonv2&lat=47.1396&lon=9.5225")
        #expect(answer.json["address"]["country_code"].text == "li")
        // Imported again, it is taken up without a restart.
        let done = try turnstone(
            "import", "osm", GeoDataFiles.helsinkiCentre, "--region", "helsinki-centre", "--data",
            service.data)
        #expect(done.exitCode == 0, "\(done)")
        try service.eventually("it is served again") {
            let health = try service.client.get("/healthz").json
            return health["regions"].all.count == 2 && health["unreadRegions"].all.isEmpty
        }
        #expect(try service.process.stop().exitCode == 0)
    }

    @Test func `where no region can be read, questions fail and say so`() throws {
        let folder = try PreparedData.copy()
        for region in ["helsinki-centre", "liechtenstein"] {
            try age(folder.file("data/places/\(region).sqlite"))
        }
        let result = try turnstone("nearby", "60.17,24.95", "--data", folder.file("data"))
        expectFailure(
            result, exitCode: 1, saying: ["helsinki-centre", "liechtenstein", "regions list"])
    }

    @Test func `a removed region is gone, and what it took is told`() throws {
        let folder = try PreparedData.copy()
        let size = try Bytes.of(folder.file("data/places/liechtenstein.sqlite")).count
        let removed = try turnstone(
            "regions", "remove", "liechtenstein", "--json", "--data", folder.file("data"))
        #expect(removed.exitCode == 0, "\(removed.standardError)")
        #expect(removed.json["bytesFreed"].integer == size)
        #expect(
            folder.files.filter { $0.hasPrefix("data/places/") }
                == ["data/places/helsinki-centre.sqlite"])
    }

    @Test(arguments: ["atlantis", "../records", ""])
    func `an unknown region is refused with the names of those there are`(name: String) throws {
        let folder = try PreparedData.copy()
        let before = folder.files
        let result = try turnstone("regions", "remove", name, "--data", folder.file("data"))
        expectFailure(
            result, exitCode: 1, saying: [name, "helsinki-centre, liechtenstein"])
        #expect(folder.files == before)
    }

    @Test func `an empty folder has no regions`() throws {
        let folder = try TemporaryDirectory()
        let told = try turnstone("regions", "list", "--data", folder.path)
        #expect(told.exitCode == 0)
        #expect(told.standardOutput == "No region.\n")
    }
}
