import FoundationEssentials
import GeoModel
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

    @Test func `what is no JSON is refused`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{".utf8, as: "model.json")
        let error = try #require(inferenceError { _ = try ModelManifest(folder: folder.path) })
        #expect("\(error)".contains("not JSON"))
    }
}

@Suite struct `A model's labels` {
    private func labels(_ text: String, _ format: String) throws -> [ImageLabel] {
        var model = try MeanModel()
        model.manifest["labelFormat"] = format
        model.labels = text
        try model.write()
        let manifest = try ModelManifest(folder: model.folder.path)
        return try ModelLabels(of: manifest, in: model.folder.path).labels
    }

    @Test func `the bundled table has a thousand, with tags and taxa`() throws {
        let folder = GeoDataFiles.imageNetModel
        let all = try ModelLabels(of: try ModelManifest(folder: folder), in: folder)
        #expect(all.labels.count == 1000)
        let church = try #require(all["church"])
        #expect(church.index == 497)
        #expect(church.osmMatch == .same)
        #expect(church.osmTags.contains(OSMTag(key: "amenity", value: "place_of_worship")))
        #expect(all["497"] == church)
        let tench = try #require(all["tench"])
        #expect([tench.scientificName, tench.taxonRank] == ["Tinca tinca", "species"])
        #expect(all["no such thing"] == nil)
        #expect(all["1000"] == nil)
    }

    @Test(
        arguments: [
            ("Aramus guarauna (Limpkin)", "Limpkin", "Aramus guarauna", "species"),
            (
                "Circus cyaneus hudsonius (Northern Harrier (American))",
                "Northern Harrier (American)",
                "Circus cyaneus hudsonius", "subspecies"
            ),
            ("Apis mellifera ()", "Apis mellifera", "Apis mellifera", "species"),
            (
                #"Anas platyrhynchos \xd7 rubripes (Hybrid)"#, "Hybrid",
                "Anas platyrhynchos × rubripes", nil
            ),
            ("background", "background", nil, nil),
        ] as [(String, String, String?, String?)])
    func `taxon lines hold a scientific and an English name`(
        line: String, name: String, scientificName: String?, rank: String?
    ) throws {
        let label = try #require(try labels("\(line)\r\n", "taxon-lines").first)
        #expect(label.name == name)
        #expect(label.scientificName == scientificName)
        #expect(label.taxonRank == rank)
    }

    static let header = "index\twnid\tlabels\tscientific_name\trank\tosm_tags\tosm_match\n"

    @Test(
        arguments: [
            ("name\n", 1, "header"), (header + "1\tn1\ta\t\t\t\t\n", 2, "index 1"),
            (header + "0\tn1\ta\t\t\t\t\n1\tn2\tb\t\t\t\n", 3, "6 columns"),
            (header + "0\tn1\t\t\t\t\t\n", 2, "no label"),
            (header + "0\tn1\ta\t\t\tchurch\tis\n", 2, "key=value"),
            (header + "0\tn1\ta\t\t\tnatural=tree\t\n", 2, "osm_match"),
            (header + "0\tn1\ta\t\t\tnatural=tree\tnear\n", 2, "osm_match"),
        ])
    func `a line that is wrong is named`(text: String, line: Int, reason: String) throws {
        guard
            case .labelsInvalid(_, line, let found) = inferenceError({
                _ = try labels(text, "turnstone-tsv")
            })
        else {
            Issue.record("not refused at line \(line)")
            return
        }
        #expect(found.contains(reason))
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
