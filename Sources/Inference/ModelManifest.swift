import FoundationEssentials

/// What a model's `model.json` says: its files, the tensor it takes, and what its numbers mean.
///
/// Nothing of this can be read from the model itself, and a wrong guess gives plausible scores for
/// wrong labels; so everything is declared, and what can be checked is checked when it is loaded.
package struct ModelManifest: Hashable, Sendable, Decodable {
    package enum Layout: String, Hashable, Sendable, Decodable, CaseIterable {
        /// 1 × 3 × height × width.
        case planes = "NCHW"
        /// 1 × height × width × 3.
        case interleaved = "NHWC"
    }

    package enum Colour: String, Hashable, Sendable, Decodable, CaseIterable {
        case rgb = "RGB"
        case bgr = "BGR"
    }

    package enum InputType: String, Hashable, Sendable, Decodable, CaseIterable {
        case float32, uint8
    }

    package enum LabelFormat: String, Hashable, Sendable, Decodable, CaseIterable {
        /// Tab-separated with a header line: GeoData's label table.
        case turnstoneTSV = "turnstone-tsv"
        /// One name a line; the line's number is the index.
        case lines
        /// One `Scientific name (English name)` a line.
        case taxonLines = "taxon-lines"
    }

    package enum Resize: String, Hashable, Sendable, Decodable, CaseIterable {
        case bicubic = "bicubic-antialiased"
        case bilinear = "bilinear-antialiased"
    }

    package enum Output: String, Hashable, Sendable, Decodable, CaseIterable {
        case probabilities, logits
    }

    /// Lowercase hexadecimal.
    package struct Checksums: Hashable, Sendable, Decodable {
        package let file, labels: String

        package init(file: String, labels: String) {
            self.file = file
            self.labels = labels
        }
    }

    package let name: String
    /// Names of files in the manifest's own folder.
    package let file, labels: String
    package let labelFormat: LabelFormat
    package let layout: Layout
    package let colour: Colour
    package let inputType: InputType
    package let width, height: Int
    /// The tensor holds (byte − mean) / scale for each channel, in the order of `colour`.
    package let mean, scale: [Double]
    /// The side of the central square that is looked at, as a part of the shortest side; 0..<=1.
    package let cropFraction: Double
    package let resize: Resize
    package let output: Output
    /// Logits are divided by it before the softmax. Probabilities have it inside already.
    package let temperature: Double
    /// What one unit of the output tensor is worth: 1, and 1/256 for uint8 outputs.
    package let outputScale: Double?
    /// The index of "none of these", which is never answered.
    package let backgroundClass: Int?
    package let licence: String?
    package let sha256: Checksums

    private enum CodingKeys: String, CodingKey {
        case name, file, labels, labelFormat, layout, colour, inputType, width, height, mean, scale
        case cropFraction, resize, output, temperature, outputScale, backgroundClass, licence,
            sha256
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        file = try container.decode(String.self, forKey: .file)
        labels = try container.decode(String.self, forKey: .labels)
        labelFormat = try container.decode(LabelFormat.self, forKey: .labelFormat)
        layout = try container.decode(Layout.self, forKey: .layout)
        colour = try container.decode(Colour.self, forKey: .colour)
        inputType = try container.decode(InputType.self, forKey: .inputType)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        mean = try container.decodeIfPresent([Double].self, forKey: .mean) ?? [0, 0, 0]
        scale = try container.decodeIfPresent([Double].self, forKey: .scale) ?? [1, 1, 1]
        cropFraction = try container.decode(Double.self, forKey: .cropFraction)
        resize = try container.decode(Resize.self, forKey: .resize)
        output = try container.decode(Output.self, forKey: .output)
        temperature = try container.decodeIfPresent(Double.self, forKey: .temperature) ?? 1
        outputScale = try container.decodeIfPresent(Double.self, forKey: .outputScale)
        backgroundClass = try container.decodeIfPresent(Int.self, forKey: .backgroundClass)
        licence = try container.decodeIfPresent(String.self, forKey: .licence)
        sha256 = try container.decode(Checksums.self, forKey: .sha256)
    }
}

extension ModelManifest {
    /// The manifest's name in a model's folder.
    package static let fileName = "model.json"

    /// Reads `model.json` in `folder`.
    ///
    /// - Throws: `InferenceError.fileMissing`, or `.manifestInvalid` which names the field.
    package init(folder: String) throws(InferenceError) {
        let path = "\(folder)/\(Self.fileName)"
        guard let bytes = contents(ofFile: path) else {
            throw .fileMissing(path: path)
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            throw .manifestInvalid(path: path, reason: Self.explain(error))
        }
        if let reason = fault { throw .manifestInvalid(path: path, reason: reason) }
    }

    /// What no type can refuse.
    private var fault: String? {
        let names = [file, labels]
        if names.contains(where: { $0.isEmpty || $0.contains("/") || $0 == ".." }) {
            return "file and labels must be names in its own folder"
        }
        if !(1...4096).contains(width) || !(1...4096).contains(height) {
            return "width and height must be 1 to 4096"
        }
        if width != height { return "width and height must be equal, as the crop is a square" }
        if mean.count != 3 || scale.count != 3 || scale.contains(0) {
            return "mean and scale must hold three numbers, scale none that is 0"
        }
        if inputType == .uint8 && (mean != [0, 0, 0] || scale != [1, 1, 1]) {
            return "a uint8 input takes bytes as they are: mean must be 0 and scale 1"
        }
        if !(cropFraction > 0 && cropFraction <= 1) {
            return "cropFraction must be above 0, at most 1"
        }
        if !(temperature > 0) { return "temperature must be above 0" }
        if let outputScale, !(outputScale > 0) { return "outputScale must be above 0" }
        return nil
    }

    private static func explain(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        func field(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, _): return "the field '\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "the field '\(field(context))' has the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "the value of '\(field(context))' is not one of those known"
        case .dataCorrupted: return "it is not JSON"
        @unknown default: return "\(error)"
        }
    }
}
