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

    /// What is read when it is named.
    struct Row: Sendable {
        let ref: OSMRef
        let tags: [String: String]
    }

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
        areas = Self.areas(row.text(4))
        linkedArea = row.optionalInt64(5)
        isCapital = row.int64(6) == 1
    }

    private init(_ id: Int64, _ row: MappedRow) {
        self.id = id
        type = row.text(SettlementColumn.type)
        position = row.position(SettlementColumn.longitude)
        areas = Self.areas(row.text(SettlementColumn.areas))
        linkedArea =
            row.isNull(SettlementColumn.linkedArea)
            ? nil : row.int64(SettlementColumn.linkedArea)
        isCapital = row.int64(SettlementColumn.isCapital) == 1
    }

    /// The rows in a column: numbers with spaces between.
    private static func areas(_ list: String) -> [Int64] {
        list.split(separator: " ").compactMap { Int64($0) }
    }

    /// A row of a region, decoded once: those of a city are asked for at every question.
    private static func row(
        _ id: Int64, in region: RegionFile, _ row: () -> MappedRow?
    ) throws -> Settlement {
        let settlement = region.settlements.row(id) { row().map { Settlement(id, $0) } }
        guard let settlement else { throw region.isDamaged }
        return settlement
    }

    /// Its rank where the country is known; nil for a type that is no part of addresses.
    func rank(countryCode: String?) -> PlaceRank? {
        PlaceRank.settlement(type, countryCode: countryCode).map {
            isCapital ? PlaceRank($0.search - 1, $0.address) : $0
        }
    }

    /// The settlements whose name reaches into a box.
    static func reaching(_ box: BoundingBox, in region: RegionFile) throws -> [Settlement] {
        var found: [Settlement] = []
        try region.visit(.settlementReach, in: box) { id, _ in
            found.append(
                try row(id, in: region) { region.layers[.settlement].rows.row(id) })
        }
        return found
    }

    /// The settlements of a name in a box.
    static func named(
        _ name: String, within box: BoundingBox, in region: RegionFile
    ) throws -> [Settlement] {
        var found: [Settlement] = []
        try region.visit(.settlement, in: box) { id, row in
            if row.text(SettlementColumn.name) == name {
                found.append(try Self.row(id, in: region) { row })
            }
        }
        return found
    }

    /// The settlements other than large ones in a box.
    static func within(_ box: BoundingBox, in region: RegionFile) throws -> [Settlement] {
        var found: [Settlement] = []
        try region.visit(.settlement, in: box) { id, row in
            if !largeTypes.contains(row.text(SettlementColumn.type)) {
                found.append(try Self.row(id, in: region) { row })
            }
        }
        return found
    }
}

/// The columns of `settlement` by their place in a record.
enum SettlementColumn {
    static let osmType = 1, osmID = 2, type = 3, name = 4, tags = 5, longitude = 7, latitude = 8
    static let areas = 9, linkedArea = 10, isCapital = 11
}
