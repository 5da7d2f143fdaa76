import Glibc
import Synchronization

/// Gathers the lines of requests and writes them to standard error some at a time: a call for each line costs a
/// request a third of what a radius search does.
///
/// A thread of its own writes what has come, `delay` after the first of it. Whoever finds more than `greatestWaiting`
/// bytes writes them itself, so that a log which nobody reads holds requests up instead of filling the memory.
///
/// `@unchecked Sendable`: the semaphore is made for many threads, and its place never changes.
final class LogWriter: @unchecked Sendable {
    /// Lives as long as the program.
    static let standardError = LogWriter()

    /// Nobody who follows a log sees it; under load it is hundreds of lines.
    private static let delayInMicroseconds: UInt32 = 20_000
    private static let greatestWaiting = 256 * 1024

    private let waiting = Mutex<[UInt8]>([])
    /// What is written at the moment, and its room for later; held meanwhile, so that lines keep their order.
    private let writing = Mutex<[UInt8]>([])
    /// What the thread sleeps on.
    private let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// Whether there is a thread; without one each line is written at once.
    private let isThreaded = Atomic(false)

    private init() {
        sem_init(bell, 0, 0)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<LogWriter>.fromOpaque(pointer).takeUnretainedValue().run()
            }, Unmanaged.passUnretained(self).toOpaque())
        guard code == 0 else { return }
        pthread_detach(thread)
        isThreaded.store(true, ordering: .relaxed)
    }

    private func run() -> Never {
        while true {
            while sem_wait(bell) != 0 {}
            usleep(Self.delayInMicroseconds)
            flush()
        }
    }

    /// Adds a line, its end included.
    func append(_ line: UnsafeRawBufferPointer) {
        let (isFirst, isFull) = waiting.withLock { lines in
            let isFirst = lines.isEmpty
            lines.append(contentsOf: line)
            return (isFirst, lines.count > Self.greatestWaiting)
        }
        if isFull || !isThreaded.load(ordering: .relaxed) {
            flush()
        } else if isFirst {
            sem_post(bell)
        }
    }

    /// Writes all that was added.
    func flush() {
        writing.withLock { lines in
            waiting.withLock { swap(&$0, &lines) }
            lines.withUnsafeBytes { bytes in
                var start = 0
                while start < bytes.count {
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                    let count = write(STDERR_FILENO, rest.baseAddress, rest.count)
                    // A log that cannot be written is no reason to stop.
                    guard count > 0 || errno == EINTR else { return }
                    start += max(0, count)
                }
            }
            lines.removeAll(keepingCapacity: true)
        }
    }
}
