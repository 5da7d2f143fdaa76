internal import Database
internal import FoundationEssentials
package import GeoModel

/// What a region holds.
package struct RegionSummary: Hashable, Sendable {
    package let name: String
    /// The extract's box; nil when it was empty.
    package let boundingBox: BoundingBox?
    /// Rows by table, as the import counted them.
    package let counts: [String: Int]
    /// RFC 3339, UTC.
    package let importedAt: String
    /// How fresh the extract is, from its header, RFC 3339; nil when the header does not say.
    package let sourceTimestamp: String?
}

/// An imported region: an immutable file, open for reading.
///
/// Replacing the file by rename leaves an open one as it was, so a query that runs meanwhile ends
/// on the old data.
final class RegionFile: Sendable {
    static let applicationID: Int64 = 0x5453_544E
    static let version = Int64(RegionSchema.version)

    let path: String
    let identity: FileIdentity?
    let summary: RegionSummary
    let pool: ConnectionPool
    /// Cities and what is larger: few, and asked for from far away.
    let largeSettlements: [Settlement]
    let layers: SpatialLayers
    /// Areas and settlements of which the tags were read: some megabytes at most.
    let areaCache = RowCache<AreaRow>(limit: 2_000)
    let areaBoxes = RowCache<BoundingBox>(limit: 2_000)
    let settlements = RowCache<Settlement>(limit: 20_000)
    let settlementFacts = RowCache<SettlementFacts>(limit: 20_000)
    let streetsByName = StreetNameCache()
    let settlementCache = RowCache<Settlement.Row>(limit: 2_000)
    /// Places that are seen from afar, and so found again with each question from the same town.
    let landmarkCache = RowCache<Place>(limit: 2_000)
    /// ISO 3166-1 codes, lower case, of the areas that are countries or parts of one, by row.
    let countryOfArea: [Int64: String]
    /// Countries whose whole boundary is in the region.
    let countryCodes: Set<String>

    /// Pages are read from the kernel's cache instead of being copied; address space, not memory.
    private static let mappedBytes = 1 << 40

    init(path: String, connections: Int) throws {
        self.path = path
        identity = FileIdentity(of: path)
        pool = try ConnectionPool(count: connections) {
            let connection = try Connection(path: path, mode: .readOnly(immutable: true))
            try connection.execute("PRAGMA mmap_size = \(Self.mappedBytes)")
            return connection
        }
        let opened = try pool.withConnection { connection in
            try Self.check(connection, path: path)
            return try (
                Self.summary(connection, path: path), Settlement.largeRows(connection),
                Self.countries(connection), SpatialLayers(MappedDatabase(path: path), connection)
            )
        }
        (summary, layers) = (opened.0, opened.3)
        countryCodes = Set(opened.2.lazy.filter(\.isWhole).map(\.code))
        let countryOfArea = Dictionary(
            opened.2.lazy.map { ($0.area, $0.code) }, uniquingKeysWith: { first, _ in first })
        self.countryOfArea = countryOfArea
        let rows = layers[.settlement].rows
        largeSettlements = opened.1.compactMap { id in
            rows.row(id).map { Settlement(id, $0, countryOfArea) }
        }
    }

    static func check(_ connection: Connection, path: String) throws {
        func number(_ pragma: String) throws -> Int64 {
            let row = try connection.statement("PRAGMA \(pragma)")
            return try row.step() ? row.int64(0) : 0
        }
        guard try number("application_id") == applicationID else {
            throw PlaceIndexError.notARegion(path: path)
        }
        let found = try number("user_version")
        guard found == version else {
            throw PlaceIndexError.otherVersion(
                path: path, version: found, expected: version,
                files: (try? sourceFiles(connection)) ?? [])
        }
    }

    /// The names of the files that the region was made of; every version of the format has them.
    static func sourceFiles(_ connection: Connection) throws -> [String] {
        let row = try connection.statement("SELECT value FROM metadata WHERE key = 'source_files'")
        let files = try row.step() ? row.text(0) : "[]"
        return (try? JSONDecoder().decode([String].self, from: Data(files.utf8))) ?? []
    }

    static func summary(_ connection: Connection, path: String) throws -> RegionSummary {
        var metadata: [String: String] = [:]
        let row = try connection.statement("SELECT key, value FROM metadata")
        while try row.step() { metadata[row.text(0)] = row.text(1) }
        let edges = (metadata["bbox"] ?? "").split(separator: ",").compactMap { Double($0) }
        let counts = metadata["counts"].flatMap {
            try? JSONDecoder().decode([String: Int].self, from: Data($0.utf8))
        }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return RegionSummary(
            name: metadata["region"] ?? String(file.dropLast(".sqlite".count)),
            boundingBox: edges.count == 4
                ? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
                : nil,
            counts: counts ?? [:], importedAt: metadata["imported_at"] ?? "",
            sourceTimestamp: metadata["source_timestamp"])
    }

    /// Countries, and areas with a code of ISO 3166-2, which begins with the country's.
    static func countries(
        _ connection: Connection
    ) throws -> [(area: Int64, code: String, isWhole: Bool)] {
        var countries: [(area: Int64, code: String, isWhole: Bool)] = []
        let row = try connection.statement(
            """
            SELECT id, tags, admin_level FROM area WHERE kind = 'administrative'
                AND (admin_level = 2 OR tags LIKE '%"ISO3166-2"%')
            """)
        while try row.step() {
            let tags = row.tags(1)
            let isWhole = row.int64(2) == 2
            let code =
                isWhole ? countryCode(tags) : tags["ISO3166-2"].map { $0.prefix(2).lowercased() }
            if let code { countries.append((row.int64(0), code, isWhole)) }
        }
        return countries
    }

    /// The ISO 3166-1 code in a boundary's tags, lower case.
    static func countryCode(_ tags: [String: String]) -> String? {
        let code = tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"] ?? tags["country_code_iso3166_1"]
        return code.flatMap { $0.utf8.count == 2 ? $0.lowercased() : nil }
    }
}

extension Statement {
    /// The tags in a column; none when it is not an object of strings.
    func tags(_ column: Int32) -> [String: String] {
        withBlob(column) { TagsJSON.decode($0.bindMemory(to: UInt8.self)) } ?? [:]
    }

    /// A longitude and a latitude in two columns, in this order.
    func position(_ column: Int32) -> Coordinate {
        Coordinate(
            clampingLatitude: double(column + 1), wrappingLongitude: double(column))
    }

    /// A node, way or relation: its letter in one column, its id in the next.
    func ref(_ column: Int32) -> OSMRef {
        OSMRef(osmType: OSMType(letterOrWord: text(column)) ?? .node, osmID: int64(column + 1))
    }
}
