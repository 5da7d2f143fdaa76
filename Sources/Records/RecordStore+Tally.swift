internal import Database
internal import FoundationEssentials
package import GeoModel

/// Records counted by what they show.
extension RecordStore {
    /// The records of living things, one tally for each name: those with a scientific name by that,
    /// the rest of kind `species` by their own. In the order of the names.
    ///
    /// Dates are the records' own: a record of 23:30 local time is of that day. Two indexes answer it
    /// without reading the records themselves, but the first and last of each name.
    ///
    /// - Parameter year: Only of that year, by local date.
    /// - Throws: `DatabaseError`.
    package func tallies(year: Int? = nil) throws -> [SightingTally] {
        try reading { connection in
            let groups = [
                ("scientificName", "scientificName IS NOT NULL"),
                ("name", "scientificName IS NULL AND kind = 'species'"),
            ]
            return try groups.flatMap { column, condition in
                let bounds = year == nil ? "" : " AND eventDate >= ?1 AND eventDate < ?2"
                // SQLite gives the id of the row that has the least or greatest.
                // https://www.sqlite.org/lang_select.html#bareagg
                let grouped = try ["min", "max"].map { end in
                    let statement = try connection.statement(
                        """
                        SELECT \(column), count(*), \(end)(eventDate), id FROM record
                        WHERE \(condition)\(bounds) GROUP BY \(column) ORDER BY \(column)
                        """)
                    if let year {
                        try statement.bind(.text(Self.year(year)), .text(Self.year(year + 1)))
                    }
                    return statement
                }
                var tallies: [SightingTally] = []
                while try grouped[0].step(), try grouped[1].step() {
                    guard let first = try Self.sighting(grouped[0].int64(3), connection),
                        let last = try Self.sighting(grouped[1].int64(3), connection)
                    else { continue }
                    let name = grouped[0].text(0)
                    tallies.append(
                        SightingTally(
                            scientificName: column == "name" ? nil : name, name: name,
                            count: Int(grouped[0].int64(1)), first: first, last: last))
                }
                return tallies
            }
        }
    }

    /// How many records there are, and the earliest local date among them; nil without records.
    package func extent() throws -> (count: Int, first: EventDate?) {
        try listing { connection, columns in
            let first = try connection.statement("SELECT eventDate FROM record WHERE id = ?")
            var earliest: String?
            for id in columns.idsOfFirstDay {
                try first.bind(.integer(id))
                guard try first.step() else { continue }
                earliest = min(first.text(0), earliest ?? first.text(0))
            }
            return (columns.count, earliest.flatMap { EventDate($0) })
        }
    }

    /// How many records there are of a year, by local date.
    package func count(year: Int) throws -> Int {
        try listing { _, columns in columns.count(year: year) }
    }

    /// The records under any of the scientific names that `isOne` takes.
    ///
    /// - Parameters:
    ///   - latest: How many of them are shown, the latest by local date first.
    ///   - isOne: Asked once for each different name there is.
    /// - Throws: `DatabaseError`.
    package func summary(
        latest: Int, where isOne: (String) -> Bool
    ) throws -> SightingSummary {
        try reading { connection in
            let names = try connection.statement(
                "SELECT DISTINCT scientificName FROM record WHERE scientificName IS NOT NULL")
            var wanted: [String] = []
            while try names.step() { if isOne(names.text(0)) { wanted.append(names.text(0)) } }
            let row = try connection.statement(
                "SELECT id, eventDate FROM record WHERE scientificName = ?1 ORDER BY eventDate DESC"
            )
            var found: [(date: String, id: Int64)] = []
            var months = [Int](repeating: 0, count: 12)
            for name in wanted {
                try row.bind(.text(name))
                var count = 0
                while try row.step() {
                    let date = row.text(1)
                    if let month = Int(date.dropFirst(5).prefix(2)), (1...12).contains(month) {
                        months[month - 1] += 1
                    }
                    count += 1
                    if count <= latest { found.append((date, row.int64(0))) }
                }
            }
            let shown = found.sorted { ($1.date, $1.id) < ($0.date, $0.id) }.prefix(latest)
            return SightingSummary(
                countsByMonth: months,
                latest: try shown.compactMap {
                    try Self.sighting($0.id, connection).map(ShownSighting.init)
                })
        }
    }

    private static func sighting(_ id: Int64, _ connection: Connection) throws -> Sighting? {
        let row = try connection.statement(
            """
            SELECT occurrenceID, eventDate, decimalLatitude, decimalLongitude, address FROM record
            WHERE id = ?1
            """)
        try row.bind(1, id)
        guard try row.step(), let occurrenceID = UUIDv7(row.text(0)),
            let eventDate = EventDate(row.text(1))
        else { return nil }
        let position =
            row.isNull(2)
            ? nil : Coordinate(decimalLatitude: row.double(2), decimalLongitude: row.double(3))
        return Sighting(
            occurrenceID: occurrenceID, eventDate: eventDate, position: position,
            address: row.optionalText(4))
    }

    /// Four digits, as dates begin with.
    private static func year(_ year: Int) -> String {
        let digits = String(max(0, year))
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension ListColumns {
    /// Records of the earliest local date.
    fileprivate var idsOfFirstDay: [Int64] {
        var (first, ids) = (Int32.max, [Int64]())
        for chunk in chunks {
            chunk.columns.withPointers { pointers in
                for index in 0..<chunk.count where pointers.days[index] <= first {
                    if pointers.days[index] < first { ids = [] }
                    first = pointers.days[index]
                    ids.append(chunk.columns.ids[index])
                }
            }
        }
        return ids
    }

    /// Records of a year by local date.
    fileprivate func count(year: Int) -> Int {
        chunks.reduce(0) { count, chunk in
            chunk.columns.withPointers { pointers in
                pointers.days.reduce(count) { $0 + (Int($1) / 10_000 == year ? 1 : 0) }
            }
        }
    }
}
