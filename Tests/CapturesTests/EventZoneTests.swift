import FoundationEssentials
import GeoModel
import Imaging
import Records
import TestSupport
import Testing

@testable import Captures

@Suite struct `The zone of a time without offset` {
    private static func position(_ latitude: Double, _ longitude: Double) -> CapturePosition {
        CapturePosition(
            coordinate: Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!,
            coordinateUncertaintyInMeters: nil, source: .exif)
    }

    @Test(
        arguments: [
            ("2026-06-01T23:50:00", "Europe/Helsinki", "2026-06-01T23:50:00+03:00"),
            ("2026-12-31T23:50:00", "Europe/Helsinki", "2026-12-31T23:50:00+02:00"),
            ("2026-01-01T12:00:00", "America/New_York", "2026-01-01T12:00:00-05:00"),
            ("2026-07-01T12:00:00", "Asia/Kathmandu", "2026-07-01T12:00:00+05:45"),
            ("2026-01-15T12:00:00", "Australia/Adelaide", "2026-01-15T12:00:00+10:30"),
            // Clocks go forward at 03:00 local time on 29 March 2026, back at 04:00 on 25 October.
            ("2026-03-29T02:59:59", "Europe/Helsinki", "2026-03-29T02:59:59+02:00"),
            ("2026-03-29T04:00:00", "Europe/Helsinki", "2026-03-29T04:00:00+03:00"),
            ("2026-10-25T02:30:00", "Europe/Helsinki", "2026-10-25T02:30:00+03:00"),
            ("2026-10-25T04:00:00", "Europe/Helsinki", "2026-10-25T04:00:00+02:00"),
        ])
    func `F09 is the position's, not the server's`(local: String, zone: String, whole: String)
        throws
    {
        let date = try #require(EventDate(local))
        let found = try #require(EventZone(date, .unknown, at: Self.position(60, 25), zone: zone))
        #expect(found.date == EventDate(whole) && found.source == .position)
        #expect(found.notice?.contains(zone) == true)
    }

    @Test func `F09 without a zone on the map the longitude stands in, and says so`() throws {
        let date = try #require(EventDate("2026-06-01T23:50:00"))
        let found = try #require(EventZone(date, .unknown, at: Self.position(40, -105), zone: nil))
        #expect(found.date == EventDate("2026-06-01T23:50:00-07:00"))
        #expect(found.notice?.contains("longitude") == true && found.source == .longitude)
        #expect(
            EventZone(date, .unknown, at: Self.position(40, -105), zone: "No/Where")?.date
                == found.date)
        #expect(
            EventZone(date, .unknown, at: Self.position(40, 0), zone: "../../etc/passwd") != nil)
    }

    @Test func `a time with offset, and one without position, stay as they are`() throws {
        let known = try #require(EventDate("2026-06-01T23:50:00+02:00"))
        #expect(
            EventZone(known, .request, at: Self.position(60, 25), zone: "Europe/Helsinki") == nil)
        let open = try #require(EventDate("2026-06-01T23:50:00"))
        #expect(EventZone(open, .unknown, at: nil, zone: nil) == nil)
    }

    @Test func `F09 a capture in Liechtenstein has Vaduz's offset, and says from where`() throws {
        let fixture = try CapturesFixture()
        var request = CaptureRequest().at(47.1396, 9.5225)
        request.eventDate = EventDate("2026-07-01T23:50:00")
        let capture = try fixture.flow.create(request).capture
        #expect(capture.eventDate == EventDate("2026-07-01T23:50:00+02:00"))
        #expect(capture.notices.contains { $0.contains("Europe/Vaduz") })
        #expect(capture.timeZoneSource == .position)
        var confirmation = Confirmation()
        confirmation.candidateID = capture.candidates[0].id
        let confirmed = try fixture.flow.confirm(capture.id, confirmation).record
        #expect(confirmed.timeZoneSource == .position)
        let kept = try fixture.records.record(confirmed.occurrenceID)?.timeZoneSource
        #expect(kept == .position)
    }

    @Test(
        arguments: [
            ("2026-06-30T22:30:00Z", "2026-07-01T00:30:00+02:00"),
            ("2026-10-25T00:59:59Z", "2026-10-25T02:59:59+02:00"),
            ("2026-10-25T01:00:00Z", "2026-10-25T02:00:00+01:00"),
        ])
    func `D14 the time of arrival is written in the zone of the position`(
        utc: String, local: String
    ) throws {
        let date = try #require(EventDate(utc))
        let found = try #require(
            EventZone(date, .server, at: Self.position(47.1, 9.5), zone: "Europe/Vaduz"))
        #expect(found.date == EventDate(local) && found.date.instant == date.instant)
        #expect(found.source == .server && found.notice == nil)
        // The longitude knows no clock's zone.
        #expect(EventZone(date, .server, at: Self.position(47.1, 9.5), zone: nil) == nil)
    }

    @Test func `F09 the source is the request's or the photo's where they state an offset`() throws
    {
        var photo = PhotoMetadata()
        var request = CaptureRequest()
        func source() throws -> TimeZoneSource {
            try CaptureFacts(request, photo, now: Date()).timeZoneSource
        }
        #expect(try source() == .server)
        photo.eventDate = EventDate("2026-05-01T08:00:00")
        #expect(try source() == .unknown)
        photo.eventDate = EventDate("2026-05-01T08:00:00+03:00")
        #expect(try source() == .exif)
        request.eventDate = EventDate("2026-05-01T08:00:00Z")
        #expect(try source() == .request)
        request.eventDate = EventDate("2026-05-01T08:00:00")
        #expect(try source() == .unknown)
    }
}
