internal import Synchronization

/// Records that this process confirmed and did not bring into the text index and the R*Tree yet (`LateIndexSchema`).
struct LateIndexes {
    /// How many records wait.
    private(set) var waiting: Int
    private var lastConfirmation: ContinuousClock.Instant?

    init(waiting: Int) { self.waiting = waiting }

    /// Whether the next confirmation brings them in.
    var isFull: Bool { waiting >= LateIndexSchema.mostWaiting }

    /// - Parameter broughtIn: Whether the new record was brought in, with all others.
    mutating func confirmed(broughtIn: Bool) {
        waiting = broughtIn ? 0 : waiting + 1
        lastConfirmation = broughtIn ? nil : .now
    }

    /// Whether there was no confirmation for `time` since the last one, after which this is answered once.
    mutating func isQuiet(for time: Duration) -> Bool {
        guard let last = lastConfirmation, last.duration(to: .now) >= time else { return false }
        (waiting, lastConfirmation) = (0, nil)
        return true
    }
}

extension RecordStore {
    /// Brings records that wait into the text index and the R*Tree, at a moment when nobody confirms.
    ///
    /// - Parameter time: How long there was no confirmation.
    package func indexWaiting(quietFor time: Duration) throws {
        guard lateIndexes.withLock({ $0.isQuiet(for: time) }) else { return }
        try writing { try LateIndexSchema.fill($0) }
    }
}
