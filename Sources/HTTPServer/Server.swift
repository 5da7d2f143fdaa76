internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server: listens from `init` until `stop`.
///
/// Requests are read and inline routes answered on `ioThreads` threads of libmicrohttpd; `.worker` routes run on a
/// pool while their connection is suspended. Every limit is in `ServerConfiguration`.
package final class Server: Sendable {
    /// The port in use.
    package let port: UInt16
    private let core: ServerCore
    /// nil once stopped.
    private let daemon: Mutex<Daemon?>

    /// `@unchecked Sendable`: the library's functions on a daemon may be called from any thread.
    private struct Daemon: @unchecked Sendable {
        let handle: OpaquePointer
    }

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - routes: A literal segment wins over a parameter; otherwise their order does not matter. `HEAD` is answered
    ///     by the handler of `GET`, `OPTIONS` with the methods of the path, unless a route says otherwise.
    ///   - admit: Decides at the end of a request's header, before any of its body is taken.
    ///   - onError: The response to what a handler throws and to every `Refusal`. `Allow`, `Retry-After` and
    ///     `X-Request-Id` are added. Its body must be bytes.
    ///   - log: Called after each response, on one of the server's threads: it should not wait.
    /// - Throws: `HTTPServerError`.
    package init(
        _ configuration: ServerConfiguration, routes: [Route], admit: Admission? = nil,
        onError: @escaping @Sendable (any Error) -> Response = { .problem(for: $0) },
        log: (@Sendable (LogEntry) -> Void)? = nil
    ) throws(HTTPServerError) {
        let listener = try Listener(host: configuration.host, port: configuration.port)
        do {
            core = try ServerCore(
                configuration, routes: routes, admit: admit, onError: onError, log: log)
        } catch {
            close(listener.descriptor)
            throw error
        }
        var options = tsn_mhd_options()
        options.listen_descriptor = listener.descriptor
        options.threads = UInt32(configuration.threadsNeeded)
        options.connections = UInt32(
            max(1, configuration.connectionLimit) + ServerConfiguration.refusedConnections)
        options.idle_seconds = UInt32(max(1, configuration.idleTimeout.components.seconds))
        options.connection_memory = configuration.connectionMemory
        options.context = Unmanaged.passUnretained(core).toOpaque()
        options.accept = Callbacks.accept
        options.handler = Callbacks.answer
        options.completed = Callbacks.completed
        options.connection = Callbacks.connection
        guard let handle = Self.start(&options, configuration.tls) else {
            core.pool.close(waiting: true)
            // The listening socket is left alone: the library has closed it, or not, depending on how far it came.
            throw configuration.tls == nil ? .cannotStart : .cannotStartTLS
        }
        port = listener.port
        daemon = Mutex(Daemon(handle: handle))
        try core.connections.watch()
    }

    private static func start(_ options: inout tsn_mhd_options, _ tls: TLSIdentity?)
        -> OpaquePointer?
    {
        guard let tls else { return tsn_mhd_start(&options) }
        // The library reads both texts while it starts, and keeps what it made of them.
        return tls.certificate.withUnsafeBufferPointer { certificate in
            tls.key.withUnsafeBufferPointer { key in
                options.tls_certificate = certificate.baseAddress
                options.tls_key = key.baseAddress
                return tsn_mhd_start(&options)
            }
        }
    }

    deinit { stop(within: .seconds(1)) }

    /// Open connections, idle ones included.
    package var connectionCount: Int { core.connections.count }

    /// Requests under way.
    package var requestCount: Int { core.inFlight.load(ordering: .acquiring) }

    /// Requests that wait for a worker.
    package var waitingRequestCount: Int { core.pool.waitingCount }

    /// Stops: takes no new connection, lets what is under way come to its end, then closes everything.
    ///
    /// Blocks until done. A second call does nothing.
    ///
    /// - Parameter deadline: After this time, requests that wait for a worker or are with one are answered with 503,
    ///   and other connections are cut. A handler that still runs then goes on, and its answer is dropped.
    /// - Returns: Whether everything came to its end in time.
    @discardableResult
    package func stop(within deadline: Duration) -> Bool {
        guard let daemon = daemon.withLock({ $0.take() }) else { return true }
        // From now on new connections are closed as they come. MHD_quiesce_daemon would leave them waiting, and it
        // ends the process when it meets a thread that has just taken the listening socket out of its own set.
        core.isStopping.store(true, ordering: .relaxed)
        let isInTime = waitUntilIdle(deadline)
        core.abandonSuspended()
        if !isInTime {
            // What was resumed now must be taken up before the stop, and answered if the client reads.
            _ = waitUntilIdle(.seconds(1))
        }
        MHD_stop_daemon(daemon.handle)
        core.connections.close()
        core.pool.close(waiting: isInTime)
        return isInTime
    }

    /// Waits until no request is under way; false when `time` passes before.
    private func waitUntilIdle(_ time: Duration) -> Bool {
        let end = MonotonicClock.now() + time.nanoseconds
        while core.inFlight.load(ordering: .acquiring) > 0 {
            guard MonotonicClock.now() < end else { return false }
            usleep(1000)
        }
        return true
    }
}
