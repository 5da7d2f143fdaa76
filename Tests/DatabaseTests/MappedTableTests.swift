import Database
import Foundation
import GeoModel
import TestSupport
import Testing

@Suite struct `A mapped database` {
    /// A file whose table `t` has the rows that `insert` makes.
    private func file(
        _ directory: TemporaryDirectory, pageSize: Int = 4096, _ insert: (Connection) throws -> Void
    ) throws -> String {
        let path = directory.file("mapped.sqlite")
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("PRAGMA page_size = \(pageSize)")
        try connection.execute(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, b BLOB)")
        try connection.execute("BEGIN")
        try insert(connection)
        try connection.execute("COMMIT")
        return path
    }

    private func open(_ path: String) throws -> MappedTable {
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        return try MappedDatabase(path: path).table("t", connection)
    }

    @Test func `lets any row be fetched ahead, those that are not there as well`() throws {
        let directory = try TemporaryDirectory()
        let path = try file(directory) { connection in
            for row in 1...100 {
                try connection.run(
                    "INSERT INTO t VALUES (?, 1, 1.5, 's', ?)", .integer(Int64(row)),
                    .blob(Array(repeating: UInt8(row), count: row % 2 == 0 ? 10 : 1_000)))
            }
        }
        let table = try open(path)
        for _ in 0..<2 {
            for id in [Int64.min, -1, 0, 1, 2, 99, 100, 101, .max] {
                table.prefetch(id)
                let row = table.row(id)
                #expect((row == nil) == !(1...100).contains(id))
                if let row { #expect(row.copiedBytes(4).allSatisfy { $0 == UInt8(id) }) }
            }
        }
        MappedTable.prefetch(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Long and short rows, in tables of one page and of three levels.
    @Test(arguments: [512, 4096, 65_536], [3, 5000])
    func `has every row that SQLite has, and no other`(pageSize: Int, rows: Int) throws {
        let directory = try TemporaryDirectory()
        let path = try file(directory, pageSize: pageSize) { connection in
            for row in 0..<rows {
                // Around the lengths at which a record goes on in other pages.
                let length = [0, 1, 59, 60, 300, 470, 480, 490, 4050, 4061, 9000][row % 11]
                try connection.run(
                    "INSERT INTO t VALUES (?, ?, ?, ?, ?)", .integer(Int64(3 * row)),
                    .integer([0, 1, -1, 200, -40_000, 1 << 40, .min][row % 7]),
                    .real([0, 1.5, -3, 1e300][row % 4]),
                    row % 5 == 0 ? nil : .text(String(repeating: "ä", count: row % 40)),
                    .blob((0..<length).map { UInt8(truncatingIfNeeded: $0 &+ row) }))
            }
        }
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        let table = try MappedDatabase(path: path).table("t", connection)
        let expected = try connection.statement("SELECT * FROM t ORDER BY id")
        for id in 0..<Int64(3 * rows) {
            guard id % 3 == 0 else {
                #expect(table.row(id) == nil)
                continue
            }
            try #require(try expected.step())
            let row = try #require(table.row(id))
            #expect(row.isNull(0), "the rowid is not in the record")
            #expect(row.int64(1) == expected.int64(1))
            #expect(row.double(2) == expected.double(2))
            #expect(row.optionalText(3) == expected.optionalText(3))
            #expect(row.byte(3) == expected.text(3).utf8.first ?? 0)
            let bytes = expected.blob(4)
            #expect(row.count(4) == bytes.count)
            if let last = row.lastColumn {
                #expect(last.elementsEqual(bytes))
            } else {
                #expect(bytes.count > 300, "it goes on in other pages")
            }
            #expect(row.withBytes(4) { [UInt8]($0) } == bytes)
            #expect(row.copiedBytes(4, limit: 39) == Array(bytes.prefix(39)))
            #expect(row.isNull(5), "there is no sixth column")
        }
        #expect(table.row(-1) == nil)
        #expect(table.row(.max) == nil)
    }

    @Test func `has the two columns after the rowid at once, where they are texts in its page`()
        throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("leading.sqlite")
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB, s TEXT, n INTEGER)")
        let lengths = [
            (0, 0), (1, 57), (57, 58), (58, 1), (300, 700), (9_000, 9), (9, 9_000), (8_200, 0),
        ]
        for (blob, text) in lengths {
            try connection.run(
                "INSERT INTO t VALUES (NULL, ?, ?, 7)",
                .blob((0..<blob).map { UInt8(truncatingIfNeeded: $0) }),
                .text(String(repeating: "x", count: text)))
        }
        try connection.run("INSERT INTO t VALUES (NULL, 3, ?, 7)", .text("x"))
        try connection.run("INSERT INTO t VALUES (NULL, ?, NULL, 7)", .text("x"))
        let table = try open(path)
        for (index, (blob, text)) in lengths.enumerated() {
            let row = try #require(table.row(Int64(index + 1)))
            #expect(row.byte(2) == (text > 0 ? UInt8(ascii: "x") : 0), "in whatever page it is")
            guard blob + text < 4_000 else {
                #expect(row.leadingColumns == nil, "\(blob), \(text)")
                continue
            }
            let (first, second) = try #require(row.leadingColumns)
            #expect([UInt8](first) == (0..<blob).map { UInt8(truncatingIfNeeded: $0) })
            #expect(String(decoding: second, as: UTF8.self) == String(repeating: "x", count: text))
        }
        for id in [lengths.count + 1, lengths.count + 2] {
            #expect(try #require(table.row(Int64(id))).leadingColumns == nil, "no text")
        }
    }

    @Test func `refuses what is no database, and names a table that is not there`() throws {
        let directory = try TemporaryDirectory()
        let text = try directory.write(Array(repeating: UInt8(ascii: "x"), count: 5000), as: "text")
        #expect(throws: DatabaseError.notADatabase(path: text)) { try MappedDatabase(path: text) }
        #expect(throws: DatabaseError.self) { try MappedDatabase(path: directory.file("absent")) }
        let path = try file(directory) { _ in }
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        let error = #expect(throws: DatabaseError.self) {
            try MappedDatabase(path: path).table("absent", connection)
        }
        #expect("\(error!)".contains("no such table: absent"))
    }

    /// Whatever a page says, reading stays within the file and ends.
    @Test func `gives rows or none, but never crashes, on damaged pages`() throws {
        let directory = try TemporaryDirectory()
        let path = try file(directory, pageSize: 512) { connection in
            for row in 0..<300 {
                try connection.run(
                    "INSERT INTO t VALUES (?, 1, 2.5, 'text', zeroblob(?))",
                    .integer(Int64(row)), .integer(Int64(row % 7) * 300))
            }
        }
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        let whole = try Data(contentsOf: URL(filePath: path))
        var random = SeededGenerator(seed: 20)
        for round in 0..<40 {
            var damaged = whole
            for _ in 0..<200 {
                damaged[Int.random(in: 100..<damaged.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            let copy = try directory.write(damaged, as: "damaged-\(round)")
            let table = try MappedDatabase(path: copy).table("t", connection)
            for id in 0..<Int64(300) {
                guard let row = table.row(id) else { continue }
                _ = row.int64(1) &+ Int64(row.count(4) + row.text(3).count)
                _ = row.double(2)
                if let (first, second) = row.leadingColumns {
                    _ = first.reduce(0, ^) ^ second.reduce(0, ^)
                }
                _ = row.withBytes(4) { $0.count } + row.copiedBytes(4, limit: 10).count
            }
        }
    }
}
