internal import Database
internal import Glibc

/// Taxa, their names, and where they live, in one file. Safe from any thread.
///
/// Reads run side by side on connections of their own and never wait for a write; an import is one
/// transaction, so they see the state before or after it.
package final class SpeciesStore: Sendable {
    package let path: String

    /// The one connection that writes, a pool of one.
    private let writer: ConnectionPool
    private let readers: ConnectionPool
    /// What the readers know of all ranges but their areas.
    let rangeCache = RangeCache()
    let taxonCache = TaxonCache()
    let sensitiveCache = SensitiveCache()

    /// Readers at once; a fifth waits for one of them, which takes a millisecond.
    private static let readerCount = 4

    /// Opens the file; makes it, empty, when there is none. Its folder must exist.
    ///
    /// - Throws: `SpeciesError` for a file of a newer version or another program; `DatabaseError`.
    package init(path: String) throws {
        self.path = path
        writer = try ConnectionPool(count: 1) {
            let connection = try Connection(path: path, mode: .create, spatial: true)
            try SpeciesSchema.prepare(connection)
            return connection
        }
        readers = try ConnectionPool(count: Self.readerCount) {
            let connection = try Connection(path: path, mode: .readWrite)
            try connection.execute("PRAGMA query_only = ON")
            return connection
        }
    }

    /// Removes a store's file with what SQLite keeps beside it: one that an import made and did not fill.
    package static func removeFiles(at path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Runs `body` with a connection that reads, in one transaction: all its queries see one state.
    func reading<R: Sendable>(_ body: (Connection) throws -> R) throws -> R {
        try readers.withConnection { connection in
            try connection.execute("BEGIN")
            defer { try? connection.execute("COMMIT") }
            return try body(connection)
        }
    }

    /// Runs `body` in one write transaction, BEGIN IMMEDIATE, which shuts out other processes too.
    func writing<R: Sendable>(_ body: (Connection) throws -> R) throws -> R {
        try writer.withConnection { connection in
            try connection.transaction { try body(connection) }
        }
    }
}
