internal import Database
internal import GeoModel

/// The geometry columns of a region in the making, and the R*Tree of each.
///
/// Columns are registered and trees made while the tables are empty, so that SpatiaLite's metadata,
/// triggers and virtual tables are its own. Its triggers, which would run for each row, are set
/// aside until the rows are in and the trees are packed.
final class SpatialIndexes {
    private let connection: Connection
    private var packers: [String: SpatialTreePacker] = [:]
    private var triggers: [String] = []

    init(_ connection: Connection) throws {
        self.connection = connection
        for (table, type) in RegionSchema.geometries {
            try check(
                "RecoverGeometryColumn('\(table)', 'geom', \(SpatialBlob.srid), '\(type)', 'XY')")
            try check("CreateSpatialIndex('\(table)', 'geom')")
            packers[table] = SpatialTreePacker(table: table)
        }
        let tables = RegionSchema.geometries.map { "'\($0.table)'" }.joined(separator: ", ")
        let row = try connection.statement(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (\(tables))"
        )
        var names: [String] = []
        while try row.step() {
            names.append(row.text(0))
            triggers.append(row.text(1))
        }
        row.reset()
        for name in names { try connection.execute("DROP TRIGGER \"\(name)\"") }
    }

    /// What collects the boxes of a table's rows; nil for one without geometry.
    func packer(of table: String) -> SpatialTreePacker? { packers[table] }

    /// Writes the trees, and puts the triggers back; `step` is called before each table.
    func finish(step: (_ done: Int) throws -> Void) throws {
        for (index, geometry) in RegionSchema.geometries.enumerated() {
            try step(index)
            try packer(of: geometry.table)?.write(connection)
        }
        for trigger in triggers { try connection.execute(trigger) }
    }

    /// Runs a function of SpatiaLite's that answers 1 when it worked.
    private func check(_ call: String) throws {
        let row = try connection.statement("SELECT \(call)")
        guard try row.step(), row.int64(0) == 1 else {
            throw DatabaseError.failed(
                path: connection.path, code: 1, message: "SpatiaLite refused", sql: call)
        }
    }
}
