package import FoundationEssentials

/// An id that sorts by the time it was made: UUID version 7 (RFC 9562, section 5.7), lowercase.
package struct UUIDv7: Hashable, Sendable {
    /// Thirty-six characters, lowercase hexadecimal with hyphens.
    package let description: String

    /// Makes a new one; 74 bits come from the system's random source.
    package init(now: Date = Date()) {
        let milliseconds = UInt64(max(0, now.timeIntervalSince1970 * 1000))
        var random = SystemRandomNumberGenerator()
        let high = (milliseconds << 16) | 0x7000 | (random.next() & 0x0FFF)
        let low = 0x8000_0000_0000_0000 | (random.next() & 0x3FFF_FFFF_FFFF_FFFF)
        description = Self.text(high: high, low: low)
    }

    /// Reads one that this service made. Returns nil for any other text, so that an id from outside
    /// can stand in a file name.
    package init?(_ text: some StringProtocol) {
        let lowercase = text.lowercased()
        var bytes = lowercase.utf8.makeIterator()
        for index in 0..<36 {
            guard let byte = bytes.next() else { return nil }
            let isHexadecimal =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            let isRight =
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                case 14: byte == UInt8(ascii: "7")
                // The variant of RFC 9562, section 4.1: binary 10.
                case 19: "89ab".utf8.contains(byte)
                default: isHexadecimal
                }
            guard isRight else { return nil }
        }
        guard bytes.next() == nil else { return nil }
        description = lowercase
    }

    private static func text(high: UInt64, low: UInt64) -> String {
        func hexadecimal(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let digits = Array(hexadecimal(high) + hexadecimal(low))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }
}

extension UUIDv7: CustomStringConvertible, Comparable {
    package static func < (left: UUIDv7, right: UUIDv7) -> Bool {
        left.description < right.description
    }
}

extension UUIDv7: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = UUIDv7(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a UUID of version 7")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
