internal import Synchronization

/// Lends connections; each sits in a lock, so one thread has it at a time.
package final class ConnectionPool: Sendable {
    private final class Slot: Sendable {
        /// nil until it is wanted.
        let connection: Mutex<Connection?>
        init(_ connection: consuming sending Connection?) { self.connection = Mutex(connection) }
    }

    private let slots: [Slot]
    private let turn = Atomic<Int>(0)
    private let open: @Sendable () throws -> sending Connection

    /// Opens one connection at once, and up to `count`, at least one, when so many are wanted at a
    /// time: each costs a file descriptor and the memory of its statements.
    package init(count: Int, open: @escaping @Sendable () throws -> sending Connection) throws {
        precondition(count > 0)
        self.open = open
        slots = [Slot(try open())] + (1..<count).map { _ in Slot(nil) }
    }

    /// Runs `body` with a connection that nobody else has meanwhile.
    ///
    /// The first free one is taken, so that a quiet server keeps one page cache warm; when none is
    /// free the caller waits for one. `body` must not ask the same pool again: with every other
    /// connection lent it would wait for itself.
    package func withConnection<R>(_ body: (Connection) throws -> sending R) throws -> sending R {
        for slot in slots {
            let result = try slot.connection.withLockIfAvailable {
                if $0 == nil { $0 = try open() }
                return try body($0!)
            }
            if let result { return result }
        }
        let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let slot = slots[Int(bitPattern: UInt(bitPattern: next) % UInt(slots.count))]
        return try slot.connection.withLock {
            if $0 == nil { $0 = try open() }
            return try body($0!)
        }
    }
}
