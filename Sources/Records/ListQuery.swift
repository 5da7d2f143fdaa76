internal import Database
internal import GeoModel

/// A filter of one list, asked at the moment of a connection's transaction.
struct ListQuery {
    private let columns: ListColumns
    private let test: ListTest
    /// FTS5's query.
    private let words: String?
    private let wordTest: WordTest?
    private let connection: Connection

    /// - Parameter columns: Those of the moment, whose places are ids.
    init(_ filter: RecordFilter, _ columns: ListColumns, _ connection: Connection) throws {
        self.columns = columns
        self.connection = connection
        test = ListTest(filter)
        words = try filter.q.flatMap { try WordQuery.text($0, connection) }
        wordTest = try filter.q.flatMap { try WordTest($0, connection) }
    }

    /// The records in the list's order.
    ///
    /// - Parameter id: Only those behind this one.
    func ids(behind id: Int64? = nil) throws -> ListIDs {
        let walk = ListWalk(columns, test, below: id.map { ListPlace(id: $0) })
        guard let words else { return ListIDs(walk) }
        let matches = try LazyMatches(words, wordTest, below: id, connection)
        return test.holdsAll ? ListIDs(matches) : ListIDs(walk, WordSearch(matches, wordTest))
    }

    /// How many records there are; nil when there are more than are quickly counted: all are where nanoseconds
    /// decide, else `RecordFilter.countLimit`.
    ///
    /// - Parameters:
    ///   - rest: Records behind the first ones; nil counts from the first on.
    ///   - first: How many are before those.
    func count(_ rest: ListIDs? = nil, behind first: Int = 0) throws -> Int? {
        guard words != nil else { return test.count(in: columns) }
        let ids = try rest ?? ids()
        var count = first
        while try ids.next() != nil {
            count += 1
            if count > RecordFilter.countLimit || ids.isLong { return nil }
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
        case matches(LazyMatches)
        /// What holds all but the words, and what tells of these.
        case both(ListWalk, WordSearch)
    }

    private var source: Source

    init(_ walk: ListWalk) { source = .walk(walk) }
    init(_ matches: LazyMatches) { source = .matches(matches) }
    init(_ walk: ListWalk, _ words: WordSearch) { source = .both(walk, words) }

    /// Whether more was looked at than a count is worth.
    var isLong: Bool {
        if case .both(_, let words) = source { words.isLong } else { false }
    }

    /// nil behind the last.
    func next() throws -> Int64? {
        switch source {
        case .walk(var walk):
            let found = walk.next()
            source = .walk(walk)
            return found.map { $0.chunk.columns.ids[$0.index] }
        case .matches(let matches): return try matches.next()
        case .both(var walk, let words):
            defer { source = .both(walk, words) }
            while let found = walk.next() {
                let id = found.chunk.columns.ids[found.index]
                if try words.holds(id) { return id }
                if words.isBehindAll(id) { return nil }
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
