internal import Database
internal import Synchronization

/// Makes the streets of their ways and indexes the names on a thread of its own, while other indexes are
/// written into the region file.
///
/// SQLite writes a file from one thread at a time, so that the full-text index is built in memory, where it takes
/// about 20 bytes a name and 16 MiB in which FTS5 collects, and its tables are copied when it is whole.
///
/// `@unchecked Sendable`: `names`, `index` and `failure` belong to the thread until it is joined, and to the
/// caller from then on.
final class NamingThread: @unchecked Sendable {
    private let names: NameWriter
    private let index: Connection
    private var failure: (any Error)?
    /// Not bounded, as the caller takes them only when the last row is written: some 60 bytes a street.
    private let roads = BoundedQueue<RowBuffer>(limit: .max)
    /// The names indexed and their number, told now and then.
    private let progress = BoundedQueue<(done: Int, total: Int)>(limit: .max)
    private let isAbandoned = Atomic(false)
    private var thread: ImportThread?

    /// Rows of `road` that are handed over at once, in bytes.
    private static let bufferSize = 128 << 10

    /// What the thread ends with when nobody wants more.
    private struct IsAbandoned: Error {}

    /// Starts the thread.
    ///
    /// - Parameter names: Told of the last row; the thread's from now on.
    /// - Throws: `ImportError.noThread`, `DatabaseError`.
    init(_ names: NameWriter) throws {
        self.names = names
        index = try Connection(path: ":memory:", mode: .create)
        try index.execute("PRAGMA journal_mode = OFF; PRAGMA temp_store = MEMORY")
        try index.execute(RegionSchema.nameIndex)
        thread = try ImportThread { self.run() }
    }

    /// The next rows of `road`; nil after the last, or when the thread has failed, which `finish` tells. All must
    /// be taken before `finish`.
    func nextRoads() -> RowBuffer? { roads.take() }

    /// Waits until the names are indexed and puts their index into the region file.
    ///
    /// - Parameter step: Called now and then with the names indexed, and their number.
    /// - Throws: What ended the thread, `DatabaseError`, or what `step` threw.
    func finish(
        into region: Connection, step: (_ done: Int, _ total: Int) throws -> Void
    ) throws {
        while let (done, total) = progress.take() { try step(done, total) }
        join()
        if let failure { throw failure }
        // <https://www.sqlite.org/fts5.html#fts5_data_structures>
        try copy("data", columns: "id, block", to: region) { from, into in
            try into.bind(1, from.int64(0))
            try from.withBlob(1) { try into.bind(2, lentBlob: $0) }
        }
        try copy("idx", columns: "segid, term, pgno", to: region) { from, into in
            try into.bind(1, from.int64(0))
            try from.withBlob(1) { try into.bind(2, lentBlob: $0) }
            try into.bind(3, from.int64(2))
        }
        try copy("config", columns: "k, v", to: region) { from, into in
            try into.bind(1, from.text(0))
            try into.bind(2, from.int64(1))
        }
    }

    /// Replaces the rows of one of the index's tables.
    private func copy(
        _ table: String, columns: String, to region: Connection,
        _ bind: (_ from: Statement, _ into: Statement) throws -> Void
    ) throws {
        try region.execute("DELETE FROM name_index_\(table)")
        let row = try index.statement("SELECT \(columns) FROM name_index_\(table)")
        let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        let insertion = try region.statement(
            "INSERT INTO name_index_\(table) (\(columns)) VALUES (\(values))")
        while try row.step() {
            insertion.reset()
            try bind(row, insertion)
            while try insertion.step() {}
        }
    }

    /// Ends the thread. Does nothing when it has ended.
    func abandon() {
        isAbandoned.store(true, ordering: .relaxed)
        roads.close(emptying: true)
        join()
    }

    private func join() {
        thread?.join()
        thread = nil
    }

    /// The thread's life.
    private func run() {
        defer {
            roads.close()
            progress.close()
        }
        do {
            try makeRoads()
            roads.close()
            try indexNames()
        } catch {
            failure = error
        }
    }

    private func makeRoads() throws {
        var buffer = RowBuffer()
        func flush() throws {
            guard roads.put(buffer) else { throw IsAbandoned() }
            buffer = RowBuffer()
        }
        try names.finishRoads { row in
            buffer.begin(RowInsertion.road.rawValue)
            row(&buffer)
            if buffer.count >= Self.bufferSize { try flush() }
        }
        if buffer.count > 0 { try flush() }
    }

    private func indexNames() throws {
        try index.execute(
            """
            BEGIN;
            INSERT INTO name_index (name_index, rank) VALUES ('hashsize', 16777216);
            INSERT INTO name_index (name_index, rank) VALUES ('automerge', 0);
            INSERT INTO name_index (name_index, rank) VALUES ('crisismerge', 1000);
            """)
        let insert = try index.statement("INSERT INTO name_index (rowid, terms) VALUES (?1, ?2)")
        let collecting = try TermsThread(names.draft)
        defer { collecting.abandon() }
        var done = 0
        _ = progress.put((done, names.names))
        while let batch = try collecting.next() {
            for row in batch {
                insert.reset()
                try insert.bind(1, row.id)
                try row.terms.withUnsafeBytes { try insert.bind(2, lentText: $0) }
                while try insert.step() {}
            }
            done += batch.count
            _ = progress.put((done, names.names))
            if isAbandoned.load(ordering: .relaxed) { throw IsAbandoned() }
        }
        try index.execute("COMMIT")
    }
}
