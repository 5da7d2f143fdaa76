internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// A filter as SQL: the conditions on `record` and what they bind.
struct RecordQuery {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue?] = []
    private let circle: RecordFilter.Circle?

    init(_ filter: RecordFilter) {
        circle = filter.near
        if let box = filter.boundingBox { add(box) }
        if let circle = filter.near {
            add(
                Geodesic.box(
                    around: circle.center, radiusInMeters: circle.radiusInMeters))
        }
        if let from = filter.from {
            add("eventInstant >= ?", [.integer(Int64(from.timeIntervalSince1970.rounded(.up)))])
        }
        if let to = filter.to {
            add("eventInstant <= ?", [.integer(Int64(to.timeIntervalSince1970.rounded(.down)))])
        }
        if let q = filter.q, let phrase = Self.textQuery(q) {
            add(
                "id IN (SELECT rowid FROM record_text WHERE record_text MATCH ?)", [.text(phrase)])
        }
        if let kind = filter.kind { add("kind = ?", [.text(kind.rawValue)]) }
    }

    mutating func add(_ condition: String, _ bound: [SQLValue?]) {
        conditions.append("(\(condition))")
        values += bound
    }

    /// The R*Tree rounds to 32-bit numbers, outwards: the columns decide.
    private mutating func add(_ box: BoundingBox) {
        let parts = box.partsWithoutCrossing
        let inTree = Array(
            repeating: "(xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ?)", count: parts.count)
        let inColumns = Array(
            repeating: "(decimalLongitude BETWEEN ? AND ? AND decimalLatitude BETWEEN ? AND ?)",
            count: parts.count)
        let bound = parts.flatMap { part -> [SQLValue?] in
            [.real(part.west), .real(part.east), .real(part.south), .real(part.north)]
        }
        add(
            """
            id IN (SELECT pkid FROM idx_record_geom WHERE \(inTree.joined(separator: " OR ")))
            AND (\(inColumns.joined(separator: " OR ")))
            """, bound + bound)
    }

    /// ` WHERE …`, or nothing.
    var clause: String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    /// Whether a row that passed the SQL is asked for: the box of a circle holds more than the circle.
    func holds(_ position: Coordinate?) -> Bool {
        guard let circle else { return true }
        guard let position else { return false }
        return Geodesic.inverse(from: circle.center, to: position).distanceInMeters
            <= circle.radiusInMeters
    }

    /// Whether the SQL alone decides.
    var isExact: Bool { circle == nil }

    /// FTS5's query for all of the words, each the beginning of one; nil when there is no word.
    ///
    /// <https://www.sqlite.org/fts5.html#full_text_query_syntax>: a quoted string is never syntax.
    static func textQuery(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
            .map { $0.replacing("\"", with: "\"\"").replacing("\0", with: "") }
            .filter { !$0.isEmpty }
        guard !words.isEmpty else { return nil }
        return words.map { "\"\($0)\" *" }.joined(separator: " AND ")
    }
}
