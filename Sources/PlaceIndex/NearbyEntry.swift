internal import Database
package import GeoModel

/// The places that a radius search found, nearest first, where they lie in the regions' files.
package struct NearbyEntries: RandomAccessCollection, Sendable {
    private let entries: [NearbyEntry]
    /// Keeps the rows in memory.
    private let regions: [RegionFile]
    /// As many bytes as `NearbyEntry.Shown` has at most, of all of them, with names of any language and all that
    /// may have to be escaped in them: a name is a tag's, or the label of a type, whose words the answer has
    /// besides.
    package let shownCapacity: Int

    init(_ entries: [NearbyEntry], _ regions: [RegionFile], shownCapacity: Int) {
        (self.entries, self.regions, self.shownCapacity) = (entries, regions, shownCapacity)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }
    package var count: Int { entries.count }
    package subscript(index: Int) -> NearbyEntry { entries[index] }

    /// Has the processor fetch what is shown of an entry, if there is one, while others are written.
    package func prefetch(_ index: Int) {
        guard index < entries.count, let answer = entries[index].answer else { return }
        MappedTable.prefetch(answer.whole)
        MappedTable.prefetch(answer.tags)
    }
}

/// A place as a radius search found it: where it is, and the rest read when it is asked for.
///
/// Good for as long as the `NearbyEntries` that it is of: it counts no references, as all threads would
/// count those of one region.
package struct NearbyEntry: Sendable {
    /// An object's identity as numbers: letter and id.
    struct Key: Equatable {
        let type: UInt8
        let id: Int64

        var ref: OSMRef {
            let type: OSMType =
                switch type {
                case UInt8(ascii: "W"): .way
                case UInt8(ascii: "R"): .relation
                default: .node
                }
            return OSMRef(osmType: type, osmID: id)
        }

        /// Nodes before ways before relations, then by id.
        static func < (left: Key, right: Key) -> Bool {
            left.type == right.type ? left.id < right.id : left.ref < right.ref
        }
    }

    let key: Key
    /// Geodesic metres on WGS 84 from the asked point to the footprint; 0 inside it.
    package let distanceInMeters: Double
    /// Initial bearing to the nearest point of the footprint, 0…360 clockwise from true north;
    /// nil inside it.
    package let bearingInDegrees: Double?
    /// How widely known it is, 0…1, from the tags alone.
    package let importance: Double
    let row: MappedRow
    /// Of the row; nil where its tags go on in other pages.
    let answer: PlaceAnswer?

    package var ref: OSMRef { key.ref }

    /// Everything, as a value of its own.
    package var place: Place { row.place }

    /// Its name in the languages of a choice, or for a nameless one the label of its type, as
    /// `toilets`; and whether it is a name of its own.
    package func label(_ choice: NameChoice) -> (text: String, isNamed: Bool) {
        row.label(choice)
    }

    /// What is shown of a place, as its row has it: JSON, but for the distance and the bearing between
    /// `"distanceInMeters":` and `,"tags":`.
    package struct Shown {
        package let beginning: Beginning
        /// An object of strings, sorted by key.
        package let tags: UnsafeRawBufferPointer
    }

    /// From the opening brace to `"distanceInMeters":`.
    package enum Beginning {
        case whole(UnsafeRawBufferPointer)
        /// Before and after the name, and the name in UTF-8, in which something may have to be escaped.
        case around(
            name: UnsafeRawBufferPointer, head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer
        )
    }

    /// Of one of `NearbyEntries.shownCapacity`.
    static func shownCapacity(_ row: MappedRow, _ answer: PlaceAnswer?) -> Int {
        let bytes =
            answer?.textBytes
            ?? max(row.count(PlaceColumn.answer), PlaceAnswer.size) + row.count(PlaceColumn.tags)
        return 2 * bytes + TypeLabels.longestInBytes
    }

    /// Calls `body` with what is shown, where it lies.
    package func withShown(_ choice: NameChoice, _ body: (Shown) -> Void) {
        if let answer { return show(answer, choice, body) }
        // Its tags go on in other pages.
        let place = place
        let answer = PlaceAnswer.encode(
            place, name: LanguagePreferences.local.name(from: place.tags), hasLanguages: true,
            footprintBytes: 0)
        answer.withUnsafeBytes { bytes in
            row.withBytes(PlaceColumn.tags) { tags in
                if let answer = PlaceAnswer(bytes, tags: tags) { show(answer, choice, body) }
            }
        }
    }

    private func show(_ answer: PlaceAnswer, _ choice: NameChoice, _ body: (Shown) -> Void) {
        func show(_ name: UnsafeRawBufferPointer) {
            body(
                Shown(
                    beginning: .around(name: name, head: answer.head, tail: answer.tail),
                    tags: answer.tags))
        }
        if answer.flags.contains(.isNamed) {
            if choice.isLocal || !answer.flags.contains(.hasLanguages) {
                return body(Shown(beginning: .whole(answer.whole), tags: answer.tags))
            }
            if let name = choice.name(in: answer.tags), !name.hasEscape { return show(name) }
        } else if let type = answer.type, choice.withLabel(ofType: type, show) {
            return
        }
        var text = label(choice).text
        text.withUTF8 { show(UnsafeRawBufferPointer($0)) }
    }
}

extension MappedRow {
    /// The name of a row of `place` in the asked language, or for a nameless place the label of its type.
    func label(_ choice: NameChoice) -> (text: String, isNamed: Bool) {
        let hasName = !isNull(PlaceColumn.name)
        if hasName, choice.isLocal { return (text(PlaceColumn.name), true) }
        let name = withBytes(PlaceColumn.tags) { tags -> String? in
            guard let name = choice.name(in: tags) else { return nil }
            guard name.hasEscape else { return String(decoding: name, as: UTF8.self) }
            return TagsJSON.decode(tags.bindMemory(to: UInt8.self)).flatMap {
                choice.languages.name(from: $0)
            }
        }
        if let name { return (name, true) }
        if hasName { return (text(PlaceColumn.name), true) }
        let label = TypeLabels.label(
            category: text(PlaceColumn.category), type: text(PlaceColumn.type),
            languages: choice.languages)
        return (label, false)
    }
}
