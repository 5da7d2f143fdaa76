import FoundationEssentials
import GeoModel
import Imaging
import TestSupport
import Testing

@testable import Inference

@Suite(.needsOpenVINO) struct `Several models` {
    private let shelf: ModelShelf
    private let green = RGBImage(flat: 10, 200, 10)

    init() throws { shelf = try ModelShelf() }

    private func states(_ library: ModelLibrary) -> [String] {
        library.models.map { "\($0.modelName) \($0.state.name)" }
    }

    @Test func `each is loaded by the first photo that asks it`() throws {
        try shelf.add("one")
        try shelf.add("two") { $0["group"] = "Aves" }
        let library = try shelf.library()
        #expect(states(library) == ["one waiting", "two waiting"])
        let answer = try library.models[1].classify(green)
        #expect(states(library) == ["one waiting", "two ready"])
        #expect(answer[0].label.name == "green")
        #expect(answer[0].label.model == "two")
        #expect(answer[0].label.modelGroup == "Aves")
        #expect(library.models.map(\.group) == [nil, "Aves"])
        #expect(library.models[0].wantedShortestSide == 8)
    }

    @Test func `one that is broken fails alone, with its reason`() throws {
        try shelf.add("broken")
        try shelf.folder.write("no model".utf8, as: "broken/model.onnx")
        try shelf.add("torn") { $0["layout"] = nil }
        try shelf.add("whole")
        let library = try shelf.library()
        #expect(states(library) == ["broken waiting", "torn failed", "whole waiting"])
        let first = try #require(inferenceError { _ = try library.models[0].classify(green) })
        #expect("\(first)".contains("SHA-256"))
        #expect(library.models[0].state == .failed(reason: "\(first)"))
        // It is not tried again at each photo.
        #expect(
            inferenceError { _ = try library.models[0].classify(green) }
                == .modelUnusable(reason: "\(first)"))
        let second = try #require(inferenceError { _ = try library.models[1].classify(green) })
        #expect("\(second)".contains("'layout' is missing"))
        #expect(try library.models[2].classify(green)[0].label.name == "green")
    }

    @Test func `models are taken up and let go of while photos are answered`() throws {
        try shelf.add("one")
        let library = try shelf.library()
        let one = library.models[0]
        _ = try one.classify(green)
        #expect(!library.refresh())
        try shelf.add("two")
        try shelf.add(".draft")
        #expect(library.refresh())
        #expect(states(library) == ["one ready", "two waiting"])
        #expect(library.models[0] === one)
        try shelf.add("one") { $0["temperature"] = 2 }
        #expect(library.refresh())
        #expect(states(library) == ["one waiting", "two waiting"])
        try FileManager.default.removeItem(atPath: shelf.folder.file("two"))
        #expect(library.refresh())
        #expect(states(library) == ["one waiting"])
        // The one that was replaced still answers what it has begun.
        #expect(try one.classify(green)[0].label.name == "green")
    }

    @Test func `two of one name cannot be told apart, so the second fails`() throws {
        try shelf.add("one")
        try shelf.add("two") { $0["name"] = "one" }
        let library = try shelf.library()
        #expect(library.models.map(\.state.name) == ["waiting", "failed"])
        let error = inferenceError { _ = try library.models[1].classify(green) }
        #expect(error.map { "\($0)" }?.contains("another model has the name 'one'") == true)
    }

    @Test func `one can be asked alone`() throws {
        try shelf.add("one")
        try shelf.add("two")
        #expect(states(try shelf.library(only: "two")) == ["two waiting"])
    }

    @Test func `a person's model takes the place of a shipped one of its name`() throws {
        try shelf.add("imagenet")
        let folders = ModelFolder.all(
            data: shelf.folder.path, shipped: GeoDataFiles.folder + "/models", photos: nil)
        #expect(folders.map(\.name) == ["imagenet"])
        #expect(folders.map(\.isShipped) == [false])
        try shelf.add("birds")
        let more = ModelFolder.all(
            data: shelf.folder.file("birds"), shipped: GeoDataFiles.folder + "/models", photos: nil)
        #expect(more.map(\.isShipped) == [true])
    }

    @Test func `many photos at once are answered as one alone`() async throws {
        for name in ["one", "two", "three"] { try shelf.add(name) }
        let library = try shelf.library()
        let image = green
        try await withThrowingTaskGroup(of: String?.self) { group in
            for round in 0..<24 {
                group.addTask {
                    try library.models[round % 3].classify(image).first?.label.name
                }
            }
            for try await name in group { #expect(name == "green") }
        }
        #expect(states(library) == ["one ready", "three ready", "two ready"])
    }

    @Test func `what is no number never gets out`() throws {
        var weights = ModelShelf.colours
        weights[1][1] = .nan
        try shelf.add("nan", TinyONNX(weights: weights)) { $0["output"] = "logits" }
        let error = try #require(
            inferenceError { _ = try shelf.library().models[0].classify(green) })
        // A model whose every answer is none is refused when it is loaded.
        #expect(error == .notProbabilities(model: "nan"))

        // Grey stays below what a float holds, white does not: infinity minus infinity.
        let big: Float = 8e35
        try shelf.add("overflow", TinyONNX(weights: [[big, big, big], [0, 0, 0], [1, 1, 1]])) {
            $0["output"] = "logits"
        }
        let overflow = try shelf.library().models[1]
        _ = try overflow.classify(RGBImage(flat: 128, 128, 128))
        let second = inferenceError { _ = try overflow.classify(RGBImage(flat: 255, 255, 255)) }
        #expect(second == .notNumbers(model: "overflow"))
    }
}

