internal import Database

/// A region without rows, in memory: SpatiaLite's metadata, all tables, and their spatial indexes, whose triggers are set
/// aside.
///
/// SpatiaLite takes tens of milliseconds to make it, more than a small extract takes otherwise; whoever imports often, as
/// tests and fuzzers, has it made once.
final class EmptyRegion: Sendable {
    static let shared = Result { try EmptyRegion() }

    /// The statements that make the triggers, which would run for each row.
    let triggers: [String]
    /// The one connection to it; the database goes with it.
    private let source: ConnectionPool

    private init() throws {
        source = try ConnectionPool(count: 1) {
            let connection = try Connection(path: ":memory:", mode: .create, spatial: true)
            try Self.check("InitSpatialMetaData(1, 'WGS84')", connection)
            try connection.execute(RegionSchema.tables)
            try connection.transaction {
                for (table, type) in RegionSchema.geometries {
                    let column = "'\(table)', 'geom'"
                    try Self.check(
                        "RecoverGeometryColumn(\(column), \(SpatialBlob.srid), '\(type)', 'XY')",
                        connection)
                    try Self.check("CreateSpatialIndex(\(column))", connection)
                }
            }
            return connection
        }
        triggers = try source.withConnection { connection in
            try connection.transaction { try Self.setAside(connection) }
        }
    }

    /// Makes a new and empty database such a region.
    func copy(to target: Connection) throws {
        try source.withConnection { try target.copyAll(of: $0) }
    }

    /// Drops the triggers of all tables with geometry.
    private static func setAside(_ connection: Connection) throws -> [String] {
        let tables = RegionSchema.geometries.map { "'\($0.table)'" }.joined(separator: ", ")
        let row = try connection.statement(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (\(tables))"
        )
        var (names, triggers): ([String], [String]) = ([], [])
        while try row.step() {
            names.append(row.text(0))
            triggers.append(row.text(1))
        }
        row.reset()
        for name in names { try connection.execute("DROP TRIGGER \"\(name)\"") }
        return triggers
    }

    /// Runs a function of SpatiaLite's that answers 1 when it worked.
    private static func check(_ call: String, _ connection: Connection) throws {
        let row = try connection.statement("SELECT \(call)")
        guard try row.step(), row.int64(0) == 1 else {
            throw DatabaseError.failed(
                path: connection.path, code: 1, message: "SpatiaLite refused", sql: call)
        }
    }
}
