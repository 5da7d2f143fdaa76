import Hashing
import FoundationEssentials
import GeoModel
import Imaging
import Records
import TestSupport
import Testing

@testable import Captures

@Suite struct `The flow of a capture` {
    @Test func `stages the photo, asks three sources, ranks, and makes a record of the answer`()
        throws
    {
        let fixture = try CapturesFixture()
        let photo = try CapturesFixture.photo()
        let request = try fixture.request(photo: photo).at(47.1396, 9.5225, uncertainty: 12)
        let capture = try fixture.flow.create(request).capture
        #expect(capture.state == .pending)
        #expect(capture.expires.timeIntervalSince(capture.created) == 86_400)
        #expect(capture.position?.source == .request)
        #expect(capture.photo?.width == 1024)
        #expect(capture.photo?.height == 683)
        #expect(capture.photo?.bytes == photo.count)
        #expect(capture.photo?.sha256 == SHA256.hexadecimal(of: photo))
        #expect(capture.sources.map(\.name) == ["image", "places", "address", "species", "saved"])
        #expect(capture.source("image")?.state == .answered)
        #expect(capture.source("places")?.state == .nothing)
        #expect(capture.source("address")?.state == .answered)
        #expect(capture.candidates.contains { $0.name.contains("church") })
        #expect(fixture.files == ["staging/\(capture.id).jpg"])
        #expect(try fixture.flow.capture(capture.id) == capture)

        var confirmation = Confirmation()
        confirmation.candidateID = capture.candidates[0].id
        confirmation.occurrenceRemarks = "seen from the bridge"
        let (record, isNew) = try fixture.flow.confirm(capture.id, confirmation)
        #expect(isNew)
        #expect(record.identification.name == capture.candidates[0].name)
        #expect(record.identification.confidence == capture.candidates[0].score)
        #expect(record.occurrenceRemarks == "seen from the bridge")
        #expect(record.computation.candidates == capture.candidates)
        #expect(
            record.computation.addressParts.contains {
                $0.key == "country_code" && $0.value == "li"
            })
        let stored = try fixture.records.photoPath(record.occurrenceID)
        #expect(try Data(contentsOf: URL(filePath: stored)) == Data(photo))
        #expect(fixture.files.count == 1)
    }

    @Test func `takes a name of the person's own`() throws {
        let fixture = try CapturesFixture()
        let capture = try fixture.flow.create(
            try fixture.request(photo: try CapturesFixture.photo())
        ).capture
        var confirmation = Confirmation()
        confirmation.name = "My church"
        confirmation.kind = .place
        let record = try fixture.flow.confirm(capture.id, confirmation).record
        #expect(record.identification == Identification(name: "My church", kind: .place))
    }

    @Test func `refuses an answer that chooses nothing, two things, or what was not offered`()
        throws
    {
        let fixture = try CapturesFixture()
        let capture = try fixture.flow.create(
            try fixture.request(photo: try CapturesFixture.photo())
        ).capture
        var confirmation = Confirmation()
        #expect(throws: CaptureError.nothingChosen) {
            try fixture.flow.confirm(capture.id, confirmation)
        }
        confirmation.candidateID = "99"
        let offered = capture.candidates.map(\.id)
        #expect(throws: CaptureError.candidateNotOffered("99", offered: offered)) {
            try fixture.flow.confirm(capture.id, confirmation)
        }
        confirmation.name = "x"
        #expect(throws: CaptureError.twoChosen) {
            try fixture.flow.confirm(capture.id, confirmation)
        }
        #expect(try fixture.flow.capture(capture.id)?.state == .pending)
    }

    @Test func `takes one of those that a candidate stands for, by its own id`() throws {
        let refs = (1...3).map { OSMRef(osmType: .node, osmID: $0) }
        let offices = Candidate(
            id: "2", kind: .place, name: "3 offices at Annankatu 25", score: 0.6,
            category: "office",
            joined: refs.enumerated().map { index, ref in
                JoinedPlace(
                    id: "2.\(index + 1)", name: "Company \(index + 1)", ref: ref, type: "ngo")
            }, evidence: [])
        let one = try CaptureFlow.chosen("2.3", of: [offices])
        #expect(one.name == "Company 3")
        #expect(one.osmID == 3)
        #expect(one.category == "office")
        #expect(one.type == "ngo")
        #expect(abs((one.confidence ?? 0) - 0.2) < 1e-12)
        let all = try CaptureFlow.chosen("2", of: [offices])
        #expect(all.name == "3 offices at Annankatu 25")
        #expect(all.osmID == nil)
        #expect(
            throws: CaptureError.candidateNotOffered("2.4", offered: ["2", "2.1", "2.2", "2.3"])
        ) { try CaptureFlow.chosen("2.4", of: [offices]) }
        // As captures have been stored before.
        let stored = Data(#"{"osm_type":"way","osm_id":7}"#.utf8)
        #expect(
            try JSONDecoder().decode(JoinedPlace.self, from: stored)
                == JoinedPlace(ref: OSMRef(osmType: .way, osmID: 7)))
    }

    @Test func `cancel and expiry leave no file`() throws {
        let fixture = try CapturesFixture()
        let photo = try CapturesFixture.photo()
        let cancelled = try fixture.flow.create(try fixture.request(photo: photo)).capture
        try fixture.flow.cancel(cancelled.id)
        #expect(fixture.files == [])
        #expect(try fixture.flow.capture(cancelled.id)?.state == .cancelled)
        let yesterday = Date(timeIntervalSinceNow: -86_401)
        let late = try fixture.flow.create(try fixture.request(photo: photo), now: yesterday)
            .capture
        #expect(try fixture.flow.capture(late.id)?.state == .expired)
        #expect(try fixture.flow.sweep().expiredCaptures == 1)
        #expect(fixture.files == [])
    }

    @Test func `a source that fails or is absent fails nothing else`() throws {
        let photo = try CapturesFixture.photo()
        let broken = try CapturesFixture(
            classifiers: [BrokenClassifier(), try CapturesFixture.recorded(["church": 0.5])])
        let half = try broken.flow.create(try broken.request(photo: photo)).capture
        #expect(half.source("image")?.state == .answered)
        #expect(half.source("image")?.message?.contains("the model is broken") == true)
        #expect(half.source("places")?.state == .off)

        let failed = try CapturesFixture(classifiers: [BrokenClassifier()], hasPlaces: false)
        let none = try failed.flow.create(try failed.request(photo: photo).at(60, 25)).capture
        #expect(none.source("image")?.state == .failed)
        #expect(none.source("address")?.state == .off)
        #expect(none.candidates.map(\.kind) == [.time])

        let unequipped = try CapturesFixture(classifiers: [])
        let still = try unequipped.flow.create(try unequipped.request(photo: photo).at(47.14, 9.52))
            .capture
        #expect(still.source("image")?.state == .off)
        #expect(still.source("address")?.state == .answered)
        #expect(still.candidates.contains { $0.kind == .address })
    }

    @Test func `a position without a photo is a capture, and neither is none`() throws {
        let fixture = try CapturesFixture()
        let capture = try fixture.flow.create(CaptureRequest().at(47.1396, 9.5225)).capture
        #expect(capture.photo == nil)
        #expect(capture.source("image")?.state == .off)
        #expect(throws: CaptureError.nothingSent) { try fixture.flow.create(CaptureRequest()) }
    }

    @Test func `a key sent again answers the same capture and keeps one file`() throws {
        let fixture = try CapturesFixture()
        let photo = try CapturesFixture.photo()
        var first = try fixture.request(photo: photo)
        first.key = "k"
        var second = try fixture.request(photo: photo)
        second.key = "k"
        var third = try fixture.request(photo: try CapturesFixture.photo(.cat))
        third.key = "k"
        let capture = try fixture.flow.create(first).capture
        #expect(try fixture.flow.create(second).capture == capture)
        #expect(throws: RecordError.keyReused) { try fixture.flow.create(third) }
        var elsewhere = try fixture.request(photo: photo).at(47.1, 9.5)
        elsewhere.key = "k"
        #expect(throws: RecordError.keyReused) { try fixture.flow.create(elsewhere) }
        var here = CaptureRequest().at(47.1396, 9.5225)
        here.key = "without a photo"
        let placed = try fixture.flow.create(here).capture
        #expect(try fixture.flow.create(here).capture == placed)
        here.decimalLatitude = 47.2
        #expect(throws: RecordError.keyReused) { try fixture.flow.create(here) }
        #expect(fixture.files == ["staging/\(capture.id).jpg"])
    }

    @Test func `identify answers the same candidates and leaves the photo where it is`() throws {
        let fixture = try CapturesFixture()
        var request = CaptureRequest().at(47.1396, 9.5225)
        request.photoPath = GeoDataFiles.Photo.church.path
        let analysis = try fixture.flow.identify(request)
        let capture = try fixture.flow.create(
            try fixture.request(photo: try CapturesFixture.photo()).at(47.1396, 9.5225)
        ).capture
        #expect(analysis.candidates == capture.candidates)
        #expect(analysis.photo == capture.photo)
        #expect(FileManager.default.fileExists(atPath: GeoDataFiles.Photo.church.path))
        #expect(fixture.files.count == 1)
        #expect(try fixture.records.list().total == 0)
    }

    @Test func `of a day to come can be asked, and nothing is kept of it`() throws {
        let fixture = try CapturesFixture()
        var request = CaptureRequest().at(47.1396, 9.5225)
        request.eventDate = EventDate("9998-05-01T12:00:00Z")
        #expect(try fixture.flow.identify(request).eventDate == request.eventDate)
        let failure = #expect(throws: CaptureError.self) { try fixture.flow.create(request) }
        #expect("\(String(describing: failure))".contains("future"))
        var sent = try fixture.request(photo: try CapturesFixture.photo()).at(47.1396, 9.5225)
        sent.eventDate = request.eventDate
        #expect(throws: CaptureError.self) { try fixture.flow.create(sent) }
        #expect(fixture.files.isEmpty)
    }
}

