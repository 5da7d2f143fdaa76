internal import Hashing
package import GeoModel
package import Imaging
internal import Synchronization

/// A picture model run by OpenVINO on the CPU.
///
/// A number of requests, each in a lock, serve as many threads at once; further ones wait. Each has a
/// compiled model of its own: one that serves several at once is not reliable (see openvino.c).
package final class ImageClassifier: ImageClassifying {
    package let manifest: ModelManifest
    package let labels: ModelLabels
    private let input: ModelInput
    private let output: ModelOutput
    private let slots: [Slot]
    /// Where the next thread begins to look for a free request.
    private let turn = Atomic<Int>(0)

    private final class Slot: Sendable {
        let request: Mutex<InferRequest>
        init(_ request: consuming sending InferRequest) { self.request = Mutex(request) }
    }

    /// Loads the model in `folder` and runs it once on a grey picture, so that the first photo is not slow.
    ///
    /// - Parameters:
    ///   - folder: Holds `model.json` and the files it names.
    ///   - requests: How many pictures may be classified at once; each takes half a second to load and
    ///     the memory of the model.
    ///   - threads: How many threads of OpenVINO serve each.
    /// - Throws: `InferenceError`: a file missing or not the one named, labels that do not fit the outputs, an
    ///   input that is not as declared, outputs that are no probabilities.
    package convenience init(
        folder: String, runtime: ClassifierRuntime, requests: Int = 1, threads: Int = 1
    ) throws(InferenceError) {
        let manifest = try ModelManifest(folder: folder)
        try self.init(
            manifest, folder: folder, runtime: runtime, requests: requests, threads: threads)
    }

    init(
        _ manifest: ModelManifest, folder: String, runtime: ClassifierRuntime, requests: Int = 1,
        threads: Int = 1
    ) throws(InferenceError) {
        precondition(requests > 0 && threads > 0)
        let path = "\(folder)/\(manifest.file)"
        try Self.check(path, against: manifest.sha256.file)
        try Self.check("\(folder)/\(manifest.labels)", against: manifest.sha256.labels)
        labels = try ModelLabels(of: manifest, in: folder)
        input = ModelInput(manifest)
        let declared = input.declared
        let shape = declared.shape.map(Int64.init)
        let model = try runtime.compile(path, shape: shape, threads: threads)
        guard model.input == declared else {
            throw .inputMismatch(declared: "\(declared)", found: "\(model.input)")
        }
        let answer = model.output
        guard answer.element.isSupported, answer.isOneRow, answer.count > 1 else {
            throw .outputUnsupported(found: "\(answer)")
        }
        guard answer.count == labels.labels.count else {
            throw .labelCountMismatch(labels: labels.labels.count, outputs: answer.count)
        }
        output = ModelOutput(manifest, element: answer.element)
        var slots = [Slot(try InferRequest(model))]
        while slots.count < requests {
            let another = try runtime.compile(path, shape: shape, threads: threads)
            slots.append(Slot(try InferRequest(another)))
        }
        self.slots = slots
        self.manifest = manifest
        for slot in slots { try warmUp(slot) }
    }

    package var modelName: String { manifest.name }

    package var wantedShortestSide: Int { manifest.wantedShortestSide }

    package func classify(_ image: RGBImage) throws(InferenceError) -> [LabelledProbability] {
        let probabilities = try probabilities(of: image)
        return labels.labels.compactMap { label in
            guard label.index != manifest.backgroundClass else { return nil }
            let probability = min(1, max(0, probabilities[label.index]))
            return LabelledProbability(label: label, probability: probability)
        }.sortedForAnswer()
    }

    /// The probability of every class by its index, "none of these" included.
    ///
    /// - Throws: `InferenceError.notNumbers` when one is NaN or infinite.
    func probabilities(of image: RGBImage) throws(InferenceError) -> [Double] {
        let probabilities = try answer(to: input.square(of: image))
        guard probabilities.allSatisfy(\.isFinite) else { throw .notNumbers(model: manifest.name) }
        return probabilities
    }

    private func answer(to square: RGBImage) throws(InferenceError) -> [Double] {
        let start = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        for offset in slots.indices {
            let slot = slots[(start &+ offset) & Int.max % slots.count]
            if let found = try slot.request.withLockIfAvailable({ request throws(InferenceError) in
                try run(request, on: square)
            }) {
                return found
            }
        }
        return try slots[start & Int.max % slots.count].request.withLock {
            request throws(InferenceError) in
            try run(request, on: square)
        }
    }

    private func run(
        _ request: borrowing InferRequest, on square: RGBImage
    ) throws(InferenceError) -> [Double] {
        try request.infer(
            filling: { input.fill($0, with: square) }, reading: { output.probabilities($0) })
    }

    private func warmUp(_ slot: Slot) throws(InferenceError) {
        let (width, height) = (manifest.width, manifest.height)
        let grey = RGBImage(
            width: width, height: height,
            bytes: [UInt8](repeating: 128, count: width * height * 3))!
        let answer = try slot.request.withLock { request throws(InferenceError) in
            try run(request, on: grey)
        }
        guard ModelOutput.arePlausible(answer) else {
            throw .notProbabilities(model: manifest.name)
        }
    }

    private static func check(_ path: String, against expected: String) throws(InferenceError) {
        let actual = try FileHash.hexadecimal(ofFile: path)
        guard actual == expected.lowercased() else {
            throw .checksumMismatch(path: path, expected: expected, actual: actual)
        }
    }
}
