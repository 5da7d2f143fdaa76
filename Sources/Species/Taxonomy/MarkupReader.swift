/// The tags and texts of a small XML document, in their order.
///
/// As much of XML 1.0 as `meta.xml` needs: comments, declarations and processing instructions are passed over,
/// a prefix of a name is left off, entities are the five of XML and numbers. What is not well-formed ends the reading.
struct MarkupReader: Sequence, IteratorProtocol {
    enum Part: Hashable {
        case start(String, [String: String])
        /// Without the spaces round it; never empty.
        case text(String)
        case end(String)
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The end of an element that has just begun: `<field .../>`.
    private var pendingEnd: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Part? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                let text = Self.decoded(take(until: "<"))
                if !text.isEmpty { return .text(text) }
            } else if starts("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if starts("<?") || starts("<!") {
                guard skip(past: ">") else { return nil }
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> Part? {
        index += 1
        let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let name = Self.local(word())
        guard !name.isEmpty else { return stop() }
        var attributes: [String: String] = [:]
        while true {
            skipSpaces()
            guard index < bytes.count else { return stop() }
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index += 1
                return isEnd ? .end(name) : .start(name, attributes)
            case UInt8(ascii: "/"):
                index += 1
                guard starts(">") else { return stop() }
                index += 1
                pendingEnd = name
                return .start(name, attributes)
            default:
                let key = Self.local(word())
                skipSpaces()
                guard !key.isEmpty, starts("=") else { return stop() }
                index += 1
                skipSpaces()
                guard index < bytes.count, [0x22, 0x27].contains(bytes[index]) else {
                    return stop()
                }
                let quote = bytes[index]
                index += 1
                let start = index
                while index < bytes.count, bytes[index] != quote { index += 1 }
                guard index < bytes.count else { return stop() }
                attributes[key] = Self.decoded(bytes[start..<index], isTrimmed: false)
                index += 1
            }
        }
    }

    private mutating func stop() -> Part? {
        index = bytes.count
        return nil
    }

    private mutating func word() -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, bytes[index] > 0x20, !Array("=/>\"'".utf8).contains(bytes[index])
        {
            index += 1
        }
        return bytes[start..<index]
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func take(until text: Character) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, bytes[index] != text.asciiValue { index += 1 }
        return bytes[start..<index]
    }

    private mutating func skip(past text: String) -> Bool {
        while index < bytes.count, !starts(text) { index += 1 }
        index += text.utf8.count
        return index <= bytes.count
    }

    private static func local(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isTrimmed: Bool = true) -> String {
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        if isTrimmed {
            text = text.drop(while: \.isWhitespace)
            while text.last?.isWhitespace == true { text.removeLast() }
        }
        var decoded = ""
        while let start = text.firstIndex(of: "&") {
            decoded += text[..<start]
            let rest = text[start...]
            guard let end = rest.firstIndex(of: ";"),
                let character = character(of: rest[rest.index(after: start)..<end])
            else {
                decoded += rest
                return decoded
            }
            decoded.append(character)
            text = rest[rest.index(after: end)...]
        }
        return decoded + text
    }

    private static func character(of entity: Substring) -> Character? {
        if let known = named[String(entity)] { return known }
        guard entity.first == "#" else { return nil }
        let digits = entity.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }

    private static let named: [String: Character] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
    ]
}
