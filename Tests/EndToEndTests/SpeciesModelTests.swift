import FoundationEssentials
import TestSupport
import Testing

/// The two real species models of the shared folder, which are not the project's to ship.
@Suite(.needsSharedData, .needsOpenVINO) struct `Real species models` {
    /// Both added with one command each, once for all tests.
    private static let added = Result<TemporaryDirectory, any Error> {
        let folder = try TemporaryDirectory()
        let models = try SharedData.path("models/species-test")
        let golden = [
            (
                "bird",
                [
                    "chickadee.jpg=Black-capped Chickadee", "burrowing_owl.jpg=189",
                    "macaw.jpg=Ara macao",
                ]
            ),
            ("insect", ["sunflower.jpg=Honey Bee"]),
        ]
        for (kind, photos) in golden {
            let result = try runProgram(
                [
                    "model", "add", kind, "--file",
                    "\(models)/mobilenet_v2_1.0_224_inat_\(kind)_quant.tflite", "--labels",
                    "\(models)/inat_\(kind)_labels.txt", "--data", folder.file("data"),
                ] + photos.flatMap { ["--golden", "\(models)/photos/\($0)"] })
            try #require(result.exitCode == 0, "\(result.standardError)")
            #expect(result.standardOutput.contains("background"), "\(result.standardOutput)")
        }
        return folder
    }

    @Test func `they are recognised without an option`() throws {
        let folder = try Self.added.get()
        let list = try runProgram(["model", "list", "--json", "--data", folder.file("data")])
        let models = list.json["models"].all
        #expect(models.map { $0["name"].text } == ["imagenet", "bird", "insect"])
        #expect(models.map { $0["group"].text } == [nil, "Aves", "Insecta"])
        #expect(models.map { $0["classes"].integer } == [1000, 965, 1022])
        let manifest = try JSON(parsing: Bytes.of(folder.file("data/models/bird/model.json")))
        #expect(manifest["layout"].text == "NHWC" && manifest["inputType"].text == "uint8")
        #expect(manifest["backgroundClass"].integer == 964)
        #expect(manifest["labelFormat"].text == "taxon-lines")
        #expect(manifest["output"].text == "probabilities")
    }

    @Test func `each photo gets its label again in a check`() throws {
        let folder = try Self.added.get()
        let check = try runProgram(["model", "check", "--json", "--data", folder.file("data")])
        #expect(check.exitCode == 0, "\(check.standardOutput)")
        let golden = check.json["models"].all.map { $0["golden"].all }
        #expect(golden.map(\.count) == [2, 3, 1])
        #expect(
            golden[1].map { $0["found"].text } == [
                "Black-capped Chickadee", "Burrowing Owl", "Scarlet Macaw",
            ])
    }

    private func identify(_ photo: String) throws -> JSON {
        let folder = try Self.added.get()
        let photos = try SharedData.path("models/species-test/photos")
        let result = try runProgram([
            "identify", "\(photos)/\(photo).jpg", "--json", "--data", folder.file("data"),
        ])
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json.source("image")["state"].text == "answered")
        for candidate in result.json["candidates"].all {
            #expect((0...1).contains(candidate["score"].number ?? -1), "\(candidate)")
            #expect(candidate["name"].text != "background")
        }
        return result.json
    }

    @Test func `the owl is known by the bird model, and the chickadee by both`() throws {
        #expect(try identify("burrowing_owl").candidateNames.first == "Burrowing Owl")
        let chickadee = try identify("chickadee")
        #expect(
            chickadee.candidateNames.prefix(2).contains { $0.lowercased().contains("chickadee") })
    }

    /// The insect model alone says honey bee with 0.85, and there is none.
    @Test func `a sunflower is not led by a honey bee`() throws {
        let sunflower = try identify("sunflower")
        #expect(sunflower.candidateNames.first == "daisy", "\(sunflower["candidates"])")
        let bird = try identify("hot_dog")
        #expect(bird.candidateNames.first == "hotdog", "\(bird["candidates"])")
    }
}
