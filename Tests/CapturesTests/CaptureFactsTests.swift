import FoundationEssentials
import GeoModel
import Geodesy
import Imaging
import TestSupport
import Testing

@testable import Captures

@Suite struct `Where and when a capture was made` {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func facts(
        _ request: CaptureRequest, _ photo: PhotoMetadata? = nil
    ) throws -> CaptureFacts {
        try CaptureFacts(request, photo, now: now)
    }

    private func exif(at latitude: Double, _ longitude: Double) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.position = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)
        metadata.coordinateUncertaintyInMeters = 8
        return metadata
    }

    @Test func `the request's position comes first, then the photo's, then none`() throws {
        let photo = exif(at: 10, 20)
        let own = try facts(CaptureRequest().at(60, 25, uncertainty: 5), photo).position
        #expect(own?.source == .request)
        #expect(own?.coordinate == Coordinate(decimalLatitude: 60, decimalLongitude: 25))
        #expect(own?.coordinateUncertaintyInMeters == 5)
        #expect(
            try facts(CaptureRequest().at(60, 25), photo).position?.coordinateUncertaintyInMeters
                == nil)
        let other = try facts(CaptureRequest(), photo).position
        #expect(other?.source == .exif)
        #expect(other?.coordinateUncertaintyInMeters == 8)
        #expect(try facts(CaptureRequest(), PhotoMetadata()).position == nil)
    }

    @Test func `F04 a zeroed GPS position in the photo is none, and the person is told`() throws {
        var exif = ExifSegment()
        exif.setPosition(
            latitude: [(0, 1), (0, 1), (0, 1)], "N", longitude: [(0, 1), (0, 1), (0, 1)], "E")
        let fixture = try CapturesFixture()
        let photo = exif.inserted(into: try CapturesFixture.photo())
        let capture = try fixture.flow.create(try fixture.request(photo: photo)).capture
        #expect(capture.position == nil)
        #expect(capture.source("places")?.state == .off)
        #expect(capture.notices.contains { $0.contains("GPS position is 0,0") })
    }

    @Test func `F04 0,0 in the request is none, unless its uncertainty says that it was measured`()
        throws
    {
        let zeroed = try facts(CaptureRequest().at(0, 0), exif(at: 10, 20))
        #expect(zeroed.position?.source == .exif)
        #expect(zeroed.notices.contains { $0.contains("0,0") })
        #expect(try facts(CaptureRequest().at(0, 0)).position == nil)
        let measured = try facts(CaptureRequest().at(0, 0, uncertainty: 20))
        #expect(measured.position?.source == .request)
        #expect(try facts(CaptureRequest().at(0, 9)).position != nil)
    }

    @Test(
        arguments: [
            (95, 25, nil, "decimalLatitude"), (60, 200, nil, "decimalLongitude"),
            (.nan, 25, nil, "decimalLatitude"), (60, .infinity, nil, "decimalLongitude"),
            (60, nil, nil, "decimalLongitude"), (nil, 25, nil, "decimalLatitude"),
            (60, 25, 0, "coordinateUncertaintyInMeters"),
            (60, 25, -3, "coordinateUncertaintyInMeters"),
            (60, 25, .nan, "coordinateUncertaintyInMeters"),
        ] as [(Double?, Double?, Double?, String)])
    func `a number out of range is refused by its name`(
        latitude: Double?, longitude: Double?, uncertainty: Double?, field: String
    ) throws {
        let failure = #expect(throws: CaptureError.self) {
            try facts(CaptureRequest().at(latitude, longitude, uncertainty: uncertainty))
        }
        guard case .invalidField(field, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `latitude and longitude that look exchanged are told so`() {
        let failure = #expect(throws: CaptureError.self) {
            try facts(CaptureRequest().at(139.77, 35.68))
        }
        #expect("\(String(describing: failure))".contains("exchanged"))
    }

    @Test(arguments: [90.0, 180, -180])
    func `poles and 180 degrees are positions`(degrees: Double) throws {
        let position = try facts(CaptureRequest().at(degrees == 90 ? 90 : 10, degrees)).position
        #expect(position?.coordinate.decimalLongitude == degrees)
    }

    @Test func `the time is the request's, the photo's, or the clock's in UTC`() throws {
        var request = CaptureRequest()
        var photo = PhotoMetadata()
        #expect(try facts(request, photo).eventDate == EventDate(utc: now))
        #expect(try facts(request, photo).notices.contains { $0.contains("time of arrival") })
        photo.eventDate = EventDate("2026-05-01T08:00:00")
        #expect(try facts(request, photo).eventDate == photo.eventDate)
        request.eventDate = EventDate("2026-05-02T12:05:00+02:00")
        #expect(try facts(request, photo).eventDate == request.eventDate)
        #expect(try facts(request, photo).notices == [])
    }

    @Test(arguments: [
        // The clock stands at 2026-05-28T20:26:40Z.
        ("2026-05-29T20:26:40Z", true), ("2026-05-29T20:26:41Z", false),
        ("2026-05-29T10:20:00", true), ("9999-12-31T00:00:00Z", false),
        ("2026-05-30T10:00:00+14:00", true), ("2026-05-29T20:00:00-14:00", false),
    ])
    func `a time to come is refused when it is sent, and not used when a camera says it`(
        text: String, isTaken: Bool
    ) throws {
        var request = CaptureRequest()
        var photo = PhotoMetadata()
        photo.eventDate = EventDate(text)
        let found = try facts(request, photo)
        #expect(found.eventDate == (isTaken ? photo.eventDate : EventDate(utc: now)))
        #expect(found.timeZoneSource != .server || !isTaken)
        #expect(found.notices.contains { $0.contains("in the future") } == !isTaken)
        request.eventDate = photo.eventDate
        if isTaken {
            #expect(try facts(request, nil).eventDate == request.eventDate)
        } else {
            let failure = #expect(throws: CaptureError.self) { try facts(request, nil) }
            guard case .invalidField("eventDate", _) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test func `the heading is the request's, else the photo's, and magnetic north is told`() throws
    {
        var request = CaptureRequest()
        var photo = PhotoMetadata()
        photo.headingInDegrees = 45
        #expect(try facts(request, photo).headingInDegrees == 45)
        photo.headingIsMagnetic = true
        let unknown = try facts(request, photo)
        #expect(unknown.headingInDegrees == 45 && unknown.headingUncertaintyInDegrees == 15)
        #expect(unknown.notices.contains { $0.contains("magnetic") })
        request.headingInDegrees = 360
        #expect(try facts(request, photo).headingInDegrees == 0)
        for heading in [-1, 361, .nan] {
            request.headingInDegrees = heading
            #expect(throws: CaptureError.self) { try facts(request, photo) }
        }
    }

    @Test func `a heading from magnetic north is turned to true north by place and date`() throws {
        let texts = try ["2010", "2025"].map {
            try String(
                contentsOfFile: "\(GeoDataFiles.folder)/magnetic/WMM_\($0).COF", encoding: .utf8)
        }
        let models = MagneticModels(coefficientFiles: texts)
        var photo = PhotoMetadata()
        photo.headingInDegrees = 355
        photo.headingIsMagnetic = true
        photo.eventDate = EventDate("2026-06-01T12:00:00+03:00")
        let request = CaptureRequest().at(60.17, 24.95)
        let found = try CaptureFacts(request, photo, now: now, magnetic: models)
        let heading = try #require(found.headingInDegrees)
        #expect(abs(heading - 5.2) < 0.3, "\(heading)")
        #expect(found.headingUncertaintyInDegrees < 0.6)
        #expect(found.notices.contains { $0.contains("true north") && $0.contains("10.") })
        // The declination in Helsinki was less in 2010.
        photo.eventDate = EventDate("2010-06-01T12:00:00+03:00")
        let older = try CaptureFacts(request, photo, now: now, magnetic: models)
        #expect(try #require(older.headingInDegrees) < heading - 1.5)
        // Without a position nobody knows the declination.
        let nowhere = try CaptureFacts(CaptureRequest(), photo, now: now, magnetic: models)
        #expect(nowhere.headingInDegrees == 355 && nowhere.headingUncertaintyInDegrees == 15)
        // What the request sends is from true north.
        var sent = request
        sent.headingInDegrees = 10
        #expect(
            try CaptureFacts(sent, photo, now: now, magnetic: models).headingInDegrees == 10)
    }
}
