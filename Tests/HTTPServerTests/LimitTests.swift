import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `Limits of a request` {
    private static let routes = [
        Route("GET", "/") { _ in .text("alive") },
        Route("POST", "/", body: .memory(limit: 1000)) { _ in .text("taken") },
    ]

    private func expectProblem(
        _ answer: Client.Received, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status, sourceLocation: sourceLocation)
        #expect(
            answer["Content-Type"] == "application/problem+json", sourceLocation: sourceLocation)
        #expect(
            answer.text.contains(#""status":\#(status)"#), "\(answer.text)",
            sourceLocation: sourceLocation)
    }

    @Test(arguments: [8_000, 16_000])
    func `a header within the limit is read`(length: Int) throws {
        let server = try TestServer(Self.routes)
        let client = try Client(server.port)
        client.send("GET", "/", headers: ["X-Long: " + String(repeating: "x", count: length)])
        #expect(try client.receive().status == 200)
        #expect(try client.get("/").status == 200)
    }

    @Test(arguments: [16_400, 25_000, 31_000])
    func `a longer header is 431, and says how long it may be`(length: Int) throws {
        let server = try TestServer(Self.routes)
        let client = try Client(server.port)
        client.send("GET", "/", headers: ["X-Long: " + String(repeating: "x", count: length)])
        let answer = try client.receive()
        expectProblem(answer, 431)
        #expect(answer.text.contains("16384 bytes"))
        #expect(try server.get("/").status == 200)
        #expect(try server.logged(2).map(\.status).contains(431))
    }

    // It does not even fit the HTTP library's memory, which answers by itself.
    @Test(arguments: [40_000, 400_000])
    func `a header beyond all measure is 431 too`(length: Int) throws {
        let server = try TestServer(Self.routes)
        let client = try Client(server.port)
        client.send("GET", "/", headers: ["X-Long: " + String(repeating: "x", count: length)])
        #expect(try client.receive().status == 431)
        #expect(try server.get("/" + String(repeating: "x", count: length)).status == 414)
        #expect(try server.get("/").status == 200)
    }

    @Test(arguments: ["/?q=", "/"])
    func `a target of eight kilobytes is read, a longer one is 414`(start: String) throws {
        let server = try TestServer(Self.routes)
        let fits = start + String(repeating: "x", count: 8192 - start.utf8.count)
        #expect([200, 404].contains(try server.get(fits).status))
        for length in [8_193, 16_000, 31_000] {
            let answer = try server.get(
                start + String(repeating: "x", count: length - start.utf8.count))
            expectProblem(answer, 414)
            #expect(answer.text.contains("8192 bytes"))
        }
        #expect(try server.get("/").status == 200)
    }

    @Test func `limits of headers are what the configuration says`() throws {
        let server = try TestServer(Self.routes) {
            $0.headerLimit = 4096
            $0.targetLimit = 1024
        }
        #expect(try server.get("/?" + String(repeating: "x", count: 1000)).status == 200)
        expectProblem(try server.get("/?" + String(repeating: "x", count: 1100)), 414)
        expectProblem(
            try server.get("/", headers: ["X-Long: " + String(repeating: "x", count: 4100)]), 431)
    }

    @Test func `one connection more than there may be is 503, with the time to wait`() throws {
        let server = try TestServer(Self.routes) { $0.connectionLimit = 4 }
        let clients = try (0..<4).map { _ in try Client(server.port) }
        for client in clients { #expect(try client.get("/").status == 200) }
        for _ in 0..<3 {
            let refused = try Client(server.port)
            let answer = try refused.get("/")
            expectProblem(answer, 503)
            #expect(answer["Retry-After"] == "10")
            #expect(refused.isClosedByServer())
        }
        #expect(try clients[0].get("/").status == 200)
        clients[1].close()
        #expect(eventually { (try? server.get("/").status) == 200 })
    }

    @Test func `a disk that is almost full takes no upload, and answers the rest`() throws {
        let folder = try TemporaryDirectory()
        let routes =
            Self.routes + [
                Route("POST", "/photo", body: .upload(folder: folder.path, limit: 20_000_000)) {
                    _ in .text("taken")
                }
            ]
        let full = try TestServer(routes) { $0.uploadLimits.diskReserve = 1 << 60 }
        let client = try Client(full.port)
        client.send(
            "POST", "/photo", headers: ["Content-Type: image/jpeg"],
            body: Array(repeating: 1, count: 50_000))
        let answer = try client.receive()
        expectProblem(answer, 507)
        #expect(answer.text.contains("free some space"))
        #expect(folder.files.isEmpty)
        #expect(try client.get("/").status == 200)
        // What is announced counts before it has come: this one alone would reach into the reserve.
        let free = try #require(DiskSpace.free(at: folder.path))
        let nearly = try TestServer(routes) { $0.uploadLimits.diskReserve = free - 10_000_000 }
        for (length, status) in [(19_000_000, 507), (1000, 200)] {
            let client = try Client(nearly.port)
            client.send(
                "POST", "/photo", headers: ["Content-Type: image/jpeg"],
                body: Array(repeating: 1, count: length))
            #expect(try client.receive().status == status)
        }
        let without = try TestServer(routes) { $0.uploadLimits.diskReserve = 0 }
        let other = try Client(without.port)
        other.send("POST", "/photo", headers: ["Content-Type: image/jpeg"], body: [1])
        #expect(try other.receive().text == "taken")
    }

    @Test(arguments: [
        ("GET", "GET"), ("PATCH", "PATCH"), ("60.17,24.95", "other"), ("get", "other"),
    ])
    func `the log has no word of the client's`(sent: String, logged: String) throws {
        let server = try TestServer(Self.routes)
        let client = try Client(server.port)
        client.send(sent, "/60.17/Aino?lat=60.17", headers: ["Authorization: Bearer secret"])
        _ = try client.receive()
        let entry = try server.logged()[0]
        #expect(entry.method == logged)
        #expect(entry.route == nil)
        #expect(!"\(entry)".contains("60.17"))
    }
}
