internal import Database
package import GeoModel

extension RecordStore {
    /// The different names of living things: those that `tallies` counts by.
    ///
    /// Each costs a step into an index, 3 microseconds, however many records have it.
    ///
    /// - Throws: `DatabaseError`.
    package func livingNames() throws -> LivingNames {
        try reading { connection in
            func names(_ column: String, _ condition: String) throws -> Set<String> {
                let next = try connection.statement(
                    "SELECT min(\(column)) FROM record WHERE \(condition)\(column) > ?")
                var found: Set<String> = []
                var last = ""
                while true {
                    try next.bind(.text(last))
                    guard try next.step(), let name = next.optionalText(0) else { return found }
                    found.insert(name)
                    last = name
                }
            }
            return LivingNames(
                scientificNames: try names("scientificName", ""),
                ownNames: try names("name", "scientificName IS NULL AND kind = 'species' AND "))
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
