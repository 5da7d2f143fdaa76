@preconcurrency import Glibc

/// A thread of a bench's own that is waited for: a client blocks, and of a pool's threads there are as many as cores.
struct ClientThread {
    private let thread: pthread_t

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    init(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(run)).toOpaque())
        precondition(code == 0, "no thread is left for the bench: \(code)")
        self.thread = thread
    }

    func join() { pthread_join(thread, nil) }
}
