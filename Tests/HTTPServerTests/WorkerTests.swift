import HTTPServer
import TestSupport
import Testing

@Suite struct `Workers` {
    private let gate = Gate()

    private func server(_ adjust: (inout ServerConfiguration) -> Void = { _ in }) throws
        -> TestServer
    {
        let gate = gate
        return try TestServer(
            [
                Route("GET", "/wait", execution: .worker) { _ in
                    gate.wait()
                    return .text("waited")
                },
                Route("GET", "/sleep", execution: .worker) { _ in
                    pause(milliseconds: 20)
                    return .text("slept")
                },
                Route("POST", "/post", body: .memory(limit: 100_000), execution: .worker) {
                    request in
                    guard case .bytes(let bytes) = request.body else { return .text("none") }
                    return .text("\(bytes.count)")
                },
                Route("GET", "/left", execution: .worker) { .text("\($0.timeLeft)") },
                Route("GET", "/inline") { _ in .text("inline") },
            ], adjust)
    }

    @Test func `two hundred requests wait at once and all are answered`() throws {
        let server = try server {
            $0.workers = 8
            $0.queueLength = 200
        }
        let port = server.port
        let answered = Counter()
        onThreads(200) { _ in
            guard let client = try? Client(port), let answer = try? client.get("/sleep"),
                answer.text == "slept", let again = try? client.get("/inline"),
                again.text == "inline"
            else { return }
            answered.add()
        }
        #expect(answered.value == 200)
        #expect(try server.logged(400).count == 400)
        #expect(eventually { server.server.requestCount == 0 })
    }

    @Test func `a busy worker holds no inline request`() throws {
        let server = try server { $0.workers = 1 }
        let waiting = try Client(server.port)
        waiting.send("GET", "/wait")
        #expect(eventually { gate.waiting.value == 1 })
        for _ in 0..<20 { #expect(try server.get("/inline").text == "inline") }
        gate.open()
        #expect(try waiting.receive().text == "waited")
    }

    @Test func `a full queue is 503 with Retry-After, and the connection is kept`() throws {
        let server = try server {
            $0.workers = 1
            $0.queueLength = 2
        }
        let first = try Client(server.port)
        first.send("GET", "/wait")
        #expect(eventually { gate.waiting.value == 1 })
        let queued = try (0..<2).map { _ in try Client(server.port) }
        for client in queued { client.send("GET", "/wait") }
        #expect(eventually { server.server.requestCount == 3 })
        // Whether the two have been queued is not visible from here; those above come first.
        pause(milliseconds: 50)
        let refused = try Client(server.port)
        let answer = try refused.get("/wait")
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "2")
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(try refused.get("/inline").status == 200)
        gate.open()
        for client in [first] + queued { #expect(try client.receive().text == "waited") }
    }

    @Test func `clients that go while they wait cost nothing`() throws {
        let server = try server {
            $0.workers = 2
            $0.queueLength = 100
        }
        do {
            let clients = try (0..<60).map { _ in try Client(server.port) }
            for client in clients { client.send("GET", "/wait") }
            #expect(eventually { server.server.requestCount == 60 })
            for (index, client) in clients.enumerated() {
                if index % 2 == 0 { client.reset() } else { client.close() }
            }
        }
        gate.open()
        #expect(
            eventually { server.server.requestCount == 0 && server.server.connectionCount == 0 })
        #expect(try server.get("/wait").text == "waited")
    }

    @Test func `a request that waited too long for a worker is 503`() throws {
        let server = try server {
            $0.workers = 1
            $0.requestDeadline = .milliseconds(50)
        }
        let first = try Client(server.port)
        first.send("GET", "/wait")
        #expect(eventually { gate.waiting.value == 1 })
        let late = try Client(server.port)
        late.send("GET", "/sleep")
        pause(milliseconds: 100)
        gate.open()
        #expect(try first.receive().status == 200, "a handler that runs is not stopped")
        #expect(try late.receive().status == 503)
    }

    @Test func `bodies and keep-alive work with workers`() throws {
        let server = try server()
        let client = try Client(server.port)
        for length in [1, 1000, 100_000, 0, 5] {
            client.send("POST", "/post", body: Array(repeating: 1, count: length))
            #expect(try client.receive().text == (length == 0 ? "none" : "\(length)"))
        }
        #expect(try client.get("/left").text.hasPrefix("59."))
    }

    @Test func `stop lets what is under way come to its end`() throws {
        let server = try server()
        let opener = gate
        let idle = try Client(server.port)
        #expect(try idle.get("/inline").status == 200)
        let client = try Client(server.port)
        client.send("GET", "/wait")
        #expect(eventually { gate.waiting.value == 1 })
        let ended = Counter()
        onThreads(2) { thread in
            if thread == 0 {
                if server.server.stop(within: .seconds(20)) { ended.add() }
            } else {
                pause(milliseconds: 100)
                opener.open()
            }
        }
        #expect(ended.value == 1)
        let answer = try client.receive()
        #expect(answer.text == "waited")
        #expect(answer["Connection"] == "close")
        #expect(idle.isClosedByServer())
        #expect(throws: Client.Failure.self) { try Client(server.port) }
    }

    @Test func `stop does not wait for ever, and does not crash`() throws {
        let server = try server { $0.workers = 1 }
        let clients = try (0..<5).map { _ in try Client(server.port) }
        for client in clients { client.send("GET", "/wait") }
        #expect(eventually { gate.waiting.value == 1 && server.server.requestCount == 5 })
        #expect(!server.server.stop(within: .milliseconds(100)))
        for client in clients { #expect(try client.receive().status == 503) }
        // The handler goes on after the server is gone.
        gate.open()
    }

    @Test func `a stopped server leaves its port at once`() throws {
        let first = try server()
        let client = try Client(first.port)
        #expect(try client.get("/inline").status == 200)
        let port = first.port
        first.server.stop(within: .seconds(1))
        let second = try server { $0.port = port }
        #expect(second.port == port)
        #expect(try second.get("/inline").status == 200)
    }

    @Test func `many starts and stops under load`() throws {
        for _ in 0..<10 {
            let server = try server()
            let port = server.port
            onThreads(8) { thread in
                if thread == 0 {
                    pause(milliseconds: 15)
                    server.server.stop(within: .seconds(5))
                } else {
                    while let client = try? Client(port) {
                        while (try? client.get(thread % 2 == 0 ? "/inline" : "/sleep")) != nil {}
                    }
                }
            }
            #expect(server.server.requestCount == 0)
        }
    }
}
