internal import Glibc
internal import Synchronization

/// The threads that companions' work is done on: those that are idle, and others as they are needed.
final class CompanionThreads: Sendable {
    static let shared = CompanionThreads()

    /// Idle ones that are kept; one waits on a semaphore and costs its stack, of which it has touched some pages.
    private static let mostIdle = 8

    private let idle = Mutex<[CompanionThread]>([])

    /// Has a thread do the work, which is let go of before `done` is raised.
    ///
    /// - Returns: Whether there is one; false when none is idle and the system makes no more.
    func run(announcing done: Semaphore, _ work: @escaping @Sendable () -> Void) -> Bool {
        let task = CompanionThread.Task(work: work, done: done)
        if let thread = idle.withLock({ $0.popLast() }) {
            thread.take(task)
            return true
        }
        return CompanionThread(task).start(in: self)
    }

    /// Takes back a thread that is about to wait for its next task.
    ///
    /// - Returns: Whether it is kept; if not, it ends.
    fileprivate func keep(_ thread: CompanionThread) -> Bool {
        idle.withLock { idle in
            guard idle.count < Self.mostIdle else { return false }
            idle.append(thread)
            return true
        }
    }
}

/// One of these threads.
private final class CompanionThread: Sendable {
    struct Task: Sendable {
        let work: @Sendable () -> Void
        let done: Semaphore
    }

    private let next: Mutex<Task?>
    private let isGiven = Semaphore()

    init(_ first: Task) {
        next = Mutex(first)
        isGiven.raise()
    }

    /// Hands the idle thread its next task.
    func take(_ task: Task) {
        next.withLock { $0 = task }
        isGiven.raise()
    }

    /// - Returns: Whether the system had a thread.
    func start(in threads: CompanionThreads) -> Bool {
        let body = Unmanaged.passRetained(Body(thread: self, threads: threads))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                let body = Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue()
                while body.thread.doNext(in: body.threads) {}
                return nil
            }, body.toOpaque())
        if code != 0 { body.release() }
        return code == 0
    }

    /// What the C entry point is given.
    private final class Body: Sendable {
        let thread: CompanionThread
        let threads: CompanionThreads

        init(thread: CompanionThread, threads: CompanionThreads) {
            (self.thread, self.threads) = (thread, threads)
        }
    }

    /// Waits for a task and does it.
    ///
    /// - Returns: Whether there may be another.
    private func doNext(in threads: CompanionThreads) -> Bool {
        isGiven.wait()
        guard let done = workOff() else { return true }
        // Idle before it is announced: a caller that goes on with another piece of work finds this thread.
        let isKept = threads.keep(self)
        done.raise()
        return isKept
    }

    /// Does the task; the work is let go of behind it.
    private func workOff() -> Semaphore? {
        let task = next.withLock { $0.take() }
        task?.work()
        return task?.done
    }
}
