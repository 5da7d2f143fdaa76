internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// A filter as SQL.
struct RecordQuery {
    /// A condition, and what it binds.
    struct Condition {
        let sql: String
        let values: [SQLValue?]
    }

    /// On columns of `record`.
    private(set) var columns: [Condition] = []
    /// On the R*Tree: what lies in the box, and a little more.
    private(set) var tree: Condition?
    /// The instants, in seconds, that match at most; nil without a condition on time.
    private(set) var times: ClosedRange<Int64>?
    /// FTS5's query.
    private(set) var phrase: String?
    private(set) var kind: CandidateKind?
    private let circle: RecordFilter.Circle?

    init(_ filter: RecordFilter) {
        circle = filter.near
        if let box = filter.boundingBox { add(box) }
        if let circle = filter.near {
            add(
                Geodesic.box(
                    around: circle.center, radiusInMeters: circle.radiusInMeters))
        }
        addTimes(filter)
        phrase = filter.q.flatMap(Self.textQuery)
        if let kind = filter.kind {
            self.kind = kind
            add("kind = ?", [.text(kind.rawValue)])
        }
    }

    mutating func add(_ condition: String, _ bound: [SQLValue?]) {
        columns.append(Condition(sql: "(\(condition))", values: bound))
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
        let here = Condition(sql: inTree.joined(separator: " OR "), values: bound)
        // A box and a circle: the columns have both, the tree the one that came last.
        tree = here
        add(inColumns.joined(separator: " OR "), bound)
    }

    /// The instant of a local date lies within 14 hours of the same date in UTC, to either side.
    private static let widestOffset: Int64 = 14 * 3600

    private mutating func addTimes(_ filter: RecordFilter) {
        var (low, high) = (Int64.min, Int64.max)
        if let from = filter.from {
            low = Int64(from.timeIntervalSince1970.rounded(.up))
        }
        if let to = filter.to { high = Int64(to.timeIntervalSince1970.rounded(.down)) }
        if let first = filter.firstDay {
            let start = first.dayNumber * 86_400
            low = max(low, start - Self.widestOffset)
            // Only near the day's ends is the text asked, which lies in the row itself.
            add(
                "eventInstant >= ? OR eventDate >= ?",
                [.integer(start + Self.widestOffset), .text(first.dateText)])
        }
        if let last = filter.lastDay {
            let end = (last.dayNumber + 1) * 86_400
            high = min(high, end + Self.widestOffset)
            // Whatever the time, it sorts before the letter behind T.
            add(
                "eventInstant < ? OR eventDate < ?",
                [.integer(end - Self.widestOffset), .text(last.dateText + "U")])
        }
        guard low > Int64.min || high < Int64.max else { return }
        times = low...max(low, high)
        add("eventInstant BETWEEN ? AND ?", [.integer(low), .integer(high)])
    }

    /// All conditions at once.
    private var conditions: [Condition] {
        var all = columns
        if let tree {
            all.append(
                Condition(
                    sql: "id IN (SELECT pkid FROM idx_record_geom WHERE \(tree.sql))",
                    values: tree.values))
        }
        if let phrase {
            all.append(
                Condition(
                    sql: "id IN (SELECT rowid FROM record_text WHERE record_text MATCH ?)",
                    values: [.text(phrase)]))
        }
        return all
    }

    var values: [SQLValue?] { conditions.flatMap(\.values) }

    /// ` WHERE …`, or nothing.
    var clause: String {
        let all = conditions.map(\.sql)
        return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
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

extension EventDate {
    /// The local date, ten characters.
    fileprivate var dateText: String { String(description.prefix(10)) }
}
