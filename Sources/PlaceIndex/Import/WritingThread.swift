internal import Database

/// Writes rows into the region file on a thread of its own, so that whoever prepares the next ones does not
/// wait for SQLite.
///
/// The connection is the thread's until `finish` or `abandon`.
///
/// `@unchecked Sendable`: `insertions` and `failure` belong to the thread until it is joined, and to the
/// caller from then on.
final class WritingThread: @unchecked Sendable {
    private let insertions: [Statement]
    private var failure: (any Error)?
    private let queue = BoundedQueue<RowBuffer>(limit: queueLimit)
    private var thread: ImportThread?

    /// What is gathered before it is handed over, in bytes: some hundreds of rows.
    private static let bufferSize = 256 << 10
    /// With the one that is gathered and the one that is written, about 8 MiB.
    private static let queueLimit = 30

    /// The rows that are gathered; the caller's.
    var buffer = RowBuffer()

    /// Starts the thread.
    ///
    /// - Parameter insertions: By the numbers that rows name.
    /// - Throws: `ImportError.noThread`.
    init(_ insertions: [Statement]) throws(ImportError) {
        self.insertions = insertions
        thread = try ImportThread { self.run() }
    }

    /// Hands over what is gathered when it is much; to be called after each row.
    ///
    /// - Throws: What ended the thread.
    func endRow() throws {
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Waits until everything is written; from then on rows are written by `flush` itself.
    ///
    /// - Throws: What ended the thread.
    func finish() throws {
        try flush()
        queue.close()
        join()
        if let failure { throw failure }
    }

    /// Ends the thread and throws away what waits for it. Does nothing when it has ended.
    func abandon() {
        queue.close(emptying: true)
        join()
    }

    /// Hands over what is gathered.
    func flush() throws {
        guard buffer.count > 0 else { return }
        let full = buffer
        buffer = RowBuffer()
        guard thread != nil else { return try full.write(by: insertions) }
        buffer.reserveCapacity(Self.bufferSize + Self.bufferSize / 4)
        guard queue.put(full) else {
            join()
            throw failure ?? ImportError.noThread
        }
    }

    private func join() {
        thread?.join()
        thread = nil
    }

    /// The thread's life.
    private func run() {
        do {
            while let rows = queue.take() { try rows.write(by: insertions) }
        } catch {
            failure = error
            queue.close(emptying: true)
        }
    }
}
