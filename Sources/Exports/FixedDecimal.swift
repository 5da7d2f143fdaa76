extension [UInt8] {
    /// Appends a number with exactly `places` decimals (0…9), as `60.1702000`; one that is infinite,
    /// none or beyond 64 bits in its own words.
    package mutating func append(fixed number: Double, decimals places: Int) {
        append(number, decimals: places, keepsZeros: true)
    }

    /// Appends a number with at most `places` decimals (0…9), zeros at the end left out.
    package mutating func append(short number: Double, decimals places: Int) {
        append(number, decimals: places, keepsZeros: false)
    }

    private mutating func append(_ number: Double, decimals places: Int, keepsZeros: Bool) {
        let scale = Self.scales[places]
        guard number.isFinite, let scaled = Int64(exactly: (number * Double(scale)).rounded())
        else {
            append(contentsOf: number.description.utf8)
            return
        }
        // A sign, at most 19 digits before the point and 9 after it.
        append(addingCapacity: 32) { span in
            if scaled < 0 { span.append(UInt8(ascii: "-")) }
            let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
            span.append(digitsOf: whole)
            guard places > 0, keepsZeros || rest > 0 else { return }
            span.append(UInt8(ascii: "."))
            span.append(digitsOf: rest, width: places, trimsZeros: !keepsZeros)
        }
    }

    static let scales: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}

extension OutputSpan<UInt8> {
    /// Appends a number in at least `width` and at most twenty digits, zeros at the end left out when
    /// it is what follows a point.
    mutating func append(digitsOf number: UInt64, width: Int = 1, trimsZeros: Bool = false) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var start = digits.count
            var end = digits.count
            var rest = number
            repeat {
                start -= 1
                digits[start] = 48 + UInt8(rest % 10)
                rest /= 10
            } while rest > 0 || digits.count - start < width
            while trimsZeros, end > start, digits[end - 1] == 48 { end -= 1 }
            for index in start..<end { append(digits[index]) }
        }
    }
}

extension Double {
    /// The number with exactly `places` decimals (0…9), as `60.1702000`.
    package func fixed(decimals places: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(fixed: self, decimals: places)
        return String(decoding: bytes, as: UTF8.self)
    }
}
