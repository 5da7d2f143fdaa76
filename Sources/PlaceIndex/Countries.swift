internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// A country by the polygons that ship with the program.
struct Country {
    /// ISO 3166-1 alpha-2, lower case.
    let code: String
    /// `name` in English, `name:LANGUAGE` in others.
    let tags: [String: String]
    /// Geodesic metres from the asked point to its land; 0 inside.
    let distanceInMeters: Double
    let boundingBox: BoundingBox
}

/// Which country a position is in, where no region says so.
///
/// The polygons are Natural Earth's at 1:50,000,000: good to about a kilometre, and land only.
final class Countries: Sendable {
    private let path: String
    let pool: ConnectionPool

    /// The territorial sea, 12 nautical miles (UN Convention on the Law of the Sea, article 3): a
    /// position no farther off the coast is given that country.
    static let reachInMeters = 22_224.0

    /// How far off a border may be.
    static let errorInMeters = 3_000.0

    private static let pieces =
        "SELECT t.country_id, t.geom FROM idx_country_piece_geom AS i CROSS JOIN country_piece AS t "
        + "ON t.id = i.pkid WHERE i.xmax >= ?1 AND i.xmin <= ?2 AND i.ymax >= ?3 AND i.ymin <= ?4"

    /// - Returns: nil when there is no such file.
    /// - Throws: `PlaceIndexError.notCountries`, or `DatabaseError`.
    init?(path: String, connections: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        self.path = path
        pool = try ConnectionPool(count: connections) {
            try Connection(path: path, mode: .readOnly(immutable: true))
        }
        try pool.withConnection { connection in
            do {
                _ = try connection.statement(Self.pieces)
            } catch DatabaseError.failed {
                throw PlaceIndexError.notCountries(path: path)
            }
        }
    }

    /// The country a position is in, else the one of the nearest land within the reach.
    ///
    /// - Parameter excluded: Codes of countries known not to be here, from boundaries that are
    ///   better than these polygons.
    func country(
        at position: Coordinate, excluding excluded: Set<String>
    ) throws -> Country? {
        try pool.withConnection { connection in
            let here = BoundingBox(position)
            if let found = try nearest(connection, position, [here], excluded), found.meters == 0 {
                return try country(connection, found)
            }
            let box = Geodesic.box(around: position, radiusInMeters: Self.reachInMeters)
            return try nearest(connection, position, box.partsWithoutCrossing, excluded).flatMap {
                $0.meters <= Self.reachInMeters ? try country(connection, $0) : nil
            }
        }
    }

    /// A country by its code, as if one were in it.
    func country(code: String) throws -> Country? {
        try pool.withConnection { try country($0, code: code, meters: 0) }
    }

    private func country(
        _ connection: Connection, code: String, meters: Double
    ) throws -> Country? {
        let row = try connection.statement("SELECT id FROM country WHERE country_code = ?1")
        try row.bind(1, code)
        return try row.step() ? try country(connection, (row.int64(0), meters)) : nil
    }

    /// Territories that are in a country's own boundary in OpenStreetMap, so that the polygons say
    /// what a map with the boundary says.
    private static let countryOfTerritory: [String: String] = {
        let territories = [
            "us": "as gu mp pr vi", "cn": "hk mo", "fr": "bl mf nc pf pm tf wf", "nl": "aw cw sx",
            "au": "cc cx hm nf", "fi": "ax",
        ]
        var countries: [String: String] = [:]
        for (country, codes) in territories {
            for code in codes.split(separator: " ") { countries[String(code)] = country }
        }
        return countries
    }()

    private typealias Found = (id: Int64, meters: Double)

    private func nearest(
        _ connection: Connection, _ position: Coordinate, _ boxes: [BoundingBox],
        _ excluded: Set<String>
    ) throws -> Found? {
        let row = try connection.statement(Self.pieces)
        var best: Found?
        for box in boxes {
            row.reset()
            try row.bind(box)
            while try row.step() {
                guard let shape = row.withBlob(1, { SpatialBlob.decode($0) }) else { continue }
                let meters = FootprintDistance.measure(from: position, to: shape).distanceInMeters
                let id = row.int64(0)
                guard (meters, id) < (best?.meters ?? .infinity, best?.id ?? 0) else { continue }
                guard try excluded.isEmpty || !excluded.contains(code(connection, id)) else {
                    continue
                }
                best = (id, meters)
                if meters == 0 { return best }
            }
        }
        return best
    }

    private func code(_ connection: Connection, _ id: Int64) throws -> String {
        let row = try connection.statement("SELECT country_code FROM country WHERE id = ?1")
        try row.bind(1, id)
        return try row.step() ? row.text(0) : ""
    }

    private func country(_ connection: Connection, _ found: Found) throws -> Country? {
        let row = try connection.statement(
            "SELECT country_code, name, names, geom FROM country WHERE id = ?1")
        try row.bind(1, found.id)
        guard try row.step() else { return nil }
        if let code = Self.countryOfTerritory[row.text(0)] {
            return try self.country(connection, code: code, meters: found.meters)
        }
        return Country(
            code: row.text(0), tags: row.tags(2).merging(["name": row.text(1)]) { own, _ in own },
            distanceInMeters: found.meters,
            boundingBox: PlaceRow.footprintBox(row, 3)
                ?? BoundingBox(west: -180, south: -90, east: 180, north: 90)!)
    }
}
