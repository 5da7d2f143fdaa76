/// A header value with parameters, such as `form-data; name="photo"` or `multipart/form-data; boundary=x`.
///
/// Reads RFC 9110 section 5.6.6 and, as browsers write file names that way, RFC 7578: in a quoted value a backslash
/// stands for itself unless a quote or a backslash follows.
struct HeaderParameters {
    /// What stands before the first semicolon, in lowercase ASCII.
    let value: String
    /// Names in lowercase, values without quotes, in order.
    private let parameters: [(name: String, value: [UInt8])]

    /// - Returns: nil when a quote is not closed or a parameter has no `=`.
    init?(_ header: [UInt8]) {
        var rest = header[...]
        value = Self.token(&rest, until: ";")
        var parameters: [(name: String, value: [UInt8])] = []
        while rest.popFirst() != nil {
            let name = Self.token(&rest, until: "=", ";")
            guard rest.first == UInt8(ascii: "=") else {
                if name.isEmpty { continue }
                return nil
            }
            rest.removeFirst()
            guard let value = Self.parameterValue(&rest) else { return nil }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// The bytes of a parameter; nil when it is not there.
    subscript(name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }

    /// Lowercase text up to one of the delimiters, without white space around it.
    private static func token(
        _ rest: inout ArraySlice<UInt8>, until delimiters: Unicode.Scalar...
    ) -> String {
        let stops = delimiters.map { UInt8(ascii: $0) }
        let token = rest.prefix { !stops.contains($0) }
        rest = rest[token.endIndex...]
        return String(decoding: trimmed(token).map(ASCII.lowercase), as: UTF8.self)
    }

    /// Reads up to the next semicolon; nil when a quote is not closed or text follows it.
    private static func parameterValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        rest = rest.drop(while: isSpace)
        guard rest.first == UInt8(ascii: "\"") else {
            let value = rest.prefix { $0 != UInt8(ascii: ";") }
            rest = rest[value.endIndex...]
            return Array(trimmed(value))
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                rest = rest.drop(while: isSpace)
                return rest.isEmpty || rest.first == UInt8(ascii: ";") ? value : nil
            }
            if byte == UInt8(ascii: "\\"), let next = rest.first,
                next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                value.append(next)
                rest.removeFirst()
            } else {
                value.append(byte)
            }
        }
        return nil
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }
}
