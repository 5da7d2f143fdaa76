internal import Synchronization

/// A piece of work on another thread, beside the caller's.
///
/// Threads are kept when their work is done, as a new one costs up to 100 µs. Unlike those of a pool they cannot be
/// used up by callers that wait: where none is idle, one more is made.
package struct Companion<Answer: Sendable>: Sendable {
    /// What both threads hold.
    private final class Outcome: Sendable {
        let answer = Mutex<Answer?>(nil)
        let isDone = Semaphore()
    }

    private let outcome = Outcome()
    /// What the caller has to do itself, as the system had no thread left.
    private let remaining: (@Sendable () -> Answer)?

    /// Starts the work.
    package init(_ work: @escaping @Sendable () -> Answer) {
        let isTaken = CompanionThreads.shared.run(announcing: outcome.isDone) { [outcome] in
            let answer = work()
            outcome.answer.withLock { $0 = answer }
        }
        remaining = isTaken ? nil : work
    }

    /// Waits for the work and gives its answer; call it exactly once. Whatever the work held is let go of by then.
    ///
    /// Where the system had no thread left, the work is done now.
    package func join() -> Answer {
        if let remaining { return remaining() }
        outcome.isDone.wait()
        guard let answer = outcome.answer.withLock({ $0.take() }) else {
            preconditionFailure("joined twice")
        }
        return answer
    }
}
