/// Why there is no classifier, or no answer from it, and what to do about it.
package enum InferenceError: Error, Hashable, Sendable {
    /// OpenVINO is not there, or cannot be opened. The machine works without; one source is silent.
    case runtimeUnavailable(tried: [String], reason: String)
    case fileMissing(path: String)
    case fileTooLarge(path: String, bytes: Int, limit: Int)
    /// `model.json` is no JSON, lacks a field, or holds a value that is not understood.
    case manifestInvalid(path: String, reason: String)
    case checksumMismatch(path: String, expected: String, actual: String)
    case labelsInvalid(path: String, line: Int, reason: String)
    case labelCountMismatch(labels: Int, outputs: Int)
    /// The model's input tensor is not what the manifest says.
    case inputMismatch(declared: String, found: String)
    case outputUnsupported(found: String)
    /// The manifest says probabilities; the model answers something else.
    case notProbabilities(model: String)
    /// OpenVINO cannot read or compile the model; in its own words.
    case modelRefused(path: String, reason: String)
    case inferenceFailed(reason: String)
    /// A model that failed before and is not tried again yet; the reason is that failure's own text.
    case modelUnusable(reason: String)
    /// An answer that is no number.
    case notNumbers(model: String)
    case recordingInvalid(path: String, reason: String)
}

extension InferenceError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .runtimeUnavailable(let tried, let reason):
            "OpenVINO was not found (looked in \(tried.joined(separator: ", "))): \(reason). "
                + "Run Scripts/setup, or set TURNSTONE_OPENVINO to the folder of libopenvino_c.so.2641."
        case .fileMissing(let path):
            "The model's file '\(path)' is missing or cannot be read. Add the model again."
        case .fileTooLarge(let path, let bytes, let limit):
            "'\(path)' has \(bytes) bytes; at most \(limit) are read. Is it the right file?"
        case .manifestInvalid(let path, let reason):
            "'\(path)' cannot be used: \(reason). Correct it, or add the model again."
        case .checksumMismatch(let path, let expected, let actual):
            "'\(path)' is not the file its model.json names: SHA-256 \(actual), expected \(expected). "
                + "Copy the file again, or correct sha256."
        case .labelsInvalid(let path, let line, let reason):
            "'\(path)', line \(line): \(reason). Correct the line, or labelFormat in model.json."
        case .labelCountMismatch(let labels, let outputs):
            "The model has \(outputs) outputs but its label file has \(labels) labels. "
                + "Use the model's own list, with its background class if it has one."
        case .inputMismatch(let declared, let found):
            "The model takes \(found), but model.json declares \(declared). Correct layout, inputType, width and height."
        case .outputUnsupported(let found):
            "The model answers \(found). An image classifier with one float32 or uint8 number for each label is needed."
        case .notProbabilities(let model):
            "'\(model)' answers numbers that are no probabilities. Set output to \"logits\" in its model.json."
        case .modelRefused(let path, let reason):
            "OpenVINO cannot use '\(path)': \(reason). Use an ONNX, TFLite or OpenVINO IR classifier."
        case .inferenceFailed(let reason):
            "OpenVINO could not classify the photo: \(reason). Try again; if it recurs, check the model."
        case .modelUnusable(let reason): reason
        case .notNumbers(let model):
            "'\(model)' answered with what is no number (NaN). Check its mean and scale, or use another model."
        case .recordingInvalid(let path, let reason):
            "The recorded labels in '\(path)' cannot be used: \(reason). "
                + "Give a JSON object {\"probabilities\": {\"church\": 0.9}}."
        }
    }
}
