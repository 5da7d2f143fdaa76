import Glibc
import Synchronization

/// Runs `body` on `count` threads of its own at once, waits for all, and gives what they returned, in order.
func onThreads<Answer: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Answer
) -> [Answer] {
    let answers = ThreadAnswers<Answer>()
    let threads = (0..<count).map { index in
        let work = ThreadWork {
            let answer = body(index)
            answers.all.withLock { $0[index] = answer }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    return answers.all.withLock { all in (0..<count).compactMap { all[$0] } }
}

/// What one thread runs; the C entry point knows no generic type.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private final class ThreadAnswers<Answer: Sendable>: Sendable {
    let all = Mutex<[Int: Answer]>([:])
}
