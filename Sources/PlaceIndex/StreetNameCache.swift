internal import Synchronization

/// The rows of streets by name and cells: who walks along a street asks for it again and again, and so do its
/// houses.
///
/// A region's file never changes, so neither do they. With more than `limit` all are let go of: at some
/// hundred bytes each, a few megabytes.
final class StreetNameCache: Sendable {
    private struct Key: Hashable {
        let name: StreetName
        /// The first and the last of the cells, which are those of a box.
        let first, last: Int64
    }

    private static let limit = 10_000
    private let known = Mutex<[Key: [Int64]]>([:])

    /// The rows of a name in ranges of cells, looked up when they are not known yet.
    func ids(
        _ name: StreetName, _ cells: [ClosedRange<Int64>], _ find: () throws -> [Int64]
    ) rethrows -> [Int64] {
        guard let first = cells.first, let last = cells.last else { return [] }
        let key = Key(name: name, first: first.lowerBound, last: last.upperBound)
        if let ids = known.withLock({ $0[key] }) { return ids }
        let ids = try find()
        known.withLock {
            if $0.count >= Self.limit { $0.removeAll() }
            $0[key] = ids
        }
        return ids
    }
}
