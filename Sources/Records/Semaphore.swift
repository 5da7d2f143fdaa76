internal import Glibc

/// A counting semaphore that begins at 0.
///
/// `@unchecked`: the C type is made for many threads, and its place never changes.
final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }

    /// Waits until it was raised once more than waited for.
    func wait() { while sem_wait(semaphore) != 0 {} }
}
