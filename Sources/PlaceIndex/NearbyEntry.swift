internal import Database
package import GeoModel
internal import Glibc

/// A place as a radius search found it: what was asked for, and the rest read when it is asked for,
/// where it lies in the region's file.
package struct NearbyEntry: Sendable {
    package let ref: OSMRef
    /// Its name in the asked language, or for a nameless one the label of its type, as `toilets`.
    package let label: String
    /// Whether `label` is a name of its own.
    package let isNamed: Bool
    /// Geodesic metres on WGS 84 from the asked point to the footprint; 0 inside it.
    package let distanceInMeters: Double
    /// Initial bearing to the nearest point of the footprint, 0…360 clockwise from true north;
    /// nil inside it.
    package let bearingInDegrees: Double?
    /// How widely known it is, 0…1, from the tags alone.
    package let importance: Double
    /// Keeps the row's bytes in memory.
    let region: RegionFile
    let row: MappedRow

    /// Key and value of the tag that says what it is, as Nominatim's `category` and `type`.
    package var category: String { row.text(PlaceColumn.category) }
    package var type: String { row.text(PlaceColumn.type) }

    /// A point on it: the node, or a point inside the footprint.
    package var position: Coordinate { row.position(PlaceColumn.longitude) }

    /// Everything, as a value of its own.
    package var place: Place { row.place }

    /// Calls `body` with category, type and tags as the file has them: texts in UTF-8, and a JSON object
    /// of strings, sorted by key.
    package func withParts(
        _ body: (
            _ category: UnsafeRawBufferPointer, _ type: UnsafeRawBufferPointer,
            _ tags: UnsafeRawBufferPointer
        ) -> Void
    ) {
        let columns = row.columns
        columns.withBytes(PlaceColumn.category) { category in
            columns.withBytes(PlaceColumn.type) { type in
                columns.withBytes(PlaceColumn.tags) { body(category, type, $0) }
            }
        }
    }
}

extension MappedRow {
    /// The name of a row of `place` in the asked language, or for a nameless place the label of its type.
    ///
    /// Tags are parsed only when one of them may decide.
    func label(in languages: LanguagePreferences) -> (text: String, isNamed: Bool) {
        let isNamed = !isNull(PlaceColumn.name)
        let mayBeOther = withBytes(PlaceColumn.tags) { tags in
            isNamed
                ? !languages.languages.isEmpty && TagsJSON.mayHaveLanguages(tags)
                : TagsJSON.mayHaveName(tags)
        }
        if mayBeOther, let name = languages.name(from: tags(PlaceColumn.tags)) {
            return (name, true)
        }
        if isNamed { return (text(PlaceColumn.name), true) }
        let label = TypeLabels.label(
            category: text(PlaceColumn.category), type: text(PlaceColumn.type),
            languages: languages)
        return (label, false)
    }
}

extension TagsJSON {
    /// Whether there is a key `name:LANGUAGE`.
    static func mayHaveLanguages(_ tags: UnsafeRawBufferPointer) -> Bool {
        hasKey(tags) { isLanguageKey($0) }
    }

    /// Whether there is a key that names an object which has no `name`.
    static func mayHaveName(_ tags: UnsafeRawBufferPointer) -> Bool {
        hasKey(tags) { key in
            isLanguageKey(key)
                || localNameKeys.contains { name in
                    name.count == key.count
                        && key.baseAddress.map { memcmp($0, name, name.count) == 0 } ?? true
                }
        }
    }

    private static func isLanguageKey(_ key: UnsafeRawBufferPointer) -> Bool {
        key.count > 5 && key[4] == UInt8(ascii: ":")
            && key.loadUnaligned(as: UInt32.self) == namePrefix
    }

    /// `name`.
    private static let namePrefix = Array("name".utf8).withUnsafeBytes {
        $0.loadUnaligned(as: UInt32.self)
    }

    private static let localNameKeys = LanguagePreferences.localNameKeys.map { Array($0.utf8) }

    /// Whether a key, of those written without an escape, is one that `body` looks for.
    private static func hasKey(
        _ tags: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        var isKey = true
        var start = 0
        while let open = tags.quote(from: start), let close = tags.quote(from: open + 1) {
            if isKey, body(UnsafeRawBufferPointer(rebasing: tags[open + 1..<close])) { return true }
            isKey.toggle()
            start = close + 1
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// Where the next quotation mark is that no backslash precedes.
    fileprivate func quote(from start: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        var start = start
        while start < count,
            let found = memchr(base + start, Int32(UInt8(ascii: "\"")), count - start)
        {
            let index = UnsafeRawPointer(found) - base
            var slashes = 0
            while index - slashes > 0, self[index - slashes - 1] == UInt8(ascii: "\\") {
                slashes += 1
            }
            if slashes % 2 == 0 { return index }
            start = index + 1
        }
        return nil
    }
}
