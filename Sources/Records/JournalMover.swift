internal import Database
internal import Synchronization

/// Moves what commits wrote from the write-ahead log into `records.sqlite`, beside them: a commit that did it itself
/// would take as long as thirty others.
///
/// The log is begun anew by the first commit that finds all of it moved and nobody reading it.
final class JournalMover: Sendable {
    /// From so many pages on they are moved: 4 MB, SQLite's own number.
    static let pages = 1000
    /// From so many on, whoever commits does it: commits that follow one another closely may leave no moment for
    /// the log to begin anew, and it must not fill the disk.
    static let mostPages = 4 * pages

    private struct State {
        var isMoving = false
        var last: Companion<Void>?
    }

    private let state = Mutex(State())
    /// nil until it is first needed.
    private let connection = Mutex<Connection?>(nil)
    private let path: String

    init(path: String) { self.path = path }

    /// To be called behind each commit, under the lock of whoever writes.
    ///
    /// What fails is left to the next commit: all that was committed is in the log.
    func committed(_ writer: Connection) {
        guard writer.journalPages >= Self.pages else { return }
        if writer.journalPages >= Self.mostPages {
            try? writer.moveJournal()
            return
        }
        state.withLock { state in
            guard !state.isMoving else { return }
            state.last?.join()
            state.isMoving = true
            state.last = Companion { [self] in
                try? move()
                self.state.withLock { $0.isMoving = false }
            }
        }
    }

    private func move() throws {
        try connection.withLock { connection in
            if connection == nil {
                connection = try Connection(path: path, mode: .readWrite)
            }
            try connection?.moveJournal()
        }
    }

    /// Waits for what runs, and lets go of it: its work holds the mover. Nothing may be committed any more.
    func finish() {
        let last = state.withLock { state in
            defer { state.last = nil }
            return state.last
        }
        last?.join()
    }
}
