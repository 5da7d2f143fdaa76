internal import Database
internal import GeoModel

/// How the records of a filter are found in their order, the last made first, without reading more than must be.
///
/// SQLite knows nothing of how many rows a box or an interval holds, and without that chooses between 1 ms and
/// 300 ms among a million records by luck. So it is asked for a bounded count first, and then told the way.
struct RecordPlan {
    enum Way: CaseIterable {
        /// There is no condition.
        case all
        /// By kind alone.
        case kind
        /// The text index, whose rows come in the list's order.
        case text
        /// The few rows in the box, sorted.
        case tree
        /// The few rows in the interval, sorted.
        case times
        /// All rows from the last one on, past an index that holds what the conditions look at.
        case walk
    }

    let way: Way
    private let query: RecordQuery
    /// No match is above it.
    private var top: Int64?
    /// How many match in all, when that is known already.
    private(set) var total: Int?

    /// A box or an interval with at most so many rows is read as a whole: 4 ms at worst.
    private static let fewRows = RecordFilter.countLimit
    /// In an interval with at most so many rows the last is looked for, to begin the walk there: 7 ms at worst.
    private static let manyRows = 100_000
    /// A store of so many records counts every match in 5 ms.
    private static let smallStore: Int64 = 50_000

    init(_ query: RecordQuery, _ connection: Connection) throws {
        self.query = query
        if query.phrase != nil {
            way = .text
        } else if query.columns.isEmpty {
            way = .all
            total = try Self.number("SELECT count(*) FROM record", [], connection)
        } else if let tree = query.tree,
            try Self.count("FROM idx_record_geom WHERE \(tree.sql)", tree.values, connection)
                <= Self.fewRows
        {
            way = .tree
        } else if let times = query.times {
            let bounds: [SQLValue?] = [.integer(times.lowerBound), .integer(times.upperBound)]
            let rows = """
                FROM record INDEXED BY record_by_event WHERE eventInstant BETWEEN ? AND ?
                """
            let count = try Self.count(rows, bounds, connection, atMost: Self.manyRows)
            way = count <= Self.fewRows ? .times : .walk
            if count <= Self.manyRows {
                if query.columns.count == 1, query.isExact { total = count }
                if way == .walk {
                    top = try Self.number(
                        "SELECT max(id) FROM (SELECT id \(rows))", bounds, connection
                    ).map(Int64.init)
                }
            }
        } else if query.kind != nil, query.columns.count == 1 {
            way = .kind
        } else {
            way = .walk
        }
    }

    /// The matches in the list's order: `id`, and `decimalLatitude, decimalLongitude` when a circle is still to be
    /// asked.
    ///
    /// - Parameter place: Only those behind it.
    func select(before place: Int64? = nil) -> RecordQuery.Condition {
        var conditions = query.columns
        let id = way == .text ? "record_text.rowid" : "id"
        let source: String
        switch way {
        case .all, .walk: source = "record INDEXED BY record_walk"
        case .kind: source = "record INDEXED BY record_by_kind"
        case .times: source = "record INDEXED BY record_by_event"
        case .tree:
            source = "record INDEXED BY record_walk"
            if let tree = query.tree {
                conditions.insert(
                    .init(
                        sql: "id IN (SELECT pkid FROM idx_record_geom WHERE \(tree.sql))",
                        values: tree.values), at: 0)
            }
        case .text:
            source = "record_text CROSS JOIN record ON record.id = record_text.rowid"
            conditions.insert(
                .init(sql: "record_text MATCH ?", values: [.optional(query.phrase)]), at: 0)
        }
        if let top { conditions.append(.init(sql: "id <= ?", values: [.integer(top)])) }
        if let place { conditions.append(.init(sql: "\(id) < ?", values: [.integer(place)])) }
        // A sum is no column of an index: the few rows of an interval are sorted, not looked for one by one.
        let order = way == .times ? "+id" : id
        let clause =
            conditions.isEmpty
            ? "" : " WHERE " + conditions.map(\.sql).joined(separator: " AND ")
        return .init(
            sql: "SELECT record.id\(query.isExact ? "" : ", decimalLatitude, decimalLongitude") "
                + "FROM \(source)\(clause) ORDER BY \(order) DESC",
            values: conditions.flatMap(\.values))
    }

    /// Counts the matches, when the way makes that quick; nil when there are more than are counted.
    func countMatches(_ connection: Connection) throws -> Int? {
        if let total { return total }
        if way == .kind {
            return try Self.number(
                "SELECT count(*) FROM record INDEXED BY record_by_kind WHERE kind = ?",
                [.optional(query.kind?.rawValue)], connection)
        }
        if way == .walk {
            let last = try Self.number("SELECT max(id) FROM record", [], connection) ?? 0
            guard last <= Self.smallStore else { return nil }
        }
        let rows = select()
        let statement = try connection.statement(rows.sql)
        try statement.bind(rows.values)
        var count = 0
        let limit = way == .walk ? Int.max : RecordFilter.countLimit
        while try statement.step() {
            if query.holds(statement) { count += 1 }
            if count > limit { return nil }
        }
        return count
    }

    private static func count(
        _ rows: String, _ values: [SQLValue?], _ connection: Connection, atMost limit: Int = fewRows
    ) throws -> Int {
        try number(
            "SELECT count(*) FROM (SELECT 1 \(rows) LIMIT \(limit + 1))", values, connection) ?? 0
    }

    private static func number(
        _ sql: String, _ values: [SQLValue?], _ connection: Connection
    ) throws -> Int? {
        let statement = try connection.statement(sql)
        try statement.bind(values)
        return try statement.step() ? statement.optionalInt64(0).map(Int.init) : nil
    }
}

extension RecordQuery {
    /// Whether a row that `RecordPlan.select` gave is asked for.
    func holds(_ row: Statement) -> Bool {
        guard !isExact else { return true }
        return holds(
            row.isNull(1)
                ? nil
                : Coordinate(decimalLatitude: row.double(1), decimalLongitude: row.double(2)))
    }
}