@Suite struct `A photo that cannot be taken in` {
    /// Nothing is stored and nothing is left behind, whatever was wrong.
    private func refused(
        _ photo: [UInt8], settings: CaptureSettings = CaptureSettings(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ImagingError? {
        let fixture = try CapturesFixture(settings: settings)
        let request = try fixture.request(photo: photo).at(60, 25)
        let failure = #expect(throws: CaptureError.self, sourceLocation: sourceLocation) {
            try fixture.flow.create(request)
        }
        #expect(fixture.files == [], sourceLocation: sourceLocation)
        #expect(try fixture.records.list().total == 0, sourceLocation: sourceLocation)
        #expect(
            try fixture.records.check(grace: -60).problems == [], sourceLocation: sourceLocation)
        guard case .photoRefused(let error) = failure else { return nil }
        return error
    }

    @Test(arguments: [0.1, 0.5, 0.99])
    func `F15 half an upload is refused`(part: Double) throws {
        let photo = try CapturesFixture.photo()
        let cut = Array(photo.prefix(Int(Double(photo.count) * part)))
        #expect(try refused(cut) == .truncated)
    }

    @Test func `F16 a header that declares 100000 x 100000, or more than the limit, is refused`()
        throws
    {
        let photo = try CapturesFixture.photo()
        // The frame header: marker FFC0, length, precision, then height and width in 16 bits each.
        let frame = try #require(
            photo.indices.dropLast(9).first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
        var huge = photo
        for offset in 5...8 { huge[frame + offset] = 0xFF }
        let error = try refused(huge)
        #expect(error == .tooManyPixels(width: 65535, height: 65535, limit: 100_000_000))
        var settings = CaptureSettings()
        settings.photoLimits.pixels = 1024 * 683 - 1
        #expect(
            try refused(photo, settings: settings)
                == .tooManyPixels(width: 1024, height: 683, limit: 1024 * 683 - 1))
    }

    @Test func `F18 no byte, one byte and a text are refused`() throws {
        #expect(try refused([]) == .empty)
        #expect(try refused([0xFF]) == .notJPEG(.unknown))
        #expect(try refused(Array("Just a note named photo.jpg".utf8)) == .notJPEG(.unknown))
    }

    @Test func `F10 HEIC named jpg is refused by its real name`() throws {
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
        #expect(try refused(heic + [UInt8](repeating: 0, count: 200)) == .notJPEG(.heic))
    }
}
