internal import Synchronization

/// Rows, decoded, that many queries ask for: areas, countries and towns, whose tags have names in
/// hundreds of languages.
///
/// A region's file never changes, so neither do they. With more than `limit` all are let go of: a few
/// hundred bytes a row, 30 kB for a country's.
final class RowCache<Row: Sendable>: Sendable {
    private let rows = Mutex<[Int64: Row]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The row of that id, read when it is not known yet.
    func row(_ id: Int64, _ read: () throws -> Row?) rethrows -> Row? {
        if let known = rows.withLock({ $0[id] }) { return known }
        guard let row = try read() else { return nil }
        rows.withLock {
            if $0.count >= limit { $0.removeAll() }
            $0[id] = row
        }
        return row
    }

    /// As `row`, for several at once; those that are not there are left out.
    func rows(_ ids: [Int64], _ read: (Int64) throws -> Row?) rethrows -> [Row] {
        var found: [Row] = []
        found.reserveCapacity(ids.count)
        var missing: [(place: Int, id: Int64)] = []
        rows.withLock { rows in
            for id in ids {
                if let row = rows[id] {
                    found.append(row)
                } else {
                    missing.append((found.count + missing.count, id))
                }
            }
        }
        for (place, id) in missing {
            guard let row = try row(id, { try read(id) }) else { continue }
            found.insert(row, at: min(place, found.count))
        }
        return found
    }
}
