import Testing

@testable import HTTPServer

@Suite struct `Starting a server` {
    private static let routes = [Route("GET", "/") { .text("\($0.client)") }]

    private func start(_ host: String, port: UInt16 = 0) throws -> Server {
        try Server(ServerConfiguration(host: host, port: port), routes: Self.routes)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "::", "[::]"])
    func `port 0 takes a free port and says which`(host: String) throws {
        let server = try start(host)
        #expect(server.port > 0)
        #expect(try Client(server.port).get("/").text == "127.0.0.1")
        server.stop(within: .seconds(1))
    }

    @Test(arguments: ["::1", "[::1]", "::"])
    func `IPv6 is served`(host: String) throws {
        let server = try start(host)
        #expect(try Client(server.port, ipv6: true).get("/").text == "::1")
        server.stop(within: .seconds(1))
    }

    @Test func `a port in use is named, with what to do`() throws {
        let first = try start("127.0.0.1")
        do {
            _ = try start("127.0.0.1", port: first.port)
            Issue.record("two servers on one port")
        } catch HTTPServerError.addressInUse(let host, let port) {
            #expect(port == first.port)
            let message = HTTPServerError.addressInUse(host: host, port: port).description
            #expect(message.contains("in use") && message.contains("choose another"))
        }
    }

    @Test(arguments: ["example.org", "", "127.0.0.x", "300.1.1.1", "::g", "127.0.0.1:80"])
    func `a host that is no address of ours is refused`(host: String) {
        #expect(throws: HTTPServerError.hostNotUnderstood(host)) { try start(host) }
    }

    @Test func `an address of another machine is refused with the reason`() {
        #expect {
            try start("192.0.2.1")
        } throws: {
            guard case .cannotListen = $0 as? HTTPServerError else { return false }
            return "\($0)".contains("Choose an address of this machine")
        }
    }

    @Test(arguments: [
        ["v1"], ["/v1/"], ["/a//b"], ["/{a}/{a}"], ["/a{b}"], ["/a%20b"], ["/a/{b}", "/a/{c}"],
        ["/a", "/a"],
    ])
    func `a route that cannot be used stops the start`(patterns: [String]) {
        let routes = patterns.map { Route("GET", $0) { _ in Response() } }
        #expect {
            try Server(ServerConfiguration(), routes: routes)
        } throws: {
            guard case .routeNotUsable = $0 as? HTTPServerError else { return false }
            return true
        }
    }

    @Test(arguments: [
        ("/a/b", "0"), ("/a/x", "1 x"), ("/a/b/c", "2 b"), ("/a/x/c", "2 x"), ("/a/b/d", "3"),
        ("/a/x/d", "4 a x"), ("/q/x/d", "4 q x"), ("/", "5"), ("/a", "-"), ("/a/x/e", "-"),
    ])
    func `a literal segment wins, and a parameter is the way back`(path: String, found: String)
        throws
    {
        let patterns = ["/a/b", "/a/{p}", "/a/{p}/c", "/a/b/d", "/{p}/{q}/d", "/"]
        let router = try Router(patterns.map { Route("GET", $0) { _ in Response() } })
        var path = path
        let match = path.withUTF8 { router.match(method: "GET", path: $0) }
        switch match {
        case .found(let index, let parameters):
            #expect(([String(index)] + parameters.map(\.value)).joined(separator: " ") == found)
        default: #expect(found == "-")
        }
    }

    @Test(arguments: [
        ("\"1\"", true), ("W/\"1\"", true), ("\"0\", \"1\"", true), ("*", true), ("\"2\"", false),
        ("1", false), (nil, false), ("\"", false),
    ])
    func `If-None-Match names the version a client has`(header: String?, isCurrent: Bool) {
        let headers = header.map { [Response.Header("if-none-match", $0)] } ?? []
        #expect(Request("GET", "/", headers: headers).isCurrent(EntityTag("1")) == isCurrent)
    }

    @Test(
        arguments: [
            (nil, .absent), ("*", .any), ("\"1\"", .only([EntityTag("1")])), ("W/\"1\"", .only([])),
            ("\"1\" , \"2\"", .only([EntityTag("1"), EntityTag("2")])), ("1", .only([])),
        ] as [(String?, Request.IfMatch)])
    func `If-Match names the versions a client would change`(
        header: String?, match: Request.IfMatch
    ) {
        let headers = header.map { [Response.Header("If-Match", $0)] } ?? []
        #expect(Request("PATCH", "/", headers: headers).ifMatch == match)
    }
}
