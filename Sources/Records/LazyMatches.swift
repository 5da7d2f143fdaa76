internal import Database

/// The records with the words of a filter, which are read, the last made first, as far as they are asked for: from
/// those that are not in the text index yet, then from the index.
final class LazyMatches {
    /// nil when there are no more.
    private var unindexed: UnindexedRecords?
    private let row: Statement
    private var ids: [Int64] = []
    private var found: RecordIDs
    /// All at and above it are read.
    private var lowest = Int64.max
    private var isEnded = false

    /// How many were read.
    var steps: Int { ids.count }

    /// - Parameters:
    ///   - query: FTS5's.
    ///   - test: The same question to single records.
    ///   - inNames: Whether only the names are looked at.
    ///   - id: Only records below it are asked for.
    init(
        _ query: String, _ test: WordTest?, inNames: Bool = false, below id: Int64? = nil,
        _ connection: Connection
    ) throws {
        found = try RecordIDs(connection)
        unindexed = try test.map {
            try UnindexedRecords($0, inNames: inNames, below: id, connection)
        }
        let query =
            inNames ? "{name scientificName vernacularName} : (\(query))" : query
        row = try connection.statement(
            """
            SELECT rowid FROM record_text WHERE record_text MATCH ?
                \(id == nil ? "" : "AND rowid < ?") ORDER BY rowid DESC
            """)
        try row.bind([.text(query)] + (id.map { [.integer($0)] } ?? []))
    }

    private func readNext() throws {
        if let id = try unindexed?.next() { return take(id) }
        unindexed = nil
        guard try row.step() else {
            isEnded = true
            return
        }
        take(row.int64(0))
    }

    private func take(_ id: Int64) {
        lowest = id
        ids.append(id)
        found.insert(id)
    }

    /// The next one that was not read before; nil behind the last.
    func next() throws -> Int64? {
        if !isEnded { try readNext() }
        return isEnded ? nil : lowest
    }

    /// Whether no match is below `id`.
    func isBehindAll(_ id: Int64) -> Bool { isEnded && id < lowest }

    /// - Parameter limit: So many rows are read at most.
    /// - Returns: nil when that is not told by then.
    func contain(_ id: Int64, reading limit: Int = .max) throws -> Bool? {
        let end = limit == .max ? .max : steps + limit
        while !isEnded, id < lowest {
            guard steps < end else { return nil }
            try readNext()
        }
        return found.contains(id)
    }

    func all(atMost limit: Int) throws -> [Int64]? {
        while !isEnded, ids.count <= limit { try readNext() }
        return isEnded && ids.count <= limit ? ids : nil
    }
}

/// Tells of records which have the words of a filter: by the text index, which is read from the last record on as far
/// as the question needs; where it would have to be read far, by the texts of the record.
///
/// So common words among few records cost no more than looking at these, and rare ones no more than their rows of the
/// index.
final class WordSearch {
    private let matches: LazyMatches
    /// nil where only the index knows.
    private let test: WordTest?
    /// Records whose texts were looked at.
    private var tests = 0

    /// Rows of the index that are read for one record: as much work as half a look at its texts.
    private static let rowsOfARecord = 25
    /// What a look costs in rows: 10 microseconds.
    private static let rowsOfATest = 50
    /// Work, in rows, that a count is worth: 5 ms.
    private static let countedRows = 25_000

    init(_ matches: LazyMatches, _ test: WordTest?) { (self.matches, self.test) = (matches, test) }

    /// Whether more was looked at than a count is worth.
    var isLong: Bool { matches.steps + tests * Self.rowsOfATest > Self.countedRows }

    /// - Parameter inNames: Whether only the names are looked at, which the matches must be of then.
    func holds(_ id: Int64, inNames: Bool = false) throws -> Bool {
        guard let test else { return try matches.contain(id) ?? false }
        if let holds = try matches.contain(id, reading: Self.rowsOfARecord) { return holds }
        tests += 1
        return try test.holds(id, inNames: inNames)
    }

    /// Whether no record with the words is below `id`.
    func isBehindAll(_ id: Int64) -> Bool { matches.isBehindAll(id) }

    /// The records with the words; nil when there are more than `limit`.
    func all(atMost limit: Int) throws -> [Int64]? { try matches.all(atMost: limit) }
}
