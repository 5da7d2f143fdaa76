import ArgumentParsing

/// Shows how far a task is: one line that is drawn anew on a terminal, else a line for each phase.
///
/// One thread at a time.
final class ProgressDisplay {
    /// Ten times a second is as smooth as it looks.
    private static let interval = Duration.milliseconds(100)

    private let isTerminal = Console.standardErrorIsTerminal
    private let clock = ContinuousClock()
    private var phase: String?
    private var phaseBegan: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?

    init() { phaseBegan = clock.now }

    deinit { clear() }

    /// - Parameters:
    ///   - phase: Written with a capital: `reading ways` as `Reading ways`.
    ///   - done: Of this phase, counted as `unit` says.
    ///   - total: nil when it is not known.
    func show(phase: String, done: Int64, total: Int64?, unit: ProgressLine.Unit) {
        let now = clock.now
        let phase = phase.prefix(1).uppercased() + phase.dropFirst()
        let isNew = phase != self.phase
        if isNew {
            self.phase = phase
            phaseBegan = now
            if !isTerminal { Console.message("\(phase) ...") }
        }
        guard isTerminal else { return }
        if !isNew, let lastDrawn, now - lastDrawn < Self.interval { return }
        lastDrawn = now
        let seconds = (now - phaseBegan) / .seconds(1)
        let line = ProgressLine(
            phase: phase, done: done, total: total, unit: unit, seconds: seconds)
        Console.draw(line.text(columns: Console.columns - 1))
    }

    /// Takes the line off the terminal, so that what follows starts clean.
    func clear() {
        if isTerminal, lastDrawn != nil { Console.draw("") }
        lastDrawn = nil
    }
}
