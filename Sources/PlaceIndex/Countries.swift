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
    /// Geodesic metres from the asked point to its land or waters; 0 inside, and nowhere more than
    /// `Countries.errorInMeters`.
    let distanceInMeters: Double
    let boundingBox: BoundingBox
}

/// Which country a position is in, where no region says so.
///
/// The polygons are OpenStreetMap's countries with their territorial waters, simplified; Antarctica,
/// which is no country there, is Natural Earth's at 1:50,000,000.
final class Countries: Sendable {
    private let path: String
    let pool: ConnectionPool

    /// How far off a border may be: simplified by 0.001 degrees (111 m) from vertices that are
    /// rounded to a tenth of that. A position no farther outside is taken to be inside.
    static let errorInMeters = 150.0

    private let pieces: MappedTable
    private let tree: SpatialTree
    private let known = RowCache<Country>(limit: 400)

    /// - Returns: nil when there is no such file.
    /// - Throws: `PlaceIndexError.notCountries`, or `DatabaseError`.
    init?(path: String, connections: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        self.path = path
        pool = try ConnectionPool(count: connections) {
            try Connection(path: path, mode: .readOnly(immutable: true))
        }
        (pieces, tree) = try pool.withConnection { connection in
            do {
                let database = try MappedDatabase(path: path)
                return try (
                    database.table("country_piece", connection),
                    SpatialTree(of: "country_piece", in: database, connection)
                )
            } catch DatabaseError.failed {
                throw PlaceIndexError.notCountries(path: path)
            }
        }
    }

    /// The country whose land or waters a position is in, to within the error.
    ///
    /// - Parameter excluded: Codes of countries known not to be here, from boundaries that are
    ///   better than these polygons.
    func country(
        at position: Coordinate, excluding excluded: Set<String>
    ) throws -> Country? {
        guard let found = try nearest(position, excluded) else { return nil }
        return try pool.withConnection { try country($0, found) }
    }

    /// A country by its code, as if one were in it.
    ///
    /// - Parameter isWithArea: Not a territory whose area is another country's, as Puerto Rico's is
    ///   the United States'. The rows of those come last.
    func country(code: String, isWithArea: Bool = false) throws -> Country? {
        try pool.withConnection { connection in
            let row = try connection.statement(
                """
                SELECT id FROM country WHERE country_code = ?1 AND (NOT ?2 OR id <= (
                    SELECT country_id FROM country_piece ORDER BY id DESC LIMIT 1))
                """)
            try row.bind(1, code)
            try row.bind(2, Int64(isWithArea ? 1 : 0))
            return try row.step() ? try self.row(connection, row.int64(0)) : nil
        }
    }

    private typealias Found = (id: Int64, meters: Double)

    /// The country that holds a position; of several the first, which is the smallest: two hold it
    /// where both claim it, or where the simplified border of one cuts into the other.
    ///
    /// Nearly all positions that are asked for are in one, where this is ten times as quick as the
    /// distance to every border near.
    private func holding(
        _ position: Coordinate, _ excluded: Set<String>
    ) throws -> Found? {
        var first: Int64?
        try tree.visit(meeting: BoundingBox(position)) { piece in
            guard let row = pieces.row(piece) else {
                throw PlaceIndexError.notCountries(path: path)
            }
            let id = row.int64(1)
            if id < first ?? .max, row.area(2, covers: position),
                try excluded.isEmpty || !excluded.contains(code(id))
            {
                first = id
            }
            return true
        }
        return first.map { ($0, 0) }
    }

    /// The country that holds a position, else the nearest within the error: simplified borders
    /// leave slivers between them.
    private func nearest(
        _ position: Coordinate, _ excluded: Set<String>
    ) throws -> Found? {
        if let found = try holding(position, excluded) { return found }
        var search = NearestPointSearch(from: position)
        var walk = tree.nearest(to: BoxDistance(from: position))
        var best: (id: Int64, nearest: FootprintDistance.Nearest)?
        var squaredReach = Self.errorInMeters * Self.errorInMeters
        while let piece = walk.next(squaredReach: squaredReach) {
            guard let row = pieces.row(piece) else {
                throw PlaceIndexError.notCountries(path: path)
            }
            let id = row.int64(1)
            search.restart()
            search.visit(column: 2, of: row)
            guard let found = search.result,
                (found.chordInMeters, id)
                    < (best?.nearest.chordInMeters ?? .infinity, best?.id ?? 0),
                try excluded.isEmpty || !excluded.contains(code(id))
            else { continue }
            best = (id, found)
            squaredReach = min(squaredReach, found.chordInMeters * found.chordInMeters)
        }
        guard let best else { return nil }
        let meters = search.frame.measure(best.nearest).distanceInMeters
        return meters <= Self.errorInMeters ? (best.id, meters) : nil
    }

    private func code(_ id: Int64) throws -> String {
        try pool.withConnection { try row($0, id)?.code ?? "" }
    }

    /// A country as if one were in it.
    private func row(_ connection: Connection, _ id: Int64) throws -> Country? {
        try known.row(id) {
            let row = try connection.statement(
                """
                SELECT country_code, name, names, west, south, east, north
                FROM country WHERE id = ?1
                """)
            try row.bind(1, id)
            guard try row.step() else { return nil }
            return Country(
                code: row.text(0),
                tags: row.tags(2).merging(["name": row.text(1)]) { own, _ in own },
                distanceInMeters: 0,
                boundingBox: BoundingBox(
                    west: row.double(3), south: row.double(4), east: row.double(5),
                    north: row.double(6))
                    ?? BoundingBox(west: -180, south: -90, east: 180, north: 90)!)
        }
    }

    private func country(_ connection: Connection, _ found: Found) throws -> Country? {
        guard let country = try row(connection, found.id) else { return nil }
        return Country(
            code: country.code, tags: country.tags, distanceInMeters: found.meters,
            boundingBox: country.boundingBox)
    }
}
