import Hashing
import FoundationEssentials
import GeoModel
import Imaging
import TestSupport
import Testing

@testable import Inference

@Suite(.needsOpenVINO) struct `Loading a model` {
    @Test(arguments: [["first", "second"], ["background", "first", "second", "third"]])
    func `C02 a label file of another length is refused`(labels: [String]) throws {
        let model = try MeanModel(labels: labels)
        #expect(
            inferenceError { _ = try model.classifier() }
                == .labelCountMismatch(labels: labels.count, outputs: 3))
    }

    @Test(arguments: [("layout", "NHWC"), ("inputType", "uint8")])
    func `C03 a layout or type that is not the model's is refused`(key: String, value: String)
        throws
    {
        var model = try MeanModel()
        model.manifest[key] = value
        let error = try #require(inferenceError { _ = try model.classifier() })
        guard case .inputMismatch = error else {
            Issue.record("\(error)")
            return
        }
        #expect("\(error)".contains("float32 [1, 3, 2, 2]"))
    }

    @Test func `C03 a size that is not the model's is refused`() throws {
        var model = try MeanModel()
        model.manifest["width"] = 4
        model.manifest["height"] = 4
        let error = inferenceError { _ = try model.classifier() }
        #expect(
            error
                == .inputMismatch(
                    declared: "float32 [1, 3, 4, 4]", found: "float32 [1, 3, 2, 2]"))
    }

    @Test func `C05 raw numbers declared as probabilities are refused`() throws {
        var model = try MeanModel()
        model.manifest["output"] = "probabilities"
        #expect(inferenceError { _ = try model.classifier() } == .notProbabilities(model: "mean"))
    }

    @Test(arguments: ["mean.xml", "labels.txt", "model.json"])
    func `a missing file is named`(name: String) throws {
        let model = try MeanModel()
        try model.write()
        try FileManager.default.removeItem(atPath: model.folder.file(name))
        let error = inferenceError {
            _ = try ImageClassifier(folder: model.folder.path, runtime: try Shared.runtime.get())
        }
        #expect(error == .fileMissing(path: model.folder.file(name)))
    }

    @Test(arguments: ["file", "labels"])
    func `a file that is not the one named is refused`(which: String) throws {
        var model = try MeanModel()
        let other = String(repeating: "0", count: 64)
        let network = SHA256.hexadecimal(of: Array(try read(model, "mean.xml")))
        model.manifest["sha256"] = [
            "file": which == "file" ? other : network, "labels": other,
        ]
        guard
            case .checksumMismatch(let path, other, _) = inferenceError({
                _ = try model.classifier()
            })
        else {
            Issue.record("no checksum mismatch")
            return
        }
        #expect(path.hasSuffix(which == "file" ? "mean.xml" : "labels.txt"))
    }

    private func read(_ model: MeanModel, _ name: String) throws -> Data {
        try model.write()
        return try Data(contentsOf: URL(filePath: model.folder.file(name)))
    }

    @Test func `a file that is no model is refused in OpenVINO's words`() throws {
        var model = try MeanModel()
        let text = "no model"
        try model.write()
        try model.folder.write(text.utf8, as: "other.onnx")
        model.manifest["file"] = "other.onnx"
        model.manifest["sha256"] = [
            "file": SHA256.hexadecimal(of: Array(text.utf8)),
            "labels": SHA256.hexadecimal(of: Array(model.labels.utf8)),
        ]
        guard case .modelRefused(_, let reason) = inferenceError({ _ = try model.classifier() })
        else {
            Issue.record("not refused")
            return
        }
        #expect(!reason.isEmpty)
    }
}

@Suite(.needsOpenVINO) struct `Classifying a picture` {
    @Test(arguments: [("RGB", "first"), ("BGR", "third")])
    func `C03 channels are in the declared order`(colour: String, expected: String) throws {
        var model = try MeanModel()
        model.manifest["colour"] = colour
        let answer = try model.classifier().classify(RGBImage(flat: 250, 20, 10))
        #expect(answer.first?.label.name == expected)
    }

