import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Counting records by month` {
    @Test func `near a place are those of living things within the circle, by their own date`()
        throws
    {
        let fixture = try RecordsFixture()
        for (name, scientific, date, place) in [
            ("Pica pica", "Pica pica", "2026-01-31T23:50:00-10:00", (60.17, 24.95)),
            ("Magpie", "Pica pica", "2025-01-01T00:10:00+14:00", (60.18, 24.96)),
            ("Blackbird", nil, "2026-02-03T12:00:00Z", (60.17, 24.95)),
            ("Pica pica", "Pica pica", "2026-01-05T12:00:00Z", (61.5, 24.95)),
            ("Pica pica", "Pica pica", "2026-01-05T12:00:00Z", nil),
        ] as [(String, String?, String, (Double, Double)?)] {
            try fixture.record(
                named: name, kind: .species, photo: nil, at: place, eventDate: date,
                scientificName: scientific)
        }
        try fixture.record(named: "Cathedral", photo: nil)
        let circle = try RecordFilter.Circle(
            center: Coordinate(decimalLatitude: 60.17, decimalLongitude: 24.95)!,
            radiusInMeters: 25_000)
        #expect(
            try fixture.store.monthlyCounts(near: circle) == [
                MonthlyCount(name: "Blackbird", month: 2, count: 1),
                MonthlyCount(name: "Pica pica", month: 1, count: 2),
            ])
    }
}
