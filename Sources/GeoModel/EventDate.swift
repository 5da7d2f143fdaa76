package import FoundationEssentials

/// A moment as whoever recorded it wrote it: local date and time, with the offset from UTC if known.
///
/// A camera often knows no offset. It is then left open, never filled with the server's own zone.
/// The text form is RFC 3339 with the offset, and ISO 8601 local time without.
package struct EventDate: Hashable, Sendable {
    package let year, month, day, hour, minute, second: Int
    /// Minutes east of UTC; nil when unknown.
    package let offsetInMinutes: Int?

    /// Returns nil for a date that is not in the proleptic Gregorian calendar, or a time that is none.
    ///
    /// Second 60 (a leap second) is taken as 59. Offsets reach from −14:00 to +14:00.
    package init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        offsetInMinutes: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            (-840...840).contains(offsetInMinutes ?? 0)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, min(second, 59))
        self.offsetInMinutes = offsetInMinutes
    }

    /// The UTC form of an instant, whole seconds.
    package init(utc instant: Date) {
        let seconds = Int64(instant.timeIntervalSince1970.rounded(.down))
        let day = Int64((Double(seconds) / 86400).rounded(.down))
        let rest = Int(seconds - day * 86400)
        let civil = Self.civil(fromDay: day)
        (year, month, self.day) = civil
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        offsetInMinutes = 0
    }

    /// The instant; a date without an offset is read as UTC, which is right within 14 hours.
    package var instant: Date {
        let days = Self.day(year: year, month: month, day: day)
        let local = Double(days) * 86400 + Double(hour * 3600 + minute * 60 + second)
        return Date(timeIntervalSince1970: local - Double((offsetInMinutes ?? 0) * 60))
    }

    /// Days from 1970-01-01 to the local date.
    package var dayNumber: Int64 { Self.day(year: year, month: month, day: day) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01. Years are counted from March, so that the leap day is the last.
    private static func day(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = Int64((Double(shifted) / 400).rounded(.down))
        let yearOfEra = Int64(shifted) - era * 400
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of `day(year:month:day:)`.
    private static func civil(fromDay day: Int64) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = Int64((Double(shifted) / 146_097).rounded(.down))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, Int(dayOfYear - (153 * monthFromMarch + 2) / 5) + 1)
    }
}

extension EventDate: CustomStringConvertible {
    /// Written digit by digit into one string: a list of a thousand records has three thousand of them.
    package var description: String {
        String(unsafeUninitializedCapacity: 25) { buffer in
            var count = 0
            func put(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            func two(_ number: Int) {
                put(UInt8(48 + number / 10))
                put(UInt8(48 + number % 10))
            }
            two(year / 100)
            two(year % 100)
            put(UInt8(ascii: "-"))
            two(month)
            put(UInt8(ascii: "-"))
            two(day)
            put(UInt8(ascii: "T"))
            two(hour)
            put(UInt8(ascii: ":"))
            two(minute)
            put(UInt8(ascii: ":"))
            two(second)
            guard let offset = offsetInMinutes else { return count }
            guard offset != 0 else {
                put(UInt8(ascii: "Z"))
                return count
            }
            put(UInt8(ascii: offset < 0 ? "-" : "+"))
            two(abs(offset) / 60)
            put(UInt8(ascii: ":"))
            two(abs(offset) % 60)
            return count
        }
    }
}

extension EventDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = EventDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not an RFC 3339 date and time")
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
