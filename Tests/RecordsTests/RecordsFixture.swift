import Hashing
import FoundationEssentials
import GeoModel
import TestSupport

@testable import Records

/// A data directory of a test's own, and what puts captures and records into it.
struct RecordsFixture {
    let folder: TemporaryDirectory
    let directory: DataDirectory
    let store: RecordStore

    init() throws {
        folder = try TemporaryDirectory()
        directory = DataDirectory(folder.file("data"))
        try directory.create()
        store = try RecordStore(directory)
    }

    /// The same directory opened once more, as after a restart.
    func reopened() throws -> RecordStore { try RecordStore(directory) }

    /// Files of photos there are, whatever their folder; relative to the data directory.
    var files: [String] {
        folder.files.filter { !$0.hasPrefix("data/records.sqlite") }.map { String($0.dropFirst(5)) }
    }

    /// Writes an upload as the service does while it receives one.
    func upload(_ bytes: [UInt8]) throws -> String {
        let path = "\(directory.staging)/\(UUIDv7()).part"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// A capture that is not stored yet; `photo` is what its file holds, nil for none.
    func capture(
        photo: [UInt8]? = Array("photo".utf8), at position: (Double, Double)? = (60.17, 24.95),
        created: Date = Date(), lifetime: TimeInterval = 86400, key: String? = nil,
        eventDate: String = "2026-06-01T12:05:00+02:00", candidates: [Candidate] = [.cathedral]
    ) -> StoredCapture {
        let id = UUIDv7(now: created)
        let position = position.flatMap {
            Coordinate(decimalLatitude: $0.0, decimalLongitude: $0.1)
        }.map {
            CapturePosition(coordinate: $0, coordinateUncertaintyInMeters: 12, source: .request)
        }
        let capture = Capture(
            id: id, state: .pending, created: created.asStored,
            expires: created.addingTimeInterval(lifetime).asStored,
            eventDate: EventDate(eventDate)!, position: position, headingInDegrees: 90,
            photo: photo.map {
                PhotoFacts(
                    width: 4, height: 3, bytes: $0.count, sha256: SHA256.hexadecimal(of: $0))
            },
            sources: [SourceReport(name: "image", state: .answered, milliseconds: 20.5)],
            candidates: candidates, notices: ["A notice."])
        return StoredCapture(
            capture: capture, address: "Unioninkatu 29, Helsinki",
            addressParts: [AddressPart(key: "city", value: "Helsinki")], key: key)
    }

    /// Uploads, stages and stores a capture.
    @discardableResult
    func stored(_ capture: StoredCapture, photo: [UInt8]? = Array("photo".utf8)) throws -> UUIDv7 {
        if let photo, capture.capture.photo != nil {
            try store.stage(upload: try upload(photo), as: capture.capture.id)
        }
        return try store.insert(capture).capture.id
    }

    /// A record, confirmed from a capture of its own.
    @discardableResult
    func record(
        named name: String = "Helsinki Cathedral", kind: CandidateKind = .place,
        photo: [UInt8]? = Array("photo".utf8), at position: (Double, Double)? = (60.17, 24.95),
        created: Date = Date(), eventDate: String = "2026-06-01T12:05:00+02:00",
        remarks: String? = nil, scientificName: String? = nil
    ) throws -> Record {
        let capture = capture(
            photo: photo, at: position, created: created, eventDate: eventDate)
        try stored(capture, photo: photo)
        let answer = ConfirmedAnswer(
            identification: Identification(
                name: name, kind: kind, scientificName: scientificName, confidence: 0.9),
            occurrenceRemarks: remarks)
        return try store.confirm(capture.capture.id, as: answer, now: created).record
    }
}

extension Candidate {
    static let cathedral = Candidate(
        id: "1", kind: .place, name: "Helsinki Cathedral", score: 0.91, distanceInMeters: 14.25,
        ref: OSMRef(osmType: .way, osmID: 419_479_428), category: "amenity",
        type: "place_of_worship",
        evidence: [Evidence(kind: "distance", weight: 2.1, text: "14 m away")])
}

extension ConfirmedAnswer {
    static func named(_ name: String, key: String? = nil) -> ConfirmedAnswer {
        ConfirmedAnswer(identification: Identification(name: name, kind: .thing), key: key)
    }
}
