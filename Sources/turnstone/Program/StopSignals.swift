import Glibc

/// The signals that ask the program to stop: SIGTERM and SIGINT.
///
/// They are blocked before any thread is made, as threads inherit that, and then waited for on one.
/// Nothing runs in a signal handler.
struct StopSignals: ~Copyable {
    private var set = sigset_t()

    /// Blocks them on this thread and all it will make, and ignores SIGPIPE and SIGXFSZ.
    ///
    /// - Throws: `ProgramError.signalsNotBlocked`.
    init() throws(ProgramError) {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        let code = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw .signalsNotBlocked(code: code) }
        signal(SIGPIPE, SIG_IGN)
        // Writing beyond a limit on files' size is then an error of the write.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// For long work that would leave something behind: ends it when one has come.
    ///
    /// - Throws: `ProgramError.interrupted`.
    func check() throws(ProgramError) {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return }
        if sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 {
            throw .interrupted
        }
    }

    /// Waits for the first to come.
    ///
    /// - Returns: Its name.
    func wait() -> String {
        var set = set
        var received: Int32 = 0
        while sigwait(&set, &received) != 0 {}
        return received == SIGINT ? "SIGINT" : "SIGTERM"
    }
}
