internal import GeoModel
internal import OSMReader
internal import Synchronization

/// Sorts what the reader hands over and prepares its rows on a thread of its own, beside the reader's and the
/// one that writes.
///
/// `@unchecked Sendable`: `sorter`, `failure` belong to the thread until it is joined, and to the
/// caller from then on.
final class SortingThread: @unchecked Sendable {
    private var sorter: ImportSorter
    private var failure: (any Error)?
    private let queue = BoundedQueue<[OSMElement]>(limit: queueLimit)
    private let written = Atomic<Int>(0)
    private var thread: ImportThread?

    /// What the reader's thread gathers before it hands it over, so that a lock is taken once for
    /// some hundreds of objects.
    private var batch: [OSMElement] = []
    private var batchWeight = 0

    /// Batches that wait: as many as are read while the rows of a `RowBatch` are written, so that the reader does not
    /// have to. With the one that is gathered and the one that is sorted, about 25 MiB.
    private static let queueLimit = 12
    /// Positions and tags of a batch, of 16 and about 80 bytes.
    private static let weightLimit = 20_000

    /// Starts the thread.
    ///
    /// - Throws: `ImportError.noThread`.
    init(_ sorter: ImportSorter) throws(ImportError) {
        self.sorter = sorter
        thread = try ImportThread { self.run() }
    }

    /// Rows written so far; may be asked while the thread runs.
    var rows: Int { written.load(ordering: .relaxed) }

    /// Hands an object over; waits when the thread is behind.
    ///
    /// - Throws: What ended the thread.
    func add(_ element: OSMElement) throws {
        batch.append(element)
        batchWeight += element.weight
        if batchWeight >= Self.weightLimit { try flush() }
    }

    /// Waits until everything is written and gives the sorter back.
    ///
    /// - Throws: What ended the thread.
    func finish() throws -> ImportSorter {
        try flush()
        queue.close()
        join()
        if let failure { throw failure }
        return sorter
    }

    /// Ends the thread and throws away what waits for it. Does nothing when it has ended.
    func abandon() {
        queue.close(emptying: true)
        join()
    }

    private func flush() throws {
        let full = batch
        batch = []
        batchWeight = 0
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
            while let elements = queue.take() {
                for element in elements { try sorter.add(element) }
                written.store(sorter.writer.rows, ordering: .relaxed)
            }
            try sorter.finishRows()
        } catch {
            failure = error
            queue.close(emptying: true)
        }
    }
}

extension OSMElement {
    /// Roughly what it takes in memory, in positions.
    fileprivate var weight: Int {
        switch self {
        case .node(let node): 4 + 4 * node.tags.all.count
        case .way(let way):
            4 + 4 * way.tags.all.count + 3 * way.positions.count
        case .relation(let relation): 4 + 4 * relation.tags.all.count + 2 * relation.members.count
        case .area(let area): 4 + 4 * area.tags.all.count + area.outcome.weight
        }
    }
}

extension OSMAreaOutcome {
    fileprivate var weight: Int {
        switch self {
        case .problem: 0
        case .polygons(let polygons):
            polygons.reduce(0) { sum, polygon in
                sum + polygon.outer.count + polygon.holes.reduce(0) { $0 + $1.count }
            }
        }
    }
}
