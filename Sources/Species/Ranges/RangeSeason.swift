package import GeoModel

/// When in the year an area is lived in, as range maps tell it: IUCN's and BirdLife's `seasonal`, or
/// eBird Status and Trends' `season`.
package enum RangeSeason: String, Hashable, Sendable, Codable, CaseIterable {
    case resident, breeding, nonbreeding, passage
    case prebreedingMigration = "prebreeding_migration"
    case postbreedingMigration = "postbreeding_migration"
    /// Blank, 5 (uncertain), or nothing that is known. It stays so: such an area counts in every month.
    case unknown

    /// Reads a code, 1…4, or a word in any case and with any marks between its letters.
    package init(code text: String?) {
        guard let text else {
            self = .unknown
            return
        }
        if let code = WholeNumber.parse(text) {
            self = [1: .resident, 2: .breeding, 3: .nonbreeding, 4: .passage][code] ?? .unknown
            return
        }
        var word = text.lowercased().filter(\.isLetter)
        if word.hasSuffix("season") { word.removeLast("season".count) }
        self = Self.words[word] ?? .unknown
    }

    private static let words: [String: RangeSeason] = [
        "resident": .resident, "yearround": .resident, "allyear": .resident,
        "breeding": .breeding, "breedingvisitor": .breeding,
        "nonbreeding": .nonbreeding, "nonbreedingvisitor": .nonbreeding, "wintering": .nonbreeding,
        "winter": .nonbreeding,
        "passage": .passage, "passagemigrant": .passage, "migration": .passage,
        "prebreedingmigration": .prebreedingMigration,
        "postbreedingmigration": .postbreedingMigration,
    ]
}

/// Days of every year, from a first to a last one, both included; over the year's end where the last comes
/// before the first.
package struct DaysOfYear: Hashable, Sendable {
    /// Month times 100 plus day.
    package let first, last: Int

    package init(first: Int, last: Int) { (self.first, self.last) = (first, last) }

    /// Whether a date is among them. 29 February follows 28 February.
    package func contains(month: Int, day: Int) -> Bool {
        let asked = month * 100 + day
        return first <= last
            ? (first...last).contains(asked) : asked >= first || asked <= last
    }

    /// The part of a month's days, 0…1, in a year without a leap day.
    package func share(ofMonth month: Int) -> Double {
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        let within = (1...days).count { contains(month: month, day: $0) }
        return Double(within) / Double(days)
    }
}

/// Which way round a year's seasons go.
package struct YearHalves: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Summer is in July.
    package static let north = YearHalves(rawValue: 1)
    /// Summer is in January.
    package static let south = YearHalves(rawValue: 2)

    /// That of a place; the equator counts as north.
    package init(at position: Coordinate) {
        self = position.decimalLatitude < 0 ? .south : .north
    }
}

/// Where and when: what the one mapping from dates to seasons needs to know.
///
/// In the north breeding is April to September, the time away from it September to April, and passage
/// March to May and August to November: wide, as a map's season is only a word, and a month too many makes a
/// bird likelier while one too few hides it. In the south all is half a year later. A date is a month and a
/// day of the calendar; weeks, of which years have 52 or 53, play no part.
///
/// - An area of breeding follows the seasons of its own place. Between the tropics breeding has no season
///   that holds everywhere, and it counts as lived in all the year.
/// - The other areas follow the seasons of where the taxon breeds: the swallow of Europe is in South
///   Africa in January, summer there. A taxon that breeds in both halves is in them whenever either is, and
///   one of which no area of breeding is known follows the place.
/// - Where a map gives first and last days, as eBird's do, they decide alone.
package struct SeasonCalendar: Hashable, Sendable {
    package let position: Coordinate
    /// Where the taxon breeds; empty when that is not known.
    package let breedsIn: YearHalves

    package init(at position: Coordinate, breedsIn: YearHalves) {
        self.position = position
        self.breedsIn = breedsIn
    }

    /// Degrees of latitude of the tropics of Cancer and Capricorn.
    static let tropic = 23.44

    /// In the north; bit 0 is January.
    private static let breeding: UInt16 = months(4...9)
    private static let nonbreeding: UInt16 = months(9...12) | months(1...4)
    private static let prebreeding: UInt16 = months(3...5)
    private static let postbreeding: UInt16 = months(8...11)

    private static func months(_ range: ClosedRange<Int>) -> UInt16 {
        range.reduce(0) { $0 | 1 << UInt16($1 - 1) }
    }

    /// The part of a month, 0…1, in which an area is lived in; nil when its season is unknown.
    package func share(of month: Int, season: RangeSeason, days: DaysOfYear?) -> Double? {
        if let days { return days.share(ofMonth: month) }
        return holds(month: month, season).map { $0 ? 1 : 0 }
    }

    /// Whether an area is lived in on a date; nil when its season is unknown.
    package func isPresent(on date: EventDate, season: RangeSeason, days: DaysOfYear?) -> Bool? {
        if let days { return days.contains(month: date.month, day: date.day) }
        return holds(month: date.month, season)
    }

    private func holds(month: Int, _ season: RangeSeason) -> Bool? {
        switch season {
        case .unknown: nil
        case .resident: true
        case .breeding:
            abs(position.decimalLatitude) <= Self.tropic
                || Self.holds(month, Self.breeding, YearHalves(at: position))
        case .nonbreeding: Self.holds(month, Self.nonbreeding, halves)
        case .passage: Self.holds(month, Self.prebreeding | Self.postbreeding, halves)
        case .prebreedingMigration: Self.holds(month, Self.prebreeding, halves)
        case .postbreedingMigration: Self.holds(month, Self.postbreeding, halves)
        }
    }

    private var halves: YearHalves { breedsIn.isEmpty ? YearHalves(at: position) : breedsIn }

    private static func holds(_ month: Int, _ northern: UInt16, _ halves: YearHalves) -> Bool {
        let index = month - 1
        return halves.contains(.north) && northern >> UInt16(index) & 1 == 1
            || halves.contains(.south) && northern >> UInt16((index + 6) % 12) & 1 == 1
    }
}

/// A whole number as files write it: `1`, `1.0`, `1.000000000000000`.
enum WholeNumber {
    /// nil for anything else.
    static func parse(_ text: String) -> Int? {
        let text = text.filter { $0 != " " }
        if let number = Int(text) { return number }
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }),
            let number = Double(text)
        else { return nil }
        return Int(exactly: number)
    }
}
