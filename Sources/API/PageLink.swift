import HTTPServer

extension Request {
    /// The same question with another cursor.
    func link(toCursor cursor: String) -> String {
        target(without: ["cursor"], adding: .init("cursor", cursor))
    }

    /// Path and query, without some items and with another at the end.
    func target(without names: Set<String> = [], adding item: QueryItem? = nil) -> String {
        var items = query.filter { !names.contains($0.name) }
        if let item { items.append(item) }
        guard !items.isEmpty else { return path }
        let query = items.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
            .joined(separator: "&")
        return "\(path)?\(query)"
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986, section 2.3.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 128, scalar.properties.isAlphabetic || "0123456789-._~".utf8.contains(byte) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}

extension Response {
    /// With the next page's address as `Link` (RFC 8288); as it is when there is none.
    func linking(_ next: String?) -> Response {
        next.map { adding("Link", "<\($0)>; rel=\"next\"") } ?? self
    }
}
