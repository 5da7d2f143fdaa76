internal import Database
internal import GeoModel
internal import Geodesy

/// A place node: where people say they live, without a border.
struct Settlement: Sendable {
    let id: Int64
    let type: String
    let position: Coordinate
    let rank: PlaceRank

    /// The cities of a region.
    static func cities(_ connection: Connection) throws -> [Settlement] {
        let row = try connection.statement(
            "SELECT id, type, lon, lat FROM settlement WHERE type = 'city' ORDER BY id")
        var cities: [Settlement] = []
        while try row.step() {
            if let city = Settlement(row) { cities.append(city) }
        }
        return cities
    }

    /// Reads id, type, longitude and latitude; nil for a type that is no part of addresses.
    init?(_ row: Statement) {
        guard let rank = PlaceRank.settlement(row.text(1)) else { return nil }
        id = row.int64(0)
        type = row.text(1)
        position = row.position(2)
        self.rank = rank
    }

    /// The settlements other than cities whose node is within a distance.
    static func near(
        _ position: Coordinate, withinMeters reach: Double, in region: RegionFile,
        _ connection: Connection
    ) throws -> [(settlement: Settlement, meters: Double)] {
        var found: [(settlement: Settlement, meters: Double)] = []
        func add(_ settlement: Settlement) {
            let meters = Geodesic.inverse(from: position, to: settlement.position).distanceInMeters
            if meters <= reach { found.append((settlement, meters)) }
        }
        let row = try connection.statement(
            SpatialTable.settlement.select("t.id, t.type, t.lon, t.lat"))
        let box = Geodesic.box(around: position, radiusInMeters: reach)
        for part in region.parts(of: box, in: .settlement) {
            row.reset()
            try row.bind(part)
            while try row.step() {
                if let settlement = Settlement(row) { add(settlement) }
            }
        }
        return found
    }
}
