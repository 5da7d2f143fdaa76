internal import Synchronization

/// A piece of work on another thread, beside the caller's.
///
/// Threads are kept when their work is done, as a new one costs up to 100 µs. Unlike those of a pool they cannot be
/// used up by callers that wait: where none is idle, one more is made.
package struct Companion<Answer: Sendable>: Sendable {
    /// What both threads hold.
    private final class Outcome: Sendable {
        /// nil once somebody does it.
        private let work: Mutex<(@Sendable () -> Answer)?>
        let answer = Mutex<Answer?>(nil)
        let isDone = Semaphore()

        init(_ work: @escaping @Sendable () -> Answer) { self.work = Mutex(work) }

        /// The work, for the one who asks first.
        func take() -> (@Sendable () -> Answer)? { work.withLock { $0.take() } }
    }

    private let outcome: Outcome

    /// Starts the work.
    package init(_ work: @escaping @Sendable () -> Answer) {
        let outcome = Outcome(work)
        self.outcome = outcome
        // Where the system has no thread left, `join` does it.
        _ = CompanionThreads.shared.run(announcing: outcome.isDone) {
            guard let work = outcome.take() else { return }
            let answer = work()
            outcome.answer.withLock { $0 = answer }
        }
    }

    /// Waits for the work and gives its answer; call it exactly once. Whatever the work held is let go of by then.
    ///
    /// Work that no thread has begun yet, as on a busy machine, is done here and now: whoever waits has nothing better
    /// to do.
    package func join() -> Answer {
        if let work = outcome.take() { return work() }
        outcome.isDone.wait()
        guard let answer = outcome.answer.withLock({ $0.take() }) else {
            preconditionFailure("joined twice")
        }
        return answer
    }
}
