/// Appends XML 1.0 in UTF-8 to bytes, without building a tree.
///
/// Names are the caller's own words; values may be anything: what XML cannot hold is left out.
package struct XMLWriter {
    package private(set) var bytes: [UInt8]

    /// Starts a document.
    package init(reserving capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes += #"<?xml version="1.0" encoding="UTF-8" ?>"#.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Attributes of an element, in order; those that are nil are left out.
    package typealias Attributes = [(name: String, value: String?)]

    /// An element with nothing inside.
    package mutating func element(_ name: String, _ attributes: Attributes = []) {
        open(name, attributes)
        bytes += " />".utf8
    }

    /// An element with what `fill` writes inside.
    package mutating func element(
        _ name: String, _ attributes: Attributes = [], _ fill: (inout XMLWriter) -> Void
    ) {
        open(name, attributes)
        bytes.append(UInt8(ascii: ">"))
        fill(&self)
        bytes += "</".utf8
        append(name: name)
        bytes.append(UInt8(ascii: ">"))
    }

    /// An element that holds text alone.
    package mutating func element(
        _ name: String, _ attributes: Attributes = [], text: String
    ) {
        element(name, attributes) { $0.text(text) }
    }

    /// An element of another vocabulary, whose prefix the document declares, that holds text alone.
    mutating func element(prefix: String, _ name: String, text: String) {
        raw("<\(prefix):\(name)>")
        self.text(text)
        raw("</\(prefix):\(name)>")
    }

    package mutating func text(_ text: String) { append(text, inAttribute: false) }

    /// Gives out what was written so far, in the middle of a document, and keeps the room.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// XML that was written before.
    package mutating func raw(_ xml: String) { bytes += xml.utf8 }

    private mutating func open(_ name: String, _ attributes: Attributes) {
        bytes.append(UInt8(ascii: "<"))
        append(name: name)
        for (name, value) in attributes {
            guard let value else { continue }
            bytes.append(UInt8(ascii: " "))
            append(name: name)
            bytes += "=\"".utf8
            append(value, inAttribute: true)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// A key of OpenStreetMap may hold what a name may not; it stands as an underscore then.
    private mutating func append(name: String) {
        for (index, byte) in name.utf8.enumerated() {
            let isLetter = (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            let isOther = (48...57).contains(byte) || byte == 0x2D || byte == 0x2E
            bytes.append(isLetter || (index > 0 && isOther) ? byte : UInt8(ascii: "_"))
        }
    }

    private mutating func append(_ text: String, inAttribute: Bool) {
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard !utf8.contains(where: Self.mayBeSpecial) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        guard !isPlain else { return }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"" where inAttribute: bytes += "&quot;".utf8
            case "\t", "\n", "\r":
                // A reader would turn them into spaces, or drop them.
                if inAttribute || scalar == "\r" {
                    bytes += "&#\(scalar.value);".utf8
                } else {
                    bytes += UTF8.encode(scalar)!
                }
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: bytes += UTF8.encode(scalar)!
            }
        }
    }
    /// Whether the byte is, or begins, what is not written as it is.
    private static func mayBeSpecial(_ byte: UInt8) -> Bool {
        // U+FFFE and U+FFFF begin with EF.
        byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == 0xEF
    }
}
