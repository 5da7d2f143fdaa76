internal import CMicroHTTPD
internal import Synchronization

/// What the callbacks of libmicrohttpd share: the routes, the pool, and the count of what is under way.
final class ServerCore: Sendable {
    let configuration: ServerConfiguration
    /// The configuration's, in nanoseconds.
    let requestDeadline: UInt64
    let routes: [Route]
    let router: Router
    let pool: WorkerPool
    let connections: ConnectionRegistry
    let log: (@Sendable (LogEntry) -> Void)?
    let admit: Admission?
    private let onError: @Sendable (any Error) -> Response

    /// Requests begun and not completed.
    let inFlight = Atomic<Int>(0)
    let isStopping = Atomic<Bool>(false)
    /// Bytes of bodies held in memory.
    private let bodyBytes = Atomic<Int>(0)
    private let nextID = Atomic<UInt64>(.random(in: .min ... .max))
    private let suspended = Mutex(Suspended())

    /// What ends the waiting of each suspended connection at once.
    ///
    /// libmicrohttpd must not be stopped before this is empty.
    private struct Suspended {
        var abandon: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    init(
        _ configuration: ServerConfiguration, routes: [Route],
        admit: Admission?, onError: @escaping @Sendable (any Error) -> Response,
        log: (@Sendable (LogEntry) -> Void)?
    ) throws(HTTPServerError) {
        self.configuration = configuration
        requestDeadline = configuration.requestDeadline.nanoseconds
        self.routes = routes
        self.admit = admit
        self.onError = onError
        self.log = log
        router = try Router(routes)
        connections = ConnectionRegistry(
            configuration, tooSlow: Self.secured(onError(Refusal.tooSlow)))
        pool = try WorkerPool(
            threads: configuration.workers, queueLength: configuration.queueLength)
    }

    /// With what every answer bears, for one that is sent past libmicrohttpd.
    private static func secured(_ response: Response) -> Response {
        var response = response
        response.headers += SecurityHeaders.of(response, isTLS: false)
        return response
    }

    /// Makes room for more bytes of a body in memory; `give` ends it.
    ///
    /// - Throws: `Refusal.overloaded` when there are too many.
    func take(bodyBytes count: Int) throws(Refusal) {
        let held = bodyBytes.add(count, ordering: .relaxed).newValue
        guard held <= configuration.bodyMemory else {
            bodyBytes.subtract(count, ordering: .relaxed)
            throw .overloaded(retryAfterInSeconds: 5)
        }
    }

    func give(bodyBytes count: Int) { bodyBytes.subtract(count, ordering: .relaxed) }

    func makeID() -> RequestID {
        RequestID(number: nextID.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The response to an error, with the headers that its status asks for.
    func response(to error: any Error) -> Response {
        var response = onError(error)
        func add(_ name: String, _ value: String) {
            if !response.headers.contains(where: { ASCII.equalIgnoringCase($0.name, name) }) {
                response.headers.append(Response.Header(name, value))
            }
        }
        guard let refusal = error as? Refusal else { return response }
        if case .methodNotAllowed(let allowed) = refusal {
            add("Allow", allowed.joined(separator: ", "))
        }
        if case .rangeNotSatisfiable(let length) = refusal {
            add("Content-Range", "bytes */\(length)")
        }
        if let seconds = refusal.retryAfterInSeconds { add("Retry-After", "\(seconds)") }
        return response
    }

    /// Notes that `owner` is about to suspend its connection; false when the server has begun to resume all of them.
    ///
    /// - Parameter abandon: Resumes the connection with a refusal, unless it is resumed already.
    func willSuspend(_ owner: AnyObject, abandon: @escaping @Sendable () -> Void) -> Bool {
        suspended.withLock {
            if $0.isClosed { return false }
            $0.abandon[ObjectIdentifier(owner)] = abandon
            return true
        }
    }

    func willResume(_ owner: AnyObject) {
        _ = suspended.withLock { $0.abandon.removeValue(forKey: ObjectIdentifier(owner)) }
    }

    /// Resumes every suspended connection with a refusal, and lets none be suspended again.
    func abandonSuspended() {
        let all = suspended.withLock { suspended in
            defer { suspended.abandon = [:] }
            suspended.isClosed = true
            return Array(suspended.abandon.values)
        }
        for abandon in all { abandon() }
    }
}
