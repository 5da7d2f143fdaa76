@preconcurrency internal import Glibc

/// Room for the pictures that are being decoded: large ones wait for each other.
///
/// A progressive JPEG is held whole while it is decoded, up to 6 bytes a pixel, whatever the scale; without this,
/// as many of them as there are workers would be held at once. Small pictures need no room.
///
/// `@unchecked Sendable`: what changes is touched only between `lock` and `unlock` of `mutex`.
package final class DecodeMemory: @unchecked Sendable {
    /// That of this process, which every decoder asks.
    package static let shared = DecodeMemory()

    /// Two of the largest progressive photos that are common: 24 megapixels at 6 bytes.
    package static let standardLimit = 320 << 20
    /// Pictures of fewer bytes are decoded at once.
    package static let smallPicture = 16 << 20

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let isFreed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var bytes = DecodeMemory.standardLimit
    private var used = 0

    package init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(isFreed, nil)
    }

    deinit {
        pthread_cond_destroy(isFreed)
        pthread_mutex_destroy(mutex)
        isFreed.deallocate()
        mutex.deallocate()
    }

    /// Bytes that large pictures may take together; one that takes more alone has the room to itself.
    package var limit: Int {
        get { locked { bytes } }
        set { locked { bytes = newValue } }
    }

    /// Runs `body` when there is room for `count` bytes; waits until then.
    func lend<Result, Failure: Error>(
        _ count: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard count >= Self.smallPicture else { return try body() }
        locked {
            while used > 0, used + count > bytes { pthread_cond_wait(isFreed, mutex) }
            used += count
        }
        defer {
            locked { used -= count }
            pthread_cond_broadcast(isFreed)
        }
        return try body()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

extension DecodeScale {
    /// Bytes that decoding to this scale takes at most: the coefficients of a progressive picture, and the pixels,
    /// as decoded, as inks, and turned upright.
    func memory(for header: JPEGHeader) -> Int {
        let pixels = width * height
        let coefficients =
            header.isProgressive ? header.width * header.height * 2 * header.components : 0
        return coefficients + pixels * (header.components == 4 ? 10 : 6)
    }
}
