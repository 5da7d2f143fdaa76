@preconcurrency internal import Glibc
internal import Synchronization

/// A piece of work on a thread of its own, beside the caller's.
///
/// A thread costs some 20 µs, and unlike a shared pool it cannot be used up by callers that wait.
package struct Companion<Answer: Sendable>: Sendable {
    /// What both threads hold: the work, and its answer when it is done.
    private final class Job: Sendable {
        let work: @Sendable () -> Answer
        let answer = Mutex<Answer?>(nil)

        init(_ work: @escaping @Sendable () -> Answer) { self.work = work }
    }

    private let job: Job
    /// nil where the system had none left.
    private let thread: pthread_t?

    /// Starts the work.
    package init(_ work: @escaping @Sendable () -> Answer) {
        let job = Job(work)
        self.job = job
        let body = Unmanaged.passRetained(
            ThreadBody {
                let answer = job.work()
                job.answer.withLock { $0 = answer }
            })
        var started = pthread_t()
        let code = pthread_create(
            &started, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        if code != 0 { body.release() }
        thread = code == 0 ? started : nil
    }

    /// Waits for the work and gives its answer; call it exactly once.
    ///
    /// Where the system had no thread left, the work is done now.
    package func join() -> Answer {
        if let thread { pthread_join(thread, nil) }
        return job.answer.withLock { $0 } ?? job.work()
    }
}

/// What a new thread runs; the C entry point knows no generic type.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
