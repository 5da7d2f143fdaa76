import FoundationEssentials

extension ModelManifest {
    /// The manifest's name in a model's folder.
    package static let fileName = "model.json"
    /// A manifest is a few kilobytes; the built-in one, with all its groups, has two.
    static let mostBytes = 1 << 20

    /// Reads `model.json` in `folder`.
    ///
    /// - Throws: `InferenceError.fileMissing`, or `.manifestInvalid` which names the field.
    package init(folder: String) throws(InferenceError) {
        let path = "\(folder)/\(Self.fileName)"
        let bytes = try contents(ofFile: path, limit: Self.mostBytes)
        self = try Self.decode(Self.self, bytes, path: path)
        if let reason = fault { throw .manifestInvalid(path: path, reason: reason) }
    }

    /// Decodes JSON, and names the field that is wrong.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], path: String
    ) throws(InferenceError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .manifestInvalid(path: path, reason: explain(error))
        }
    }

    /// The text of `model.json`.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// What no type can refuse.
    var fault: String? {
        let names = [file, labels] + (golden ?? []).map(\.photo)
        if !names.allSatisfy(Self.isPlainName) {
            return "file, labels and the golden photos must be names in its own folder"
        }
        if name.isEmpty || name.utf8.count > 200 || name.utf8.contains(where: { $0 < 32 }) {
            return "name must be one line of 1 to 200 bytes"
        }
        if let text = [group, licence, source].compactMap(\.self).first(where: {
            $0.isEmpty || $0.utf8.count > 1000 || $0.utf8.contains { $0 < 32 }
        }) {
            return "'\(text.prefix(40))' must be one line of 1 to 1,000 bytes"
        }
        if group != nil && groups != nil { return "group and groups exclude each other" }
        return tensorFault
    }

    private var tensorFault: String? {
        if !(1...4096).contains(width) || !(1...4096).contains(height) {
            return "width and height must be 1 to 4096"
        }
        if width != height { return "width and height must be equal, as the crop is a square" }
        if mean.count != 3 || scale.count != 3 || scale.contains(0) {
            return "mean and scale must hold three numbers, scale none that is 0"
        }
        if zip(mean, scale).contains(where: { !Float((255 - $0) / $1).isFinite }) {
            return "mean and scale must bring a byte to a number that a float holds"
        }
        if inputType != .float32 && (mean != [0, 0, 0] || scale != [1, 1, 1]) {
            return "an input of 8 bits takes bytes as they are: mean must be 0 and scale 1"
        }
        if !(cropFraction > 0 && cropFraction <= 1) {
            return "cropFraction must be above 0, at most 1"
        }
        if !(temperature > 0) { return "temperature must be above 0" }
        if let outputScale, !(outputScale > 0) { return "outputScale must be above 0" }
        return nil
    }

    /// Whether a name leads to nothing but a file of the same folder.
    static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
            && name.utf8.allSatisfy { $0 >= 32 && $0 != UInt8(ascii: "/") }
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
