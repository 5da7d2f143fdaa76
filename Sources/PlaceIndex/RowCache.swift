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
}
