package import Geodesy
package import Imaging

/// What a service may choose about captures.
package struct CaptureSettings: Sendable {
    /// How long a capture waits for its answer, in seconds: a day, so that an evening at the desk is
    /// in time for a walk in the morning.
    package var lifetime = 86_400.0
    package var photoLimits = PhotoLimits()
    /// Candidates offered at most: what fits a telephone's screen without scrolling twice.
    package var candidateLimit = 10

    /// For headings from magnetic north; without it they count for less.
    package var magneticModels: MagneticModels?

    package init() {}
}
