import FoundationEssentials
package import HTTPServer
package import Records

/// A JSON object whose members are text or null, which is all that the service's bodies hold.
///
/// A key of another type is an error that names it; a JSON Merge Patch (RFC 7396) tells null from absent.
package struct TextMembers: Decodable {
    /// The outer nil is never stored: an absent key is absent here too.
    private let members: [String: String?]
    /// Those of another type.
    private var others: Set<String> = []

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var members: [String: String?] = [:]
        for key in container.allKeys {
            do {
                members[key.stringValue] = .some(
                    try container.decodeNil(forKey: key)
                        ? nil : container.decode(String.self, forKey: key))
            } catch DecodingError.typeMismatch {
                others.insert(key.stringValue)
            }
        }
        self.members = members
    }

    /// Reads the body of a request.
    ///
    /// - Throws: `APIError` when its type is not JSON, it does not parse, or a member is not among
    ///   `allowed`.
    package init(_ request: Request, allowed: Set<String>) throws {
        let type = request.header("Content-Type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" || type == "application/merge-patch+json" else {
            throw APIError.contentTypeIsNotJSON(type)
        }
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            throw APIError.bodyIsNotJSON(reason: "it is empty")
        }
        do {
            self = try JSONDecoder().decode(TextMembers.self, from: Data(bytes))
        } catch DecodingError.typeMismatch {
            throw APIError.bodyIsNotJSON(reason: "it is not an object")
        } catch {
            throw APIError.bodyIsNotJSON(reason: "it does not parse, or is not an object of texts")
        }
        if let unknown = others.union(members.keys).subtracting(allowed).min() {
            throw APIError.invalid(
                parameter: unknown, remedy: "Send only \(allowed.sorted().joined(separator: ", "))."
            )
        }
        if let other = others.min() {
            throw APIError.invalid(parameter: other, remedy: "Send text, in quotes.")
        }
    }

    /// The text of a member; nil when it is absent or null.
    package subscript(_ name: String) -> String? { members[name] ?? nil }

    package func change(of name: String) -> RecordPatch.Change {
        guard let member = members[name] else { return .unchanged }
        return member.map { .set($0) } ?? .cleared
    }

    /// Whether the member is there and null.
    package func isNull(_ name: String) -> Bool { members[name] == .some(nil) }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
