import FoundationEssentials
package import GeoModel
package import Imaging

/// Gives the same recorded answer for every photo: for machines without OpenVINO, for tests, and to
/// ask what the ranking would make of a label.
///
/// The file is a JSON object, `{"probabilities": {"church": 0.93, "497": 0.02}}`: the name of a label or
/// its index, and its probability.
package struct RecordedClassifier: ImageClassifying {
    package let modelName: String
    package var wantedShortestSide: Int { 1 }
    private let answer: [LabelledProbability]

    /// - Throws: `InferenceError.recordingInvalid` when a label is unknown, or a number is no probability.
    package init(path: String, labels: ModelLabels) throws(InferenceError) {
        guard let bytes = try? contents(ofFile: path, limit: LabelFile.mostBytes) else {
            throw .recordingInvalid(path: path, reason: "it cannot be read")
        }
        guard let recording = try? JSONDecoder().decode(Recording.self, from: Data(bytes)) else {
            throw .recordingInvalid(path: path, reason: "it is not such an object")
        }
        do {
            try self.init(recording.probabilities, labels: labels)
        } catch {
            throw .recordingInvalid(path: path, reason: error.reason)
        }
    }

    /// - Throws: `Fault` when a label is unknown, or the numbers are no probabilities.
    package init(_ probabilities: [String: Double], labels: ModelLabels) throws(Fault) {
        var answer: [LabelledProbability] = []
        for (name, probability) in probabilities {
            guard let label = labels[name] else {
                throw Fault(reason: "no label is called '\(name)'")
            }
            guard (0...1).contains(probability) else {
                throw Fault(reason: "\(probability) for '\(name)' is not in 0…1")
            }
            answer.append(LabelledProbability(label: label, probability: probability))
        }
        guard answer.reduce(0, { $0 + $1.probability }) < 1.001 else {
            throw Fault(reason: "the probabilities sum to more than 1")
        }
        self.answer = answer.sortedForAnswer()
        modelName = labels.labels.first?.model ?? "recorded"
    }

    package func classify(_ image: RGBImage) -> [LabelledProbability] { answer }

    /// Why a recording was refused.
    package struct Fault: Error { package let reason: String }

    private struct Recording: Decodable { let probabilities: [String: Double] }
}

extension [LabelledProbability] {
    /// Most probable first; equal ones keep the order of the labels, so that a photo has one answer.
    func sortedForAnswer() -> [LabelledProbability] {
        sorted {
            ($1.probability, $0.label.index) < ($0.probability, $1.label.index)
        }
    }
}
