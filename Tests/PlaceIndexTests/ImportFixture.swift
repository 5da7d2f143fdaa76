import Database
import PlaceIndex
import TestSupport

/// A region imported from a few objects, in a folder of its own.
struct ImportFixture {
    let directory: TemporaryDirectory
    let path: String
    let report: ImportReport

    /// - Parameter elements: What stands inside `<osm>`.
    init(_ elements: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            "<osm version='0.6'>\(elements)</osm>".utf8, as: "fixture.osm")
        try self.init(files: [path], directory: directory)
    }

    init(files: [String], directory: TemporaryDirectory) throws {
        self.directory = directory
        path = directory.file("places/fixture.sqlite")
        report = try OSMImporter(region: "fixture", directory: directory.file("places"))
            .run(files: files)
    }

    /// The rows of a query, columns joined by '|', NULL as an empty text.
    func rows(_ sql: String) throws -> [String] {
        let connection = try Connection(path: path, mode: .readOnly(immutable: true), spatial: true)
        return try connection.rows(sql)
    }
}

extension Connection {
    func rows(_ sql: String) throws -> [String] {
        // How many columns there are is asked of SQL itself.
        let count = try statement("SELECT count(*) FROM pragma_table_info(?)")
        try execute("CREATE TEMP VIEW asked AS \(sql)")
        defer { try? execute("DROP VIEW asked") }
        try count.bind("asked")
        guard try count.step() else { return [] }
        let columns = Int32(count.int64(0))
        let row = try statement("SELECT * FROM asked")
        var rows: [String] = []
        while try row.step() {
            rows.append((0..<columns).map { row.text($0) }.joined(separator: "|"))
        }
        return rows
    }
}
