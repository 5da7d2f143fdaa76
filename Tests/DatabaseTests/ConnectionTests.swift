import Database
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct `A connection` {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func filled(_ name: String = "a.sqlite") throws -> Connection {
        let connection = try Connection(path: folder.file(name), mode: .create)
        try connection.execute(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE, size REAL, bytes BLOB);
            INSERT INTO t VALUES (1, 'one', 1.5, x'01ff'), (2, NULL, NULL, NULL);
            """)
        return connection
    }

    @Test func `gives back what was bound`() throws {
        let connection = try filled()
        try connection.run(
            "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", 7, "Grüße 🐦", .real(-0.25),
            .blob([0, 1, 255]))
        #expect(connection.lastInsertRowID == 7)
        #expect(connection.changes == 1)

        let row = try connection.statement("SELECT word, size, bytes FROM t WHERE id = ?1")
        try row.bind(7)
        #expect(try row.step())
        #expect(row.text(0) == "Grüße 🐦")
        #expect(row.double(1) == -0.25)
        #expect(row.blob(2) == [0, 1, 255])
        #expect(try !row.step())
    }

    @Test func `keeps NULL, an empty text and an empty blob apart`() throws {
        let connection = try filled()
        let row = try connection.statement("SELECT ?1, ?2, ?3")
        try row.bind(nil, "", .blob([]))
        #expect(try row.step())
        #expect((0...2).map { row.isNull($0) } == [true, false, false])
        #expect(row.optionalText(0) == nil)
        #expect(row.optionalText(1) == "")
        #expect(row.blob(2) == [])
    }

    @Test func `hands the same text out twice without mixing the rows`() throws {
        let connection = try filled()
        let first = try connection.statement("SELECT id FROM t ORDER BY id")
        #expect(try first.step())
        let second = try connection.statement("SELECT id FROM t ORDER BY id")
        #expect(try second.step())
        #expect(try first.step())
        #expect(first.int64(0) == 2)
        #expect(second.int64(0) == 1)
    }

    @Test func `hands a statement out without the last borrower's values`() throws {
        let connection = try filled()
        try connection.statement("SELECT ?1").bind("left behind")
        let next = try connection.statement("SELECT ?1")
        #expect(try next.step())
        #expect(next.isNull(0))
    }

    @Test func `holds no lock for a query that was not read to its end`() throws {
        let connection = try filled()
        #expect(try connection.statement("SELECT id FROM t").step())
        let other = try Connection(path: connection.path, mode: .readWrite)
        try other.run("DELETE FROM t")
        #expect(other.changes == 2)
    }

    @Test func `rolls back what a failing transaction wrote`() throws {
        struct Refused: Error {}
        let connection = try filled()
        #expect(throws: Refused.self) {
            try connection.transaction {
                try connection.run("DELETE FROM t")
                throw Refused()
            }
        }
        #expect(!connection.isInTransaction)
        let count = try connection.statement("SELECT count(*) FROM t")
        #expect(try count.step())
        #expect(count.int64(0) == 2)
        #expect(try connection.transaction { 5 } == 5)
    }

    @Test func `names a constraint that was violated`() throws {
        let connection = try filled()
        let error = #expect(throws: DatabaseError.self) {
            try connection.run("INSERT INTO t (word) VALUES (?1)", "one")
        }
        // SQLITE_CONSTRAINT_UNIQUE.
        #expect(error?.code == 2067)
        #expect("\(try #require(error))".contains("t.word"))
    }

    @Test func `refuses a missing file, a folder and a file of another kind`() throws {
        try folder.write(Array("This is not a database, but it is long enough.".utf8), as: "b.txt")
        let absent = #expect(throws: DatabaseError.self) {
            try Connection(path: folder.file("none"), mode: .readOnly(immutable: true))
        }
        guard case .cannotOpen(folder.file("none"), _, _) = absent else {
            Issue.record("\(String(describing: absent))")
            return
        }
        #expect(throws: DatabaseError.self) {
            try Connection(path: folder.path, mode: .readWrite)
        }
        #expect(throws: DatabaseError.notADatabase(path: folder.file("b.txt"))) {
            try Connection(path: folder.file("b.txt"), mode: .readOnly(immutable: false))
        }
    }

    @Test func `says which file is full`() throws {
        let connection = try filled()
        try connection.execute("PRAGMA max_page_count = 4")
        #expect(throws: DatabaseError.full(path: connection.path)) {
            try connection.run(
                "INSERT INTO t (bytes) VALUES (?1)", .blob(.init(repeating: 1, count: 90_000)))
        }
    }

    @Test(arguments: ["plain", "a?b#c%41 d", "räksmörgås"])
    func `reads an immutable file whatever its name, and does not write`(name: String) throws {
        _ = try filled(name)
        let reader = try Connection(path: folder.file(name), mode: .readOnly(immutable: true))
        let count = try reader.statement("SELECT count(*) FROM t")
        #expect(try count.step())
        #expect(count.int64(0) == 2)
        #expect(throws: DatabaseError.self) { try reader.run("DELETE FROM t") }
    }

    @Test func `has SpatiaLite's functions when asked for`() throws {
        let connection = try Connection(path: ":memory:", mode: .create, spatial: true)
        let area = try connection.statement("SELECT ST_Area(BuildMbr(0, 0, 2, 3, 4326))")
        #expect(try area.step())
        #expect(area.double(0) == 6)
    }
}

@Suite struct `A connection pool` {
    @Test func `lends each connection to one thread at a time`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("pool.sqlite")
        let writer = try Connection(path: path, mode: .create)
        try writer.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
        for id in Int64(1)...100 { try writer.run("INSERT INTO t VALUES (?1)", .integer(id)) }
        let pool = try ConnectionPool(count: 2) {
            try Connection(path: path, mode: .readOnly(immutable: false))
        }
        let sums = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try pool.withConnection { connection in
                        let row = try connection.statement("SELECT sum(id) FROM t")
                        return try row.step() ? row.int64(0) : 0
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == [Int64](repeating: 5050, count: 50))
    }

    @Test func `opens a connection only when one is wanted`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("pool.sqlite")
        _ = try Connection(path: path, mode: .create)
        let opened = Mutex(0)
        let pool = try ConnectionPool(count: 3) {
            opened.withLock { $0 += 1 }
            return try Connection(path: path, mode: .readOnly(immutable: true))
        }
        #expect(opened.withLock { $0 } == 1)
        try pool.withConnection { _ in }
        try pool.withConnection { _ in }
        #expect(opened.withLock { $0 } == 1)
        try pool.withConnection { _ in try pool.withConnection { _ in } }
        #expect(opened.withLock { $0 } == 2)
    }
}
