internal import Database
internal import GeoModel

/// The tables of a region file that have an R*Tree, `idx_TABLE_geom`.
enum SpatialTable: String, CaseIterable, Sendable {
    case place, address, interpolation, street
    case placePiece = "place_piece"
    case areaPiece = "area_piece"
    case settlement
    case settlementReach = "settlement_reach"
    case postcodeCentre = "postcode_centre"
    case landmarkReach = "landmark_reach"

    /// The start of a statement that reads `columns` of the rows whose box meets a box.
    ///
    /// Parameters 1 to 4 are the box's west, east, south and north. The R*Tree is asked first:
    /// SQLite has no better plan, as CROSS JOIN keeps the order.
    ///
    /// - Parameter table: The table to read instead, of the same ids.
    func select(_ columns: String, from table: SpatialTable? = nil) -> String {
        "SELECT \(columns) FROM idx_\(rawValue)_geom AS i "
            + "CROSS JOIN \((table ?? self).rawValue) AS t "
            + "ON t.id = i.pkid WHERE i.xmax >= ?1 AND i.xmin <= ?2 AND i.ymax >= ?3 AND i.ymin <= ?4"
    }

    /// The box of everything in each table; a table without rows is absent.
    ///
    /// Read from the tree's root, node 1: depth and count of cells, two bytes each, then cells of a
    /// rowid in eight bytes and four edges in four, all big-endian.
    /// <https://www.sqlite.org/rtree.html#the_shadow_tables>
    static func coverage(_ connection: Connection) throws -> [SpatialTable: BoundingBox] {
        var coverage: [SpatialTable: BoundingBox] = [:]
        for table in allCases {
            let row = try connection.statement(
                "SELECT data FROM idx_\(table.rawValue)_geom_node WHERE nodeno = 1")
            guard try row.step() else { continue }
            coverage[table] = row.withBlob(0) { boxOfCells($0) }
        }
        return coverage
    }

    private static func boxOfCells(_ node: UnsafeRawBufferPointer) -> BoundingBox? {
        func edge(_ offset: Int) -> Double {
            let bits = UInt32(
                bigEndian: node.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return Double(Float(bitPattern: bits))
        }
        guard node.count >= 4 else { return nil }
        let cells = Int(UInt16(bigEndian: node.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        guard cells > 0, 4 + 24 * cells <= node.count else { return nil }
        let starts = (0..<cells).map { 12 + 24 * $0 }
        // Edges are rounded outwards to 32 bits, at 180 degrees by up to 0.00002.
        return BoundingBox(
            west: max(-180, starts.map { edge($0) }.min() ?? -180),
            south: max(-90, starts.map { edge($0 + 8) }.min() ?? -90),
            east: min(180, starts.map { edge($0 + 4) }.max() ?? 180),
            north: min(90, starts.map { edge($0 + 12) }.max() ?? 90))
    }
}

extension BoundingBox {
    /// Whether two boxes that do not cross 180 degrees have a position in common.
    func meets(_ other: BoundingBox) -> Bool {
        west <= other.east && east >= other.west && south <= other.north && north >= other.south
    }
}

/// A table of a region and its R*Tree, as they lie in the mapped file.
///
/// Shared, not copied: a copy would count references to each of its parts, and queries of several threads
/// wait for one another there.
final class SpatialLayer: Sendable {
    let rows: MappedTable
    let tree: SpatialTree
    /// The box of everything in the table; nil when it is empty.
    let coverage: BoundingBox?

    init(rows: MappedTable, tree: SpatialTree, coverage: BoundingBox?) {
        (self.rows, self.tree, self.coverage) = (rows, tree, coverage)
    }
}

/// The layers of a region by table.
struct SpatialLayers: Sendable {
    private let layers: [SpatialLayer]

    init(_ database: MappedDatabase, _ connection: Connection) throws {
        let coverage = try SpatialTable.coverage(connection)
        layers = try SpatialTable.allCases.map { table in
            SpatialLayer(
                rows: try database.table(table.rawValue, connection),
                tree: try SpatialTree(of: table.rawValue, in: database, connection),
                coverage: coverage[table])
        }
    }

    subscript(table: SpatialTable) -> SpatialLayer { layers[table.ordinal] }
}

extension SpatialTable {
    /// Its place among all cases.
    fileprivate var ordinal: Int {
        switch self {
        case .place: 0
        case .address: 1
        case .interpolation: 2
        case .street: 3
        case .placePiece: 4
        case .areaPiece: 5
        case .settlement: 6
        case .settlementReach: 7
        case .postcodeCentre: 8
        case .landmarkReach: 9
        }
    }
}

extension RegionFile {
    /// The parts of `box`, none crossing 180 degrees, in which the region has rows of `table`.
    func parts(of box: BoundingBox, in table: SpatialTable) -> [BoundingBox] {
        guard let covered = layers[table].coverage else { return [] }
        return box.partsWithoutCrossing.filter { $0.meets(covered) }
    }
}

extension Statement {
    /// Binds a box to the parameters of `SpatialTable.select`.
    func bind(_ box: BoundingBox) throws {
        try bind(1, box.west)
        try bind(2, box.east)
        try bind(3, box.south)
        try bind(4, box.north)
    }
}
