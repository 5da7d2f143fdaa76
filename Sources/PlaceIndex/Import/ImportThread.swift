internal import Glibc

/// A thread that does one piece of work.
///
/// Its owner joins it; one that is let go of unjoined goes on to its end.
struct ImportThread {
    private let thread: pthread_t

    /// What the thread runs; the C entry point takes one pointer.
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts it.
    ///
    /// - Throws: `ImportError.noThread`.
    init(_ work: @escaping @Sendable () -> Void) throws(ImportError) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Work(work))
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw .noThread
        }
        self.thread = thread
    }

    /// Waits for its end. Call it once.
    func join() { pthread_join(thread, nil) }
}
