internal import Database
internal import GeoModel

/// Records of one name in one month of any year.
package struct MonthlyCount: Hashable, Sendable {
    /// The scientific name, or for a living thing without one the name it was confirmed under.
    package let name: String
    /// 1…12, by the record's own date.
    package let month: Int
    package let count: Int

    package init(name: String, month: Int, count: Int) {
        (self.name, self.month, self.count) = (name, month, count)
    }
}

extension RecordStore {
    /// The records of living things near a place, by name and month.
    ///
    /// Reads each record within the circle's box: 2 microseconds each.
    ///
    /// - Returns: In the order of names, then months.
    /// - Throws: `DatabaseError`.
    package func monthlyCounts(near circle: RecordFilter.Circle) throws -> [MonthlyCount] {
        var filter = RecordFilter()
        filter.near = circle
        var query = RecordQuery(filter)
        query.add("scientificName IS NOT NULL OR kind = 'species'", [])
        return try reading { connection in
            let row = try connection.statement(
                """
                SELECT coalesce(scientificName, name), eventDate, decimalLatitude, decimalLongitude
                FROM record
                """ + query.clause)
            try row.bind(query.values)
            return try Self.monthlyCounts(row) { query.holds($0) }
        }
    }

    /// Counts rows of name, date, latitude and longitude whose position `holds` takes.
    static func monthlyCounts(
        _ row: Statement, where holds: (Coordinate?) -> Bool
    ) throws -> [MonthlyCount] {
        var months = [[String: Int]](repeating: [:], count: 12)
        while try row.step() {
            let position = Coordinate(
                decimalLatitude: row.double(2), decimalLongitude: row.double(3))
            guard holds(position), let date = EventDate(row.text(1)) else { continue }
            months[date.month - 1][row.text(0), default: 0] += 1
        }
        return months.enumerated()
            .flatMap { index, names in
                names.map { MonthlyCount(name: $0.key, month: index + 1, count: $0.value) }
            }
            .sorted { ($0.name, $0.month) < ($1.name, $1.month) }
    }
}
