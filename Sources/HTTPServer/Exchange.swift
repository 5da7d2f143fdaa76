internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// One request and its response, from the end of the request header to the end of the response.
///
/// `@unchecked Sendable`: everything but `handover` is touched by the connection's own thread only, or, while the
/// connection is suspended, by the one worker which resumes it. `handover` has a lock and orders the two.
final class Exchange: @unchecked Sendable {
    /// How far it is, as seen by the connection's thread.
    enum Stage {
        /// The body still arrives; `limit` counts its bytes.
        case receiving(limit: Int)
        /// The request is complete and can be run.
        case complete
        /// Refused: the rest of the body is dropped, then this is answered.
        case refused(Response)
        /// Refused, answered and now reading on, so that the client sees the answer before the connection ends.
        case draining
        /// A worker has it; the connection is suspended.
        case suspended
        /// The response is with libmicrohttpd.
        case answered
    }

    /// What the worker and the connection's thread pass to each other.
    private enum Handover {
        case nothing
        case running
        case finished(Response)
    }

    /// A refused body up to this length is read and dropped without a word: the connection can be kept then.
    private static let quietLimit = 64 * 1024

    /// Up to this length a refused body is read before the answer: the whole of it under TLS, where nothing can be
    /// sent past libmicrohttpd.
    private var unansweredLimit: Int {
        core.configuration.tls == nil ? Self.quietLimit : core.configuration.drainLimit
    }

    let core: ServerCore
    let connection: OpaquePointer
    let record: ConnectionRecord
    let id: RequestID
    let method: String
    let path: String
    private let started = MonotonicClock.now()
    private var stage = Stage.complete
    private var route: Route?
    private var parameters: [Request.Parameter] = []
    /// What `admit` found out of who asks.
    private var caller: (any Sendable)?
    /// The page whose script asks; looked at only where some are allowed.
    private var origin: String?
    /// Bytes of the body so far.
    private var received = 0
    private var memory: [UInt8] = []
    /// Bytes in memory that were noted with the core.
    private var held = 0
    private var upload: UploadReceiver?
    private let handover = Mutex(Handover.nothing)
    private var status = 0
    /// Bytes of the response body; a stream counts itself.
    var sent = 0

    init(
        _ core: ServerCore, _ connection: OpaquePointer, _ record: ConnectionRecord,
        method: UnsafePointer<CChar>, url: UnsafePointer<CChar>
    ) {
        self.core = core
        self.connection = connection
        self.record = record
        id = core.makeID()
        self.method = String(cString: method)
        path = String(cString: Self.path(of: url))
    }

    /// Skips `http://host` of the absolute form (RFC 9112 section 3.2.2).
    private static func path(of url: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
        guard url.pointee != 0x2f, let authority = strstr(url, "://"),
            let path = strchr(authority + 3, 0x2f)
        else { return url }
        return UnsafePointer(path)
    }

    /// Whether the route's handler, and a stream it answers, run on the worker pool.
    var runsOnWorker: Bool {
        if case .worker = route?.execution { true } else { false }
    }

    // MARK: The request arrives

    /// The header is complete: chooses the route and how the body is taken.
    func begin() -> MHD_Result {
        let length: BodyLength
        do throws(Refusal) {
            length = try BodyLength(connection)
            // Of several, a proxy before this server may have gone by another than this would.
            guard RequestHeader.count(of: HeaderName.host, in: connection) < 2 else {
                throw .hostUnclear
            }
        } catch {
            // What was meant cannot be known, nor, of a body's length, what follows: this ends the connection.
            return queue(core.response(to: error))
        }
        record.hasAsked.store(true, ordering: .relaxed)
        guard
            record.begin(length == .none ? .answering : .body, at: started, from: .waiting)
        else { return .NO }
        do {
            if !core.configuration.origins.isEmpty { origin = header(HeaderName.origin) }
            if let refusal = record.refusal { throw refusal }
            try checkHeaderSize()
            if let names = core.configuration.hostNames { try check(names) }
            try findRoute()
            try admit()
            if length != .none { try prepareBody(length) }
            return .YES
        } catch Refusal.methodNotAllowed(let allowed) where method == "OPTIONS" {
            return refuse(Response(status: 204, headers: optionsHeaders(allowed)), length)
        } catch {
            return refuse(core.response(to: error), length)
        }
    }

