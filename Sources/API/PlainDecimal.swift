/// Reads numbers of a query or a form: `Double("nan")` and `Double("0x1p3")` succeed, a coordinate is a plain
/// decimal.
enum PlainDecimal {
    /// A finite number of digits, with a sign, a point or an exponent; nil for anything else.
    static func number(_ text: some StringProtocol) -> Double? {
        // A plus sign that was not encoded arrives as a space.
        var text = text[...]
        while text.utf8.first == UInt8(ascii: " ") { text = text.dropFirst() }
        if let number = shortNumber(text.utf8) { return number }
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || "+-.eE".utf8.contains($0)
        }
        guard isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// A number as most are sent, of at most fifteen digits and without an exponent: digits and power of ten
    /// are both exact then, and so is what one division makes of them, to the last bit.
    private static func shortNumber(_ text: some Sequence<UInt8>) -> Double? {
        var (digits, count, power) = (0, 0, 1)
        var (isNegative, hasPoint) = (false, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = 10 * digits + Int(byte - UInt8(ascii: "0"))
                count += 1
                if hasPoint { power *= 10 }
                guard count <= 15 else { return nil }
            case UInt8(ascii: ".") where !hasPoint && count > 0: hasPoint = true
            case UInt8(ascii: "-") where count == 0 && !hasPoint && !isNegative: isNegative = true
            default: return nil
            }
        }
        // "5." is left to the others, as "." and "-" are.
        guard count > 0, !hasPoint || power > 1 else { return nil }
        let number = Double(digits) / Double(power)
        return isNegative ? -number : number
    }
}
