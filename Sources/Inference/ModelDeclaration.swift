import FoundationEssentials

/// What a person states of a model, by options or in a model.json; the rest is recognised.
package struct ModelDeclaration: Hashable, Sendable {
    package enum Background: Hashable, Sendable {
        /// There is none.
        case absent
        /// The index of the class, or its name.
        case named(String)
    }

    package enum Group: Hashable, Sendable {
        /// A model of many things.
        case several
        case taxon(String)
    }

    package var labelFormat: LabelFormat?
    package var layout: ModelManifest.Layout?
    package var colour: ModelManifest.Colour?
    /// Width and height of the input in pixels.
    package var size: Int?
    package var mean, scale: [Double]?
    package var cropFraction: Double?
    package var resize: ModelManifest.Resize?
    package var output: ModelManifest.Output?
    package var temperature, outputScale: Double?
    package var background: Background?
    package var group: Group?
    package var licence, source: String?
    /// What the files must be, when a model.json says so.
    private(set) var sha256: ModelManifest.Checksums?
    private(set) var groups: [String: [ModelManifest.IndexRange]]?

    package init() {}

    /// Reads a model.json, which may lack any field; its names of files are not used.
    ///
    /// - Throws: `InferenceError.fileMissing`, `.fileTooLarge`, `.manifestInvalid` which names the field.
    package init(path: String) throws(InferenceError) {
        let bytes = try contents(ofFile: path, limit: ModelManifest.mostBytes)
        let names = try ModelManifest.decode([String: Anything].self, bytes, path: path).keys
        if let unknown = names.sorted().first(where: { !ModelManifest.fieldNames.contains($0) }) {
            throw .manifestInvalid(
                path: path,
                reason: "it has no field '\(unknown)'; the fields are "
                    + ModelManifest.fieldNames.joined(separator: ", "))
        }
        let fields = try ModelManifest.decode(Fields.self, bytes, path: path)
        if fields.width != fields.height {
            throw .manifestInvalid(path: path, reason: "width and height must be equal")
        }
        labelFormat = fields.labelFormat
        layout = fields.layout
        colour = fields.colour
        size = fields.width
        mean = fields.mean
        scale = fields.scale
        cropFraction = fields.cropFraction
        resize = fields.resize
        output = fields.output
        temperature = fields.temperature
        outputScale = fields.outputScale
        background = fields.backgroundClass.map { .named("\($0)") }
        if fields.backgroundClass == nil, names.contains("backgroundClass") { background = .absent }
        group = fields.group.map { .taxon($0) }
        groups = fields.groups
        if groups != nil { group = .several }
        licence = fields.licence
        source = fields.source
        sha256 = fields.sha256
    }

    /// This, but for what `other` states.
    package func overridden(by other: ModelDeclaration) -> ModelDeclaration {
        var merged = self
        func take<Value>(_ field: WritableKeyPath<ModelDeclaration, Value?>) {
            if let value = other[keyPath: field] { merged[keyPath: field] = value }
        }
        take(\.labelFormat)
        take(\.layout)
        take(\.colour)
        take(\.size)
        take(\.mean)
        take(\.scale)
        take(\.cropFraction)
        take(\.resize)
        take(\.output)
        take(\.temperature)
        take(\.outputScale)
        take(\.background)
        take(\.group)
        take(\.licence)
        take(\.source)
        if other.group != nil { merged.groups = nil }
        return merged
    }

    private struct Fields: Decodable {
        let labelFormat: LabelFormat?
        let layout: ModelManifest.Layout?
        let colour: ModelManifest.Colour?
        let width, height: Int?
        let mean, scale: [Double]?
        let cropFraction: Double?
        let resize: ModelManifest.Resize?
        let output: ModelManifest.Output?
        let temperature, outputScale: Double?
        let backgroundClass: Int?
        let group: String?
        let groups: [String: [ModelManifest.IndexRange]]?
        let licence, source: String?
        let sha256: ModelManifest.Checksums?
    }

    /// A value that is not looked at.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