    /// Mean and scale bring 20, 10, 0 to 2, 1, 0; the softmax of those, by hand.
    @Test func `C05 logits become probabilities`() throws {
        var model = try MeanModel()
        model.manifest["scale"] = [10, 10, 10]
        let answer = try model.classifier().classify(RGBImage(flat: 20, 10, 0))
        let expected = [0.665_241, 0.244_728, 0.090_031]
        #expect(answer.map(\.label.name) == ["first", "second", "third"])
        for (found, number) in zip(answer, expected) {
            #expect(abs(found.probability - number) < 1e-5)
        }
    }

    @Test func `the background class is never answered`() throws {
        var model = try MeanModel()
        model.manifest["backgroundClass"] = 0
        let answer = try model.classifier().classify(RGBImage(flat: 250, 20, 10))
        #expect(answer.map(\.label.name) == ["second", "third"])
        #expect(answer[0].probability < 0.01)
    }

    // Measured with OpenVINO 2026.4.1; decoders and processors may differ a little.
    static let golden: [(GeoDataFiles.Photo, String, Double)] = [
        (.palace, "palace", 0.45), (.church, "dome", 0.77), (.coffee, "espresso", 0.97),
        (.cat, "Egyptian Mau", 0.42),
    ]

    @Test(arguments: golden)
    func `C02 C03 the bundled photos get the labels that the model is known for`(
        photo: GeoDataFiles.Photo, name: String, probability: Double
    ) throws {
        let classifier = try Shared.imageNet.get()
        let answer = try classifier.classify(try RGBImage(photo: photo.path, for: classifier))
        #expect(answer.count == 1000)
        #expect(answer[0].label.name == name)
        #expect(abs(answer[0].probability - probability) < 0.1)
        #expect(abs(answer.reduce(0) { $0 + $1.probability } - 1) < 0.001)
        #expect(zip(answer, answer.dropFirst()).allSatisfy { $0.probability >= $1.probability })
    }

    @Test func `F01 a photo stored on its side gets the label it has upright`() throws {
        let classifier = try Shared.imageNet.get()
        let upright = try JPEGDecoder().decode(
            try JPEGFile(path: GeoDataFiles.Photo.coffee.path), orientation: .upright)
        let stored = try JPEGEncoder().encode(upright.turned(from: .rotated270), quality: 95)
        let folder = try TemporaryDirectory()
        let path = try folder.write(
            ExifSegment(orientation: 6).inserted(into: stored), as: "coffee.jpg")
        let answer = try classifier.classify(try RGBImage(photo: path, for: classifier))
        #expect(answer[0].label.name == "espresso")
        #expect(answer[0].probability > 0.9)
    }

    @Test func `C01 a grey photo gets the label of its RGB twin`() throws {
        let classifier = try Shared.imageNet.get()
        let grey = "\(Repository.folder)/Tests/Fixtures/coffee-grey.jpg"
        let image = try RGBImage(photo: grey, for: classifier)
        let folder = try TemporaryDirectory()
        let twin = try folder.write(
            try JPEGEncoder().encode(image, quality: 95, fullColour: true), as: "twin.jpg")
        let answer = try classifier.classify(image)
        let expected = try classifier.classify(try RGBImage(photo: twin, for: classifier))
        #expect(try JPEGFile(path: grey).header.components == 1)
        #expect(answer[0].label.name == "espresso")
        #expect(answer[0].label == expected[0].label)
        #expect(abs(answer[0].probability - expected[0].probability) < 0.05)
    }

    @Test(.needsSharedData)
    func `C01 a photo of four inks gets the label of its RGB twin`() throws {
        let classifier = try Shared.imageNet.get()
        let photo = try SharedData.path("data/photos/encodings/pil_sample_cmyk.jpg")
        let image = try RGBImage(photo: photo, for: classifier)
        let folder = try TemporaryDirectory()
        let twin = try folder.write(
            try JPEGEncoder().encode(image, quality: 95, fullColour: true), as: "twin.jpg")
        let answer = try classifier.classify(image)
        let expected = try classifier.classify(try RGBImage(photo: twin, for: classifier))
        #expect(try JPEGFile(path: photo).header.components == 4)
        #expect(answer[0].label == expected[0].label)
        #expect(abs(answer[0].probability - expected[0].probability) < 0.1)
    }

