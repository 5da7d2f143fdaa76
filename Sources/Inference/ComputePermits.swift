internal import Glibc

/// As many permits as the machine has cores, for models that are asked side by side.
///
/// More inferences at once than cores only take the time of each other, and of the requests that need no
/// picture at all.
///
/// `@unchecked`: the semaphore is made for many threads, and its place never changes.
final class ComputePermits: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(_ count: Int) {
        precondition(count > 0)
        sem_init(semaphore, 0, UInt32(count))
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Waits for a permit and holds it while `body` runs.
    func hold<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        while sem_wait(semaphore) != 0 {}
        defer { sem_post(semaphore) }
        return try body()
    }
}
