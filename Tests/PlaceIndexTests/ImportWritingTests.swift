import Database
import Testing

@testable import PlaceIndex

/// How prepared rows reach the region file.
struct ImportWritingTests {
    private let connection: Connection
    private let insertion: Statement

    init() throws {
        connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE row (number INTEGER UNIQUE, real REAL, text, shape)")
        insertion = try connection.statement("INSERT INTO row VALUES (?, ?, ?, ?)")
    }

    private func append(_ number: Int64, _ text: String?, _ blob: [UInt8], to rows: inout RowBuffer)
    {
        rows.begin(0)
        rows.append(number)
        rows.append(0.5)
        rows.append(text)
        rows.appendBlob { $0 += blob }
    }

    /// Each row as SQLite writes its values.
    private var stored: [String] {
        get throws {
            let row = try connection.statement(
                "SELECT quote(number), quote(real), quote(text), quote(shape) FROM row")
            var rows: [String] = []
            while try row.step() {
                rows.append((0..<4).map { row.text($0) }.joined(separator: " "))
            }
            return rows
        }
    }

    @Test func `a buffer's rows are written as they were appended, empty values and NULL apart`()
        throws
    {
        var rows = RowBuffer()
        append(-1, "Żejtun's", [0, 255], to: &rows)
        append(.max, "", [], to: &rows)
        append(0, nil, [7], to: &rows)
        try rows.write(by: [insertion])
        #expect(
            try stored == [
                "-1 0.5 'Żejtun''s' X'00FF'", "9223372036854775807 0.5 '' X''", "0 0.5 NULL X'07'",
            ])
    }

    @Test
    func `rows are in the file in their order when the thread has ended, and those after it too`()
        throws
    {
        let writing = try WritingThread([insertion])
        for number in 0..<20_000 {
            append(Int64(number), "a text of some length", [], to: &writing.buffer)
            try writing.endRow()
        }
        try writing.finish()
        append(-1, nil, [], to: &writing.buffer)
        try writing.flush()
        #expect(try stored.count == 20_001)
        #expect(try stored.last == "-1 0.5 NULL X''")
        let row = try connection.statement("SELECT count(*) FROM row WHERE number + 1 = rowid")
        #expect(try row.step() && row.int64(0) == 20_000)
    }

    @Test func `a row that cannot be written ends the import with the database's words`() throws {
        let writing = try WritingThread([insertion])
        append(1, nil, [], to: &writing.buffer)
        append(1, nil, [], to: &writing.buffer)
        let error = #expect(throws: DatabaseError.self) { try writing.finish() }
        #expect("\(error!)".contains("UNIQUE"))
    }

    @Test func `names of streets come by name, cell and street`() {
        var names = StreetNames()
        let (mill, old) = (StreetName("Mill Lane"), StreetName("Old Mill"))
        names.add([old, mill], cells: [9, 3], street: 1)
        names.add([mill], cells: [3], street: 2)
        names.add([StreetName("Ökonomiegasse")], cells: [1], street: 3)
        var rows: [String] = []
        names.drain { name, cell, street in
            rows.append("\(String(decoding: name, as: UTF8.self)) \(cell) \(street)")
        }
        #expect(
            rows == [
                "milllane 3 1", "milllane 3 2", "milllane 9 1", "okonomiegasse 1 3",
                "oldmill 3 1", "oldmill 9 1",
            ])
    }
}
