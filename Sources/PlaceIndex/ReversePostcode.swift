internal import Database
internal import GeoModel
internal import Geodesy

extension ReverseSearch {
    /// The postcode of the nearest house in the same country, on the same street when there is one.
    ///
    /// In mountains that house is far: up to 5.5 km, Nominatim's 0.05 degrees.
    ///
    /// - Parameter road: The street's local name, which addresses have, whatever language is asked.
    func postcodeNearby(
        road: String?, isHere: (Coordinate) throws -> Bool
    ) throws -> String? {
        let street = road.map { StreetName($0) }
        for radius in [150.0, ReverseScope.reachInMeters, 2_000, 5_560] {
            let house = try regions.compactMap {
                try $0.postcode(near: position, withinMeters: radius, preferring: street)
            }.min { $0.order < $1.order }
            if let house { return try isHere(house.position) ? house.postcode : nil }
        }
        return nil
    }
}

private struct HouseWithPostcode {
    let postcode: String
    let position: Coordinate
    let isOnStreet: Bool
    let meters: Double

    var order: (Int, Double) { (isOnStreet ? 0 : 1, meters) }
}

extension RegionFile {
    private static let postcodes =
        SpatialTable.address.select("t.postcode, t.street, t.lon, t.lat")
        + " AND t.postcode IS NOT NULL"

    /// The house with a postcode that comes first: on the street, then by distance.
    fileprivate func postcode(
        near position: Coordinate, withinMeters reach: Double, preferring street: StreetName?
    ) throws -> HouseWithPostcode? {
        let parts = parts(of: Geodesic.box(around: position, radiusInMeters: reach), in: .address)
        guard !parts.isEmpty else { return nil }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.postcodes)
            var best: HouseWithPostcode?
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    let house = row.position(2)
                    let nearest = FootprintDistance.nearest(from: position, to: .point(house))
                    guard let meters = nearest?.chordInMeters, meters <= reach else { continue }
                    let isOnStreet = street != nil && StreetName(row.text(1)) == street
                    let order = (isOnStreet ? 0 : 1, meters)
                    guard order < best?.order ?? (2, 0) else { continue }
                    best = HouseWithPostcode(
                        postcode: row.text(0), position: house, isOnStreet: isOnStreet,
                        meters: meters)
                }
            }
            return best
        }
    }
}
