internal import Synchronization

/// Rows, decoded, that many queries ask for: areas, countries and towns, whose tags have names in
/// hundreds of languages.
///
/// A region's file never changes, so neither do they. Rows whose id is below `limit` are kept by their id;
/// of others, with more than `limit` all are let go of. A few hundred bytes a row, 30 kB for a country's.
final class RowCache<Row: Sendable>: Sendable {
    private struct Rows {
        /// By id: hashing a hundred ids costs as much as the rest of a lookup.
        var dense: [Row?] = []
        var others: [Int64: Row] = [:]

        subscript(id: Int64) -> Row? {
            if id >= 0, id < dense.count { return dense[Int(id)] }
            return others[id]
        }

        mutating func keep(_ row: Row, _ id: Int64, limit: Int) {
            guard id < 0 || id >= limit else {
                if id >= dense.count {
                    let room = min(limit, max(Int(id) + 1, 2 * dense.count))
                    dense += Array(repeating: nil, count: room - dense.count)
                }
                dense[Int(id)] = row
                return
            }
            if others.count >= limit { others.removeAll() }
            others[id] = row
        }
    }

    private let rows = Mutex(Rows())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The row of that id, read when it is not known yet.
    func row(_ id: Int64, _ read: () throws -> Row?) rethrows -> Row? {
        if let known = rows.withLock({ $0[id] }) { return known }
        guard let row = try read() else { return nil }
        rows.withLock { $0.keep(row, id, limit: limit) }
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
