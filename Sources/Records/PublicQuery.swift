internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// A filter as SQL on what the public sees: position, date and words as `PublicRecord` shows them.
///
/// A filter on true values would be a side door: ever smaller boxes find the place. So would the order be.
struct PublicQuery {
    private var conditions = ["publicGeoprivacy IS NOT NULL"]
    private(set) var values: [SQLValue?] = []
    private let circle: RecordFilter.Circle?

    /// What lists read from; CROSS JOIN keeps SQLite to that order, in which they need no sorting.
    static let tables = "disclosure CROSS JOIN record ON record.id = disclosure.recordID"

    /// A box with more records is looked for in the list's order, one with fewer is read as a whole.
    private static let fewRecords = 5000
    private let walks: Bool

    static let latitude = position("decimalLatitude", "concealedLatitude")
    static let longitude = position("decimalLongitude", "concealedLongitude")

    private static func position(_ own: String, _ concealed: String) -> String {
        "(CASE publicGeoprivacy WHEN 'open' THEN \(own) WHEN 'obscured' THEN \(concealed) END)"
    }

    /// Whether the names of a record are shown; `PublicRecord.showsNames` says the same.
    static let showsNames = """
        (publicGeoprivacy = 'open' OR kind = 'species' AND (name || ' '
            || coalesce(scientificName, '') || ' ' || coalesce(vernacularName, ''))
            NOT GLOB '*[0-9]*')
        """

    init(
        _ filter: RecordFilter, dates: PublicDates, _ connection: Connection
    ) throws {
        circle = filter.near
        walks =
            try RecordQuery(filter).tree.map { tree in
                let statement = try connection.statement(
                    """
                    SELECT count(*) FROM (SELECT 1 FROM idx_record_geom WHERE \(tree.sql)
                        LIMIT \(Self.fewRecords + 1))
                    """)
                try statement.bind(tree.values)
                return try statement.step() && statement.int64(0) > Self.fewRecords
            } ?? false
        if let box = filter.boundingBox { add(box) }
        if let circle = filter.near {
            add(Geodesic.box(around: circle.center, radiusInMeters: circle.radiusInMeters))
        }
        if let from = filter.from { add(from, ">=", .up, dates) }
        if let to = filter.to { add(to, "<=", .down, dates) }
        if let first = filter.firstDay { add(localDay: first, ">=", "", dates) }
        if let last = filter.lastDay { add(localDay: last, "<=", "U", dates) }
        if let phrase = filter.q.flatMap(RecordQuery.textQuery) {
            add(
                """
                publicGeoprivacy = 'open'
                    AND recordID IN (SELECT rowid FROM record_text WHERE record_text MATCH ?)
                OR publicGeoprivacy <> 'open' AND \(Self.showsNames)
                    AND recordID IN (SELECT rowid FROM record_text WHERE record_text MATCH ?)
                """, [.text(phrase), .text("{name scientificName vernacularName} : (\(phrase))")])
        }
        if let kind = filter.kind { add("kind = ?", [.text(kind.rawValue)]) }
    }

    mutating func add(_ condition: String, _ bound: [SQLValue?] = []) {
        conditions.append("(\(condition))")
        values += bound
    }

    /// An end of the interval. A coarse date is compared as it is shown, as a whole month or day.
    private mutating func add(
        _ end: Date, _ comparison: String, _ rounding: FloatingPointRoundingRule,
        _ dates: PublicDates
    ) {
        let text = EventDate(utc: end).description.prefix(dates.length)
        add(
            """
            publicGeoprivacy = 'open' AND eventInstant \(comparison) ?
            OR publicGeoprivacy <> 'open' AND substr(eventDate, 1, \(dates.length)) \(comparison) ?
            """,
            [.integer(Int64(end.timeIntervalSince1970.rounded(rounding))), .text(String(text))])
    }

    /// The first or last local day that is asked for.
    ///
    /// - Parameter suffix: What makes the day's text sort behind all times of it.
    private mutating func add(
        localDay day: EventDate, _ comparison: String, _ suffix: String, _ dates: PublicDates
    ) {
        let text = day.description
        add(
            """
            publicGeoprivacy = 'open' AND eventDate \(comparison) ?
            OR publicGeoprivacy <> 'open' AND substr(eventDate, 1, \(dates.length)) \(comparison) ?
            """,
            [
                .text(String(text.prefix(10)) + suffix), .text(String(text.prefix(dates.length))),
            ])
    }

    /// The two indexes give rows that may be within; the columns decide.
    private mutating func add(_ box: BoundingBox) {
        let parts = box.partsWithoutCrossing
        let inTree = Array(
            repeating: "(xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ?)", count: parts.count)
        let inColumns = Array(
            repeating: "(\(Self.longitude) BETWEEN ? AND ? AND \(Self.latitude) BETWEEN ? AND ?)",
            count: parts.count)
        let bound = parts.flatMap { part -> [SQLValue?] in
            [.real(part.west), .real(part.east), .real(part.south), .real(part.north)]
        }
        add(
            """
            \(walks ? "+" : "")recordID IN (SELECT pkid FROM idx_record_geom WHERE \(inTree.joined(separator: " OR "))
                UNION ALL SELECT recordID FROM disclosure
                    WHERE concealedLatitude BETWEEN ? AND ?)
            AND (\(inColumns.joined(separator: " OR ")))
            """, bound + [.real(box.south), .real(box.north)] + bound)
    }

    var clause: String { " WHERE " + conditions.joined(separator: " AND ") }

    /// Whether a row that passed the SQL is asked for: the box of a circle holds more than the circle.
    func holds(_ position: Coordinate?) -> Bool {
        guard let circle else { return true }
        guard let position else { return false }
        return Geodesic.inverse(from: circle.center, to: position).distanceInMeters
            <= circle.radiusInMeters
    }

    /// Whether the SQL alone decides.
    var isExact: Bool { circle == nil }
}
