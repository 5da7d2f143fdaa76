extension EventDate {
    /// Reads `2026-06-01T12:05:00+02:00`, the same with `Z`, without an offset, without seconds,
    /// with a fraction (dropped), with a space for the T, or the date alone.
    ///
    /// Returns nil for anything else. RFC 3339, section 5.6; ISO 8601 for the forms without offset.
    package init?(_ text: String) {
        var reader = Reader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2)
        else { return nil }
        if reader.isAtEnd {
            self.init(year: year, month: month, day: day)
            return
        }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2)
        else { return nil }
        var second = 0
        if reader.skip(":") {
            guard let read = reader.number(digits: 2) else { return nil }
            second = read
            if reader.skip(".") { guard reader.skipDigits() > 0 else { return nil } }
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            offsetInMinutes: offset)
    }

    /// Reads an EXIF `OffsetTime`: `+02:00`, `-09:30` or `Z`. Returns nil for anything else.
    package static func offset(inMinutesFrom text: String) -> Int? {
        var reader = Reader(text)
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        return offset
    }

    /// Walks the ASCII of a date from left to right.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest.removeFirst()
            return true
        }

        mutating func skipDigits() -> Int {
            var count = 0
            while let first = rest.first, (48...57).contains(first) {
                rest.removeFirst()
                count += 1
            }
            return count
        }

        mutating func number(digits: Int) -> Int? {
            var value = 0
            for _ in 0..<digits {
                guard let first = rest.first, (48...57).contains(first) else { return nil }
                value = value * 10 + Int(first - 48)
                rest.removeFirst()
            }
            return value
        }

        /// The outer nil is a syntax error, the inner one an offset that is not given.
        mutating func offset() -> Int?? {
            if isAtEnd { return .some(nil) }
            if skip("Z") || skip("z") { return 0 }
            let sign: Int
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(digits: 2) else { return nil }
            _ = skip(":")
            guard let minutes = number(digits: 2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }
}
