import Glibc

/// The files and connections that this process may have open.
enum Descriptors {
    /// Those of databases, photos and the log, beside connections.
    private static let others = 304

    /// Lets this process open so many connections and its files besides.
    ///
    /// - Throws: `ProgramError.tooFewDescriptors` when the system allows fewer.
    static func allow(_ connections: Int) throws {
        let needed = rlim_t(connections + others)
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < needed else { return }
        limit.rlim_cur = min(needed, limit.rlim_max)
        guard limit.rlim_cur == needed, setrlimit(kind, &limit) == 0 else {
            throw ProgramError.tooFewDescriptors(needed: Int(needed), allowed: Int(limit.rlim_max))
        }
    }
}
