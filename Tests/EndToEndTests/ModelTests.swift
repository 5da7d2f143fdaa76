import FoundationEssentials
import Glibc
import Imaging
import TestSupport
import Testing

/// A model of colours and the photos that prove it, before it is added.
struct ColourModel {
    let folder: TemporaryDirectory

    /// Sure of a colour that is 50 brighter than the others.
    static let weights: [[Float]] = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]

    init(in folder: TemporaryDirectory, labels: String = "crimson\nemerald\nazure\n") throws {
        self.folder = folder
        try folder.write(
            TinyONNX(weights: Self.weights, hasSoftmax: true).bytes, as: "colours.onnx")
        try folder.write(labels.utf8, as: "colours.txt")
        for (name, colour) in [("red", [200, 20, 20]), ("green", [20, 200, 20])] {
            let bytes = (0..<4096).flatMap { _ in colour.map { UInt8($0) } }
            let image = try #require(RGBImage(width: 64, height: 64, bytes: bytes))
            try folder.write(
                try JPEGEncoder().encode(image, quality: 90, fullColour: true), as: "\(name).jpg")
        }
    }

    /// The command line that adds it.
    func adding(_ name: String = "colours", _ more: String...) -> [String] {
        [
            "model", "add", name, "--file", folder.file("colours.onnx"), "--labels",
            folder.file("colours.txt"), "--golden", folder.file("red.jpg") + "=crimson", "--golden",
            folder.file("green.jpg") + "=emerald", "--data", folder.file("data"),
        ] + more
    }

    func run(_ arguments: String...) throws -> ProgramResult {
        try runProgram(arguments + ["--data", folder.file("data")])
    }
}

@Suite(.needsOpenVINO) struct `Models of one's own` {
    @Test func `a model is added, listed, checked and removed`() throws {
        let folder = try TemporaryDirectory()
        let model = try ColourModel(in: folder)
        let added = try runProgram(model.adding("colours", "--licence", "CC0-1.0"))
        #expect(added.exitCode == 0, "\(added.standardError)")
        for words in ["Added model colours: 3 classes", "--colour", "'emerald', as it should be"] {
            #expect(added.standardOutput.contains(words), "\(added.standardOutput)")
        }
        let list = try model.run("model", "list", "--json")
        #expect(list.exitCode == 0, "\(list.standardError)")
        #expect(list.json["models"].all.map { $0["name"].text } == ["imagenet", "colours"])
        let mine = list.json["models"][1]
        #expect(mine["classes"].integer == 3)
        #expect(mine["licence"].text == "CC0-1.0")
        #expect(mine["goldenPhotos"].integer == 2)
        #expect(mine["state"].text == "added")
        #expect(mine["sha256"].text?.count == 64)
        let table = try model.run("model", "list").standardOutput
        for words in ["built-in", "colours", "CC0-1.0", "1,000"] {
            #expect(table.contains(words), "\(table)")
        }
        let check = try model.run("model", "check", "--json")
        #expect(check.exitCode == 0, "\(check.standardError)\(check.standardOutput)")
        #expect(check.json["models"].all.map { $0["isSound"].bool } == [true, true])
        #expect(check.json["models"][1]["golden"].all.map { $0["isMet"].bool } == [true, true])
        #expect(check.json["models"][0]["golden"].all.count == 2)
        #expect(
            try model.run("model", "check", "colours").standardOutput.contains("sound, 3 classes"))

