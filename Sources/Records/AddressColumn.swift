internal import FoundationEssentials
internal import GeoModel

/// The parts of an address in a column: a JSON array of `["key","value"]`, and a third `"inferred"`
/// for what is near rather than containing.
///
/// Every record in a list carries one, and a general JSON decoder takes 30 µs for it; this form is
/// read in one pass.
enum AddressColumn {
    private static let inferred = "inferred"

    static func encode(_ parts: [AddressPart]) throws -> String {
        if parts.isEmpty { return "[]" }
        let texts = parts.flatMap { [$0.key, $0.value] }
        guard texts.allSatisfy({ $0.utf8.allSatisfy(JSONColumn.isPlain) }) else {
            return try JSONColumn.encode(
                parts.map { [$0.key, $0.value] + ($0.isInferred ? [inferred] : []) })
        }
        let lists = parts.map { part in
            "[\"\(part.key)\",\"\(part.value)\"" + (part.isInferred ? ",\"\(inferred)\"]" : "]")
        }
        return "[\(lists.joined(separator: ","))]"
    }

    /// - Throws: `RowError` when the text is not such an array.
    static func decode(_ text: String) throws -> [AddressPart] {
        let lists = try plainLists(in: text) ?? JSONColumn.decode(text)
        return try lists.map { list in
            guard list.count == 2 || list.count == 3 else { throw RowError(text: text) }
            return AddressPart(key: list[0], value: list[1], isInferred: list.count == 3)
        }
    }

    /// Reads arrays of strings as `encode` writes them; nil where an escape or anything else asks for
    /// the general decoder.
    private static func plainLists(in text: String) -> [[String]]? {
        var text = text
        return text.withUTF8 { bytes -> [[String]]? in
            var lists: [[String]] = []
            var list: [String] = []
            var depth = 0
            var index = 0
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "["):
                    depth += 1
                    list = []
                case UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 1 { lists.append(list) }
                case UInt8(ascii: ","): break
                case UInt8(ascii: "\""):
                    let start = index + 1
                    index = start
                    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                        guard bytes[index] != UInt8(ascii: "\\") else { return nil }
                        index += 1
                    }
                    list.append(
                        String(
                            decoding: UnsafeBufferPointer(
                                rebasing: bytes[start..<min(index, bytes.count)]), as: UTF8.self))
                default: return nil
                }
                index += 1
            }
            return depth == 0 && !bytes.isEmpty ? lists : nil
        }
    }
}
