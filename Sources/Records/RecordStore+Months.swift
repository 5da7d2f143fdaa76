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
        return try listing { connection, columns in
            let ids = try ListQuery(filter, columns, connection).ids()
            return try Self.monthlyCounts(connection) { try ids.next() }
        }
    }

    /// Counts the records of living things among those whose `id` is handed out.
    static func monthlyCounts(
        _ connection: Connection, of next: () throws -> Int64?
    ) throws -> [MonthlyCount] {
        let row = try connection.statement(
            """
            SELECT coalesce(scientificName, name), eventDate FROM record
            WHERE id = ? AND (scientificName IS NOT NULL OR kind = 'species')
            """)
        var months = [[String: Int]](repeating: [:], count: 12)
        while let id = try next() {
            try row.bind(1, id)
            if try row.step(), let date = EventDate(row.text(1)) {
                months[date.month - 1][row.text(0), default: 0] += 1
            }
            row.reset()
        }
        return months.enumerated()
            .flatMap { index, names in
                names.map { MonthlyCount(name: $0.key, month: index + 1, count: $0.value) }
            }
            .sorted { ($0.name, $0.month) < ($1.name, $1.month) }
    }
}
