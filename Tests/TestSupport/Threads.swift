@preconcurrency import Glibc
import Synchronization

/// Threads that run.
package struct Threads<Answer: Sendable>: Sendable {
    private let threads: [pthread_t]
    private let answers: Answers

    /// Starts `body` on `count` threads of its own at once: clients block, which tasks must not.
    ///
    /// - Parameter body: Given the thread's number, from 0.
    package init(_ count: Int, _ body: @escaping @Sendable (Int) -> Answer) {
        let answers = Answers()
        self.answers = answers
        threads = (0..<count).map { index in
            let work = ThreadWork {
                let answer = body(index)
                answers.all.withLock { $0[index] = answer }
            }
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
            precondition(code == 0, "no thread is left for the test: \(code)")
            return thread
        }
    }

    /// Waits for all, once, and gives what they returned, in the order of their numbers.
    @discardableResult
    package func join() -> [Answer] {
        for thread in threads { pthread_join(thread, nil) }
        return answers.all.withLock { all in threads.indices.compactMap { all[$0] } }
    }

    private final class Answers: Sendable {
        let all = Mutex<[Int: Answer]>([:])
    }
}

/// What one thread runs; the C entry point knows no generic type.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` on `count` threads of its own at once, waits for all, and gives what they returned, in order.
@discardableResult
package func onThreads<Answer: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Answer
) -> [Answer] {
    Threads(count, body).join()
}