    private func header(_ name: UnsafePointer<CChar>) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }

    /// What the answer bears besides its own headers: what browsers may do with it, and whose pages may read it.
    func commonHeaders(of response: Response) -> [Response.Header] {
        let security = SecurityHeaders.of(response, isTLS: core.configuration.tls != nil)
        let origins = core.configuration.origins
        return origins.isEmpty ? security : security + origins.headers(for: origin)
    }

    /// Whether the connection ends with the answer.
    var isLast: Bool { record.refusal != nil || core.isStopping.load(ordering: .relaxed) }

    /// What a header that is too long is told of: its target, when that is the cause.
    private func checkHeaderSize() throws(Refusal) {
        let configuration = core.configuration
        let size = tsn_mhd_header_size(connection)
        if size > configuration.targetLimit {
            let target = path.utf8.count + QueryReader.length(of: connection)
            guard target <= configuration.targetLimit else {
                throw .targetTooLong(limit: configuration.targetLimit)
            }
        }
        guard size <= configuration.headerLimit else {
            throw .headerTooLarge(limit: configuration.headerLimit)
        }
    }

    private func optionsHeaders(_ allowed: [String]) -> [Response.Header] {
        let allow = Response.Header("Allow", allowed.joined(separator: ", "))
        guard let origin, core.configuration.origins.contains(origin) else { return [allow] }
        return [allow] + core.configuration.origins.preflightHeaders(allowed: allowed)
    }

    /// Asks whether this route is open to who asks, before any of the body is taken.
    private func admit() throws {
        guard let admit = core.admit, let route else { return }
        let request = Request(
            id: id, method: method, path: path, parameters: parameters, query: [], body: .none,
            source: .connection(connection), deadline: started + core.requestDeadline)
        caller = try admit(route, request)
        request.source = .kept(headers: [], client: .unknown)
    }

    /// Programs send no `Origin`, and HTTP/1.0 no `Host`; browsers send both.
    private func check(_ names: HostNames) throws(Refusal) {
        if let host = header(HeaderName.host), !names.contain(host: host) { throw .otherHost }
        guard method != "GET", method != "HEAD", let origin = header(HeaderName.origin) else {
            return
        }
        guard names.contain(origin: origin) || core.configuration.origins.contains(origin) else {
            throw .otherOrigin
        }
    }

    private func findRoute() throws(Refusal) {
        var copy = path
        switch copy.withUTF8({ core.router.match(method: method, path: $0) }) {
        case .found(let index, let parameters):
            route = core.routes[index]
            self.parameters = parameters
        case .methodNotAllowed(let allowed): throw .methodNotAllowed(allowed: allowed)
        case .nothing: throw .noSuchRoute
        }
    }

    private func prepareBody(_ length: BodyLength) throws(Refusal) {
        let limit: Int
        switch route?.body ?? .none {
        case .none: limit = Self.quietLimit
        case .memory(let bytes), .upload(_, let bytes): limit = bytes
        }
        if case .known(let bytes) = length {
            guard bytes <= limit else { throw .bodyTooLarge(limit: limit) }
        }
        if case .upload(let folder, _) = route?.body {
            let type = MHD_lookup_connection_value(connection, .HEADER_KIND, HeaderName.contentType)
            let announced = if case .known(let bytes) = length { bytes } else { 0 }
            upload = try UploadReceiver(
                folder: folder, contentType: type.map { String(cString: $0) },
                length: announced, limits: core.configuration.uploadLimits)
        }
        stage = .receiving(limit: limit)
    }

    /// Refuses a request whose body may still be on its way.
    private func refuse(_ response: Response, _ length: BodyLength) -> MHD_Result {
        stage = .refused(response)
        guard length != .none else { return .YES }
        if let expected = MHD_lookup_connection_value(connection, .HEADER_KIND, HeaderName.expect),
            ASCII.equalIgnoringCase(String(cString: expected), "100-continue")
        {
            // The client waits for leave to send: the answer comes instead of it.
            return record.go(from: .body, to: .answering) ? queue(response) : .NO
        }
        if case .known(let bytes) = length, bytes <= unansweredLimit { return .YES }
        return length == .unknown ? .YES : answerWithinBody(response)
    }

    /// The next bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        received += bytes.count
        record.received.store(received, ordering: .relaxed)
        switch stage {
        case .receiving(let limit):
            do {
                guard received <= limit else { throw Refusal.bodyTooLarge(limit: limit) }
                switch route?.body {
                case .memory:
                    try hold(memory.count + bytes.count)
                    memory.append(contentsOf: bytes)
                case .upload:
                    try upload?.receive(bytes)
                    try hold(upload?.fieldBytes ?? 0)
                case .some(.none), nil: break
                }
            } catch {
                (memory, upload) = ([], nil)
                received = 0
                stage = .refused(core.response(to: error))
            }
            return .YES
        case .refused(let response):
            return received <= unansweredLimit ? .YES : answerWithinBody(response)
        case .draining: return received <= core.configuration.drainLimit ? .YES : .NO
        case .complete, .suspended, .answered: return .NO
        }
    }

    /// Notes that so many bytes of the body are in memory; they are until the exchange is over.
    private func hold(_ count: Int) throws(Refusal) {
        guard count > held else { return }
        try core.take(bodyBytes: count - held)
        held = count
    }

    /// Sends the answer past libmicrohttpd, which takes none within a body, and reads on.
    private func answerWithinBody(_ response: Response) -> MHD_Result {
        guard core.configuration.tls == nil, record.go(from: .body, to: .draining) else {
            return .NO
        }
        var response = response.adding("X-Request-Id", id.description)
        response.headers += commonHeaders(of: response)
        let bytes = RawResponse.bytes(of: response)
        status = response.status
        if case .bytes(let body) = response.body { sent = body.count }
        received = 0
        stage = .draining
        // What was answered before on this connection is out, and this is small: it fits the socket's buffer.
        let written = send(
            record.descriptor, bytes, bytes.count,
            Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        return written == bytes.count ? .YES : .NO
    }

    // MARK: The request is whole

    /// Called when the request is complete, and again when a worker has resumed the connection.
    func proceed() -> MHD_Result {
        switch stage {
        case .receiving:
            guard record.go(from: .body, to: .answering) else { return .NO }
            return run()
        case .complete: return run()
        case .refused(let response):
            let isLost = record.present == .body && !record.go(from: .body, to: .answering)
            return isLost ? .NO : queue(response)
        case .suspended:
            let response = handover.withLock { handover -> Response? in
                guard case .finished(let response) = handover else { return nil }
                handover = .nothing
                return response
            }
            return response.map(queue) ?? .NO
        case .draining, .answered: return .NO
        }
    }

    private func run() -> MHD_Result {
        guard let route else { return .NO }
        do {
            let request = try makeRequest(route)
            switch route.execution {
            case .inline:
                let response = answer(request, route)
                request.source = .kept(headers: [], client: .unknown)
                return queue(response)
            case .worker:
                request.detach()
                try suspend(request, route)
                return .YES
            }
        } catch {
            return queue(core.response(to: error))
        }
    }

    private func makeRequest(_ route: Route) throws -> Request {
        // Before the answer, also when the body turns out to be cut: a refused upload leaves nothing.
        defer { (memory, upload) = ([], nil) }
        let body: Request.Body
        switch route.body {
        case .none: body = .none
        case .memory: body = received == 0 ? .none : .bytes(memory)
        case .upload: body = try upload.map { .upload(try $0.finish()) } ?? .none
        }
        return Request(
            id: id, method: method, path: path, parameters: parameters,
            query: try QueryReader.items(of: connection), body: body,
            source: .connection(connection),
            deadline: started + core.requestDeadline, caller: caller)
    }

    /// Runs the handler.
    private func answer(_ request: Request, _ route: Route) -> Response {
        defer {
            if case .upload(let upload) = request.body { upload.discard() }
        }
        do {
            return try route.handler(request)
        } catch {
            return core.response(to: error)
        }
    }

    // MARK: Workers

    /// Hands the request to the pool and takes the connection out of its thread's loop.
    ///
    /// - Throws: `Refusal.overloaded`, `Refusal.stopping`.
    private func suspend(_ request: Request, _ route: Route) throws(Refusal) {
        guard core.pool.reserve() else { throw .overloaded(retryAfterInSeconds: 2) }
        guard core.willSuspend(self, abandon: { [self] in abandon() }) else {
            core.pool.cancelReservation()
            throw .stopping
        }
        handover.withLock { $0 = .running }
        stage = .suspended
        // Before the job: the worker may resume it at once.
        MHD_suspend_connection(connection)
        let job = Job(exchange: self, request: request, route: route)
        core.pool.submit { job.exchange.work(job.request, job.route) }
    }

    /// `@unchecked Sendable`: made by one thread and then used by the one worker that runs it.
    private struct Job: @unchecked Sendable {
        let exchange: Exchange
        let request: Request
        let route: Route
    }

    private func work(_ request: Request, _ route: Route) {
        let response: Response
        if request.timeLeft < .zero {
            if case .upload(let upload) = request.body { upload.discard() }
            response = core.response(to: Refusal.overloaded(retryAfterInSeconds: 5))
        } else {
            response = answer(request, route)
        }
        core.willResume(self)
        finish(response)
    }

    /// Answers 503 in place of a worker that does not come to its end.
    private func abandon() {
        finish(core.response(to: Refusal.stopping))
    }

    /// Resumes the connection with a response; the first one counts.
    private func finish(_ response: Response) {
        handover.withLock {
            guard case .running = $0 else { return }
            $0 = .finished(response)
            MHD_resume_connection(connection)
        }
    }

    // MARK: The response

    private func queue(_ whole: Response) -> MHD_Result {
        let response = whole.answering(range: header("Range"), ifRange: header("If-Range"), method)
        {
            core.response(to: $0)
        }
        guard let prepared = response.prepared(for: self) else { return .NO }
        defer { MHD_destroy_response(prepared) }
        status = response.status
        stage = .answered
        return MHD_queue_response(connection, UInt32(response.status), prepared)
    }

    /// The response is out, or the connection is gone.
    func completed(_ code: MHD_RequestTerminationCode) {
        (memory, upload) = ([], nil)
        core.give(bodyBytes: held)
        let now = MonotonicClock.now()
        _ = record.begin(.waiting, at: now, from: .answering)
        let isWhole = code == .REQUEST_TERMINATED_COMPLETED_OK
        if status == 0 {
            // libmicrohttpd answered by itself (400 to a malformed chunk), or nobody did.
            status = isWhole ? 400 : record.present == .expired ? 408 : 499
        }
        core.log?(
            LogEntry(
                id: id, method: LogEntry.known(method), route: route?.pattern, status: status,
                bytes: sent, durationInMicroseconds: Int((now - started) / 1000)))
        core.inFlight.subtract(1, ordering: .acquiringAndReleasing)
    }
}
