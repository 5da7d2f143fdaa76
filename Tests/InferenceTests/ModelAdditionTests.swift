import FoundationEssentials
import GeoModel
import Imaging
import TestSupport
import Testing

@testable import Inference

/// A model and its labels before they are added.
struct Offer {
    let folder: TemporaryDirectory
    var addition: ModelAddition

    /// Its answers are logits unless the model has a softmax.
    init(
        _ model: TinyONNX = TinyONNX(weights: ModelShelf.colours, hasSoftmax: true),
        labels: String = "red\ngreen\nblue\n", golden: [(UInt8, UInt8, UInt8, String)] = []
    ) throws {
        folder = try TemporaryDirectory()
        addition = ModelAddition(
            name: "colours", file: try folder.write(model.bytes, as: "tiny.onnx"),
            labels: try folder.write(labels.utf8, as: "names.txt"))
        for (index, photo) in golden.enumerated() {
            let image = RGBImage(flat: photo.0, photo.1, photo.2)
            let path = try folder.write(
                try JPEGEncoder().encode(image, quality: 95, fullColour: true),
                as: "photo-\(index).jpg")
            addition.golden.append(GoldenPhoto(path: path, label: photo.3))
        }
    }

    var models: String { folder.file("models") }

    func add() throws -> ModelAddition.Report {
        try addition.run(in: models, runtime: try Shared.runtime.get())
    }

    /// The error of an addition that must fail, and leave nothing behind.
    func refusal(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let before = folder.files
        let error = try #require(
            inferenceError { _ = try add() }, "it was added", sourceLocation: sourceLocation)
        #expect(folder.files == before, sourceLocation: sourceLocation)
        let left = (try? FileManager.default.contentsOfDirectory(atPath: models)) ?? []
        #expect(left == [], sourceLocation: sourceLocation)
        return "\(error)"
    }

    /// What the added model says of a flat picture.
    func answer(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> [LabelledProbability] {
        let library = ModelLibrary(
            data: models, shipped: nil, photos: nil, runtime: try Shared.runtime.get(), requests: 1)
        return try library.models[0].classify(RGBImage(flat: red, green, blue))
    }
}

