internal import Database
package import GeoModel

extension RecordStore {
    /// The names of living things, those that `tallies` counts by, which records have got since an earlier moment.
    ///
    /// Whoever keeps them need not learn of names that no record has any more: they find none. Names are in
    /// `record_change` as kinds are, since an edit writes both.
    ///
    /// - Parameter earlier: `now` of an earlier answer; nil is before all records. Then each different name costs 3
    ///   microseconds, however many records have it.
    /// - Returns: Some may have been there before.
    /// - Throws: `DatabaseError`.
    package func livingNames(
        since earlier: RecordMoment? = nil
    ) throws -> (names: LivingNames, now: RecordMoment) {
        try reading { connection in
            try connection.snapshot {
                let changes = try RecordChanges(connection)
                guard let earlier,
                    let since = try changes.since(earlier, limit: Self.fewChanges, connection),
                    changes.now.lastID - since.lastID <= Self.fewChanges
                else { return (try Self.livingNames(connection), changes.now) }
                var names = LivingNames()
                try Self.add("id > ?", since.lastID, to: &names, connection)
                for id in since.changed where id <= since.lastID {
                    try Self.add("id = ?", id, to: &names, connection)
                }
                return (names, changes.now)
            }
        }
    }

    /// So many records are looked at one by one: 30 ms. Where more came or changed, all names are read anew.
    private static let fewChanges: Int64 = 5000

    private static func add(
        _ condition: String, _ id: Int64, to names: inout LivingNames, _ connection: Connection
    ) throws {
        let row = try connection.statement(
            """
            SELECT scientificName, name FROM record
            WHERE \(condition) AND (scientificName IS NOT NULL OR kind = 'species')
            """)
        try row.bind(.integer(id))
        while try row.step() {
            if let name = row.optionalText(0) {
                names.scientificNames.insert(name)
            } else {
                names.ownNames.insert(row.text(1))
            }
        }
    }

    private static func livingNames(_ connection: Connection) throws -> LivingNames {
        LivingNames(
            scientificNames: try names("scientificName", "", connection),
            ownNames: try names(
                "name", "scientificName IS NULL AND kind = 'species' AND ", connection))
    }

    /// Records of one name that are stepped over: beyond, the next name is looked up, which costs as much as 15 steps.
    private static let steppedOver = 15

    /// The different values of a column by its index.
    private static func names(
        _ column: String, _ condition: String, _ connection: Connection
    ) throws -> Set<String> {
        let row = try connection.statement(
            "SELECT \(column) FROM record WHERE \(condition)\(column) > ? ORDER BY \(column)")
        var found: Set<String> = []
        var last = ""
        while true {
            try row.bind(.text(last))
            var steps = 0
            while steps < steppedOver {
                guard try row.step() else { return found }
                let name = row.text(0)
                steps = name == last ? steps + 1 : 0
                // Set each time: texts that are equal may differ in their bytes, by which the index goes.
                last = name
                if steps == 0 { found.insert(name) }
            }
        }
    }
}

/// A set of records, a bit for each id from 0 on.
struct RecordIDs: Sendable {
    private var bits: [UInt64]

    /// - Parameter connection: Its records are those that can be in the set.
    init(_ connection: Connection) throws {
        let last = try connection.statement("SELECT max(id) FROM record")
        _ = try last.step()
        bits = [UInt64](repeating: 0, count: Int(max(0, last.int64(0))) / 64 + 1)
    }

    /// The records that stand under any of the names.
    init(_ names: LivingNames, _ connection: Connection) throws {
        try self.init(connection)
        let statements = [
            ("scientificName = ?", names.scientificNames),
            ("scientificName IS NULL AND kind = 'species' AND name = ?", names.ownNames),
        ]
        for (condition, names) in statements {
            let row = try connection.statement("SELECT id FROM record WHERE \(condition)")
            for name in names {
                try row.bind(.text(name))
                while try row.step() { insert(row.int64(0)) }
            }
        }
    }

    /// An id that was not there when the set was made is not taken.
    mutating func insert(_ id: Int64) {
        guard id >= 0, Int(id) / 64 < bits.count else { return }
        bits[Int(id) / 64] |= 1 << UInt64(id % 64)
    }

    @inline(__always)
    func contains(_ id: Int64) -> Bool {
        id >= 0 && Int(id) / 64 < bits.count && bits[Int(id) / 64] & 1 << UInt64(id % 64) != 0
    }
}
