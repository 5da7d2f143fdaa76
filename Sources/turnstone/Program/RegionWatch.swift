import Exports
import PlaceIndex
import Synchronization

/// Takes up regions that are imported while the service runs, and lets go of those removed.
///
/// Looking is a listing of one folder and a call a file, so it is done often; requests under way end
/// on the files they began with.
final class RegionWatch: Sendable {
    private static let interval = 2.0

    private let places: PlaceIndex
    /// What went wrong the last time, so that it is logged once.
    private let failure = Mutex<String?>(nil)
    /// What is known to be left out, so that each is logged once.
    private let unread = Mutex<[UnreadRegion]>([])

    init(_ places: PlaceIndex) { self.places = places }

    /// Logs what is left out from the start, and begins looking; nil when the system has no thread left, which
    /// is logged.
    func start() -> PeriodicTask? {
        logUnread()
        let task = PeriodicTask(every: Self.interval) { self.look() }
        if task == nil {
            ServerLog.write(.error, "failure") {
                $0.member("message", "No thread is left to watch for new regions. Start again.")
            }
        }
        return task
    }

    private func look() {
        do {
            if try places.refresh() {
                ServerLog.write(.info, "regions") { $0.member("count", places.regions.count) }
                logUnread()
            }
            failure.withLock { $0 = nil }
        } catch {
            let message = "\(error)"
            let isNew = failure.withLock { last in
                defer { last = message }
                return last != message
            }
            if isNew { ServerLog.write(.error, "failure") { $0.member("message", message) } }
        }
    }

    private func logUnread() {
        let found = places.unreadRegions
        let known = unread.withLock { known in
            defer { known = found }
            return known
        }
        for region in found where !known.contains(region) {
            ServerLog.write(.error, "region left out") { $0.member("message", region.reason) }
        }
    }
}
