/// An object's tags in the file's order: free-form text keys, each once.
package struct OSMTags: Sendable, Hashable {
    package struct Tag: Sendable, Hashable {
        package let key, value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    package let all: [Tag]

    package init(_ all: [Tag]) { self.all = all }

    /// The value of `key`; nil when it is absent.
    package subscript(key: String) -> String? { all.first { $0.key == key }?.value }

    package var isEmpty: Bool { all.isEmpty }

    /// The same without their order.
    package var dictionary: [String: String] {
        Dictionary(all.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

extension OSMTags: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        all = elements.map { Tag(key: $0.0, value: $0.1) }
    }
}

extension OSMTags {
    /// Reads `key NUL value NUL ...`; bytes that are not UTF-8 become U+FFFD.
    init(packed bytes: UnsafeRawBufferPointer) {
        var tags: [Tag] = []
        tags.reserveCapacity(bytes.count { $0 == 0 } / 2)
        var rest = bytes[...]
        while let key = rest.popText(), let value = rest.popText() {
            tags.append(Tag(key: key, value: value))
        }
        all = tags
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Takes the text up to the next NUL, and the NUL; nil at the end.
    mutating func popText() -> String? {
        guard let end = firstIndex(of: 0) else { return nil }
        defer { self = self[(end + 1)...] }
        return String(decoding: self[startIndex..<end], as: UTF8.self)
    }
}
