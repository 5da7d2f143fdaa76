import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `The season of a date` {
    private func place(_ latitude: Double) -> Coordinate {
        Coordinate(decimalLatitude: latitude, decimalLongitude: 20)!
    }

    private func months(
        _ season: RangeSeason, at latitude: Double, breedsIn: YearHalves = []
    ) -> [Int] {
        let calendar = SeasonCalendar(at: place(latitude), breedsIn: breedsIn)
        return (1...12).filter { calendar.share(of: $0, season: season, days: nil) == 1 }
    }

    @Test func `is half a year later south of the equator`() {
        #expect(months(.breeding, at: 50) == [4, 5, 6, 7, 8, 9])
        #expect(months(.breeding, at: -50) == [1, 2, 3, 10, 11, 12])
        #expect(months(.nonbreeding, at: 30) == [1, 2, 3, 4, 9, 10, 11, 12])
        #expect(months(.nonbreeding, at: -30) == [3, 4, 5, 6, 7, 8, 9, 10])
        #expect(months(.passage, at: 45) == [3, 4, 5, 8, 9, 10, 11])
        #expect(months(.passage, at: -45) == [2, 3, 4, 5, 9, 10, 11])
        #expect(months(.prebreedingMigration, at: 45) == [3, 4, 5])
        #expect(months(.postbreedingMigration, at: 45) == [8, 9, 10, 11])
        #expect(months(.resident, at: -10) == Array(1...12))
    }

    @Test func `of breeding has no months between the tropics`() {
        for latitude in [-23.4, -5, 0, 5, 23.4] {
            #expect(months(.breeding, at: latitude) == Array(1...12))
        }
        #expect(months(.nonbreeding, at: 5) == [1, 2, 3, 4, 9, 10, 11, 12])
    }

    @Test func `away from breeding is that of where a taxon breeds`() {
        // The swallow in South Africa; a seabird of the south in the North Atlantic.
        #expect(months(.nonbreeding, at: -33, breedsIn: .north).contains(1))
        #expect(!months(.nonbreeding, at: -33, breedsIn: .north).contains(7))
        #expect(months(.nonbreeding, at: 50, breedsIn: .south).contains(7))
        #expect(!months(.nonbreeding, at: 50, breedsIn: .south).contains(1))
        #expect(
            months(.nonbreeding, at: -33, breedsIn: [.north, .south]) == Array(1...12))
    }

    @Test func `G03: that is blank, 0, 5, 99 or some text stays unknown`() {
        for text in [nil, "", "0", "5", "99", "5.0", "99.000", "-1", "unknown", "Brutzeit", "1.5"] {
            #expect(RangeSeason(code: text) == .unknown, "\(text ?? "nil")")
        }
        let calendar = SeasonCalendar(at: place(50), breedsIn: .north)
        for month in 1...12 {
            #expect(calendar.share(of: month, season: .unknown, days: nil) == nil)
            let date = EventDate(year: 2024, month: month, day: 1)!
            #expect(calendar.isPresent(on: date, season: .unknown, days: nil) == nil)
        }
    }

    @Test(arguments: [
        ("1", RangeSeason.resident), ("2", .breeding), ("3.000000000000000", .nonbreeding),
        (" 4 ", .passage), ("Resident", .resident), ("Breeding Season", .breeding),
        ("Non-breeding season", .nonbreeding), ("nonbreeding", .nonbreeding),
        ("prebreeding_migration", .prebreedingMigration), ("Passage", .passage),
        ("postbreeding_migration", .postbreedingMigration), ("year-round", .resident),
    ])
    func `is read from a code or a word`(text: String, season: RangeSeason) {
        #expect(RangeSeason(code: text) == season)
    }

    /// Each day of a leap year has one answer, the same in every year; weeks play no part.
    @Test func `G01: comes of the month and day alone, 29 February and ISO week 53 too`() {
        let calendar = SeasonCalendar(at: place(50), breedsIn: .north)
        let days = DaysOfYear(first: 228, last: 330)
        func isPresent(_ year: Int, _ month: Int, _ day: Int) -> Bool? {
            EventDate(year: year, month: month, day: day).flatMap {
                calendar.isPresent(on: $0, season: .breeding, days: days)
            }
        }
        #expect(isPresent(2024, 2, 29) == true)
        #expect(isPresent(2024, 2, 27) == false)
        #expect(isPresent(2023, 2, 28) == true)
        #expect(isPresent(2024, 3, 30) == true)
        #expect(isPresent(2024, 3, 31) == false)
        // 31 December 2026 and 1 January 2027 are both in ISO week 53.
        for (year, month, day) in [(2026, 12, 31), (2027, 1, 1), (2024, 12, 30), (2021, 1, 3)] {
            let date = EventDate(year: year, month: month, day: day)!
            #expect(
                calendar.isPresent(on: date, season: .nonbreeding, days: nil) == true)
            #expect(calendar.isPresent(on: date, season: .breeding, days: nil) == false)
        }
        for month in 1...12 {
            for day in 1...31 {
                guard let date = EventDate(year: 2024, month: month, day: day) else { continue }
                #expect(calendar.isPresent(on: date, season: .passage, days: nil) != nil)
            }
        }
    }

    @Test func `of first and last days runs over the year's end`() {
        let winter = DaysOfYear(first: 1122, last: 301)
        for (month, day, isIn) in [
            (11, 22, true), (11, 21, false), (12, 31, true), (1, 1, true), (2, 29, true),
            (3, 1, true), (3, 2, false), (7, 1, false),
        ] {
            #expect(winter.contains(month: month, day: day) == isIn, "\(month)-\(day)")
        }
        #expect(winter.share(ofMonth: 1) == 1)
        #expect(winter.share(ofMonth: 11) == 9.0 / 30)
        #expect(winter.share(ofMonth: 3) == 1.0 / 31)
        #expect(winter.share(ofMonth: 7) == 0)
        #expect(DaysOfYear(first: 101, last: 1231).share(ofMonth: 2) == 1)
    }

    @Test(arguments: [
        ("2023/05/03", 503), ("2023-11-22", 1122), ("05-03", 503), ("2023-12-31T00:00:00Z", 1231),
        ("02-29", 229),
    ])
    func `has days in the ways files write them`(text: String, day: Int) {
        #expect(RangeAttributes.day(text) == day)
    }

    @Test(arguments: ["", "13-01", "2023", "02-30", "May 3", "2023-02-31"])
    func `has no day where a file writes none`(text: String) {
        #expect(RangeAttributes.day(text) == nil)
    }
}
