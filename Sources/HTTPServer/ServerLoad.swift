/// How busy a server is at a moment.
package struct ServerLoad: Sendable {
    /// Open connections, idle ones included.
    package let connections: Int
    /// Requests under way.
    package let requests: Int
    /// Those of them that wait for a worker.
    package let waiting: Int
}

extension Server {
    package var load: ServerLoad {
        ServerLoad(
            connections: connectionCount, requests: requestCount, waiting: waitingRequestCount)
    }
}
