internal import OSMReader

extension OSMTags {
    /// The tags as a JSON object of strings, sorted by key, the form the region file keeps them in.
    func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        // Most files have them sorted.
        let isSorted = zip(all, all.dropFirst()).allSatisfy { $0.key < $1.key }
        for (index, tag) in (isSorted ? all : all.sorted { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(jsonString: tag.key)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(jsonString: tag.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension [UInt8] {
    /// Quotes and escapes as RFC 8259, section 7, asks.
    ///
    /// - Parameter inShort: Line feed, return and tab as one letter, as answers have them.
    mutating func append(jsonString text: String, inShort: Bool = false) {
        let hexDigits: StaticString = "0123456789abcdef"
        append(UInt8(ascii: "\""))
        defer { append(UInt8(ascii: "\"")) }
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain else { return append(contentsOf: text.utf8) }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n") where inShort: self += "\\n".utf8
            case UInt8(ascii: "\r") where inShort: self += "\\r".utf8
            case UInt8(ascii: "\t") where inShort: self += "\\t".utf8
            case 0..<0x20:
                self += "\\u00".utf8
                append(hexDigits.utf8Start[Int(byte >> 4)])
                append(hexDigits.utf8Start[Int(byte & 15)])
            default: append(byte)
            }
        }
    }
}
