internal import Database
internal import GeoModel
internal import Geodesy

/// A place node: where people say they live, without a border.
struct Settlement: Sendable {
    let id: Int64
    let type: String
    let position: Coordinate
    /// Rows of `area` in its region that it lies in.
    let areas: [Int64]
    /// The area whose centre it is, which speaks for it.
    let linkedArea: Int64?
    /// Of a country: one rank above other towns.
    let isCapital: Bool

    static let columns = "t.id, t.type, t.lon, t.lat, t.areas, t.linked_area, t.is_capital"

    /// Kinds whose name reaches farther than a town's: few, and kept in memory.
    private static let largeTypes: Set = ["city", "municipality", "county", "district", "province"]

    /// The large settlements of a region.
    static func large(_ connection: Connection) throws -> [Settlement] {
        let types = largeTypes.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let row = try connection.statement(
            "SELECT \(columns) FROM settlement AS t WHERE type IN (\(types)) ORDER BY id")
        var settlements: [Settlement] = []
        while try row.step() { settlements.append(Settlement(row)) }
        return settlements
    }

    init(_ row: Statement) {
        id = row.int64(0)
        type = row.text(1)
        position = row.position(2)
        areas = row.text(4).split(separator: " ").compactMap { Int64($0) }
        linkedArea = row.optionalInt64(5)
        isCapital = row.int64(6) == 1
    }

    /// Its rank where the country is known; nil for a type that is no part of addresses.
    func rank(countryCode: String?) -> PlaceRank? {
        PlaceRank.settlement(type, countryCode: countryCode).map {
            isCapital ? PlaceRank($0.search - 1, $0.address) : $0
        }
    }

    /// The settlements of a name in a box.
    static func named(
        _ name: String, within box: BoundingBox, in region: RegionFile, _ connection: Connection
    ) throws -> [Settlement] {
        let row = try connection.statement(
            SpatialTable.settlement.select(columns) + " AND t.name = ?5")
        var settlements: [Settlement] = []
        for part in region.parts(of: box, in: .settlement) {
            row.reset()
            try row.bind(part)
            try row.bind(5, name)
            while try row.step() { settlements.append(Settlement(row)) }
        }
        return settlements
    }

    /// The settlements other than large ones in a box.
    static func within(
        _ box: BoundingBox, in region: RegionFile, _ connection: Connection
    ) throws -> [Settlement] {
        var found: [Settlement] = []
        let row = try connection.statement(SpatialTable.settlement.select(columns))
        for part in region.parts(of: box, in: .settlement) {
            row.reset()
            try row.bind(part)
            while try row.step() {
                if !largeTypes.contains(row.text(1)) { found.append(Settlement(row)) }
            }
        }
        return found
    }
}
