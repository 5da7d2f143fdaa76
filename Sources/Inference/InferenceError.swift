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

    // Adding, listing and removing.
    case nameInvalid(String)
    case modelExists(name: String)
    case noSuchModel(name: String, known: [String])
    /// A model of the program itself, which cannot be removed.
    case modelIsShipped(name: String)
    case anotherAdditionRuns(directory: String)
    case fileFailure(path: String, reason: String)
    case diskFull(path: String)
    /// What neither the model nor its labels tell, and no default is safe for.
    case notTold(String, remedy: String)
    /// No classifier of photos, or none that can be run here.
    case modelUnsuitable(String)
    case goldenRefused(photo: String, reason: String)
    /// A golden photo has another answer than its label.
    case goldenFailed(photo: String, expected: String, found: String, hint: String)
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
                + Self.remedy(labels: labels, outputs: outputs)
        case .inputMismatch(let declared, let found):
            "The model takes \(found), but model.json declares \(declared). Correct layout, inputType, width and height."
        case .outputUnsupported(let found):
            "The model answers \(found). An image classifier with one number, float32 or of 8 bits, for each label is needed."
        case .notProbabilities(let model):
            "'\(model)' answers numbers that are no probabilities. "
                + "If they are logits, set output to \"logits\" in its model.json, or add it again with "
                + "--output logits; if a scale is missing, set outputScale."
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
        case .nameInvalid(let name):
            "'\(name)' will not do as a model's name. Use 1 to 63 of a-z, 0-9 and '-', beginning with a letter or digit."
        case .modelExists(let name):
            "There is a model '\(name)' already. Choose another name, or add --replace."
        case .noSuchModel(let name, let known):
            known.isEmpty
                ? "There is no model '\(name)': none is added."
                : "There is no model '\(name)'. There are: \(known.joined(separator: ", "))."
        case .modelIsShipped(let name):
            "'\(name)' ships with the program and stays. A model that is added under its name takes its place."
        case .anotherAdditionRuns(let directory):
            "Another command is changing the models in '\(directory)'. Wait for it to end, then try again."
        case .fileFailure(let path, let reason): "'\(path)': \(reason)."
        case .diskFull(let path):
            "The disk is full: '\(path)' cannot be written. Nothing was changed; make room and try again."
        case .notTold(let reason, let remedy): "\(reason) \(remedy)"
        case .modelUnsuitable(let reason): reason
        case .goldenRefused(let photo, let reason): "Golden photo '\(photo)': \(reason)"
        case .goldenFailed(let photo, let expected, let found, let hint):
            "Golden photo '\(photo)' should show '\(expected)', but the model says \(found). \(hint)"
        }
    }

    private static func remedy(labels: Int, outputs: Int) -> String {
        switch outputs - labels {
        case 1:
            "The model probably has a class 'background' that the list lacks: it is the first or the last "
                + "output; add that line to the list."
        case -1:
            "The list probably has a line, a header or 'background', that the model does not answer: "
                + "remove it, or choose --label-format table for a list with a header."
        default: "Use the model's own list, a line for each output in their order."
        }
    }
}
