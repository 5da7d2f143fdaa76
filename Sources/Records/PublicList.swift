internal import Database
internal import GeoModel

/// A filter of what the public sees, asked at the moment of a connection's transaction: position, date and words
/// as `PublicRecord` shows them.
///
/// A filter on true values would be a side door: ever smaller boxes find the place. So would the order be.
struct PublicList {
    /// A record that is asked for.
    struct Found {
        let id: Int64
        let place: ListPlace
        /// Whether its names are shown.
        let showsNames: Bool

        init(_ chunk: ListChunk, _ index: Int) {
            id = chunk.columns.ids[index]
            place = chunk.place(index)
            showsNames = ListRow.Level.showsNames(in: chunk.columns.levels[index])
        }
    }

    private let columns: ListColumns
    private let test: ListTest
    /// FTS5's query.
    private let words: String?
    private let wordTest: WordTest?
    private let connection: Connection

    /// Records of the words that are looked for one by one: 5 microseconds each. Where there are more, all records
    /// are gone through until the page is full.
    private static let fewRecords = 300
    /// A count goes through so many records at most, where words are asked for: 4 ms.
    private static let countedRecords = 40_000

    /// - Parameter columns: Those of the moment, in the order of public lists.
    init(
        _ filter: RecordFilter, dates: PublicDates, _ columns: ListColumns,
        _ connection: Connection
    ) throws {
        self.columns = columns
        self.connection = connection
        test = ListTest(filter, dates: dates)
        words = try filter.q.flatMap { try WordQuery.text($0, connection) }
        wordTest = try filter.q.flatMap { try WordTest($0, connection) }
    }

    /// The records in the list's order.
    ///
    /// - Parameter place: Only those behind it.
    func walk(behind place: ListPlace? = nil) throws -> PublicWalk {
        guard let words else {
            return PublicWalk(ListWalk(columns, test, below: place), nil)
        }
        let matches = try PublicWords(words, wordTest, connection)
        guard let few = try matches.all(atMost: Self.fewRecords) else {
            return PublicWalk(ListWalk(columns, test, below: place), matches)
        }
        let row = try connection.statement(
            "SELECT publicOrder, publicID FROM disclosure WHERE recordID = ?")
        var found: [Found] = []
        for id in few {
            try row.bind(.integer(id))
            guard try row.step() else { continue }
            let itsPlace = ListPlace(order: row.int64(0), id: row.text(1))
            if let place, itsPlace >= place { continue }
            guard let (chunk, index) = columns.find(itsPlace), test.holds(chunk, index),
                try matches.hold(chunk, index)
            else { continue }
            found.append(Found(chunk, index))
        }
        return PublicWalk(found.sorted { $1.place < $0.place })
    }

    /// How many records there are; nil when there are more than are quickly counted.
    ///
    /// - Parameters:
    ///   - rest: Records behind the first ones; nil counts from the first on.
    ///   - first: How many are before those.
    func count(_ rest: PublicWalk? = nil, behind first: Int = 0) throws -> Int? {
        guard words != nil else { return test.count(in: columns) }
        let walk = try rest ?? walk()
        var count = first
        while try walk.next() != nil {
            count += 1
            if count > RecordFilter.countLimit || walk.steps > Self.countedRecords || walk.isLong {
                return nil
            }
        }
        return count
    }
}

/// Records of a public list, handed out one by one.
final class PublicWalk {
    private var walk: ListWalk?
    private let words: PublicWords?
    private var few: ArraySlice<PublicList.Found>
    /// Records that were looked at for their words.
    private(set) var steps = 0

    /// Whether more was looked at than a count is worth.
    var isLong: Bool { words?.isLong ?? false }

    init(_ walk: ListWalk, _ words: PublicWords?) {
        self.walk = walk
        self.words = words
        few = []
    }

    init(_ few: [PublicList.Found]) {
        words = nil
        self.few = few[...]
    }

    /// nil behind the last.
    func next() throws -> PublicList.Found? {
        while let (chunk, index) = walk?.next() {
            steps += 1
            if let words, try !words.hold(chunk, index) { continue }
            return PublicList.Found(chunk, index)
        }
        return few.popFirst()
    }
}

/// The records whose shown words match: of open ones any, of concealed ones the names, where these are shown.
final class PublicWords {
    private let any, names: WordSearch

    init(_ query: String, _ test: WordTest?, _ connection: Connection) throws {
        any = WordSearch(try LazyMatches(query, test, connection), test)
        names = WordSearch(try LazyMatches(query, test, inNames: true, connection), test)
    }

    /// Whether more was looked at than a count is worth.
    var isLong: Bool { any.isLong || names.isLong }

    func hold(_ chunk: ListChunk, _ index: Int) throws -> Bool {
        let (id, level) = (chunk.columns.ids[index], chunk.columns.levels[index])
        if level == ListRow.Level.open { return try any.holds(id) }
        return try level & ListRow.Level.showsNames != 0 && names.holds(id, inNames: true)
    }

    /// The records that may match; nil when there are more than `limit`.
    func all(atMost limit: Int) throws -> [Int64]? { try any.all(atMost: limit) }
}
