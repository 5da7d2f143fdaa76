/// Reads the JSON object of strings in which a region file keeps an object's tags.
///
/// A general JSON reader costs ten times as much, and tags are read for every name that is shown.
enum TagsJSON {
    /// - Returns: nil for anything but one object whose values are strings.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [String: String]? {
        var reader = Reader(text: text)
        return reader.object()
    }

    static func decode(_ text: String) -> [String: String]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0

        mutating func object() -> [String: String]? {
            guard take("{") else { return nil }
            var tags: [String: String] = [:]
            // A tag is seldom shorter, and a dictionary that has to grow is filled anew.
            tags.reserveCapacity(text.count / 24)
            if !take("}") {
                repeat {
                    guard let key = string(), take(":"), let value = string() else { return nil }
                    tags[key] = value
                } while take(",")
                guard take("}") else { return nil }
            }
            skipSpace()
            return index == text.count ? tags : nil
        }

        private mutating func skipSpace() {
            while index < text.count {
                switch text[index] {
                case 0x20, 0x09, 0x0A, 0x0D: index += 1
                default: return
                }
            }
        }

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            skipSpace()
            guard index < text.count, UInt32(text[index]) == mark.value else { return false }
            index += 1
            return true
        }

        /// A string, by far most often without an escape.
        private mutating func string() -> String? {
            guard take("\"") else { return nil }
            let start = index
            while index < text.count, text[index] != UInt8(ascii: "\"") {
                if text[index] == UInt8(ascii: "\\") { return escapedString(from: start) }
                index += 1
            }
            guard index < text.count else { return nil }
            defer { index += 1 }
            return String(decoding: text[start..<index], as: UTF8.self)
        }

        private mutating func escapedString(from start: Int) -> String? {
            var bytes = [UInt8](text[start..<index])
            while index < text.count {
                let byte = text[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    bytes.append(contentsOf: Array(String(scalar).utf8))
                default: bytes.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard index < text.count else { return nil }
            defer { index += 1 }
            switch text[index] {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "u"): return unicodeEscape()
            case let byte where [0x22, 0x5C, 0x2F].contains(byte): return Unicode.Scalar(byte)
            default: return nil
            }
        }

        /// Leaves `index` on the last digit. A pair of surrogates is one scalar.
        private mutating func unicodeEscape() -> Unicode.Scalar? {
            guard let first = fourDigits() else { return nil }
            guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
            guard index + 2 < text.count, text[index + 1] == UInt8(ascii: "\\"),
                text[index + 2] == UInt8(ascii: "u")
            else { return nil }
            index += 2
            guard let second = fourDigits(), (0xDC00..<0xE000).contains(second) else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        }

        /// The digits after the `u` at `index`.
        private mutating func fourDigits() -> UInt32? {
            guard index + 4 < text.count else { return nil }
            let digits = String(decoding: text[(index + 1)...(index + 4)], as: UTF8.self)
            index += 4
            return UInt32(digits, radix: 16)
        }
    }
}
