import Glibc

/// The signals that ask the program to stop: SIGTERM and SIGINT.
///
/// They are blocked before any thread is made, as threads inherit that, and then waited for on one.
/// Nothing runs in a signal handler.
struct StopSignals: ~Copyable {
    private var set = sigset_t()

    /// Blocks them on this thread and all it will make, and ignores SIGPIPE.
    ///
    /// - Throws: `ProgramError.signalsNotBlocked`.
    init() throws(ProgramError) {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        let code = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw .signalsNotBlocked(code: code) }
        signal(SIGPIPE, SIG_IGN)
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
