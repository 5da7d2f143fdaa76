/// A number of bytes as people write it: `512M`, `2G`, `300000000`.
package enum ByteSize {
    /// Reads digits and one of K, M, G, T for powers of 1,024, in either case, or nothing for bytes.
    ///
    /// - Returns: nil for anything else, for nothing, and for what 63 bits do not hold.
    package static func parse(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let number = Int64(digits), number > 0 else { return nil }
        let powers = ["": 0, "k": 10, "m": 20, "g": 30, "t": 40]
        guard let power = powers[text.dropFirst(digits.count).lowercased()] else { return nil }
        let (bytes, isTooMany) = number.multipliedReportingOverflow(by: 1 << power)
        return isTooMany ? nil : bytes
    }
}
