internal import Glibc

/// A line between two threads, of limited length: who puts waits while it is full, who takes waits
/// while it is empty.
///
/// `@unchecked Sendable`: everything is touched only between `lock` and `unlock` of `mutex`.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// Signalled at every change.
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let limit: Int
    private var elements: [Element] = []
    private var isClosed = false

    /// - Parameter limit: The most elements that wait; at least one.
    init(limit: Int) {
        self.limit = max(1, limit)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Puts at the end; false, and nothing is put, when the queue is closed.
    func put(_ element: Element) -> Bool {
        locked {
            while elements.count >= limit, !isClosed { pthread_cond_wait(condition, mutex) }
            guard !isClosed else { return false }
            elements.append(element)
            return true
        }
    }

    /// Takes the first; nil when the queue is closed and empty.
    func take() -> Element? {
        locked {
            while elements.isEmpty, !isClosed { pthread_cond_wait(condition, mutex) }
            return elements.isEmpty ? nil : elements.removeFirst()
        }
    }

    /// Lets no more in and wakes whoever waits.
    ///
    /// - Parameter emptying: Throws away what waits, too.
    func close(emptying: Bool = false) {
        locked {
            isClosed = true
            if emptying { elements = [] }
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }
}
