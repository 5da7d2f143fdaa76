internal import Synchronization

/// Counts wrong tokens by the address they come from, and says when one has sent too many.
///
/// A right token is never refused for others' wrong ones: behind a proxy all have one address, and an
/// attacker would lock everybody out. No guess can hit one of 2^256 secrets; what is limited is the
/// noise in the log, and what a mistaken client keeps sending.
package final class FailedAttempts: Sendable {
    /// Wrong tokens from one address in a minute, unless told otherwise: a person with a mistyped one sends three.
    package static let standardLimit = 10
    /// Seconds in which they are counted.
    package static let period = 60.0
    /// Addresses remembered; beyond it the oldest period is forgotten.
    private static let addressLimit = 10_000

    private struct Count {
        var began: Double
        var failures: Int
    }

    private let counts = Mutex<[String: Count]>([:])
    /// Wrong tokens from one address in a minute.
    private let limit: Int

    package init(limit: Int = FailedAttempts.standardLimit) { self.limit = limit }

    /// Notes a wrong token.
    ///
    /// - Parameter seconds: A clock that never goes back.
    /// - Returns: Seconds until this address should try again; nil while it is within the limit.
    package func note(from address: String, at seconds: Double) -> Double? {
        counts.withLock { counts in
            if let count = counts[address], seconds - count.began < Self.period {
                counts[address]?.failures += 1
                return count.failures >= limit
                    ? (Self.period - (seconds - count.began)).rounded(.up) : nil
            }
            if counts.count >= Self.addressLimit {
                counts = counts.filter { seconds - $0.value.began < Self.period }
                if counts.count >= Self.addressLimit { counts = [:] }
            }
            counts[address] = Count(began: seconds, failures: 1)
            return nil
        }
    }
}
