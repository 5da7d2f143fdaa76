import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Range maps by command` {
    private func fixture(_ name: String) -> String {
        "\(Repository.folder)/Tests/Fixtures/ranges/\(name)"
    }

    private func program(_ words: [String]) throws -> ProgramResult {
        try runProgram(
            words, environment: ["TURNSTONE_OPENVINO": "/nonexistent/openvino"], within: 90)
    }

    @Test(.needs(.ogrinfo))
    func `are imported, listed, explored, overridden and removed`() throws {
        let folder = try TemporaryDirectory()
        let data = folder.file("data")
        func run(_ words: String...) throws -> ProgramResult {
            try program(words + ["--data", data])
        }
        let imported = try run("import", "ranges", fixture("birdlife.zip"), "--source", "birdlife")
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        #expect(
            imported.standardOutput.hasPrefix(
                "Imported range source birdlife: 2 species, 3 ranges in"))
        #expect(imported.standardError == "Reading birdlife.zip ...\n")

        let listed = try run("ranges", "list", "--json")
        #expect(listed.json["sources"][0]["name"].text == "birdlife")
        #expect(listed.json["sources"][0]["species"].integer == 2)

        let june = try run("explore", "65,29", "--date", "2026-06-01")
        #expect(june.exitCode == 0, "\(june.standardError)")
        let lines = june.standardOutput.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines[1].contains("Cuculus canorus") && lines[1].contains(". . . # # # # # # . . ."))
        let winter = try run("explore", "65,29", "--date", "2026-12-31", "--json")
        #expect(
            winter.json["species"].all.map { $0["status"].text } == ["present", "otherSeason"])

        let made = try run(
            "ranges", "override", "add", "Cuculus canorus", "-33.9,151.2", "--radius", "5000",
            "--months", "11-1", "--reason", "A late one", "--json")
        #expect(made.json["id"].integer == 1, "\(made.standardError)")
        let there = try run("explore", "-33.9,151.2", "--date", "2026-12-31")
        #expect(there.standardOutput.contains("A late one"))
        let overrides = try run("ranges", "override", "list")
        #expect(overrides.standardOutput.contains("1,11,12"))
        #expect(try run("ranges", "override", "remove", "1").exitCode == 0)

        #expect(
            try run("ranges", "remove", "birdlife").standardOutput
                == "Removed range source birdlife: 3 ranges\n")
        #expect(try run("ranges", "list").standardOutput == "No range map.\n")
        let empty = try run("explore", "65,29")
        #expect(empty.standardOutput == "Nothing is known to live here.\n")
        #expect(empty.standardError.contains("turnstone import ranges FILE"))
    }

    @Test(.needs(.ogrinfo)) func `that cannot be imported leave no file behind`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(Array("{}".utf8), as: "no.geojson")
        let result = try turnstone("import", "ranges", file, "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: ["no.geojson"])
        #expect(!folder.files.contains { $0.contains("species.sqlite") })
        let named = try turnstone(
            "import", "ranges", fixture("duplicates.zip"), "--data", folder.file("data"))
        expectFailure(named, exitCode: 1, saying: ["--name-column", "--species", "'CODE'"])
    }

    @Test(arguments: [
        (["ranges", "override", "add", "Pica pica", "1,2"], "--reason"),
        (
            ["ranges", "override", "add", "Pica pica", "1,2", "--reason", "x", "--months", "13"],
            "--months"
        ),
        (
            ["ranges", "override", "add", "Pica pica", "1,2", "--reason", "x", "--status", "here"],
            "--status"
        ),
        (["ranges", "override", "remove", "x"], "ID"), (["explore", "1"], "LAT,LON"),
        (["explore", "1,2", "--date", "2026-02-30"], "--date"), (["import", "ranges"], "FILE"),
    ])
    func `of a wrong command line name what is wrong`(words: [String], said: String) throws {
        let folder = try TemporaryDirectory()
        let result = try program(words + ["--data", folder.file("data")])
        expectFailure(result, exitCode: 2, saying: [said])
    }
}
