internal import Database
package import GeoModel

extension RecordStore {
    /// A name under which records of living things stand, exactly as they have it.
    package struct LivingName: Hashable, Sendable {
        package let text: String
        /// Whether it is the own name of records of kind `species` that have no scientific name.
        package let isOwn: Bool
    }

    /// The different names of living things that records have or had since the store was opened; the place of each is
    /// its number.
    ///
    /// - Parameter number: Names below it are left out.
    /// - Throws: `DatabaseError`.
    package func livingNames(from number: Int = 0) throws -> [LivingName] {
        try prepareLists()
        return names.names(from: number)
    }

    /// The numbers of names, of those that records have.
    ///
    /// - Throws: `DatabaseError`.
    package func numbers(of names: LivingNames) throws -> LivingNameNumbers {
        try prepareLists()
        return self.names.numbers(of: names)
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
