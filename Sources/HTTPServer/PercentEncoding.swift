/// Reading `%41` (RFC 3986 section 2.1).
enum PercentEncoding {
    /// The bytes meant by `escaped`; nil when a `%` is not followed by two hexadecimal digits.
    static func decode(_ escaped: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var rest = escaped.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The text meant by `escaped`; nil when an escape is broken, or the bytes are not UTF-8 or hold a NUL.
    static func text(_ escaped: some Collection<UInt8>) -> String? {
        // By far most are plain.
        if escaped.allSatisfy({ 0 < $0 && $0 < 0x80 && $0 != UInt8(ascii: "%") }) {
            return String(decoding: escaped, as: UTF8.self)
        }
        guard let bytes = decode(escaped), !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
