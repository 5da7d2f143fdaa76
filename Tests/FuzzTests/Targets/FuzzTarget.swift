/// What reads bytes of strangers: each is fed with whatever a fuzzer thinks of.
///
/// A target ends quietly for every input, refused or taken. What must not be ends the process: a trap, a
/// report of a sanitizer, or `violated`.
enum FuzzTarget: String, CaseIterable {
    /// A request body of any type, cut into parts.
    case multipart
    /// A whole request, answered by the routes over a small data directory.
    case request
    /// A photo: header, EXIF, decoding, thumbnail.
    case photo
    /// A file of range maps, imported.
    case ranges
    /// A file of OpenStreetMap objects, read.
    case osm
    /// A file of OpenStreetMap objects, imported as a region and asked.
    case region
    /// A checklist, imported.
    case taxonomy

    func run(_ input: UnsafeRawBufferPointer) {
        do {
            switch self {
            case .multipart: try MultipartTarget.run(input)
            case .request: try RequestTarget.run(input)
            case .photo: try PhotoTarget.run(input)
            case .ranges: try RangesTarget.run(input)
            case .osm: try OSMTarget.read(input)
            case .region: try OSMTarget.makeRegion(input)
            case .taxonomy: try TaxonomyTarget.run(input)
            }
        } catch {
            Self.violated("what is taken can be asked without an error: \(error)")
        }
    }

    /// Ends the process, as a trap does: what the code promises does not hold for this input.
    static func violated(_ promise: String) -> Never {
        fatalError("This does not hold: \(promise)")
    }
}
