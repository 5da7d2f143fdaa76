import FoundationEssentials
import GeoModel
import Imaging
import Inference
import PlaceIndex
import Records
import TestSupport

@testable import Captures

/// A data directory of a test's own with a capture flow on it.
struct CapturesFixture {
    let folder: TemporaryDirectory
    let directory: DataDirectory
    let records: RecordStore
    let flow: CaptureFlow

    /// - Parameters:
    ///   - classifiers: Of what the flow asks; the recorded church when not given.
    ///   - hasPlaces: Whether there is a place index; it has no region, but knows the countries.
    init(
        classifiers: [any ImageClassifying]? = nil, hasPlaces: Bool = true,
        settings: CaptureSettings = CaptureSettings()
    ) throws {
        folder = try TemporaryDirectory()
        directory = DataDirectory(folder.file("data"))
        try directory.create()
        records = try RecordStore(directory)
        let places =
            try hasPlaces
            ? PlaceIndex(
                directory: directory.places, countries: GeoDataFiles.countries, connections: 1)
            : nil
        flow = CaptureFlow(
            records: records, places: places,
            classifiers: try classifiers ?? [Self.recorded(["church": 0.93, "castle": 0.02])],
            settings: settings)
    }

    /// A model that answers the same for every photo.
    static func recorded(_ probabilities: [String: Double]) throws -> RecordedClassifier {
        let folder = GeoDataFiles.imageNetModel
        let labels = try ModelLabels(of: ModelManifest(folder: folder), in: folder)
        return try RecordedClassifier(probabilities, labels: labels)
    }

    /// Files of photos there are; relative to the data directory.
    var files: [String] {
        folder.files.filter { !$0.hasPrefix("data/records.sqlite") }.map { String($0.dropFirst(5)) }
    }

    /// Writes an upload as the service does while it receives one, and asks for it.
    func request(photo: [UInt8]) throws -> CaptureRequest {
        var request = CaptureRequest()
        let path = "\(directory.staging)/\(UUIDv7()).part"
        try Data(photo).write(to: URL(filePath: path))
        request.photoPath = path
        return request
    }

    static func photo(_ photo: GeoDataFiles.Photo = .church) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: photo.path)))
    }
}

extension CaptureRequest {
    /// The same at a position.
    func at(_ latitude: Double?, _ longitude: Double?, uncertainty: Double? = nil) -> CaptureRequest
    {
        var request = self
        request.decimalLatitude = latitude
        request.decimalLongitude = longitude
        request.coordinateUncertaintyInMeters = uncertainty
        return request
    }
}

extension Capture {
    func source(_ name: String) -> SourceReport? { sources.first { $0.name == name } }
}

/// A model that cannot answer.
struct BrokenClassifier: ImageClassifying {
    struct Broken: Error, CustomStringConvertible { let description = "the model is broken" }
    let modelName = "broken"
    let wantedShortestSide = 32

    func classify(_ image: RGBImage) throws -> [LabelledProbability] { throw Broken() }
}
