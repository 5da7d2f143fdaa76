internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The open connections, and the watch that ends those which are too slow.
///
/// libmicrohttpd closes connections that are silent. One that sends a byte now and then is never silent, so header
/// and body have deadlines of their own here. A record leaves the registry before its socket is closed: under the
/// lock, a descriptor is the connection's own.
final class ConnectionRegistry: Sendable {
    private struct State {
        var records: [ObjectIdentifier: ConnectionRecord] = [:]
        var perAddress: [String: Int] = [:]
        /// How many of the records are of refused connections.
        var refused = 0
    }

    private let state = Mutex(State())
    private let isClosed = Atomic<Bool>(false)
    private let configuration: ServerConfiguration
    /// The response with status 408, for a header or a body that is too slow.
    private let tooSlow: Response

    init(_ configuration: ServerConfiguration, tooSlow: Response) {
        self.configuration = configuration
        self.tooSlow = tooSlow
    }

    /// Whether one more connection from this address is taken, be it only to be told of the limit.
    func takes(_ client: ClientAddress) -> Bool {
        state.withLock { state in
            refusal(of: client, state) == nil
                || state.refused < ServerConfiguration.refusedConnections
        }
    }

    /// Notes a new connection, and decides whether it is within the limits.
    func add(_ descriptor: Int32, from client: ClientAddress) -> ConnectionRecord {
        state.withLock { state in
            let record = ConnectionRecord(
                descriptor: descriptor, client: client, refusal: refusal(of: client, state))
            state.records[ObjectIdentifier(record)] = record
            if record.refusal == nil {
                state.perAddress[client.description, default: 0] += 1
            } else {
                state.refused += 1
            }
            return record
        }
    }

    private func refusal(of client: ClientAddress, _ state: State) -> Refusal? {
        let limit = configuration.connectionLimitPerAddress
        if !client.isLoopback, state.perAddress[client.description, default: 0] >= limit {
            return .tooManyConnectionsFromAddress(
                limit: limit, retryAfterInSeconds: Self.secondsToWait)
        }
        return state.records.count - state.refused >= configuration.connectionLimit
            ? .tooManyConnections(retryAfterInSeconds: Self.secondsToWait) : nil
    }

    /// What a refused client is told to wait, in seconds: idle connections end within 30.
    private static let secondsToWait = 10

    func remove(_ record: ConnectionRecord) {
        state.withLock { state in
            state.records[ObjectIdentifier(record)] = nil
            guard record.refusal == nil else {
                state.refused -= 1
                return
            }
            let address = record.client.description
            state.perAddress[address] = state.perAddress[address].flatMap {
                $0 > 1 ? $0 - 1 : nil
            }
        }
    }

    var count: Int { state.withLock { $0.records.count } }

    /// Starts the watch's thread. It ends by itself soon after `close`.
    ///
    /// - Throws: `HTTPServerError.cannotStart`.
    func watch() throws(HTTPServerError) {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let registry = Unmanaged<ConnectionRegistry>.fromOpaque(argument)
                    .takeRetainedValue()
                while !registry.isClosed.load(ordering: .acquiring) {
                    usleep(registry.period)
                    registry.endSlowConnections(at: MonotonicClock.now())
                }
                return nil
            }, argument)
        guard code == 0 else {
            Unmanaged<ConnectionRegistry>.fromOpaque(argument).release()
            throw .cannotStart
        }
        pthread_detach(thread)
    }

    func close() { isClosed.store(true, ordering: .releasing) }

    /// Microseconds between two looks: a quarter of the shortest deadline, at most half a second.
    private var period: UInt32 {
        let shortest = min(
            configuration.headerDeadline, configuration.bodyDeadline, configuration.bodyGrace)
        return UInt32(min(max(shortest.nanoseconds / 4_000, 10_000), 500_000))
    }

    private func endSlowConnections(at now: UInt64) {
        state.withLock { state in
            for record in state.records.values { end(record, ifSlowAt: now) }
        }
    }

    private func end(_ record: ConnectionRecord, ifSlowAt now: UInt64) {
        let phase = record.present
        let since = record.since.load(ordering: .relaxed)
        let elapsed = now > since ? now - since : 0
        let headerDeadline =
            record.refusal == nil
            ? configuration.headerDeadline
            : min(configuration.headerDeadline, ServerConfiguration.refusedDeadline)
        let isSlow =
            switch phase {
            case .waiting: elapsed > headerDeadline.nanoseconds
            case .body, .draining: isSlow(record, elapsed)
            case .answering, .expired, .forsaken: false
            }
        let isWithinBody = phase == .body || phase == .draining
        if isWithinBody, isForsaken(record) {
            guard record.go(from: phase, to: .forsaken) else { return }
        } else {
            guard isSlow, record.go(from: phase, to: .expired) else { return }
            if phase == .body || isWithinFirstHeader(record, phase), configuration.tls == nil {
                // The connection's thread sends nothing before it has left this phase, which it no longer can.
                let bytes = RawResponse.bytes(of: tooSlow)
                _ = send(
                    record.descriptor, bytes, bytes.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
        }
        shutdown(record.descriptor, Int32(SHUT_RDWR))
    }

    /// Whether a part of the connection's first request header has come: one that says nothing at all has not asked.
    private func isWithinFirstHeader(
        _ record: ConnectionRecord, _ phase: ConnectionRecord.Phase
    ) -> Bool {
        phase == .waiting && !record.hasAsked.load(ordering: .relaxed)
            && tsn_bytes_received(record.descriptor) > 0
    }

    /// Whether the client has gone within a body, and nothing of it arrived since the last look.
    ///
    /// libmicrohttpd misses an end which arrives together with the last bytes: it takes a read that did not fill its
    /// buffer for the last one until the next event, and then there is none.
    private func isForsaken(_ record: ConnectionRecord) -> Bool {
        let received = record.received.load(ordering: .relaxed)
        guard record.seen.exchange(received, ordering: .relaxed) == received else { return false }
        var byte: UInt8 = 0
        return recv(record.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            == 0
    }

    private func isSlow(_ record: ConnectionRecord, _ elapsed: UInt64) -> Bool {
        if elapsed > configuration.bodyDeadline.nanoseconds { return true }
        guard elapsed > configuration.bodyGrace.nanoseconds else { return false }
        let rate = Double(record.received.load(ordering: .relaxed)) / (Double(elapsed) / 1e9)
        return rate < Double(configuration.minimumBodyBytesPerSecond)
    }
}