@Suite(.needsOpenVINO) struct `Adding a model` {
    @Test func `what model and labels tell needs no option`() throws {
        var offer = try Offer(golden: [(200, 20, 20, "red"), (20, 20, 200, "2")])
        offer.addition.declaration.licence = "CC0"
        let report = try offer.add()
        let manifest = report.manifest
        #expect(manifest == (try ModelManifest(folder: offer.models + "/colours")))
        #expect(manifest.layout == .planes)
        #expect([manifest.width, manifest.height] == [4, 4])
        #expect(manifest.output == .probabilities)
        #expect(manifest.mean == [0, 0, 0] && manifest.scale == [1, 1, 1])
        #expect(manifest.licence == "CC0")
        #expect(manifest.group == nil && manifest.backgroundClass == nil)
        #expect(manifest.golden?.map(\.label) == ["red", "blue"])
        #expect(manifest.golden?.allSatisfy { $0.probability > 0.9 } == true)
        #expect(report.classes == 3)
        #expect(report.notes.contains { $0.contains("--colour") })
        #expect(report.notes.contains { $0.contains("--mean, --scale") })
        #expect(!report.notes.contains { $0.contains("--golden") })
        #expect(
            offer.folder.files.filter { $0.hasPrefix("models/") }.map { $0.dropFirst(15) } == [
                "golden-1.jpg", "golden-2.jpg", "labels.txt", "model.json", "model.onnx",
            ])
        let answer = try offer.answer(20, 200, 20)
        #expect(answer[0].label.name == "green" && answer[0].label.model == "colours")
    }

    @Test(
        arguments: [
            (TinyONNX.Layout.planes, TinyONNX.Element.float32, [1, 3, 4, 4]),
            (.interleaved, .float32, [1, 4, 4, 3]), (.interleaved, .uint8, [1, 4, 4, 3]),
            (.interleaved, .int8, [1, 4, 4, 3]),
            (.interleaved, .uint8, [nil, 4, 4, 3]), (.planes, .uint8, [nil, 3, nil, nil]),
        ] as [(TinyONNX.Layout, TinyONNX.Element, [Int?])])
    func `C03 layout, type and a dynamic batch are the model's own`(
        layout: TinyONNX.Layout, element: TinyONNX.Element, shape: [Int?]
    ) throws {
        var model = TinyONNX(weights: ModelShelf.colours, hasSoftmax: true, layout: layout)
        model.element = element
        model.shape = shape
        var offer = try Offer(model, golden: [(20, 200, 20, "green")])
        if shape[3] == nil {
            #expect(try offer.refusal().contains("--size"))
            offer.addition.declaration.size = 4
        }
        let manifest = try offer.add().manifest
        #expect(manifest.layout == (layout == .planes ? .planes : .interleaved))
        #expect(manifest.inputType.rawValue == "\(element)")
        #expect(manifest.width == 4)
        #expect(try offer.answer(20, 200, 20)[0].label.name == "green")
    }

    @Test(
        arguments: [
            ("red\ngreen\n", "3 outputs but its label file has 2", "background"),
            ("background\nred\ngreen\nblue\n", "3 outputs but its label file has 4", "remove it"),
            ("red\n", "3 outputs but its label file has 1", "in their order"),
        ])
    func `C02 too few and too many labels are refused with what to do`(
        labels: String, numbers: String, remedy: String
    ) throws {
        let text = try Offer(labels: labels).refusal()
        #expect(text.contains(numbers) && text.contains(remedy), "\(text)")
    }

    @Test func `C02 a list that is shifted by one is found by the golden photo`() throws {
        let offer = try Offer(labels: "background\nred\ngreen\n", golden: [(200, 20, 20, "red")])
        let text = try offer.refusal()
        #expect(text.contains("'background' (1.00)") && text.contains("shifted by one"), "\(text)")
    }

    @Test func `C03 a model of blue, green, red is found by the golden photo`() throws {
        let reversed = TinyONNX(
            weights: Array(ModelShelf.colours.reversed()), hasSoftmax: true)
        var offer = try Offer(reversed, golden: [(200, 20, 20, "red")])
        let text = try offer.refusal()
        #expect(text.contains("the model says 'blue'"), "\(text)")
        #expect(text.contains("With --colour BGR it says so"), "\(text)")
        offer.addition.declaration.colour = .bgr
        _ = try offer.add()
        #expect(try offer.answer(200, 20, 20)[0].label.name == "red")
    }

    @Test func `C03 a square of three by three by three asks for its layout`() throws {
        let model = TinyONNX(
            weights: ModelShelf.colours, hasSoftmax: true, layout: .interleaved, size: 3)
        var offer = try Offer(model, golden: [(20, 200, 20, "green")])
        #expect(try offer.refusal().contains("--layout NCHW or --layout NHWC"))
        // The wrong one mixes the colours: each channel is then of all three.
        offer.addition.declaration.layout = .planes
        let text = try offer.refusal()
        #expect(text.contains("--layout NHWC"), "\(text)")
        offer.addition.declaration.layout = .interleaved
        _ = try offer.add()
    }

    @Test func `C03 a layout that the input contradicts is refused`() throws {
        var offer = try Offer()
        offer.addition.declaration.layout = .interleaved
        #expect(try offer.refusal().contains("float32 [1, 3, 4, 4], which is NCHW, not NHWC"))
    }

    @Test func `mean and scale are asked for, and are found by a golden photo`() throws {
        let plain = try Offer()
        let text = try plain.refusal()
        #expect(text.contains("--mean") && text.contains("--golden"), "\(text)")

        // Trained on 0…1: a picture below 0 is void, one above a half is bright.
        let brightness = TinyONNX(
            weights: [[-13, -13, -13], [0, 0, 0], [13, 13, 13]], biases: [0, 0, -20],
            hasSoftmax: true)
        var offer = try Offer(
            brightness, labels: "void\ndark\nbright\n",
            golden: [(60, 60, 60, "dark"), (240, 240, 240, "bright")])
        let manifest = try offer.add().manifest
        #expect(manifest.mean == [0, 0, 0] && manifest.scale == [255, 255, 255])
        offer.addition.name = "wrong"
        offer.addition.declaration.mean = [0, 0, 0]
        let refused = try #require(inferenceError { _ = try offer.add() })
        #expect(
            "\(refused)".contains("With --mean 0,0,0 --scale 255,255,255 it says so"), "\(refused)")
    }

    @Test func `C05 logits are recognised, and become probabilities`() throws {
        let offer = try Offer(
            TinyONNX(weights: ModelShelf.colours), golden: [(200, 20, 20, "red")])
        #expect(try offer.add().manifest.output == .logits)
        let answer = try offer.answer(60, 40, 20)
        #expect(abs(answer.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(answer.allSatisfy { (0...1).contains($0.probability) })
        #expect(answer[0].probability < 0.95)
    }

    @Test func `C05 logits that are declared as probabilities are refused`() throws {
        var offer = try Offer(TinyONNX(weights: ModelShelf.colours))
        offer.addition.declaration.scale = [1, 1, 1]
        offer.addition.declaration.output = .probabilities
        #expect(try offer.refusal().contains("--output logits"))
    }

    @Test func `C05 numbers in 0…1 that do not sum to 1 are asked about`() throws {
        let weights: [[Float]] = ModelShelf.colours.map { $0.map { $0 / 100 } }
        var offer = try Offer(TinyONNX(weights: weights))
        offer.addition.declaration.scale = [1, 1, 1]
        #expect(try offer.refusal().contains("--output probabilities or --output logits"))
        offer.addition.declaration.output = .logits
        #expect(try offer.add().manifest.output == .logits)
    }

    @Test func `a class that means none of these is known by its name and never answered`() throws {
        var offer = try Offer(labels: "red\nbackground\nblue\n")
        offer.addition.declaration.scale = [1, 1, 1]
        #expect(try offer.add().manifest.backgroundClass == 1)
        #expect(try offer.answer(20, 200, 20).map(\.label.name).sorted() == ["blue", "red"])
        offer.addition.replaces = true
        offer.addition.declaration.background = .absent
        #expect(try offer.add().manifest.backgroundClass == nil)
        offer.addition.declaration.background = .named("red")
        #expect(try offer.add().manifest.backgroundClass == 0)
        offer.addition.declaration.background = .named("7")
        #expect(inferenceError { _ = try offer.add() }.map { "\($0)" }?.contains("0 to 2") == true)
    }

    @Test func `labels that are taxa ask for their group`() throws {
        var offer = try Offer(
            labels: "Rosa rubra (Red)\nViridia viridis ()\nCyanea cyanea (Blue)\n")
        offer.addition.declaration.scale = [1, 1, 1]
        #expect(try offer.refusal().contains("--group"))
        offer.addition.declaration.group = .taxon("Aves")
        let report = try offer.add()
        #expect(report.manifest.group == "Aves")
        #expect(report.manifest.labelFormat == .taxonLines)
        let best = try offer.answer(20, 200, 20)[0].label
        #expect(best.name == "Viridia viridis" && best.modelGroup == "Aves")
        offer.addition.replaces = true
        offer.addition.declaration.group = .several
        #expect(try offer.add().manifest.group == nil)
    }

    @Test func `the group is told by the last words of English names`() throws {
        let birds = ["Barn Owl", "Scarlet Macaw", "House Wren", "Limpkin"]
        let drafts = (0..<40).map { index in
            LabelDraft(name: birds[index % 4], scientificName: "Avis avis")
        }
        let found = try #require(GroupWords.group(of: drafts))
        #expect(found.group == "Aves" && found.votes == 30)
        #expect(GroupWords.group(of: Array(drafts.prefix(8))) == nil)
        let mixed =
            drafts
            + (0..<10).map { _ in
                LabelDraft(name: "Hawk Moth", scientificName: "Macroglossum")
            }
        #expect(GroupWords.group(of: mixed) == nil)
        // English names alone may be anything: a duck of rubber, a crane of steel.
        #expect(GroupWords.group(of: drafts.map { LabelDraft(name: $0.name) }) == nil)
    }

    @Test func `options come before the model.json that is given`() throws {
        var offer = try Offer()
        let path = try offer.folder.write(
            #"{"scale": [1, 1, 1], "cropFraction": 0.5, "licence": "MIT", "backgroundClass": 1}"#
                .utf8,
            as: "given.json")
        var options = ModelDeclaration()
        options.licence = "CC0"
        offer.addition.declaration = try ModelDeclaration(path: path).overridden(by: options)
        let manifest = try offer.add().manifest
        #expect(manifest.cropFraction == 0.5 && manifest.licence == "CC0")
        #expect(manifest.backgroundClass == 1)
    }

    @Test(
        arguments: [
            (#"{"color": "BGR"}"#, "no field 'color'"), (#"{"colour": "GBR"}"#, "'colour'"),
            (#"{"width": 4, "height": 5}"#, "must be equal"), ("[]", "wrong type"),
            (#"{"mean": [0]}"#, nil), (#"{"sha256": {"file": "00", "labels": "00"}}"#, nil),
        ] as [(String, String?)])
    func `a model.json that is wrong is refused`(text: String, reason: String?) throws {
        var offer = try Offer()
        let path = try offer.folder.write(text.utf8, as: "given.json")
        guard let reason else {
            offer.addition.declaration = try ModelDeclaration(path: path)
            offer.addition.declaration.scale = [1, 1, 1]
            let told = try offer.refusal()
            #expect(told.contains("three numbers") || told.contains("SHA-256"), "\(told)")
            return
        }
        let error = try #require(inferenceError { _ = try ModelDeclaration(path: path) })
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test func `a file that is no model is named as it was given`() throws {
        var offer = try Offer()
        offer.addition.file = try offer.folder.write("no model".utf8, as: "torn.onnx")
        let text = try offer.refusal()
        #expect(text.contains(offer.addition.file) && !text.contains(".draft"), "\(text)")
    }

    @Test func `a golden photo must name a class and be a photo`() throws {
        let unknown = try Offer(golden: [(200, 20, 20, "gre")])
        #expect(try unknown.refusal().contains("There is 'green'"))
        var none = try Offer()
        none.addition.golden = [GoldenPhoto(path: none.addition.labels, label: "red")]
        let text = try none.refusal()
        #expect(text.contains("names.txt") && text.contains("JPEG"), "\(text)")
    }
}

@Suite(.needsOpenVINO) struct `Keeping models` {
    private func offer() throws -> Offer {
        var offer = try Offer(golden: [(200, 20, 20, "red")])
        offer.addition.declaration.scale = [1, 1, 1]
        return offer
    }

    @Test(arguments: [
        "", "../up", "Birds", "-x", "a b", ".hidden", String(repeating: "a", count: 64),
    ])
    func `a name that is none is refused`(name: String) throws {
        var offer = try offer()
        offer.addition.name = name
        #expect(try offer.refusal().contains("a-z, 0-9"))
    }

    @Test func `a model is replaced only when asked, and whole`() throws {
        var offer = try offer()
        _ = try offer.add()
        #expect(inferenceError { _ = try offer.add() } == .modelExists(name: "colours"))
        offer.addition.replaces = true
        offer.addition.labels = try offer.folder.write("r\ng\nb\n".utf8, as: "other.txt")
        offer.addition.golden = []
        _ = try offer.add()
        let names = try FileManager.default.contentsOfDirectory(atPath: offer.models)
        #expect(names == ["colours"])
        #expect(try offer.answer(20, 200, 20)[0].label.name == "g")
        // One that cannot be added leaves the old one.
        offer.addition.labels = try offer.folder.write("r\n".utf8, as: "short.txt")
        #expect(inferenceError { _ = try offer.add() } != nil)
        #expect(try offer.answer(20, 200, 20)[0].label.name == "g")
    }

    @Test func `what a killed addition left is removed by the next, and by a service that starts`()
        throws
    {
        let offer = try offer()
        for round in 0..<2 {
            let left = offer.models + "/.birds.12345.draft"
            try FileManager.default.createDirectory(
                atPath: left, withIntermediateDirectories: true)
            try offer.folder.write("half".utf8, as: "models/.birds.12345.draft/model.onnx")
            #expect(
                ModelFolder.all(data: offer.models, shipped: nil, photos: nil).count == round)
            if round == 0 {
                _ = try offer.add()
            } else {
                ModelListing.removeLeftovers(in: offer.models)
            }
            #expect(!FileManager.default.fileExists(atPath: left))
        }
    }

    @Test func `while one addition runs another waits no longer than a second`() throws {
        let offer = try offer()
        let draft = try ModelDraft(name: "other", directory: offer.models.withFolder())
        // A service that starts meanwhile removes nothing of it.
        ModelListing.removeLeftovers(in: offer.models)
        #expect(FileManager.default.fileExists(atPath: draft.path))
        #expect(
            inferenceError { _ = try offer.add() } == .anotherAdditionRuns(directory: offer.models))
        withExtendedLifetime(draft) {}
    }

    @Test func `the list tells what each is, and the check what has become of it`() throws {
        var offer = try offer()
        offer.addition.declaration.licence = "CC0"
        _ = try offer.add()
        func folder() -> ModelFolder {
            ModelFolder.all(data: offer.models, shipped: nil, photos: nil)[0]
        }
        let runtime = try Shared.runtime.get()
        let sound = ModelCheck(folder(), runtime: runtime)
        #expect(sound.problems == [])
        #expect(sound.golden.map(\.found) == ["red"] && sound.golden[0].isMet)
        #expect(sound.classes == 3)
        let listing = ModelListing(folder())
        guard case .readable(let manifest, 3) = listing.contents else {
            Issue.record("not readable")
            return
        }
        #expect(manifest.licence == "CC0")
        let sizes = try offer.folder.files.filter { $0.hasPrefix("models/") }.map {
            try Data(contentsOf: URL(filePath: offer.folder.file($0))).count
        }
        #expect(listing.bytes == Int64(sizes.reduce(0, +)))

        // The photo changed; the labels were edited; the model is cut.
        try offer.folder.write("other".utf8, as: "models/colours/golden-1.jpg")
        #expect(ModelCheck(folder(), runtime: runtime).problems.first?.contains("SHA-256") == true)
        try offer.folder.write("r\ng\nb\n".utf8, as: "models/colours/labels.txt")
        let second = ModelCheck(folder(), runtime: runtime)
        #expect(second.problems.count == 1 && second.problems[0].contains("labels.txt"))
        try offer.folder.write([1, 2, 3], as: "models/colours/model.onnx")
        #expect(ModelCheck(folder(), runtime: runtime).problems[0].contains("model.onnx"))
        try FileManager.default.removeItem(atPath: offer.models + "/colours/model.json")
        guard case .unreadable(let reason) = ModelListing(folder()).contents else {
            Issue.record("readable")
            return
        }
        #expect(reason.contains("model.json"))
    }

    @Test func `a golden photo that gets another label is told by the check`() throws {
        let offer = try offer()
        _ = try offer.add()
        let path = offer.models + "/colours/model.json"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        try offer.folder.write(
            text.replacing("\"RGB\"", with: "\"BGR\"").utf8, as: "models/colours/model.json")
        let folder = ModelFolder.all(data: offer.models, shipped: nil, photos: nil)[0]
        let check = ModelCheck(folder, runtime: try Shared.runtime.get())
        #expect(check.problems.count == 1)
        #expect(check.problems[0].contains("should show 'red', but the model says 'blue'"))
        #expect(!check.golden[0].isMet)
    }

    @Test func `a model is removed with all its files; a shipped one stays`() throws {
        let offer = try offer()
        _ = try offer.add()
        let folders = ModelFolder.all(
            data: offer.models, shipped: GeoDataFiles.folder + "/models", photos: nil)
        #expect(folders.map(\.name) == ["imagenet", "colours"])
        func removal(_ name: String) -> InferenceError? {
            inferenceError { _ = try ModelListing.remove(name, of: folders, from: offer.models) }
        }
        #expect(removal("imagenet") == .modelIsShipped(name: "imagenet"))
        #expect(removal("../colours") == .noSuchModel(name: "../colours", known: ["colours"]))
        #expect(try ModelListing.remove("colours", of: folders, from: offer.models) > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: offer.models) == [])
    }

    @Test func `the built-in model is sound and knows the bundled photos`() throws {
        let folder = try #require(
            ModelFolder.all(
                data: "/nonexistent", shipped: GeoDataFiles.folder + "/models",
                photos: GeoDataFiles.folder + "/photos"
            ).first)
        let check = ModelCheck(folder, runtime: try Shared.runtime.get())
        #expect(check.problems == [])
        #expect(check.golden.map(\.found) == ["espresso", "dome"])
        #expect(check.classes == 1000)
    }
}

extension String {
    /// The path, where a folder is made.
    fileprivate func withFolder() throws -> String {
        try FileManager.default.createDirectory(atPath: self, withIntermediateDirectories: true)
        return self
    }
}
