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
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        if whole < 10 {
            append(48 + UInt8(whole))
        } else {
            append(contentsOf: String(whole).utf8)
        }
        guard places > 0, keepsZeros || rest > 0 else { return }
        append(UInt8(ascii: "."))
        var divisor = UInt64(scale) / 10
        var remaining = rest
        while divisor > 0, keepsZeros || remaining > 0 {
            append(48 + UInt8(remaining / divisor))
            remaining %= divisor
            divisor /= 10
        }
    }

    private static let scales: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}

extension Double {
    /// The number with exactly `places` decimals (0…9), as `60.1702000`.
    package func fixed(decimals places: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(fixed: self, decimals: places)
        return String(decoding: bytes, as: UTF8.self)
    }
}
