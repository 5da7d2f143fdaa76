import Testing

@testable import HTTPServer

@Suite struct `Pages of other origins` {
    private static let map = "https://map.example"

    private func server(admit: Admission? = nil) throws -> TestServer {
        try TestServer(
            [
                Route("GET", "/") { _ in .text("read") },
                Route("POST", "/", body: .memory(limit: 10)) { _ in .text("changed") },
            ], admit: admit,
            adjusting: {
                $0.hostNames = .init(["test", "map.test"])
                $0.origins = AllowedOrigins([Self.map])!
            })
    }

    @Test func `that are allowed read and change`() throws {
        let server = try server()
        let client = try Client(server.port)
        for (method, body) in [("GET", nil), ("POST", [1])] as [(String, [UInt8]?)] {
            client.send(method, "/", headers: ["Origin: \(Self.map)"], body: body)
            let answer = try client.receive()
            #expect(answer.status == 200)
            #expect(answer["access-control-allow-origin"] == Self.map)
            #expect(answer["access-control-expose-headers"]?.contains("ETag") == true)
            #expect(answer["vary"] == "Origin")
        }
    }

    @Test func `that are allowed hear errors too`() throws {
        let answer = try server().get("/nothing", headers: ["Origin: \(Self.map)"])
        #expect(answer.status == 404)
        #expect(answer["access-control-allow-origin"] == Self.map)
        let refused = try server(admit: { _, _ in throw Refusal.stopping })
            .get("/", headers: ["Origin: \(Self.map)"])
        #expect(refused.status == 503)
        #expect(refused["access-control-allow-origin"] == Self.map)
    }

    @Test(arguments: ["https://evil.example", "https://map.example.evil.example", "null"])
    func `that are not allowed hear nothing of it`(origin: String) throws {
        let answer = try server().get("/", headers: ["Origin: \(origin)"])
        #expect(answer["access-control-allow-origin"] == nil)
        #expect(answer["vary"] == "Origin")
    }

    @Test func `ask first, and are told what they may`() throws {
        let server = try server()
        let client = try Client(server.port)
        client.send(
            "OPTIONS", "/",
            headers: ["Origin: \(Self.map)", "Access-Control-Request-Method: POST"])
        let answer = try client.receive()
        #expect(answer.status == 204)
        #expect(answer["access-control-allow-methods"] == "GET, HEAD, OPTIONS, POST")
        #expect(answer["access-control-allow-headers"]?.contains("Authorization") == true)
        client.send("OPTIONS", "/", headers: ["Origin: https://evil.example"])
        #expect(try client.receive()["access-control-allow-methods"] == nil)
    }

    @Test(arguments: [
        "*", "map.example", "https://map.example/", "https://", "ftp://map.example", "",
    ])
    func `are named as a browser names them`(text: String) {
        #expect(AllowedOrigins([text]) == nil)
    }

    @Test func `without a list nothing is said of them`() throws {
        let server = try TestServer([Route("GET", "/") { _ in .text("read") }])
        let answer = try server.get("/", headers: ["Origin: \(Self.map)"])
        #expect(answer["vary"] == nil && answer["access-control-allow-origin"] == nil)
        #expect(answer["x-content-type-options"] == "nosniff")
    }
}

@Suite struct `Admission to a server` {
    @Test func `is decided before the body is taken`() throws {
        let taken = Counter()
        let server = try TestServer(
            [
                Route("POST", "/", body: .memory(limit: 1 << 20)) { _ in
                    taken.add()
                    return .text("taken")
                }
            ],
            admit: { route, request in
                #expect(route.pattern == "/")
                guard request.header("Authorization") == "Bearer right" else {
                    throw Refusal.otherHost
                }
                return "the caller"
            })
        let client = try Client(server.port)
        client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n")
        #expect(try client.receive().status == 421)
        #expect(taken.value == 0)
    }

    @Test func `tells the handler who asks`() throws {
        let server = try TestServer(
            [
                Route("GET", "/inline") { .text($0.caller as? String ?? "nobody") },
                Route("GET", "/worker", execution: .worker) {
                    .text($0.caller as? String ?? "nobody")
                },
            ], admit: { _, request in request.header("X-Name") })
        for path in ["/inline", "/worker"] {
            #expect(try server.get(path, headers: ["X-Name: Aino"]).text == "Aino")
            #expect(try server.get(path).text == "nobody")
        }
    }
}