@Suite struct `What a model's numbers mean` {
    /// A manifest of probabilities.
    private func manifest() throws -> ModelManifest {
        let shelf = try ModelShelf()
        try shelf.add("tiny")
        return try ModelManifest(folder: shelf.folder.file("tiny"))
    }

    @Test(
        arguments: [
            (TensorInfo.Element.uint8, [0, 128, 255], [0, 0.5, 0.996_093_75]),
            (.int8, [0x80, 0, 0x7F], [0, 0.5, 0.996_093_75]),
        ] as [(TensorInfo.Element, [UInt8], [Double])])
    func `an output of 8 bits counts 1/256 from its least`(
        element: TensorInfo.Element, bytes: [UInt8], expected: [Double]
    ) throws {
        let output = ModelOutput(try manifest(), element: element)
        #expect(bytes.withUnsafeBytes { output.probabilities($0) } == expected)
    }

    @Test(
        arguments: [
            ([0.2, 0.8], TensorInfo.Element.float32, ModelManifest.Output.probabilities),
            ([0.2, 0.3], .uint8, .probabilities), ([0.2, 0.3], .float32, nil),
            ([0.9, 0.9], .float32, nil), ([0.9, 0.9], .uint8, nil),
            ([4.3, -0.2], .float32, .logits),
            ([.nan, 0], .float32, .logits), ([0, 0], .uint8, nil),
        ] as [([Double], TensorInfo.Element, ModelManifest.Output?)])
    func `C05 what the numbers are is told by their range and their sum`(
        numbers: [Double], element: TensorInfo.Element, expected: ModelManifest.Output?
    ) {
        #expect(ModelOutput.kind(of: [numbers], element: element) == expected)
    }
}

@Suite(.needsOpenVINO) struct `What a model tells of itself` {
    private func inspect(_ model: TinyONNX) throws -> (input: TensorInfo, output: TensorInfo) {
        let folder = try TemporaryDirectory()
        let path = try folder.write(model.bytes, as: "tiny.onnx")
        return try Shared.runtime.get().inspect(path)
    }

    @Test func `shape and type are read, open dimensions too`() throws {
        var model = TinyONNX(layout: .interleaved, size: 6)
        #expect(try inspect(model).input == TensorInfo(element: .float32, shape: [1, 6, 6, 3]))
        #expect(try inspect(model).output == TensorInfo(element: .float32, shape: [1, 3]))
        model.shape = [nil, 6, 6, 3]
        model.element = .uint8
        #expect(try inspect(model).input == TensorInfo(element: .uint8, shape: [-1, 6, 6, 3]))
        model.element = .int8
        #expect(try inspect(model).input.element == .int8)
    }
}
