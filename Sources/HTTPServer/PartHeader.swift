/// The header of one part of a multipart/form-data body (RFC 7578 section 4.2).
struct PartHeader: Equatable {
    let name: String
    /// nil when there was no file name parameter, "" when it was empty.
    let fileName: String?
    /// nil when there was none or it was empty.
    let contentType: String?

    /// - Parameter bytes: The header's lines, CRLF between them, without the empty line at the end.
    /// - Throws: `Refusal.multipartNotUnderstood`.
    init(_ bytes: [UInt8]) throws(Refusal) {
        var disposition: HeaderParameters?
        var contentType: String?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw .multipartNotUnderstood("a part's header line has no colon.")
            }
            let name = String(decoding: line[..<colon].map(ASCII.lowercase), as: UTF8.self)
            let value = HeaderParameters.trimmed(line[(colon + 1)...])
            switch name {
            case "content-disposition": disposition = HeaderParameters(Array(value))
            case "content-type" where !value.isEmpty:
                contentType = String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data", let name = disposition["name"]
        else {
            throw .multipartNotUnderstood(
                "a part lacks the header Content-Disposition: form-data; name=\"...\".")
        }
        guard let text = String(validating: name, as: UTF8.self), !name.contains(0) else {
            throw .multipartNotUnderstood("the name of a part is not UTF-8.")
        }
        self.name = text
        self.contentType = contentType
        fileName =
            disposition["filename*"].flatMap(Self.extended)
            ?? disposition["filename"].map { Self.displayable(String(decoding: $0, as: UTF8.self)) }
    }

    /// Reads `UTF-8''%E7%8E%B0.jpg` (RFC 8187); nil for any other charset, so that `filename` is used.
    private static func extended(_ value: [UInt8]) -> String? {
        let pieces = value.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3,
            ASCII.equalIgnoringCase(String(decoding: pieces[0], as: UTF8.self), "utf-8")
        else { return nil }
        return PercentEncoding.text(pieces[2]).map(displayable)
    }

    /// Without control characters, and short enough to show.
    private static func displayable(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: name.unicodeScalars.lazy.filter {
                $0.properties.generalCategory != .control
            }.prefix(255))
        return String(scalars)
    }
}
