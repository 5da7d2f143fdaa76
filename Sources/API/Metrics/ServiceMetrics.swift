package import GeoModel
package import HTTPServer
internal import Synchronization

/// What the service has counted since its start, for `/metrics`.
///
/// It knows routes by their patterns and sources by their names, and so holds no position and no name.
package final class ServiceMetrics: Sendable {
    /// How long requests of one route took.
    struct Durations {
        /// Upper bounds in seconds: a look into memory, a search, a picture, a slow phone's upload.
        static let bounds = [0.001, 0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10, 60]

        /// By bound; the last has what took longer than all.
        private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
        private(set) var sumInMicroseconds = 0

        mutating func note(microseconds: Int) {
            let seconds = Double(microseconds) / 1e6
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            sumInMicroseconds += microseconds
        }
    }

    struct RouteKey: Hashable {
        /// `none` where no route matched.
        let route: String
        let method: String
    }

    /// Of one route and method.
    struct RouteCounts {
        var durations = Durations()
        var byStatus: [Int: Int] = [:]
        var bytes = 0
    }

    struct SourceCounts {
        var byState: [SourceReport.State: Int] = [:]
        var milliseconds = 0.0
    }

    struct Counts {
        var routes: [RouteKey: RouteCounts] = [:]
        var sources: [String: SourceCounts] = [:]
    }

    private let counts = Mutex(Counts())
    private let server = Mutex(ServerReference())

    private struct ServerReference { weak var server: Server? }

    package init() {}

    /// Counts a request that is over.
    package func note(_ entry: LogEntry) {
        let key = RouteKey(route: entry.route ?? "none", method: entry.method)
        counts.withLock { counts in
            counts.routes[key, default: RouteCounts()].note(entry)
        }
    }

    /// Counts what the sources said of a new capture.
    package func note(_ reports: [SourceReport]) {
        counts.withLock { counts in
            for report in reports {
                counts.sources[report.name, default: SourceCounts()].note(report)
            }
        }
    }

    /// From now on the server's connections are told too. It is not kept alive.
    package func watch(_ server: Server) {
        self.server.withLock { $0.server = server }
    }

    var now: Counts { counts.withLock { $0 } }

    /// nil before there is a server, and after it.
    var load: ServerLoad? { server.withLock { $0.server?.load } }
}

extension ServiceMetrics.RouteCounts {
    fileprivate mutating func note(_ entry: LogEntry) {
        durations.note(microseconds: entry.durationInMicroseconds)
        byStatus[entry.status, default: 0] += 1
        bytes += entry.bytes
    }
}

extension ServiceMetrics.SourceCounts {
    fileprivate mutating func note(_ report: SourceReport) {
        byState[report.state, default: 0] += 1
        milliseconds += report.milliseconds
    }
}
