internal import Glibc
internal import Synchronization

/// A fixed number of threads of our own, with a queue of fixed length before them.
///
/// Not Swift's cooperative threads: handlers wait for disks and decode pictures for as long as it takes.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    /// Everything under the mutex.
    private struct Queue {
        var jobs: [Job] = []
        /// Index of the first job in `jobs`: taking one does not move the others.
        var first = 0
        /// Places promised by `reserve` and not yet used.
        var reserved = 0
        var isClosed = false
        /// Threads that wait for a job.
        var idle = 0
    }

    /// A queue with the condition "something to do, or closed".
    ///
    /// `@unchecked Sendable`: `queue` is touched only between `lock` and `unlock` of `mutex`.
    private final class Shared: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var queue = Queue()

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(mutex)
            condition.deallocate()
            mutex.deallocate()
        }

        func withQueue<Result>(_ body: (inout Queue) -> Result) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return body(&queue)
        }

        func wakeOne() { pthread_cond_signal(condition) }
        func wakeAll() { pthread_cond_broadcast(condition) }

        /// Waits for the next job; nil when the pool is closed and nothing is left.
        func next() -> Job? {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while queue.first == queue.jobs.count {
                if queue.isClosed { return nil }
                queue.idle += 1
                pthread_cond_wait(condition, mutex)
                queue.idle -= 1
            }
            let job = queue.jobs[queue.first]
            queue.first += 1
            if queue.first == queue.jobs.count || queue.first >= 256 {
                queue.jobs.removeFirst(queue.first)
                queue.first = 0
            }
            return job
        }
    }

    private let shared = Shared()
    private let threads: [pthread_t]
    private let queueLength: Int

    /// - Throws: `HTTPServerError.cannotStart` when the system gives no thread.
    init(threads count: Int, queueLength: Int) throws(HTTPServerError) {
        self.queueLength = queueLength
        var threads: [pthread_t] = []
        for _ in 0..<max(1, count) {
            var thread = pthread_t()
            let argument = Unmanaged.passRetained(shared).toOpaque()
            let code = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let shared = Unmanaged<Shared>.fromOpaque(argument).takeRetainedValue()
                    while let job = shared.next() { job() }
                    return nil
                }, argument)
            guard code == 0 else {
                Unmanaged<Shared>.fromOpaque(argument).release()
                break
            }
            threads.append(thread)
        }
        self.threads = threads
        guard !threads.isEmpty else { throw .cannotStart }
    }

    /// Jobs that no thread has taken yet.
    var waitingCount: Int { shared.withQueue { $0.jobs.count - $0.first } }

    /// Promises a place in the queue; false when it is full.
    ///
    /// A promise is kept with `submit`. It is made before the connection is suspended, so that a full queue is
    /// answered at once.
    func reserve() -> Bool {
        shared.withQueue { queue in
            let waiting = queue.jobs.count - queue.first + queue.reserved
            guard !queue.isClosed, waiting < queueLength + queue.idle else { return false }
            queue.reserved += 1
            return true
        }
    }

    /// Gives a promised place back.
    func cancelReservation() {
        shared.withQueue { $0.reserved -= 1 }
    }

    /// Runs `job` on the next free thread, in the place that was reserved.
    func submit(_ job: @escaping Job) {
        shared.withQueue {
            $0.reserved -= 1
            $0.jobs.append(job)
        }
        shared.wakeOne()
    }

    /// Runs `job` on the next free thread, however long the queue is: for the next piece of an answer under way, of
    /// which there is at most one for each connection.
    func submitNextPiece(_ job: @escaping Job) {
        shared.withQueue { $0.jobs.append(job) }
        shared.wakeOne()
    }

    /// Ends the threads when they have done what is queued.
    ///
    /// - Parameter waiting: False leaves threads that are still busy to end on their own.
    func close(waiting: Bool) {
        shared.withQueue { $0.isClosed = true }
        shared.wakeAll()
        for thread in threads {
            if waiting { pthread_join(thread, nil) } else { pthread_detach(thread) }
        }
    }
}
