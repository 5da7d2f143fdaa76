/// Folds names into terms on a thread of its own, so that it takes one core and the full-text index
/// another.
///
/// `@unchecked Sendable`: `draft` and `failure` belong to the thread until it is joined, and to the
/// caller from then on.
final class TermsThread: @unchecked Sendable {
    /// A row of the index: its terms in UTF-8, with spaces between.
    struct Row {
        let id: Int64
        let terms: [UInt8]
    }

    private let draft: NameDraft
    private var failure: (any Error)?
    private let queue = BoundedQueue<[Row]>(limit: queueLimit)
    private var thread: ImportThread?

    /// Some milliseconds' worth; with those that wait, about 2 MiB.
    private static let rowsOfABatch = 1_000
    private static let queueLimit = 4

    /// What the drain ends with when nobody wants more.
    private struct IsAbandoned: Error {}

    /// Starts the thread, which drains the draft.
    ///
    /// - Throws: `ImportError.noThread`.
    init(_ draft: NameDraft) throws(ImportError) {
        self.draft = draft
        thread = try ImportThread { self.run() }
    }

    /// The next rows, in the order of their ids; nil after the last.
    ///
    /// - Throws: What ended the thread.
    func next() throws -> [Row]? {
        if let rows = queue.take() { return rows }
        join()
        if let failure { throw failure }
        return nil
    }

    /// Ends the thread. Does nothing when it has ended.
    func abandon() {
        queue.close(emptying: true)
        join()
    }

    private func join() {
        thread?.join()
        thread = nil
    }

    /// The thread's life.
    private func run() {
        defer { queue.close() }
        var batch: [Row] = []
        do {
            try draft.drain { entry in
                var terms: [UInt8] = []
                terms.reserveCapacity(256)
                NameWriter.collect(entry, into: &terms)
                batch.append(Row(id: entry.rowID.value, terms: terms))
                guard batch.count == Self.rowsOfABatch else { return }
                guard queue.put(batch) else { throw IsAbandoned() }
                batch = []
                batch.reserveCapacity(Self.rowsOfABatch)
            }
            if !batch.isEmpty { _ = queue.put(batch) }
        } catch {
            failure = error
        }
    }
}
