import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Counting records by what they show` {
    private func fixture() throws -> RecordsFixture {
        let fixture = try RecordsFixture()
        let records = [
            ("Pica pica", "Pica pica", "2026-01-01T00:30:00+14:00"),
            ("Magpie", "Pica pica", "2025-12-31T23:50:00-10:00"),
            ("Pica pica", "Pica pica", "2026-05-01T12:00:00Z"),
            ("Blackbird", nil, "2026-02-01T12:00:00"), ("Blackbird", nil, "2026-02-03T12:00:00Z"),
        ]
        for (name, scientificName, date) in records {
            try fixture.record(
                named: name, kind: .species, eventDate: date, scientificName: scientificName)
        }
        try fixture.record(named: "Cathedral", eventDate: "2024-06-01T12:00:00Z")
        return fixture
    }

    @Test func `a tally for each name, with the first and last by local date`() throws {
        let tallies = try fixture().store.tallies()
        #expect(tallies.map(\.name) == ["Pica pica", "Blackbird"])
        #expect(tallies.map(\.scientificName) == ["Pica pica", nil])
        #expect(tallies.map(\.count) == [3, 2])
        #expect(tallies[0].first.eventDate.description == "2025-12-31T23:50:00-10:00")
        #expect(tallies[0].last.eventDate.description == "2026-05-01T12:00:00Z")
        #expect(tallies[0].first.position != nil && tallies[0].first.address != nil)
    }

    @Test func `D14 a year is that of the local date`() throws {
        let store = try fixture().store
        #expect(try store.tallies(year: 2026).map(\.count) == [2, 2])
        #expect(try store.tallies(year: 2025).map(\.count) == [1])
        #expect(try store.count(year: 2026) == 4)
        #expect(try store.count(year: 2025) == 1)
        #expect(try store.tallies(year: 1).isEmpty)
        let extent = try store.extent()
        #expect(extent.count == 6 && extent.first?.year == 2024)
    }

    @Test
    func `D14 the records of chosen names are counted by local month, the latest shown first`()
        throws
    {
        let store = try fixture().store
        let own = try store.summary(latest: 2) { $0.hasPrefix("Pica") }
        #expect(
            own.latest.map(\.eventDate.description)
                == ["2026-05-01T12:00:00Z", "2026-01-01T00:30:00+14:00"])
        #expect(own.countsByMonth == [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] && own.count == 3)
        #expect(try store.summary(latest: 2) { _ in false }.count == 0)
    }

    @Test func `without records there is nothing`() throws {
        let store = try RecordsFixture().store
        #expect(try store.tallies().isEmpty)
        let extent = try store.extent()
        #expect(extent.count == 0 && extent.first == nil)
    }
}
