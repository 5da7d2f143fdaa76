import Exports

extension JSONWriter {
    /// An object that is a document, or an item of an array.
    mutating func object(_ fill: (inout JSONWriter) -> Void) {
        beginObject()
        fill(&self)
        endObject()
    }

    /// An array inside an array.
    mutating func array(_ fill: (inout JSONWriter) -> Void) {
        beginArray()
        fill(&self)
        endArray()
    }

    /// A degree with at most seven decimals, 1 cm, which is OpenStreetMap's own precision.
    mutating func value(degree: Double) { value(degree, decimals: 7) }

    /// Tags as an object, sorted by key so that one question has one answer.
    mutating func member(_ name: String, tags: [String: String]) {
        object(name) { json in
            for (key, value) in tags.sorted(by: { $0.key < $1.key }) { json.member(key, value) }
        }
    }
}