        let removed = try model.run("model", "remove", "colours", "--json")
        #expect(removed.json["bytesFreed"].integer == mine["bytes"].integer)
        #expect(folder.files.filter { $0.hasPrefix("data/models/") } == [])
        expectFailure(
            try model.run("model", "remove", "colours"), exitCode: 1, saying: ["no model 'colours'"]
        )
        expectFailure(
            try model.run("model", "remove", "imagenet"), exitCode: 1, saying: ["ships with"])
    }

    @Test func `what is refused says what to do, and leaves no trace`() throws {
        let folder = try TemporaryDirectory()
        let model = try ColourModel(in: folder)
        func expectRefusal(_ arguments: [String], _ exitCode: Int32, _ words: String...) throws {
            expectFailure(try runProgram(arguments), exitCode: exitCode, saying: words)
            #expect(folder.files.filter { $0.hasPrefix("data/models/") } == [])
        }
        try expectRefusal(model.adding("Big"), 1, "a-z, 0-9")
        try expectRefusal(model.adding("c", "--colour", "BGR"), 1, "'azure'", "With --colour RGB")
        try expectRefusal(model.adding("c", "--mean", "1,2"), 2, "--mean", "three between commas")
        try expectRefusal(model.adding("c", "--layout", "NHCW"), 2, "NCHW, NHWC")
        try expectRefusal(model.adding("c", "--golden", "red.jpg"), 2, "--golden", "'='")
        try expectRefusal(["model", "add", "c", "--labels", "x"], 2, "--file is missing")
        try folder.write("crimson\nemerald\n".utf8, as: "colours.txt")
        try expectRefusal(model.adding(), 1, "3 outputs", "2 labels")
        // A first failure makes no data directory.
        #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
    }

    @Test(.limitsFileSizes) func `a full disk leaves nothing half`() throws {
        let folder = try TemporaryDirectory()
        let model = try ColourModel(in: folder)
        // A limit on files' sizes fails as a full disk does. Not to be reached by what the test writes.
        let line = ([RunningProgram.path] + model.adding()).map { "'\($0)'" }.joined(separator: " ")
        try folder.write([UInt8](repeating: 0, count: 300 << 10), as: "colours.onnx")
        let result = try RunningProgram(
            ["-c", "ulimit -f 100; exec \(line)"], program: "/bin/bash"
        ).result()
        #expect(result.exitCode == 1)
        #expect(result.standardError.contains("disk is full"), "\(result.standardError)")
        #expect(folder.files.filter { $0.hasPrefix("data/") } == [])
    }

    @Test func `killed at any moment, an addition leaves nothing that lasts`() throws {
        let folder = try TemporaryDirectory()
        let model = try ColourModel(in: folder)
        #expect(try runProgram(model.adding("old")).exitCode == 0)
        for milliseconds in [5, 40, 120, 300, 600, 1000] {
            let program = try RunningProgram(model.adding("new"))
            usleep(UInt32(milliseconds) * 1000)
            program.send(signal: SIGKILL)
            _ = try program.result()
            let list = try model.run("model", "list", "--json")
            #expect(list.exitCode == 0, "\(list.standardError)")
            let names = list.json["models"].all.compactMap { $0["name"].text }
            #expect([["imagenet", "old"], ["imagenet", "new", "old"]].contains(names))
            if names.contains("new") { _ = try model.run("model", "remove", "new") }
        }
        // The next start removes what is left, which no list shows.
        try withService(in: folder, classifier: .bundled) { service in
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.file("data/models"))
            #expect(names == ["old"])
            #expect(try service.client.get("/healthz").json["models"].all.count == 2)
        }
    }

    @Test func `a running service takes models up, and one that is broken fails alone`() throws {
        let folder = try TemporaryDirectory()
        let model = try ColourModel(in: folder)
        try FileManager.default.createDirectory(
            atPath: folder.file("data"), withIntermediateDirectories: true)
        try withService(in: folder, classifier: .bundled) { service in
            func states() throws -> [String: String] {
                let states = try service.client.get("/healthz").json["modelStates"].all
                return Dictionary(
                    uniqueKeysWithValues: states.map {
                        ($0["name"].text ?? "", $0["state"].text ?? "")
                    })
            }
            let general = "EfficientNet-Lite0 ImageNet-1k"
            #expect(try states() == [general: "waiting"])
            #expect(try runProgram(model.adding()).exitCode == 0)
            try service.eventually("the model is taken up") { try states()["colours"] == "waiting" }
            let green = try Bytes.of(folder.file("green.jpg"))
            let answer = try service.capture(photo: green)
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json.source("image")["state"].text == "answered")
            #expect(answer.json.candidateNames.contains("emerald"), "\(answer)")
            #expect(try states() == [general: "ready", "colours": "ready"])

            // Its file is exchanged behind the service's back, and its folder touched.
            try folder.write("torn".utf8, as: "data/models/colours/model.onnx")
            let json = try Bytes.of(folder.file("data/models/colours/model.json"))
            try folder.write(json + [10], as: "data/models/colours/model.json")
            try service.eventually("the change is seen") { try states()["colours"] == "waiting" }
            let second = try service.capture(photo: Photos.church)
            #expect(second.status == 201)
            #expect(second.json.source("image")["state"].text == "answered")
            let message = second.json.source("image")["message"].text ?? ""
            #expect(message.contains("colours") && message.contains("SHA-256"), "\(message)")
            #expect(second.json.candidateNames.contains { ["dome", "church"].contains($0) })
            #expect(try states() == [general: "ready", "colours": "failed"])
            #expect(try service.client.get("/healthz").json["imageClassification"].text == "ready")

            #expect(try model.run("model", "remove", "colours").exitCode == 0)
            try service.eventually("the model is let go of") { try states() == [general: "ready"] }
        }
    }
}
