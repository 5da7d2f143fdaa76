internal import Synchronization

/// The streets of a name by cell, with the boxes of their lines: who walks along a street asks for it again and
/// again, and so do its houses. By the boxes, side by side here, most are passed over without reading their
/// rows, each of which lies elsewhere in the file.
///
/// A region's file never changes, so neither do they. With more than `limit` names and streets all are let go of: at
/// a hundred bytes a name and 24 a street, some megabytes.
final class StreetNameCache: Sendable {
    private struct Key: Hashable {
        let name: StreetName
        let cell: Int64
    }

    private struct Known {
        var streets: [Key: [SpatialTreeCell]] = [:]
        /// Names and streets.
        var count = 0
    }

    private static let limit = 100_000
    private let known = Mutex(Known())

    /// The rows of a name in a cell, looked up when they are not known yet.
    func streets(
        _ name: StreetName, _ cell: Int64, _ find: () throws -> [SpatialTreeCell]
    ) rethrows -> [SpatialTreeCell] {
        let key = Key(name: name, cell: cell)
        if let streets = known.withLock({ $0.streets[key] }) { return streets }
        let streets = try find()
        known.withLock {
            if $0.count >= Self.limit { $0 = Known() }
            if $0.streets.updateValue(streets, forKey: key) == nil { $0.count += streets.count + 1 }
        }
        return streets
    }
}
