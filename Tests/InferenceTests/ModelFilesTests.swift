import FoundationEssentials
import GeoModel
import Glibc
import TestSupport
import Testing

@testable import Inference

@Suite struct `A model's manifest` {
    @Test func `the bundled one is read`() throws {
        let manifest = try ModelManifest(folder: GeoDataFiles.imageNetModel)
        #expect(manifest.layout == .planes)
        #expect(manifest.resize == .bicubic)
        #expect(manifest.backgroundClass == nil)
    }

    @Test(
        arguments: [
            ("layout", nil, "'layout' is missing"), ("layout", "NCWH", "'layout' is not one"),
            ("width", "224", "'width' has the wrong type"), ("width", 0, "width and height"),
            ("width", 3, "must be equal"), ("scale", [1, 0, 1], "none that is 0"),
            ("mean", [1], "three numbers"), ("cropFraction", 1.5, "cropFraction"),
            ("file", "../model.onnx", "own folder"), ("temperature", 0, "temperature"),
            ("inputType", "uint8", nil), ("output", "scores", "'output' is not one"),
            ("labels", "..", "own folder"), ("file", "a/b.onnx", "own folder"),
            ("mean", [1e300, 0, 0], "a float holds"), ("scale", [1e-300, 1, 1], "a float holds"),
            ("width", 5000, "1 to 4096"), ("name", "two\\nlines", "one line"),
            ("group", "", "one line"), ("groups", ["Aves": [3, 2]], "'groups.Aves"),
            ("groups", ["Aves": [[3, 2]]], "'groups.Aves"),
            ("sha256", "abc", "'sha256' has the wrong type"),
        ] as [(String, (any Sendable)?, String?)])
    func `a field that is wrong is named`(
        field: String, value: (any Sendable)?, message: String?
    ) throws {
        var model = try MeanModel()
        model.manifest[field] = value
        try model.write()
        let error = inferenceError { _ = try ModelManifest(folder: model.folder.path) }
        if let message {
            let text = "\(try #require(error))"
            #expect(text.contains(message), "\(text)")
        } else {
            #expect(error == nil)
        }
    }

    @Test func `a uint8 input with a mean is refused`() throws {
        var model = try MeanModel()
        model.manifest["inputType"] = "uint8"
        model.manifest["mean"] = [127, 127, 127]
        try model.write()
        let error = try #require(
            inferenceError { _ = try ModelManifest(folder: model.folder.path) })
        #expect("\(error)".contains("mean must be 0"))
    }

    @Test(
        arguments: [
            ("backgroundClass", 3), ("backgroundClass", -1), ("groups", ["Aves": [[0, 3]]]),
        ] as [(String, any Sendable)])
    func `C02 a class that the labels lack is refused`(field: String, value: any Sendable) throws {
        var model = try MeanModel()
        model.manifest[field] = value
        try model.write()
        let manifest = try ModelManifest(folder: model.folder.path)
        let error = try #require(
            inferenceError { _ = try ModelLabels(of: manifest, in: model.folder.path) })
        #expect("\(error)".contains("the classes 0 to 2"), "\(error)")
    }

    @Test func `what is too large, or no file, is refused before it is read`() throws {
        let folder = try TemporaryDirectory()
        try folder.write([UInt8](repeating: 32, count: 1 << 20 + 1), as: "model.json")
        guard case .fileTooLarge = inferenceError({ _ = try ModelManifest(folder: folder.path) })
        else {
            Issue.record("read")
            return
        }
        let pipe = try TemporaryDirectory()
        #expect(mkfifo(pipe.file("model.json"), 0o600) == 0)
        #expect(
            inferenceError { _ = try ModelManifest(folder: pipe.path) }
                == .fileMissing(path: pipe.file("model.json")))
    }

    @Test func `what is no JSON is refused`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{".utf8, as: "model.json")
        let error = try #require(inferenceError { _ = try ModelManifest(folder: folder.path) })
        #expect("\(error)".contains("not JSON"))
    }
}

@Suite struct `Recorded answers` {
    private let labels: ModelLabels

    init() throws {
        let folder = GeoDataFiles.imageNetModel
        labels = try ModelLabels(of: try ModelManifest(folder: folder), in: folder)
    }

    @Test func `they are given for every photo, most probable first`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(
            #"{"probabilities": {"palace": 0.02, "497": 0.9, "dome": 0.02}}"#.utf8,
            as: "labels.json")
        let classifier = try RecordedClassifier(path: path, labels: labels)
        let answer = classifier.classify(.init(flat: 0, 0, 0))
        #expect(answer.map(\.label.name) == ["church", "dome", "palace"])
        #expect(answer.map(\.probability) == [0.9, 0.02, 0.02])
        #expect(classifier.modelName == "EfficientNet-Lite0 ImageNet-1k")
    }

    @Test(
        arguments: [
            (#"{"probabilities": {"chruch": 0.9}}"#, "'chruch'"),
            (#"{"probabilities": {"church": 9}}"#, "not in 0…1"),
            (#"{"probabilities": {"church": 0.9, "dome": 0.9}}"#, "more than 1"),
            (#"{"church": 0.9}"#, "object"), ("", "object"),
        ])
    func `what cannot be used is refused with its reason`(text: String, reason: String) throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(text.utf8, as: "labels.json")
        let error = try #require(
            inferenceError { _ = try RecordedClassifier(path: path, labels: labels) })
        #expect("\(error)".contains(reason))
    }
}
