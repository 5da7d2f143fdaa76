internal import Database

/// The records of a question to the text index, which are read, the last made first, as far as they are asked for.
final class LazyMatches {
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
    ///   - id: Only records below it are asked for.
    init(_ query: String, below id: Int64? = nil, _ connection: Connection) throws {
        found = try RecordIDs(connection)
        row = try connection.statement(
            """
            SELECT rowid FROM record_text WHERE record_text MATCH ?
                \(id == nil ? "" : "AND rowid < ?") ORDER BY rowid DESC
            """)
        try row.bind([.text(query)] + (id.map { [.integer($0)] } ?? []))
    }

    private func readNext() throws {
        guard try row.step() else {
            isEnded = true
            return
        }
        lowest = row.int64(0)
        ids.append(lowest)
        found.insert(lowest)
    }

    /// The next one that was not read before; nil behind the last.
    func next() throws -> Int64? {
        if !isEnded { try readNext() }
        return isEnded ? nil : lowest
    }

    /// Whether no match is below `id`.
    func isBehindAll(_ id: Int64) -> Bool { isEnded && id < lowest }

    func contain(_ id: Int64) throws -> Bool {
        while !isEnded, id < lowest { try readNext() }
        return found.contains(id)
    }

    func all(atMost limit: Int) throws -> [Int64]? {
        while !isEnded, ids.count <= limit { try readNext() }
        return isEnded && ids.count <= limit ? ids : nil
    }
}
