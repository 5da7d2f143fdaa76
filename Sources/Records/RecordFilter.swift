package import FoundationEssentials
package import GeoModel

/// Which records are asked for. All conditions must hold; a fresh one asks for all.
package struct RecordFilter: Hashable, Sendable {
    /// Records without a position lie in no box; one whose west is greater than its east crosses
    /// 180 degrees.
    package var boundingBox: BoundingBox?
    /// `eventDate` at or after it; a date without an offset counts as UTC.
    package var from: Date?
    /// `eventDate` at or before it.
    package var to: Date?
    /// The local date of `eventDate`, where the record was made, on it or after it; its time is not looked at.
    package var firstDay: EventDate?
    /// The local date of `eventDate`, on it or before it.
    package var lastDay: EventDate?
    /// Words that each begin a word of name, remarks, scientific or vernacular name, whatever case,
    /// and whatever accents on Latin letters.
    package var q: String?
    package var kind: CandidateKind?
    /// The names that count as the taxon asked for, of the store that is asked. In public only records that show their
    /// names are found by it.
    package var taxon: LivingNameNumbers?
    package var near: Circle?
    /// Records on a page.
    package var limit = RecordFilter.defaultLimit
    /// `nextCursor` of the page before.
    package var cursor: String?
    /// So many of the records that a page would begin with are left out.
    package var offset = 0
    /// Whether a page tells how many records there are on all pages, as far as that is quickly said.
    package var countsTotal = true

    /// A page of it is read and drawn at once.
    package static let defaultLimit = 50
    /// A map fills its window with one question: 1 MB, read and written in 10 ms.
    package static let maximumLimit = 1000
    /// So many matches of a circle or of words are counted; more are not told, as counting would take longer than the
    /// page.
    package static let countLimit = 5000

    /// Bytes of `q`: a name of nine words, in any script.
    package static let wordsLength = 200
    /// Different words of `q`: each is looked up by itself, up to 3 ms.
    package static let wordsLimit = 12

    package init() {}

    /// Geodesic distance from `center` of at most `radiusInMeters`.
    package struct Circle: Hashable, Sendable {
        package let center: Coordinate
        package let radiusInMeters: Double

        /// Half the earth's girth: every place there is.
        package static let maximumRadius = 20_037_509.0

        /// - Throws: `RecordError.invalidField` unless the radius is positive and at most
        ///   `maximumRadius`.
        package init(center: Coordinate, radiusInMeters: Double) throws(RecordError) {
            guard radiusInMeters > 0, radiusInMeters <= Self.maximumRadius else {
                throw .invalidField(
                    name: "radius", reason: "send metres, more than 0 and at most 20037509.")
            }
            self.center = center
            self.radiusInMeters = radiusInMeters
        }
    }

    /// - Throws: `RecordError.invalidField`.
    func validate() throws(RecordError) {
        guard (1...Self.maximumLimit).contains(limit) else {
            throw .invalidField(name: "limit", reason: "send 1 to \(Self.maximumLimit).")
        }
        if let q {
            guard q.utf8.count <= Self.wordsLength,
                Set(q.split(whereSeparator: \.isWhitespace)).count <= Self.wordsLimit
            else {
                throw .invalidField(
                    name: "q",
                    reason:
                        "send at most \(Self.wordsLimit) words, \(Self.wordsLength) bytes in all.")
            }
        }
        if let from, let to, from > to { throw Self.endsEarly }
        if let firstDay, let lastDay, firstDay.dayNumber > lastDay.dayNumber {
            throw Self.endsEarly
        }
    }

    private static let endsEarly = RecordError.invalidField(
        name: "datetime", reason: "it ends before it begins.")
}

/// Records of a list, the last made first.
package struct RecordPage: Hashable, Sendable {
    /// Without their candidates: ask for one record to see those.
    package let records: [Record]
    /// Asks for the page after this one; nil on the last.
    package let nextCursor: String?
    /// How many records the filter finds on all pages; nil when it was not to be counted, or finds more than are
    /// quickly counted: see `RecordFilter.countLimit`.
    package let total: Int?
}

/// A place in the list: behind the record that has it. Records added or deleted do not move it.
struct RecordCursor: Equatable {
    /// The record's `id`.
    let place: Int64

    init(after place: Int64) { self.place = place }

    private static let mark = "after-"

    /// - Throws: `RecordError.invalidCursor` for any text that `description` did not make.
    init(_ text: String) throws(RecordError) {
        guard text.hasPrefix(Self.mark), let place = Int64(text.dropFirst(Self.mark.count)) else {
            throw .invalidCursor
        }
        self.place = place
    }

    var description: String { "\(Self.mark)\(place)" }
}
