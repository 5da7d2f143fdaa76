internal import Synchronization

/// Lends connections; each sits in a lock, so one thread has it at a time.
package final class ConnectionPool: Sendable {
    private final class Slot: Sendable {
        let connection: Mutex<Connection>
        init(_ connection: consuming sending Connection) { self.connection = Mutex(connection) }
    }

    private let slots: [Slot]
    private let turn = Atomic<Int>(0)

    /// Opens `count` connections at once, at least one.
    package init(count: Int, open: () throws -> sending Connection) throws {
        precondition(count > 0)
        slots = try (0..<count).map { _ in Slot(try open()) }
    }

    /// Runs `body` with a connection that nobody else has meanwhile.
    ///
    /// The first free one is taken, so that a quiet server keeps one page cache warm; when none is
    /// free the caller waits for one. `body` must not ask the same pool again: with every other
    /// connection lent it would wait for itself.
    package func withConnection<R>(_ body: (Connection) throws -> sending R) throws -> sending R {
        for slot in slots {
            if let result = try slot.connection.withLockIfAvailable({ try body($0) }) {
                return result
            }
        }
        let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let slot = slots[Int(bitPattern: UInt(bitPattern: next) % UInt(slots.count))]
        return try slot.connection.withLock { try body($0) }
    }
}
