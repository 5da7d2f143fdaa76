internal import Database
package import GeoModel

extension RecordStore {
    /// The capture, whatever its state; nil when there is none, or it ended long ago.
    package func capture(_ id: UUIDv7) throws -> StoredCapture? {
        try reading { try Self.capture(id, $0) }
    }

    /// The capture that was sent under `key`.
    package func capture(key: String) throws -> StoredCapture? {
        try reading { try Self.capture(key: key, $0) }
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
