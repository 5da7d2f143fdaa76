/// How long a person's words may be.
package enum RecordLimits {
    /// Longer than any name on the map, and a line on a screen.
    package static let nameLength = 500
    /// Four pages: what a field note needs. A longer text belongs in a document of its own.
    package static let remarksLength = 10_000
    /// A person's name with title and institution.
    package static let recordedByLength = 200
    /// A UUID has 36 characters; some clients send a URL.
    package static let keyLength = 255

    /// A name, under the field it was sent in.
    static func check(name: String, as field: String = "name") throws(RecordError) {
        guard name.unicodeScalars.contains(where: \.isVisible) else {
            throw .invalidField(
                name: field, reason: "it is empty. Send 1 to \(nameLength) characters.")
        }
        try check(name, field, nameLength)
    }

    static func check(occurrenceRemarks: String?) throws(RecordError) {
        try check(occurrenceRemarks, "occurrenceRemarks", remarksLength)
    }

    static func check(recordedBy: String?) throws(RecordError) {
        try check(recordedBy, "recordedBy", recordedByLength)
    }

    /// The name under which clients send a key.
    private static let keyField = "Idempotency-Key"

    /// The key of a capture or a confirmation.
    package static func check(key: String?) throws(RecordError) {
        guard let key else { return }
        guard !key.isEmpty else {
            throw .invalidField(
                name: keyField, reason: "it is empty. Leave it out, or send a UUID.")
        }
        try check(key, keyField, keyLength)
    }

    /// A NUL would end the text for some readers of the database.
    private static func check(
        _ text: String?, _ field: String, _ limit: Int
    ) throws(RecordError) {
        guard let text else { return }
        let count = text.count
        guard count <= limit else {
            throw .invalidField(
                name: field, reason: "it has \(count) characters, more than \(limit). Shorten it.")
        }
        // A character may have any number of combining marks.
        guard text.utf8.count <= limit * 16 else {
            throw .invalidField(
                name: field,
                reason: "it has \(text.utf8.count) bytes, more than \(limit * 16). Shorten it.")
        }
        guard !text.utf8.contains(0) else {
            throw .invalidField(name: field, reason: "it holds a NUL character. Remove it.")
        }
    }
}

extension Unicode.Scalar {
    /// Whether a reader sees it by itself; joiners, marks of direction and what has no letter behind it are not.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}
