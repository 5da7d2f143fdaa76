import Glibc

/// Runs a piece of work now and then on a thread of its own.
final class PeriodicTask: Sendable {
    private let thread: pthread_t
    /// Written to, it ends the waiting: the far end of the pipe the thread sleeps on.
    private let stopEnd: Int32

    private final class Job: Sendable {
        let milliseconds: Int32
        let wakeEnd: Int32
        let work: @Sendable () -> Void

        init(milliseconds: Int32, wakeEnd: Int32, work: @escaping @Sendable () -> Void) {
            self.milliseconds = milliseconds
            self.wakeEnd = wakeEnd
            self.work = work
        }

        func run() {
            var descriptor = pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)
            while poll(&descriptor, 1, milliseconds) == 0 { work() }
        }
    }

    /// Starts the thread; the work runs first when one interval has passed.
    ///
    /// - Returns: nil when the system has no thread or descriptor left.
    init?(every seconds: Double, _ work: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        let job = Job(
            milliseconds: Int32(min(max(seconds, 0.1), 86_400) * 1000), wakeEnd: ends[0], work: work
        )
        let body = Unmanaged.passRetained(job)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            ends.forEach { close($0) }
            return nil
        }
        self.thread = thread
        stopEnd = ends[1]
    }

    /// Ends it, waiting for work that runs. Call it once.
    func stop() {
        // Closing the far end wakes the sleeper: poll then reports a hang-up.
        close(stopEnd)
        pthread_join(thread, nil)
    }
}
