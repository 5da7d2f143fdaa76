import Testing

@testable import HTTPServer

@Suite struct `Names of a host` {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.0.0.1:8765", true), ("LocalHost:1", true), ("[::1]:8765", true),
        ("[::1]", true), ("127.0.0.2:80", true), ("evil.example", false), ("", false),
        ("127.0.0.1.evil.example", false), ("localhost.evil.example:8765", false),
        ("evil.example:127.0.0.1", false), ("[::2]", false), ("::1", false),
    ])
    func `are told whatever the port`(host: String, isOurs: Bool) {
        #expect(HostNames.loopback.adding("127.0.0.2").contain(host: host) == isOurs)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8765", true), ("http://localhost", true), ("https://[::1]:1", true),
        ("http://evil.example", false), ("null", false), ("", false), ("127.0.0.1", false),
    ])
    func `are told in an origin`(origin: String, isOurs: Bool) {
        #expect(HostNames.loopback.contain(origin: origin) == isOurs)
    }

    @Test(
        arguments: [
            ("GET", "127.0.0.1:8765", nil, 200), ("GET", "rebound.example:8765", nil, 421),
            ("POST", "rebound.example", nil, 421), ("POST", "localhost", nil, 200),
            ("POST", "localhost", "http://localhost:8765", 200),
            ("POST", "127.0.0.1", "https://evil.example", 403), ("POST", "127.0.0.1", "null", 403),
            ("GET", "127.0.0.1", "https://evil.example", 200),
        ] as [(String, String, String?, Int)])
    func `a page of another host neither reads nor changes`(
        method: String, host: String, origin: String?, status: Int
    ) throws {
        let server = try TestServer([
            Route("GET", "/") { _ in .text("read") },
            Route("POST", "/", body: .memory(limit: 10)) { _ in .text("changed") },
        ]) { $0.hostNames = .loopback }
        let client = try Client(server.port)
        let line = origin.map { "Origin: \($0)\r\n" } ?? ""
        let body = method == "POST" ? "Content-Length: 1\r\n\r\nx" : "\r\n"
        client.send("\(method) / HTTP/1.1\r\nHost: \(host)\r\n\(line)\(body)")
        #expect(try client.receive().status == status)
    }
}
