internal import Database
internal import FoundationEssentials
package import GeoModel
internal import Geodesy

/// What a person knows better than the maps: whether a taxon is to be expected near a place.
package struct RangeOverride: Hashable, Sendable, Codable {
    package let id: Int64
    package let scientificName: String
    /// The middle of the circle it holds in.
    package let decimalLatitude, decimalLongitude: Double
    package let radiusInMeters: Double
    package let status: RangeStatus
    /// The months it holds in, 1…12 ascending; nil for all the year.
    package let months: [Int]?
    package let reason: String
    /// In UTC.
    package let created: EventDate
    /// `ScientificName.key`.
    let key: String

    /// Reads all, the last made first: of two that hold, it speaks.
    static func all(_ connection: Connection) throws -> [RangeOverride] {
        let row = try connection.statement(
            """
            SELECT id, scientificName, nameKey, decimalLatitude, decimalLongitude, radiusInMeters, status,
                months, reason, created FROM range_override ORDER BY id DESC
            """)
        var overrides: [RangeOverride] = []
        while try row.step() {
            guard let status = RangeStatus(rawValue: row.text(6)) else { continue }
            let months = row.optionalInt64(7).map { bits in
                (1...12).filter { bits >> Int64($0 - 1) & 1 == 1 }
            }
            overrides.append(
                RangeOverride(
                    id: row.int64(0), scientificName: row.text(1), decimalLatitude: row.double(3),
                    decimalLongitude: row.double(4), radiusInMeters: row.double(5),
                    status: status, months: months, reason: row.text(8),
                    created: EventDate(utc: Date(timeIntervalSince1970: Double(row.int64(9)))),
                    key: row.text(2)))
        }
        return overrides
    }

    /// Whether it speaks of a place on a date.
    func holds(at position: Coordinate, month: Int) -> Bool {
        guard months?.contains(month) ?? true else { return false }
        let center = Coordinate(
            clampingLatitude: decimalLatitude, wrappingLongitude: decimalLongitude)
        return Geodesic.inverse(from: center, to: position).distanceInMeters <= radiusInMeters
    }
}

extension SpeciesStore {
    /// Half the earth's girth: everywhere.
    package static let greatestOverrideRadius = 20_037_509.0

    /// Sets what is to be expected of a taxon within a circle, whatever the maps say.
    ///
    /// - Parameters:
    ///   - name: The taxon's, or a synonym; it need not be known to the taxonomy.
    ///   - radius: In metres, above 0 and at most `greatestOverrideRadius`.
    ///   - months: Of 1…12; nil or empty for all the year.
    /// - Returns: Its number.
    /// - Throws: `RangeImportError.notAName`; `DatabaseError`.
    package func addOverride(
        of name: String, at position: Coordinate, radiusInMeters radius: Double,
        status: RangeStatus, months: [Int]?, reason: String
    ) throws -> Int64 {
        guard let parsed = ScientificName(name) else { throw RangeImportError.notAName(name) }
        let bits = (months ?? []).reduce(Int64(0)) { $0 | 1 << Int64($1 - 1) }
        return try writing { connection in
            try connection.run(
                """
                INSERT INTO range_override (scientificName, nameKey, decimalLatitude, decimalLongitude,
                    radiusInMeters, status, months, reason, created)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """, .text(parsed.text), .text(parsed.key), .real(position.decimalLatitude),
                .real(position.decimalLongitude), .real(radius), .text(status.rawValue),
                bits == 0 ? nil : .integer(bits), .text(reason),
                .integer(Int64(Date().timeIntervalSince1970)))
            let id = connection.lastInsertRowID
            try Self.startGeneration(connection)
            return id
        }
    }

    /// All overrides, the last made first.
    package func overrides() throws -> [RangeOverride] {
        try reading { try RangeOverride.all($0) }
    }

    /// - Throws: `RangeImportError.overrideNotFound`; `DatabaseError`.
    package func removeOverride(_ id: Int64) throws {
        try writing { connection in
            try connection.run("DELETE FROM range_override WHERE id = ?1", .integer(id))
            guard connection.changes > 0 else { throw RangeImportError.overrideNotFound(id) }
            try Self.startGeneration(connection)
        }
    }
}
