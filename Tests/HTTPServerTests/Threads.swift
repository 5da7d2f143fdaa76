import Glibc

/// Blocks the calling thread.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Lets this process have as many descriptors as it may: tests run beside each other, with clients and servers in one
/// process.
let manyDescriptors: Void = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}()

/// Runs `body` on `count` threads of its own at once and waits for all: clients block, which tasks must not.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Work {
        let index: Int
        let body: @Sendable (Int) -> Void
        init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
            (self.index, self.body) = (index, body)
        }
    }
    let threads = (0..<count).map { index in
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                work.body(work.index)
                return nil
            }, Unmanaged.passRetained(Work(index, body)).toOpaque())
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}
