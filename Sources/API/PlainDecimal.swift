/// Reads numbers of a query or a form: `Double("nan")` and `Double("0x1p3")` succeed, a coordinate is a plain
/// decimal.
enum PlainDecimal {
    /// A finite number of digits, with a sign, a point or an exponent; nil for anything else.
    static func number(_ text: some StringProtocol) -> Double? {
        if let number = shortNumber(text.utf8) { return number }
        // A plus sign that was not encoded arrives as a space.
        var text = text[...]
        while text.utf8.first == UInt8(ascii: " ") { text = text.dropFirst() }
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || "+-.eE".utf8.contains($0)
        }
        guard isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// A number as most are sent, of at most nineteen digits and without an exponent: what one
    /// division makes of the digits and the power of ten, to the last bit.
    private static func shortNumber(_ text: some Sequence<UInt8>) -> Double? {
        var (digits, count, power) = (UInt64(0), 0, UInt64(1))
        var (isNegative, hasPoint) = (false, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count += 1
                guard count <= 19 else { return nil }
                digits = 10 &* digits &+ UInt64(byte &- UInt8(ascii: "0"))
                if hasPoint { power = 10 &* power }
            case UInt8(ascii: ".") where !hasPoint && count > 0: hasPoint = true
            case UInt8(ascii: "-") where count == 0 && !hasPoint && !isNegative: isNegative = true
            default: return nil
            }
        }
        // "5." is left to the others, as "." and "-" are.
        guard count > 0, !hasPoint || power > 1 else { return nil }
        // Both are exact of fifteen digits.
        let number =
            count <= 15 ? Double(digits) / Double(power) : quotient(digits, power)
        return isNegative ? -number : number
    }

    /// The double that is nearest to a quotient, and of two as near the even one.
    private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        guard dividend > 0 else { return 0 }
        let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (wide, by) = (dividend << up, divisor << down)
        // Of 63 bits or 64, of which the last also stands for all that come after it.
        var (bits, rest) = by.dividingFullWidth((wide >> 1, wide << 63))
        if rest > 0 { bits |= 1 }
        return Double(sign: .plus, exponent: down - up - 63, significand: Double(bits))
    }
}
