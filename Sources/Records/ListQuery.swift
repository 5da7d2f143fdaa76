internal import Database
internal import GeoModel

/// A filter of one list, asked at the moment of a connection's transaction.
struct ListQuery {
    private let columns: ListColumns
    private let test: ListTest
    /// FTS5's query.
    private let words: String?
    /// Where few records hold all but the words.
    private let wordTest: WordTest?
    private let connection: Connection

    /// - Parameter columns: Those of the moment, whose places are ids.
    init(_ filter: RecordFilter, _ columns: ListColumns, _ connection: Connection) throws {
        self.columns = columns
        self.connection = connection
        let test = ListTest(filter)
        self.test = test
        words = try filter.q.flatMap { try WordQuery.text($0, connection) }
        wordTest = try filter.q.flatMap {
            test.isOfFew(columns.fewRecords, in: columns) ? try WordTest($0, connection) : nil
        }
    }

    /// The records in the list's order.
    ///
    /// - Parameter id: Only those behind this one.
    func ids(behind id: Int64? = nil) throws -> ListIDs {
        guard let words else { return ListIDs(walk(behind: id)) }
        if let wordTest { return ListIDs(walk(behind: id), wordTest) }
        let matches = try LazyMatches(words, below: id, connection)
        return test.holdsAll ? ListIDs(matches) : ListIDs(walk(behind: id), matches)
    }

    private func walk(behind id: Int64?) -> ListWalk {
        ListWalk(columns, test, below: id.map { ListPlace(id: $0) })
    }

    /// How many records there are; nil when there are more than are quickly counted: all are where nanoseconds
    /// decide, else `RecordFilter.countLimit`.
    func count() throws -> Int? {
        guard words != nil else { return test.count(in: columns) }
        let ids = try ids()
        var count = 0
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
        /// What holds all but the words, and is looked at for these.
        case tested(ListWalk, WordTest)
        case matches(LazyMatches)
        /// What holds all but the words, and what matches these.
        case both(ListWalk, LazyMatches)
    }

    private var source: Source

    /// Beyond so many rows of the text index, of which few hold the rest, a count is given up: 10 ms.
    private static let countedMatches = 50_000

    init(_ walk: ListWalk) { source = .walk(walk) }
    init(_ walk: ListWalk, _ words: WordTest) { source = .tested(walk, words) }
    init(_ matches: LazyMatches) { source = .matches(matches) }
    init(_ walk: ListWalk, _ matches: LazyMatches) { source = .both(walk, matches) }

    /// Whether more was looked at than a count is worth.
    var isLong: Bool {
        if case .both(_, let matches) = source {
            matches.steps > Self.countedMatches
        } else {
            false
        }
    }

    /// nil behind the last.
    func next() throws -> Int64? {
        switch source {
        case .walk(var walk):
            let found = walk.next()
            source = .walk(walk)
            return found.map { $0.chunk.columns.ids[$0.index] }
        case .tested(var walk, let words):
            defer { source = .tested(walk, words) }
            while let found = walk.next() {
                let id = found.chunk.columns.ids[found.index]
                if try words.holds(id) { return id }
            }
            return nil
        case .matches(let matches): return try matches.next()
        case .both(var walk, let matches):
            defer { source = .both(walk, matches) }
            while let found = walk.next() {
                let id = found.chunk.columns.ids[found.index]
                if try matches.contain(id) { return id }
                if matches.isBehindAll(id) { return nil }
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
