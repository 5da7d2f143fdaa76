import Hashing
import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import Inference

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where OpenVINO is absent.
    static var needsOpenVINO: Self {
        .enabled(
            if: (try? ClassifierRuntime.locate()) != nil,
            "Needs OpenVINO: run Scripts/setup, or set TURNSTONE_OPENVINO.")
    }
}

/// Loaded once for all tests of this process; only tests with `.needsOpenVINO` ask for them.
enum Shared {
    static let runtime = Result { try ClassifierRuntime.find() }
    static let imageNet = Result {
        try ImageClassifier(
            folder: GeoDataFiles.imageNetModel, runtime: try runtime.get(), requests: 2)
    }
}

/// The error that `body` throws; nil when it throws none, or another kind.
func inferenceError(_ body: () throws -> Void) -> InferenceError? {
    do {
        try body()
        return nil
    } catch {
        return error as? InferenceError
    }
}

/// A folder with the smallest model there is: it answers the mean of each of the three channels of
/// a picture of 2 × 2, in OpenVINO's own format, which is text.
struct MeanModel {
    let folder: TemporaryDirectory
    /// What `model.json` says; change it, then call `write()`.
    var manifest: [String: Any]
    var labels: String

    init(labels: [String] = ["first", "second", "third"]) throws {
        folder = try TemporaryDirectory()
        self.labels = labels.map { "\($0)\n" }.joined()
        manifest = [
            "name": "mean", "file": "mean.xml", "labels": "labels.txt", "labelFormat": "lines",
            "layout": "NCHW", "colour": "RGB", "inputType": "float32", "width": 2, "height": 2,
            "mean": [0, 0, 0], "scale": [1, 1, 1], "cropFraction": 1,
            "resize": "bilinear-antialiased", "output": "logits",
        ]
    }

    /// Writes the three files; a value that the manifest already has is kept.
    func write() throws {
        try folder.write(Self.network.utf8, as: "mean.xml")
        try folder.write(labels.utf8, as: "labels.txt")
        var all = manifest
        let checksums = [
            "file": SHA256.hexadecimal(of: Array(Self.network.utf8)),
            "labels": SHA256.hexadecimal(of: Array(labels.utf8)),
        ]
        all["sha256"] = manifest["sha256"] ?? checksums
        try folder.write(json(all).utf8, as: "model.json")
    }

    func classifier() throws -> ImageClassifier {
        try write()
        return try ImageClassifier(folder: folder.path, runtime: try Shared.runtime.get())
    }

    private static let network = """
        <?xml version="1.0"?>
        <net name="mean" version="11"><layers>
        <layer id="0" name="image" type="Parameter" version="opset1">
        <data shape="1,3,2,2" element_type="f32"/>
        <output><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>2</dim><dim>2</dim></port></output>
        </layer>
        <layer id="1" name="mean" type="AvgPool" version="opset1">
        <data kernel="2,2" strides="1,1" pads_begin="0,0" pads_end="0,0" exclude-pad="true" \
        rounding_type="floor" auto_pad="explicit"/>
        <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>2</dim><dim>2</dim></port></input>
        <output><port id="1" precision="FP32"><dim>1</dim><dim>3</dim><dim>1</dim><dim>1</dim></port></output>
        </layer>
        <layer id="2" name="result" type="Result" version="opset1">
        <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>1</dim><dim>1</dim></port></input>
        </layer></layers><edges>
        <edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
        <edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
        </edges></net>
        """
}

/// A folder of models, each of which answers the colour of a picture.
struct ModelShelf {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Writes a model's folder; `change` may change what its model.json says.
    func add(
        _ name: String, _ model: TinyONNX = TinyONNX(weights: Self.colours, hasSoftmax: true),
        labels: String = "red\ngreen\nblue\n", change: (inout [String: Any]) -> Void = { _ in }
    ) throws {
        let place = folder.file(name)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try folder.write(model.bytes, as: "\(name)/model.onnx")
        try folder.write(labels.utf8, as: "\(name)/labels.txt")
        var manifest: [String: Any] = [
            "name": name, "file": "model.onnx", "labels": "labels.txt", "labelFormat": "lines",
            "layout": "NCHW", "colour": "RGB", "inputType": "float32", "width": 4, "height": 4,
            "mean": [0, 0, 0], "scale": [1, 1, 1], "cropFraction": 1,
            "resize": "bilinear-antialiased", "output": "probabilities",
            "sha256": [
                "file": SHA256.hexadecimal(of: model.bytes),
                "labels": SHA256.hexadecimal(of: Array(labels.utf8)),
            ],
        ]
        change(&manifest)
        try folder.write(json(manifest).utf8, as: "\(name)/model.json")
    }

    func library(only: String? = nil) throws -> ModelLibrary {
        ModelLibrary(
            data: folder.path, shipped: nil, photos: nil, only: only,
            runtime: try Shared.runtime.get(), requests: 1)
    }

    /// Sure of a colour that is 50 brighter than the others.
    static let colours: [[Float]] = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]
}

/// JSON of dictionaries, arrays, strings and numbers.
func json(_ value: Any) -> String {
    switch value {
    case let object as [String: Any]:
        "{" + object.map { "\"\($0)\": \(json($1))" }.joined(separator: ", ") + "}"
    case let array as [Any]: "[" + array.map(json).joined(separator: ", ") + "]"
    case let text as String: "\"\(text)\""
    default: "\(value)"
    }
}

extension RGBImage {
    /// A picture of one colour.
    init(flat red: UInt8, _ green: UInt8, _ blue: UInt8) {
        let pixels = (0..<64).flatMap { _ in [red, green, blue] }
        self.init(width: 8, height: 8, bytes: pixels)!
    }

    /// A photo file, upright, as the capture flow decodes it for `classifier`.
    init(photo path: String, for classifier: some ImageClassifying) throws {
        let file = try JPEGFile(path: path)
        self = try JPEGDecoder().decode(
            file, orientation: PhotoMetadata(of: file).orientation,
            shortestSideAtLeast: classifier.wantedShortestSide)
    }
}