    @Test func `a picture of one pixel is answered`() throws {
        let pixel = RGBImage(width: 1, height: 1, bytes: [1, 2, 3])!
        #expect(try Shared.imageNet.get().classify(pixel).count == 1000)
    }

    @Test func `threads that share two requests get what one thread gets`() async throws {
        let classifier = try Shared.imageNet.get()
        let photos: [GeoDataFiles.Photo] = [.palace, .coffee, .church, .cat]
        let images = try photos.map { try RGBImage(photo: $0.path, for: classifier) }
        let alone = try images.map { try classifier.classify($0) }
        try await withThrowingTaskGroup(of: (Int, [LabelledProbability]).self) { group in
            for round in 0..<12 {
                group.addTask { (round % 4, try classifier.classify(images[round % 4])) }
            }
            for try await (index, answer) in group { #expect(answer == alone[index]) }
        }
    }
}

@Suite(.needsSharedData, .needsOpenVINO) struct `Models that people bring` {
    /// A line of expected.tsv: what other runtimes answer.
    struct Line {
        let photo, model, label: String
        let index: Int
        let probability: Double
    }

    private func expected(_ folder: String) throws -> [Line] {
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: "\(folder)/expected.tsv")), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
            return Line(
                photo: cells[0], model: cells[1], label: cells[3], index: Int(cells[2])!,
                probability: Double(cells[4])!)
        }
    }

    private func quantised(_ kind: String, _ folder: String, background: Int) throws
        -> ImageClassifier
    {
        let file = "mobilenet_v2_1.0_224_inat_\(kind)_quant.tflite"
        let labels = "inat_\(kind)_labels.txt"
        func checksum(_ name: String) throws -> String {
            SHA256.hexadecimal(of: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
        }
        let text = json(
            [
                "name": kind, "file": file, "labels": labels, "labelFormat": "taxon-lines",
                "layout": "NHWC", "colour": "RGB", "inputType": "uint8", "width": 224,
                "height": 224,
                "cropFraction": 0.875, "resize": "bilinear-antialiased", "output": "probabilities",
                "outputScale": 0.00390625, "backgroundClass": background,
                "sha256": ["file": try checksum(file), "labels": try checksum(labels)],
            ] as [String: Any])
        let manifest = try JSONDecoder().decode(ModelManifest.self, from: Data(text.utf8))
        return try ImageClassifier(manifest, folder: folder, runtime: try Shared.runtime.get())
    }

    @Test(arguments: [("bird", 964), ("insect", 1021)])
    func `C03 an 8-bit TFLite model answers as other runtimes do`(kind: String, background: Int)
        throws
    {
        let folder = try SharedData.path("models/species-test")
        let classifier = try quantised(kind, folder, background: background)
        for line in try expected(folder) where line.model == kind {
            let image = try RGBImage(photo: "\(folder)/photos/\(line.photo)", for: classifier)
            let answer = try classifier.classify(image)
            #expect(!answer.contains { $0.label.index == background })
            #expect(answer.reduce(0) { $0 + $1.probability } < 1.05)
            guard line.index != background else {
                #expect(answer[0].probability < 0.4, "\(line.photo)")
                continue
            }
            let found = try #require(answer.first { $0.label.index == line.index })
            #expect(abs(found.probability - line.probability) < 0.1, "\(line.photo)")
            if line.probability > 0.4 { #expect(answer[0] == found, "\(line.photo)") }
        }
    }

    @Test func `the default model answers as its makers measured`() throws {
        let folder = try SharedData.path("models/species-test")
        let classifier = try Shared.imageNet.get()
        for line in try expected(folder) where line.model == "imagenet" {
            let image = try RGBImage(photo: "\(folder)/photos/\(line.photo)", for: classifier)
            let answer = try classifier.classify(image)
            let found = try #require(answer.first { $0.label.index == line.index })
            #expect(found.label.name == line.label)
            #expect(abs(found.probability - line.probability) < 0.05, "\(line.photo)")
            if line.probability > 0.4 { #expect(answer[0] == found, "\(line.photo)") }
        }
    }
}
