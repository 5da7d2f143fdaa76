import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `Slow clients and limits` {
    private static let routes = [
        Route("GET", "/") { _ in Response.text("alive") },
        Route("POST", "/", body: .memory(limit: 20_000_000)) { _ in Response.text("taken") },
    ]

    @Test func `A09 a header that trickles in ends by its deadline, others are served`() throws {
        let server = try TestServer(Self.routes) { $0.headerDeadline = .milliseconds(300) }
        let clients = try (0..<100).map { _ in try Client(server.port) }
        for _ in 0..<4 {
            for client in clients { client.send("G") }
            #expect(try server.get("/").status == 200)
            pause(milliseconds: 50)
        }
        for client in clients {
            #expect(try client.receive().status == 408)
            #expect(client.isClosedByServer())
        }
        #expect(eventually { server.server.connectionCount == 0 })
    }

    @Test func `A09 five hundred slow senders stop no one, and end with 408`() throws {
        let folder = try TemporaryDirectory()
        let server = try TestServer(
            Self.routes + [
                Route("POST", "/photo", body: .upload(folder: folder.path, limit: 20_000_000)) {
                    _ in .text("taken")
                },
                Route("GET", "/work", execution: .worker) { _ in .text("worked") },
            ]
        ) {
            $0.headerDeadline = .seconds(3)
            $0.bodyGrace = .seconds(3)
        }
        let headers = try (0..<250).map { _ in try Client(server.port) }
        let bodies = try (0..<250).map { _ in try Client(server.port) }
        for client in bodies {
            client.send(
                "POST", "/photo", headers: ["Content-Type: image/jpeg", "Content-Length: 16000000"])
        }
        // A phone on a poor line: 2 kB a second, all the while.
        let phone = try Client(server.port)
        phone.send("POST", "/photo", headers: ["Content-Type: image/jpeg", "Content-Length: 9000"])
        let start = ContinuousClock.now
        for round in 0..<9 {
            for client in headers { client.send(Array("G".utf8)) }
            for client in bodies { client.send([1]) }
            phone.send(Array(repeating: 1, count: 1000))
            if round < 4 {
                #expect(try server.get("/").status == 200)
                #expect(try server.get("/work").text == "worked")
            }
            let next = start + .milliseconds(500 * (round + 1))
            while ContinuousClock.now < next { pause(milliseconds: 10) }
        }
        #expect(try phone.receive().text == "taken")
        for client in headers + bodies {
            let answer = try client.receive()
            #expect(answer.status == 408)
            #expect(answer["Content-Type"] == "application/problem+json")
            #expect(client.isClosedByServer())
        }
        #expect(eventually { folder.files.isEmpty })
        #expect(try server.get("/").status == 200)
    }

    @Test func `a connection that never asks is closed without a word`() throws {
        let server = try TestServer(Self.routes) { $0.headerDeadline = .milliseconds(200) }
        let silent = try Client(server.port)
        let asked = try Client(server.port)
        #expect(try asked.get("/").status == 200)
        asked.send("GET / HT")
        #expect(silent.isClosedByServer())
        #expect(asked.isClosedByServer())
    }

    @Test func `A09 a body that trickles in is 408 by its deadline`() throws {
        let folder = try TemporaryDirectory()
        let server = try TestServer([
            Route("POST", "/", body: .upload(folder: folder.path, limit: 20_000_000)) { _ in
                .text("taken")
            }
        ]) {
            $0.bodyGrace = .milliseconds(200)
            $0.minimumBodyBytesPerSecond = 1000
        }
        let client = try Client(server.port)
        client.send(
            "POST", "/", headers: ["Content-Type: image/jpeg", "Content-Length: 16000000"])
        for _ in 0..<5 {
            client.send([1])
            pause(milliseconds: 20)
        }
        #expect(eventually { !folder.files.isEmpty })
        let answer = try client.receive()
        #expect(answer.status == 408)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(client.isClosedByServer())
        #expect(eventually { folder.files.isEmpty })
        #expect(try server.logged()[0].status == 408)
    }

    @Test func `A09 a body that is slow but steady is taken`() throws {
        let server = try TestServer(Self.routes) {
            $0.bodyGrace = .milliseconds(100)
            $0.minimumBodyBytesPerSecond = 100
        }
        let client = try Client(server.port)
        client.send("POST", "/", headers: ["Content-Length: 1000"])
        for _ in 0..<10 {
            client.send(Array(repeating: 1, count: 100))
            pause(milliseconds: 50)
        }
        #expect(try client.receive().text == "taken")
    }

    @Test func `A09 a body in all keeps to its deadline`() throws {
        let server = try TestServer(Self.routes) { $0.bodyDeadline = .milliseconds(200) }
        let client = try Client(server.port)
        client.send("POST", "/", headers: ["Content-Length: 10000000"])
        client.send(Array(repeating: 1, count: 1_000_000))
        #expect(try client.receive().status == 408)
    }

    @Test func `silence ends a connection, between requests and within`() throws {
        let server = try TestServer(Self.routes) { $0.idleTimeout = .seconds(1) }
        let idle = try Client(server.port)
        #expect(try idle.get("/").status == 200)
        let halfHeader = try Client(server.port)
        halfHeader.send("GET / HTTP/1.1\r\nHo")
        let halfBody = try Client(server.port)
        halfBody.send("POST", "/", headers: ["Content-Length: 16000000"])
        halfBody.send([1, 2, 3])
        for client in [idle, halfHeader, halfBody] { #expect(client.isClosedByServer()) }
        #expect(
            eventually { server.server.connectionCount == 0 && server.server.requestCount == 0 })
    }

    @Test func `many open connections leave room for others`() throws {
        let server = try TestServer(Self.routes)
        let clients = try (0..<350).map { _ in try Client(server.port) }
        for client in clients { client.send("GET / HT") }
        #expect(try server.get("/").status == 200)
        for client in clients { client.send("TP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(try client.receive().status == 200) }
    }

    @Test func `clients that all speak while a thread is busy are all answered`() throws {
        let gate = Gate()
        let routes =
            Self.routes + [
                Route("GET", "/gate") { _ in
                    gate.wait()
                    return .text("open")
                }
            ]
        // One thread that got exactly 128 events would let them wait: see `connectionsPerThread`.
        let server = try TestServer(routes) {
            $0.ioThreads = 1
            $0.connectionLimit = 200
        }
        let clients = try (0..<128).map { _ in try Client(server.port) }
        #expect(eventually { server.server.connectionCount == 128 })
        let busy = try Client(server.port)
        busy.send("GET", "/gate")
        #expect(eventually { gate.waiting.value == 1 })
        for client in clients { client.send("GET", "/") }
        gate.open()
        for client in clients { #expect(try client.receive().status == 200) }
        #expect(try busy.receive().status == 200)
    }

    @Test(arguments: [(1, 2), (88, 2), (208, 2), (209, 3), (688, 6), (1168, 10)])
    func `no thread has more connections than libmicrohttpd can look at`(
        limit: Int, threads: Int
    ) {
        var configuration = ServerConfiguration()
        configuration.connectionLimit = limit
        #expect(configuration.threadsNeeded == threads)
    }

    @Test func `one address has its share of connections, this machine has all`() {
        var configuration = ServerConfiguration()
        configuration.connectionLimitPerAddress = 3
        let registry = ConnectionRegistry(configuration, tooSlow: Response(status: 408))
        let far = ClientAddress(description: "192.0.2.1", isLoopback: false)
        let records = (0..<3).map { _ in registry.add(-1, from: far) }
        #expect(records.allSatisfy { $0.refusal == nil })
        let refused = registry.add(-1, from: far)
        #expect(refused.refusal?.status == 429)
        #expect(refused.refusal?.retryAfterInSeconds == 10)
        let other = ClientAddress(description: "192.0.2.2", isLoopback: false)
        #expect(registry.add(-1, from: other).refusal == nil)
        for _ in 0..<5 { #expect(registry.add(-1, from: .loopback).refusal == nil) }
        registry.remove(records[0])
        #expect(registry.add(-1, from: far).refusal == nil)
    }

    @Test func `refused connections are few, and the rest are not even taken`() {
        var configuration = ServerConfiguration()
        configuration.connectionLimit = 2
        let registry = ConnectionRegistry(configuration, tooSlow: Response(status: 408))
        let first = (0..<2).map { _ in registry.add(-1, from: .loopback) }
        let refused = (0..<32).map { _ in
            #expect(registry.takes(.loopback))
            return registry.add(-1, from: .loopback)
        }
        #expect(refused.allSatisfy { $0.refusal?.status == 503 })
        #expect(!registry.takes(.loopback))
        registry.remove(refused[0])
        #expect(registry.takes(.loopback))
        for record in first { registry.remove(record) }
        #expect(registry.add(-1, from: .loopback).refusal == nil)
    }
}
