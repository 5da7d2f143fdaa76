import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Inference

@Suite(.needsOpenVINO) struct `Models that are no good` {
    private func refusal(_ bytes: [UInt8], as name: String = "bad.onnx") throws -> String {
        var offer = try Offer()
        offer.addition.declaration.scale = [1, 1, 1]
        offer.addition.file = try offer.folder.write(bytes, as: name)
        return try offer.refusal()
    }

    private func refusal(_ change: (inout TinyONNX) -> Void) throws -> String {
        var model = TinyONNX(weights: ModelShelf.colours, hasSoftmax: true)
        change(&model)
        return try refusal(model.bytes)
    }

    @Test(arguments: ["bad.onnx", "bad.tflite"])
    func `what is no model is refused`(name: String) throws {
        #expect(try refusal(Array("no model".utf8), as: name).contains("OpenVINO cannot use"))
        #expect(try refusal([], as: name).contains("OpenVINO cannot use"))
        #expect(try refusal([UInt8](repeating: 0xFF, count: 5000), as: name).contains("OpenVINO"))
        let flatBuffer: [UInt8] = [0x1C, 0, 0, 0] + Array("TFL3".utf8)
        #expect(
            try refusal(flatBuffer + [UInt8](repeating: 0xFF, count: 64), as: name).contains(
                "OpenVINO"))
    }

    @Test func `a model cut anywhere is refused`() throws {
        let whole = TinyONNX(weights: ModelShelf.colours, hasSoftmax: true).bytes
        for part in [0.02, 0.3, 0.5, 0.7, 0.9, 0.99] {
            let text = try refusal(Array(whole.prefix(Int(Double(whole.count) * part))))
            #expect(!text.isEmpty, "\(part)")
        }
    }

    @Test func `inputs that are no photo are refused with what the model takes`() throws {
        #expect(
            try refusal {
                $0.shape = [1, 1, 4, 4]
                $0.weights = [[1], [2], [3]]
            }.contains("grey pictures"))
        #expect(
            try refusal {
                $0.shape = [1, 4, 4, 4]
                $0.weights = [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]
            }.contains("three colours"))
        for (shape, axes) in [
            ([3, 4, 4], [1, 2]), ([1, 3, 1, 4, 4], [2, 3, 4]), ([1, 3], [0]),
        ] {
            let text = try refusal {
                $0.shape = shape
                $0.axes = axes
            }
            #expect(text.contains("four dimensions"), "\(text)")
        }
        #expect(try refusal { $0.shape = [8, 3, 4, 4] }.contains("batch of 1"))
        #expect(try refusal { $0.shape = [1, 3, 4, 8] }.contains("must be equal"))
        #expect(try refusal { $0.shape = [1, 3, 5000, 5000] }.contains("1 to 4096"))
        let half = try refusal { $0.element = .float16 }
        #expect(half.contains("float16 [1, 3, 4, 4]") && half.contains("as float32, uint8 or int8"))
    }

    @Test func `sizes that are declared beyond what is there are refused`() throws {
        #expect(try refusal { $0.declaredWeights = [3, 1 << 40] }.contains("OpenVINO"))
        #expect(try refusal { $0.declaredWeights = [1 << 62, 1 << 62] }.contains("OpenVINO"))
        #expect(!(try refusal { $0.shape = [1, 3, 1 << 60, 1 << 60] }).isEmpty)
    }

    @Test(arguments: ["weights.bin", "../../../../etc/passwd", "/etc/passwd"])
    func `weights in another file are refused`(location: String) throws {
        #expect(try refusal { $0.externalWeights = location }.contains("OpenVINO cannot use"))
    }

    @Test func `another kind of file is refused by its name, and what is too large unread`() throws
    {
        #expect(try refusal([], as: "model.pt").contains("neither .onnx nor .tflite"))
        let offer = try Offer()
        let large = try offer.folder.write([], as: "large.onnx")
        #expect(truncate(large, off_t(FileHash.mostBytes) + 1) == 0)
        var other = offer
        other.addition.file = large
        #expect(try other.refusal().contains("at most"))
        other.addition.file = offer.folder.path + "/nothing.onnx"
        #expect(try other.refusal().contains("nothing.onnx"))
        other.addition.file = offer.folder.path + "/folder.onnx"
        try FileManager.default.createDirectory(
            atPath: other.addition.file, withIntermediateDirectories: false)
        #expect(try other.refusal().contains("no file"))
    }

    @Test func `a label file that is none is refused`() throws {
        for (bytes, reason) in [
            ([0x72, 0, 0x72], "no text"), ([UInt8](repeating: 65, count: 10 << 20), "longer than"),
            ([UInt8](repeating: 10, count: 17 << 20), "at most"),
        ] {
            var offer = try Offer()
            offer.addition.labels = try offer.folder.write(bytes, as: "bad.txt")
            let text = try offer.refusal()
            #expect(text.contains(reason), "\(text)")
        }
    }
}
