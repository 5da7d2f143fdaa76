internal import Database
package import GeoModel
internal import Synchronization

extension RecordStore {
    /// The capture, whatever its state; nil when there is none, or it ended long ago.
    package func capture(_ id: UUIDv7) throws -> StoredCapture? {
        try reading { try Self.capture(id, $0) }
    }

    /// The capture that was sent under `key`.
    package func capture(key: String) throws -> StoredCapture? {
        try reading { try Self.capture(key: key, $0) }
    }

    /// What was stored of a capture, for its confirmation; how it ended since is not looked at.
    ///
    /// The last captures are kept in memory as they were stored: most are confirmed within a minute, and to read the
    /// candidates again would be half of the work of that.
    package func captureAsStored(_ id: UUIDv7) throws -> StoredCapture? {
        try recentCaptures.withLock { $0[id] } ?? capture(id)
    }

    static func capture(_ id: UUIDv7, _ connection: Connection) throws -> StoredCapture? {
        try capture(where: "id", is: id.description, connection)
    }

    static func capture(key: String, _ connection: Connection) throws -> StoredCapture? {
        try capture(where: "key", is: key, connection)
    }

    private static func capture(
        where column: String, is value: String, _ connection: Connection
    ) throws -> StoredCapture? {
        let statement = try connection.statement(
            "SELECT \(CaptureRow.columns) FROM capture WHERE \(column) = ?")
        try statement.bind(.text(value))
        return try statement.step() ? try CaptureRow.read(statement) : nil
    }
}

/// The last captures that were stored by this process, as they were then.
struct RecentCaptures {
    /// A megabyte or two.
    private static let limit = 64
    private var captures: [UUIDv7: StoredCapture] = [:]
    private var order: [UUIDv7] = []

    subscript(_ id: UUIDv7) -> StoredCapture? { captures[id] }

    mutating func add(_ stored: StoredCapture) {
        let id = stored.capture.id
        guard captures.updateValue(stored, forKey: id) == nil else { return }
        order.append(id)
        if order.count > Self.limit { captures[order.removeFirst()] = nil }
    }
}
