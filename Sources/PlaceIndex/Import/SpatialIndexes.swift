internal import Database
internal import GeoModel

/// The R*Trees of a region in the making.
///
/// They were made while the tables were empty (`EmptyRegion`), so that SpatiaLite's metadata, triggers and virtual tables
/// are its own. They are packed when the rows are in, and then its triggers are put back.
final class SpatialIndexes {
    private let connection: Connection
    private let packers: [String: SpatialTreePacker]
    private let triggers: [String]

    /// - Parameter triggers: The statements that make them.
    init(_ connection: Connection, triggers: [String]) {
        self.connection = connection
        self.triggers = triggers
        packers = Dictionary(
            uniqueKeysWithValues: RegionSchema.geometries.map {
                ($0.table, SpatialTreePacker(table: $0.table))
            })
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
}
