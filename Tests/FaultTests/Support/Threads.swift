import Glibc

/// Threads that run; each `join` waits for all.
struct Threads {
    fileprivate let threads: [pthread_t]

    func join() { for thread in threads { pthread_join(thread, nil) } }
}

/// Runs `body` on `count` threads of its own at once: clients block, which tasks must not.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Threads {
    final class Work {
        let index: Int
        let body: @Sendable (Int) -> Void
        init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
            (self.index, self.body) = (index, body)
        }
    }
    return Threads(
        threads: (0..<count).map { index in
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { argument in
                    let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                    work.body(work.index)
                    return nil
                }, Unmanaged.passRetained(Work(index, body)).toOpaque())
            return thread
        })
}
