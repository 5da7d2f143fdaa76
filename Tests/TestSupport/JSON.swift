import FoundationEssentials

/// A JSON value as a test reads it: what is absent, or of another kind, is nil all the way down.
///
///     answer.json["candidates"][0]["name"].text == "Rathaus"
package enum JSON: Hashable, Sendable {
    case null, absent
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    /// Parses a text that is one JSON value.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    }

    package subscript(key: String) -> JSON { object?[key] ?? .absent }

    package subscript(index: Int) -> JSON {
        guard let list, list.indices.contains(index) else { return .absent }
        return list[index]
    }

    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var number: Double? { if case .number(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var list: [JSON]? { if case .list(let value) = self { value } else { nil } }
    package var object: [String: JSON]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// A number without a fraction; OSM ids and counts are exact in it.
    package var integer: Int? { number.flatMap(Int.init(exactly:)) }
    /// The members of a list; none of anything else.
    package var all: [JSON] { list ?? [] }
}

extension JSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}
