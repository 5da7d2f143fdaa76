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
