/// A name for one version of a resource (RFC 9110 section 8.8.3), always a strong one.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    private let opaque: String

    /// - Parameter opaque: Visible ASCII without quotes, such as a revision or a hash.
    package init(_ opaque: String) { self.opaque = opaque }

    /// As the header `ETag` carries it, in quotes.
    package var description: String { "\"\(opaque)\"" }
}

extension Request {
    /// What the client holds, as `If-Match` says.
    package enum IfMatch: Equatable, Sendable {
        /// The header was not sent.
        case absent
        /// `*`: whatever is there.
        case any
        /// Only these; tags that are weak or malformed match nothing and are left out.
        case only(Set<EntityTag>)
    }

    /// The header `If-Match` (RFC 9110 section 13.1.1).
    package var ifMatch: IfMatch {
        guard let header = header("If-Match") else { return .absent }
        let tags = Self.tags(in: header)
        if tags.contains("*") { return .any }
        return .only(Set(tags.filter { $0.hasPrefix("\"") }.compactMap(Self.tag)))
    }

    /// Whether `If-None-Match` (section 13.1.2) names this version, so that 304 answers a GET.
    ///
    /// The comparison is the weak one: `W/"1"` is `"1"`.
    package func isCurrent(_ tag: EntityTag) -> Bool {
        guard let header = header("If-None-Match") else { return false }
        return Self.tags(in: header).contains { $0 == "*" || Self.tag($0) == tag }
    }

    /// The elements of a list; our tags hold no comma.
    private static func tags(in header: String) -> [Substring] {
        header.split(separator: ",").map { $0.drop { $0 == " " } }.map { tag in
            tag.lastIndex { $0 != " " }.map { tag[...$0] } ?? tag
        }
    }

    private static func tag(_ text: Substring) -> EntityTag? {
        let text = text.hasPrefix("W/") ? text.dropFirst(2) : text
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return EntityTag(String(text.dropFirst().dropLast()))
    }
}

extension Response {
    /// 304: the client has this version already.
    package static func notModified(_ tag: EntityTag) -> Response {
        Response(status: 304).adding("ETag", tag.description)
    }
}
