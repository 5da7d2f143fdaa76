import HTTPServer
import Synchronization
import Testing

/// A server on a free port, with what it logged.
final class TestServer: Sendable {
    let server: Server
    private let log: Log

    final class Log: Sendable {
        let entries = Mutex<[LogEntry]>([])
    }

    var port: UInt16 { server.port }

    convenience init(
        _ routes: [Route], _ adjust: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        try self.init(routes, admit: nil, adjusting: adjust)
    }

    init(
        _ routes: [Route], admit: Admission?,
        adjusting adjust: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        _ = manyDescriptors
        var configuration = ServerConfiguration()
        adjust(&configuration)
        let log = Log()
        self.log = log
        server = try Server(
            configuration, routes: routes, admit: admit,
            log: { entry in log.entries.withLock { $0.append(entry) } })
    }

    deinit { server.stop(within: .seconds(5)) }

    /// One request on a connection of its own.
    func get(_ target: String, headers: [String] = []) throws -> Client.Received {
        try Client(port).get(target, headers: headers)
    }

    /// What was logged, once there are at least `count` entries.
    func logged(_ count: Int = 1) throws -> [LogEntry] {
        guard eventually({ log.entries.withLock { $0.count >= count } }) else {
            throw Client.Failure(message: "fewer than \(count) log entries")
        }
        return log.entries.withLock { $0 }
    }
}

/// Waits up to 20 s for something that another thread does; whether it came.
@discardableResult
func eventually(_ condition: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    while clock.now < end {
        if condition() { return true }
        pause(milliseconds: 2)
    }
    return condition()
}

/// Counts from several threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .acquiring) }
    func add(_ amount: Int = 1) { number.add(amount, ordering: .acquiringAndReleasing) }
}

extension Response {
    static func text(_ text: String) -> Response {
        Response(contentType: "text/plain", text: text)
    }
}

/// Lets handlers wait until a test opens it.
final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    let waiting = Counter()

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() {
        waiting.add()
        while !isOpen.load(ordering: .acquiring) { pause(milliseconds: 1) }
    }
}
