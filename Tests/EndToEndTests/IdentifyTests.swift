import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Identifying a photo` {
    private func identify(
        _ photo: String = GeoDataFiles.Photo.church.path, _ classifier: Classifier = .church,
        _ arguments: String...
    ) throws -> ProgramResult {
        let folder = try TemporaryDirectory()
        let (options, environment) = try classifier.setting(in: folder)
        return try runProgram(
            ["identify", photo] + options + arguments + ["--data", try PreparedData.path],
            environment: environment)
    }

    private let church = GeoDataFiles.Photo.church.path

    private func expectCathedralFirst(_ result: ProgramResult, name: String) {
        #expect(result.exitCode == 0, "\(result.standardError)")
        let first = result.json["candidates"][0]
        #expect(first["name"].text == name, "\(result.standardOutput)")
        #expect(first["osm_id"].integer == Spot.cathedralID)
        #expect(first["kind"].text == "place")
        #expect(first.evidenceKinds.contains("distance"))
        #expect(first.evidenceKinds.contains("image"))
        // The reason is a sentence, and the picture speaks for the church.
        let image = first["evidence"].all.first { $0["kind"].text == "image" } ?? .absent
        #expect((image["weight"].number ?? -1) > 0, "\(image)")
        #expect(image["text"].text?.isEmpty == false)
    }

    @Test func `a church at the cathedral is the cathedral, by distance and image`() throws {
        expectCathedralFirst(
            try identify(church, .church, "--at", "60.1702,24.9522", "--json"),
            name: "Helsingin tuomiokirkko")
        expectCathedralFirst(
            try identify(church, .church, "--at", "60.1702,24.9522", "--lang", "en", "--json"),
            name: "Helsinki Cathedral")
    }

    @Test func `a person reads the candidates and the reasons`() throws {
        let result = try identify(church, .church, "--at", "60.1702,24.9522", "--lang", "en")
        #expect(result.exitCode == 0, "\(result.standardError)")
        let lines = result.standardOutput.split(separator: "\n")
        let first = lines.firstIndex { $0.contains("Helsinki Cathedral") } ?? -1
        #expect(first >= 0, "\(result.standardOutput)")
        #expect(
            lines.dropFirst(first + 1).prefix(6).contains { $0.lowercased().contains("church") },
            "\(result.standardOutput)")
    }

    @Test func `forty kilometres away it does not offer the cathedral`() throws {
        let result = try identify(church, .church, "--at", "60.53,24.9522", "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(!result.json["candidates"].ids.contains(Spot.cathedralID))
        let kinds = result.json["candidates"].all.compactMap(\.["kind"].text)
        #expect(!kinds.contains("place"), "\(result.standardOutput)")
        #expect(!kinds.isEmpty)
    }

    @Test func `without a position the picture alone has candidates`() throws {
        let result = try identify(church, .church, "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        let first = result.json["candidates"][0]
        #expect(first["kind"].text == "thing", "\(result.standardOutput)")
        #expect(first["name"].text?.lowercased().contains("church") == true)
        #expect(first.evidenceKinds.contains("image"))
        #expect(result.json.source("places")["state"].text == "off")
        #expect(result.json["position"] == .null || result.json["position"] == .absent)
    }

    @Test func `with neither position nor model there is the time`() throws {
        let result = try identify(church, .none, "--json", "--date", "2026-06-01T12:05:00+02:00")
        #expect(result.exitCode == 0, "\(result.standardError)")
        let candidates = result.json["candidates"]
        #expect(candidates.all.count == 1, "\(result.standardOutput)")
        #expect(candidates[0]["kind"].text == "time")
        #expect(candidates[0]["name"].text?.contains("2026") == true)
        // What to do about the missing model is said.
        let image = result.json.source("image")
        #expect(image["state"].text == "off" || image["state"].text == "failed")
        #expect(image["message"].text?.isEmpty == false)
        #expect(result.standardError.contains("Scripts/setup"), "\(result.standardError)")
    }

    @Test func `without a model the position still answers`() throws {
        let result = try identify(church, .none, "--at", "60.1702,24.9522", "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json["candidates"].ids.contains(Spot.cathedralID))
        #expect(result.json["candidates"].all.contains { $0["kind"].text == "address" })
    }

    @Test func `identifying stores nothing`() throws {
        let folder = try PreparedData.copy()
        let before = folder.files
        let (options, environment) = try Classifier.church.setting(in: folder)
        let result = try runProgram(
            ["identify", church, "--at", "60.1702,24.9522", "--data", folder.file("data")]
                + options, environment: environment)
        #expect(result.exitCode == 0)
        let new = folder.files.filter { !before.contains($0) && !$0.hasPrefix("labels-") }
        #expect(new.filter { !$0.hasPrefix("data/records.sqlite") } == [])
    }

    @Test(.needsOpenVINO) func `the bundled model sees a church in the photo of one`() throws {
        expectCathedralFirst(
            try identify(church, .bundled, "--at", "60.1702,24.9522", "--json"),
            name: "Helsingin tuomiokirkko")
        let alone = try identify(church, .bundled, "--json")
        #expect(alone.json.source("image")["state"].text == "answered", "\(alone.standardError)")
        #expect(
            alone.json.candidateNames.contains {
                $0.lowercased().contains("church") || $0.lowercased().contains("dome")
            }, "\(alone.standardOutput)")
        let away = try identify(church, .bundled, "--at", "60.53,24.9522", "--json")
        #expect(!away.json["candidates"].ids.contains(Spot.cathedralID))
    }

    @Test(.needsOpenVINO, arguments: [(GeoDataFiles.Photo.coffee, "espresso"), (.cat, "cat")])
    func `the bundled model names what is in a photo`(photo: GeoDataFiles.Photo, word: String)
        throws
    {
        let result = try identify(photo.path, .bundled, "--json")
        #expect(
            result.json.candidateNames.prefix(5).contains { $0.lowercased().contains(word) },
            "\(result.standardOutput)")
    }
}
