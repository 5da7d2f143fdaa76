internal import Synchronization

/// What the watch over slow clients knows of one connection.
final class ConnectionRecord: Sendable {
    /// What the connection is doing; each phase has its own deadline.
    enum Phase: UInt8, AtomicRepresentable {
        /// Between requests, or within a request header.
        case waiting
        /// Within a request body.
        case body
        /// Within a request body whose refusal has been sent.
        case draining
        /// The request is whole: libmicrohttpd's own timeout watches the sending.
        case answering
        /// Found too slow. The socket is shut down and nothing more is sent.
        case expired
        /// Found to have been left by its client within a body. The socket is shut down.
        case forsaken
    }

    /// Open as long as the record is in the registry.
    let descriptor: Int32
    let client: ClientAddress
    /// Why its requests are all refused; nil for one within the limits.
    let refusal: Refusal?
    /// Whether a request of it was whole: then silence, and a header cut short, end it without a word.
    let hasAsked = Atomic<Bool>(false)
    private let phase: Atomic<Phase>
    /// When the phase began, on `MonotonicClock`.
    let since: Atomic<UInt64>
    /// Bytes of the present body.
    let received = Atomic<Int>(0)

    /// What `received` was when the watch last looked; used by the watch only.
    let seen = Atomic<Int>(0)

    init(descriptor: Int32, client: ClientAddress, refusal: Refusal? = nil) {
        self.descriptor = descriptor
        self.client = client
        self.refusal = refusal
        phase = Atomic(.waiting)
        since = Atomic(MonotonicClock.now())
    }

    var present: Phase { phase.load(ordering: .acquiring) }

    /// Goes from one phase to the next; false when the watch was quicker and the connection is lost.
    func go(from old: Phase, to new: Phase) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Begins a phase whose time is counted from `time`; false when the connection is lost.
    func begin(_ new: Phase, at time: UInt64, from old: Phase) -> Bool {
        since.store(time, ordering: .relaxed)
        received.store(0, ordering: .relaxed)
        return go(from: old, to: new)
    }
}
