import FoundationEssentials
import GeoModel
import Testing

@Suite struct `An event date` {
    @Test(arguments: [
        ("2026-06-01T12:05:00+02:00", "2026-06-01T12:05:00+02:00"),
        ("2026-06-01T12:05:00Z", "2026-06-01T12:05:00Z"),
        ("2026-06-01t12:05:00z", "2026-06-01T12:05:00Z"),
        ("2026-06-01T12:05:00+00:00", "2026-06-01T12:05:00Z"),
        ("2026-06-01T12:05:00-09:30", "2026-06-01T12:05:00-09:30"),
        ("2026-06-01T12:05:00.987+0200", "2026-06-01T12:05:00+02:00"),
        ("2026-06-01 12:05", "2026-06-01T12:05:00"),
        ("2026-06-01T12:05:07", "2026-06-01T12:05:07"),
        ("2026-06-01", "2026-06-01T00:00:00"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("0001-01-01T00:00:00", "0001-01-01T00:00:00"),
        ("2026-06-01T12:05:00+14:00", "2026-06-01T12:05:00+14:00"),
    ])
    func `reads RFC 3339 and local times, and writes them with the offset it was given`(
        text: String, written: String
    ) throws {
        let date = try #require(EventDate(text))
        #expect(date.description == written)
        #expect(EventDate(date.description) == date)
    }

    @Test(arguments: [
        "", "2026", "2026-06", "2026-6-1", "2026-13-01", "2026-00-10", "2026-06-31", "2026-06-00",
        "2026-06-01T", "2026-06-01T24:00:00", "2026-06-01T12", "2026-06-01T12:60",
        "2026-06-01T12:05:61", "2026-06-01T12:05:00.", "2026-06-01T12:05:00+2",
        "2026-06-01T12:05:00+02:60", "2026-06-01T12:05:00+15:00", "2026-06-01T12:05:00Zulu",
        "2026-06-01x12:05", "0000-01-01", "01.06.2026", "2026:06:01 12:05:00",
    ])
    func `reads nothing else`(text: String) {
        #expect(EventDate(text) == nil)
    }

    @Test(
        arguments: [
            (2024, true), (2026, false), (2000, true), (1900, false), (2100, false), (4, true),
        ] as [(Int, Bool)])
    func `has a leap day in years of four, not of a hundred, but of four hundred`(
        year: Int, isLeap: Bool
    ) {
        #expect((EventDate(year: year, month: 2, day: 29) != nil) == isLeap)
        #expect(EventDate(year: year, month: 2, day: 28) != nil)
        #expect(EventDate(year: year, month: 2, day: 30) == nil)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T12:00:00Z", 951_825_600), ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("2024-03-01T00:00:00Z", 1_709_251_200), ("2026-12-31T23:59:59Z", 1_798_761_599),
            ("1900-03-01T00:00:00Z", -2_203_891_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Double)])
    func `is the instant the calendar says, both ways`(text: String, seconds: Double) throws {
        let date = try #require(EventDate(text))
        #expect(date.instant.timeIntervalSince1970 == seconds)
        #expect(EventDate(utc: Date(timeIntervalSince1970: seconds)) == date)
    }

    @Test func `agrees with the day before and after for every day of eight centuries`() throws {
        var previous: EventDate?
        for day in stride(from: -146_097.0, through: 146_097, by: 1) {
            let date = EventDate(utc: Date(timeIntervalSince1970: day * 86_400))
            #expect(date.instant.timeIntervalSince1970 == day * 86_400)
            if let previous {
                let isNextDay = date.day == previous.day + 1 && date.month == previous.month
                #expect(isNextDay || date.day == 1)
            }
            previous = date
        }
    }

    @Test(
        arguments: [
            ("2026-06-01T00:30:00+02:00", "2026-05-31T22:30:00Z"),
            ("2026-12-31T20:00:00-09:30", "2027-01-01T05:30:00Z"),
            ("2024-02-29T23:00:00-02:00", "2024-03-01T01:00:00Z"),
            ("2026-06-01T12:00:00", "2026-06-01T12:00:00Z"),
        ])
    func `takes the offset off for the instant`(local: String, utc: String) throws {
        let date = try #require(EventDate(local))
        #expect(EventDate(utc: date.instant).description == utc)
    }

    @Test func `drops fractions of a second downwards, before 1970 too`() {
        #expect(EventDate(utc: Date(timeIntervalSince1970: 1.9)).second == 1)
        #expect(
            EventDate(utc: Date(timeIntervalSince1970: -0.5)).description
                == "1969-12-31T23:59:59Z")
    }

    @Test(
        arguments: [
            ("+02:00", 120), ("-09:30", -570), ("Z", 0), ("+0545", 345), ("", nil), ("2", nil),
            ("+02:00 ", nil), ("UTC", nil),
        ] as [(String, Int?)])
    func `reads the offset tag of EXIF`(text: String, minutes: Int?) {
        #expect(EventDate.offset(inMinutesFrom: text) == minutes)
    }

    @Test func `is its text in JSON`() throws {
        let date = try #require(EventDate("2026-06-01T12:05:00+02:00"))
        let json = try JSONEncoder().encode([date])
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-06-01T12:05:00+02:00"]"#)
        #expect(try JSONDecoder().decode([EventDate].self, from: json) == [date])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([EventDate].self, from: Data(#"["yesterday"]"#.utf8))
        }
    }
}
