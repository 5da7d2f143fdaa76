import FoundationEssentials

/// What a model's `model.json` says: its files, the tensor it takes, and what its numbers mean.
///
/// Little of this can be read from the model itself, and a wrong guess gives plausible scores for
/// wrong labels; so everything is declared, and what can be checked is checked when it is loaded.
package struct ModelManifest: Hashable, Sendable {
    package enum Layout: String, Hashable, Sendable, Codable, CaseIterable {
        /// 1 × 3 × height × width.
        case planes = "NCHW"
        /// 1 × height × width × 3.
        case interleaved = "NHWC"
    }

    package enum Colour: String, Hashable, Sendable, Codable, CaseIterable {
        case rgb = "RGB"
        case bgr = "BGR"
    }

    package enum InputType: String, Hashable, Sendable, Codable, CaseIterable {
        case float32, uint8
        /// A byte less 128.
        case int8
    }

    package enum Resize: String, Hashable, Sendable, Codable, CaseIterable {
        case bicubic = "bicubic-antialiased"
        case bilinear = "bilinear-antialiased"
    }

    package enum Output: String, Hashable, Sendable, Codable, CaseIterable {
        case probabilities, logits
    }

    /// Lowercase hexadecimal.
    package struct Checksums: Hashable, Sendable, Codable {
        package let file, labels: String

        package init(file: String, labels: String) {
            self.file = file
            self.labels = labels
        }
    }

    /// A photo whose answer is known: the proof that all of the above is right.
    package struct Golden: Hashable, Sendable, Codable {
        /// The name of a JPEG in the manifest's own folder, or in that of the photos which ship with
        /// the program.
        package let photo: String
        /// The index and the name of the class that must be the most probable.
        package let index: Int
        package let label: String
        /// Of that class, when the photo was added.
        package let probability: Double
        /// Lowercase hexadecimal of the photo.
        package let sha256: String
    }

    package internal(set) var name: String
    /// Names of files in the manifest's own folder.
    package internal(set) var file, labels: String
    package internal(set) var labelFormat: LabelFormat
    package internal(set) var layout: Layout
    package internal(set) var colour: Colour
    package internal(set) var inputType: InputType
    package internal(set) var width, height: Int
    /// The tensor holds (byte − mean) / scale for each channel, in the order of `colour`.
    package internal(set) var mean, scale: [Double]
    /// The side of the central square that is looked at, as a part of the shortest side; 0..<=1.
    package internal(set) var cropFraction: Double
    package internal(set) var resize: Resize
    package internal(set) var output: Output
    /// Logits are divided by it before the softmax. Probabilities have it inside already.
    package internal(set) var temperature: Double
    /// What one unit of the output tensor is worth: 1, and 1/256 for outputs of 8 bits.
    package internal(set) var outputScale: Double?
    /// The index of "none of these", which is never answered.
    package internal(set) var backgroundClass: Int?
    /// The higher taxon that all classes belong to: `Aves`; nil for a model of many things.
    package internal(set) var group: String?
    /// The classes of each higher taxon that a model of many things knows: pairs of first and last index.
    package internal(set) var groups: [String: [IndexRange]]?
    package internal(set) var licence: String?
    /// Where it is from: a person's own words, or an address.
    package internal(set) var source: String?
    package internal(set) var golden: [Golden]?
    package internal(set) var sha256: Checksums
}

extension ModelManifest {
    /// The shortest side, in pixels, of a picture to be resized to the model's square: twice the square,
    /// so that the resize has something to average over.
    var wantedShortestSide: Int {
        Int((Double(2 * width) / cropFraction).rounded(.up))
    }

    /// From a first to a last index, both included; `[7, 24]` in JSON.
    package struct IndexRange: Hashable, Sendable, Codable {
        package let first, last: Int

        package init(from decoder: any Decoder) throws {
            let pair = try decoder.singleValueContainer().decode([Int].self)
            guard pair.count == 2, 0 <= pair[0], pair[0] <= pair[1] else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "no first and last"))
            }
            (first, last) = (pair[0], pair[1])
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode([first, last])
        }
    }

    /// The higher taxa of each of `count` classes, widest first.
    func groups(count: Int) -> [[String]] {
        if let group { return Array(repeating: [group], count: count) }
        var found = [[String]](repeating: [], count: count)
        func size(_ ranges: [IndexRange]) -> Int {
            ranges.reduce(0) { $0 + $1.last - $1.first + 1 }
        }
        let widestFirst = (groups ?? [:]).sorted {
            (size($1.value), $0.key) < (size($0.value), $1.key)
        }
        for (name, ranges) in widestFirst {
            for range in ranges where range.last < count {
                for index in range.first...range.last { found[index].append(name) }
            }
        }
        return found
    }
}

extension ModelManifest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, file, labels, labelFormat, layout, colour, inputType, width, height, mean, scale
        case cropFraction, resize, output, temperature, outputScale, backgroundClass, group, groups
        case licence, source, golden, sha256
    }

    /// The fields there are.
    static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

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
        group = try container.decodeIfPresent(String.self, forKey: .group)
        groups = try container.decodeIfPresent([String: [IndexRange]].self, forKey: .groups)
        licence = try container.decodeIfPresent(String.self, forKey: .licence)
        source = try container.decodeIfPresent(String.self, forKey: .source)
        golden = try container.decodeIfPresent([Golden].self, forKey: .golden)
        sha256 = try container.decode(Checksums.self, forKey: .sha256)
    }
}
