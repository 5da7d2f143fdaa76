internal import Database
internal import GeoModel

/// A filter of one list, asked at the moment of a connection's transaction.
struct ListQuery {
    private let columns: ListColumns
    private let test: ListTest
    /// FTS5's query.
    private let words: String?
    private let connection: Connection

    /// With at most so many records that hold all but the words, each is looked for in the text index, 30
    /// microseconds each; with more, those of the words are gone through.
    private static let fewRecords = 200

    /// - Parameter columns: Those of the moment, whose places are ids.
    init(_ filter: RecordFilter, _ columns: ListColumns, _ connection: Connection) throws {
        self.columns = columns
        self.connection = connection
        test = ListTest(filter)
        words = try filter.q.flatMap { try WordQuery.text($0, connection) }
    }

    /// The records in the list's order.
    ///
    /// - Parameter id: Only those behind this one.
    func ids(behind id: Int64? = nil) throws -> ListIDs {
        guard let words else { return ListIDs(walk(behind: id)) }
        if !test.holdsAll, let few = fewIDs(behind: id) {
            let row = try connection.statement(
                "SELECT rowid FROM record_text WHERE record_text MATCH ?1 AND rowid = ?2")
            return try ListIDs(
                few.filter {
                    try row.bind(.text(words), .integer($0))
                    return try row.step()
                })
        }
        let row = try connection.statement(
            """
            SELECT rowid FROM record_text WHERE record_text MATCH ?
                \(id == nil ? "" : "AND rowid < ?") ORDER BY rowid DESC
            """)
        try row.bind([.text(words)] + (id.map { [.integer($0)] } ?? []))
        return ListIDs(row, test.holdsAll ? nil : (columns, test))
    }

    private func walk(behind id: Int64?) -> ListWalk {
        ListWalk(columns, test, below: id.map { ListPlace(id: $0) })
    }

    /// nil when there are more than few.
    private func fewIDs(behind id: Int64?) -> [Int64]? {
        var walk = walk(behind: id)
        var few: [Int64] = []
        while let found = walk.next() {
            guard few.count < Self.fewRecords else { return nil }
            few.append(found.chunk.columns.ids[found.index])
        }
        return few
    }

    /// How many records there are; nil when there are more than are quickly counted: all are where nanoseconds
    /// decide, else `RecordFilter.countLimit`.
    func count() throws -> Int? {
        if words == nil, test.holdsAll { return columns.count }
        let limit = words == nil && !test.isSlow ? Int.max : RecordFilter.countLimit
        if words == nil {
            var walk = walk(behind: nil)
            var count = 0
            while walk.next() != nil {
                count += 1
                if count > limit { return nil }
            }
            return count
        }
        let ids = try ids()
        var count = 0
        while try ids.next() != nil {
            count += 1
            if count > limit || ids.steps > ListIDs.countedSteps { return nil }
        }
        return count
    }
}

/// Goes through columns from the last record on, and stops at those that hold a test.
struct ListWalk {
    private let columns: ListColumns
    private let test: ListTest
    private var chunk: Int
    private var end: Int

    /// - Parameter place: Only those below it.
    init(_ columns: ListColumns, _ test: ListTest, below place: ListPlace?) {
        self.columns = columns
        self.test = test
        if let place {
            (chunk, end) = columns.end(below: place)
        } else {
            chunk = columns.chunks.count - 1
            end = columns.chunks.last?.count ?? 0
        }
    }

    mutating func next() -> (chunk: ListChunk, index: Int)? {
        while chunk >= 0, chunk < columns.chunks.count {
            if let index = test.last(in: columns.chunks[chunk], below: end) {
                end = index
                return (columns.chunks[chunk], index)
            }
            chunk -= 1
            end = chunk >= 0 ? columns.chunks[chunk].count : 0
        }
        return nil
    }
}

/// Ids of records, handed out one by one.
final class ListIDs {
    private enum Source {
        case walk(ListWalk)
        case few(ArraySlice<Int64>)
        /// Rows of the text index, and what is asked besides the words.
        case text(Statement, (columns: ListColumns, test: ListTest)?)
    }

    private var source: Source
    /// Rows of the text index so far.
    private(set) var steps = 0

    /// A count goes through so many rows of the text index at most: 10 ms.
    static let countedSteps = 20_000

    init(_ walk: ListWalk) { source = .walk(walk) }

    init(_ few: [Int64]) { source = .few(few[...]) }

    init(_ row: Statement, _ rest: (columns: ListColumns, test: ListTest)?) {
        source = .text(row, rest)
    }

    /// nil behind the last.
    func next() throws -> Int64? {
        switch source {
        case .walk(var walk):
            let found = walk.next()
            source = .walk(walk)
            return found.map { $0.chunk.columns.ids[$0.index] }
        case .few(var few):
            let id = few.popFirst()
            source = .few(few)
            return id
        case .text(let row, let rest):
            while try row.step() {
                steps += 1
                let id = row.int64(0)
                guard let rest else { return id }
                if let found = rest.columns.find(ListPlace(id: id)),
                    rest.test.holds(found.chunk, found.index)
                {
                    return id
                }
            }
            return nil
        }
    }

    /// At most `limit`.
    func next(_ limit: Int) throws -> [Int64] {
        var ids: [Int64] = []
        while ids.count < limit, let id = try next() { ids.append(id) }
        return ids
    }
}
