import HTTPServer
import Testing

@Suite struct `Answering requests` {
    private let server: TestServer

    init() throws {
        server = try TestServer([
            Route("GET", "/") { _ in .text("root") },
            Route("GET", "/v1/records/{id}") { .text($0.parameter("id") ?? "") },
            Route("DELETE", "/v1/records/{id}") { _ in Response(status: 204) },
            Route("POST", "/echo", body: .memory(limit: 1000)) { request in
                guard case .bytes(let bytes) = request.body else { return .text("none") }
                return Response(contentType: "text/plain", body: .bytes(bytes))
            },
            Route("GET", "/query") { request in
                .text(request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
            },
            Route("GET", "/who") { request in
                .text(
                    "\(request.client) \(request.client.isLoopback) \(request.header("x-tEST") ?? "-") \(request.headers.count)"
                )
            },
            Route("GET", "/worker/who", execution: .worker) { request in
                .text(
                    "\(request.client) \(request.client.isLoopback) \(request.header("x-tEST") ?? "-") \(request.headers.count)"
                )
            },
            Route("GET", "/broken") { _ in throw Client.Failure(message: "secret") },
            Route("GET", "/injected") { _ in
                Response.text("x").adding("X-Good", "1").adding("X-Bad", "1\r\nX-Evil: 1")
            },
        ])
    }

    @Test func `many requests share one connection`() throws {
        let client = try Client(server.port)
        for number in 0..<50 {
            let answer = try client.get("/v1/records/\(number)")
            #expect(answer.status == 200)
            #expect(answer.text == "\(number)")
            #expect(answer["Content-Type"] == "text/plain")
            #expect(answer["Content-Length"] == "\(answer.body.count)")
            #expect(answer["Date"] != nil)
        }
        #expect(
            try server.logged(50).allSatisfy { $0.route == "/v1/records/{id}" && $0.status == 200 })
    }

    @Test func `requests sent before the first is answered are answered in order`() throws {
        let client = try Client(server.port)
        let requests = (0..<40).map { number in
            number % 2 == 0
                ? "GET /v1/records/\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
                : "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        }
        client.send(requests.joined())
        for number in 0..<40 {
            #expect(try client.receive().text == (number % 2 == 0 ? "\(number)" : "abc"))
        }
    }

    @Test func `a request may arrive one byte at a time`() throws {
        let client = try Client(server.port)
        for byte in Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8) {
            client.send([byte])
        }
        #expect(try client.receive().text == "hello")
    }

    @Test func `HEAD is GET without the body`() throws {
        let client = try Client(server.port)
        client.send("HEAD", "/v1/records/abc")
        let answer = try client.receive(hasBody: false)
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == "3")
        #expect(try client.get("/").text == "root")
        #expect(try server.logged(2)[0].bytes == 0)
    }

    @Test func `OPTIONS names the methods of the path`() throws {
        let client = try Client(server.port)
        client.send("OPTIONS", "/v1/records/1")
        let answer = try client.receive()
        #expect(answer.status == 204)
        #expect(answer["Allow"] == "DELETE, GET, HEAD, OPTIONS")
    }

    @Test func `a wrong method is 405 with Allow, as problem+json`() throws {
        let client = try Client(server.port)
        client.send("PUT", "/v1/records/1", body: Array("{}".utf8))
        let answer = try client.receive()
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "DELETE, GET, HEAD, OPTIONS")
        #expect(answer["Content-Type"] == "application/problem+json")
        let logged = try server.logged()[0]
        #expect(answer["X-Request-Id"] == logged.id.description)
        #expect(logged.method == "PUT")
        #expect(try client.get("/").status == 200, "the connection is kept")
    }

    @Test func `one slash at the end of a path does not count`() throws {
        for path in ["/v1/records/1/", "/v1/records/%31/"] {
            #expect(try server.get(path).text == server.get("/v1/records/1").text)
        }
        for path in ["/v1/records/1//", "/v1/records/%31//", "/%31/"] {
            #expect(try server.get(path).status == 404)
        }
    }

    @Test(arguments: [
        "/nothing", "/v1/records", "/v1/records/", "/v1/records/1/2", "//", "/v1//records/1",
        "/V1/records/1", "*", "/v1/records/1;x/y",
    ])
    func `an unknown path is 404, as problem+json`(path: String) throws {
        let answer = try server.get(path)
        #expect(answer.status == 404)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(answer.text.contains(#""status":404"#))
    }

    @Test(arguments: [
        "/v1/records/../records/1", "/v1/records/..", "/v1/records/.", "/v1/records/%2e%2e",
        "/v1/records/.%2E", "/v1/records/%2e%2e%2fx", "/v1/records/..%2fx", "/v1/records/a%2Fb",
        "/v1/records/..%5cx", "/v1/records/..\\x", "/v1/records/%00", "/v1/records/x%00.jpg",
        "/v1/records/%2Fetc%2Fpasswd", "/v1/records//etc/passwd", "/v1/records/%c0%ae%c0%ae",
        "/v1/records/%ff", "/v1/records/%zz", "/v1/records/%4", "/v1/records/%",
        "/v1/records/%0d%0ax",
        "/v1/records/%7f", "/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd",
    ])
    func `A10 a path that tries to escape is 404`(path: String) throws {
        #expect(try server.get(path).status == 404)
    }

    @Test(arguments: [
        ("/v1/records/a%20b", "a b"), ("/v1/records/%E7%8E%B0", "现"), ("/v1/records/a+b", "a+b"),
        ("/v1/records/...", "..."), ("/v1/records/.jpg", ".jpg"), ("/v1/records/%2525", "%25"),
        ("http://example.org/v1/records/7", "7"),
    ])
    func `an escaped path parameter is decoded once`(path: String, value: String) throws {
        let answer = try server.get(path)
        #expect(answer.status == 200)
        #expect(answer.text == value)
    }

    @Test(arguments: [
        ("?a=1&b=2&a=3", "a=1|b=2|a=3"), ("?near=51.5%2C-0.1", "near=51.5,-0.1"),
        ("?lat=%2B51.5", "lat=+51.5"), ("?q=a+b%20c", "q=a b c"), ("?q", "q="), ("?q=", "q="),
        ("?q=%E7%8E%B0", "q=现"), ("?", ""), ("", ""), ("?a=b=c", "a=b=c"), ("?a=1&&b=2", "a=1|b=2"),
        ("?%61=%3d%26", "a==&"),
    ])
    func `the query is decoded in order`(query: String, items: String) throws {
        let answer = try server.get("/query" + query)
        #expect(answer.status == 200)
        #expect(answer.text == items)
    }

    @Test(arguments: ["?q=%ff", "?q=%c0%ae", "?q=%", "?q=%zz", "?q=%00", "?%ff=1", "?a=1&q=100%"])
    func `a query that cannot be read is 400`(query: String) throws {
        let answer = try server.get("/query" + query)
        #expect(answer.status == 400)
        #expect(answer.text.contains("percent-encoded"))
    }

    @Test(arguments: ["/who", "/worker/who"])
    func `headers and client are known to the handler`(path: String) throws {
        let answer = try server.get(path, headers: ["X-Test: one", "X-Test: two"])
        #expect(answer.text == "127.0.0.1 true one 3")
    }

    @Test func `an error of a handler is 500 without its text`() throws {
        let answer = try server.get("/broken")
        #expect(answer.status == 500)
        #expect(!answer.text.contains("secret"))
        #expect(answer["Content-Type"] == "application/problem+json")
    }

    @Test func `a header value with a line break is not sent`() throws {
        let answer = try server.get("/injected")
        #expect(answer["X-Good"] == "1")
        #expect(answer["X-Bad"] == nil)
        #expect(answer["X-Evil"] == nil)
    }

    @Test(arguments: [
        ["Content-Length: 3", "Transfer-Encoding: chunked"],
        ["Content-Length: 3", "Content-Length: 4"],
        ["Transfer-Encoding: gzip, chunked"], ["Content-Length: -1"], ["Content-Length: 3, 3"],
        ["Content-Length: 0x3"],
    ])
    func `a body of unclear length is 400 and ends the connection`(headers: [String]) throws {
        let client = try Client(server.port)
        client.send("POST", "/echo", headers: headers)
        #expect(try client.receive().status == 400)
        #expect(client.isClosedByServer())
    }

    @Test(arguments: [
        "Host: test\r\nHost: test", "Host: test\r\nHost: other", "host: test\r\nHOST: other",
        "Accept: */*",
    ])
    func `a request that names no host, or more than one, is 400 and ends the connection`(
        lines: String
    ) throws {
        let client = try Client(server.port)
        client.send("GET / HTTP/1.1\r\n\(lines)\r\n\r\n")
        #expect(try client.receive().status == 400)
        #expect(client.isClosedByServer())
    }

    @Test func `HTTP 1.0 needs no host`() throws {
        let client = try Client(server.port)
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.receive().status == 200)
    }

    @Test func `a client that says nothing more after its request is still answered`() throws {
        let client = try Client(server.port)
        client.send("GET", "/worker/who")
        client.finishSending()
        #expect(try client.receive().status == 200)
    }

    @Test func `an empty body is no body`() throws {
        let client = try Client(server.port)
        client.send("POST", "/echo", body: [])
        #expect(try client.receive().text == "none")
    }

    @Test func `a body in memory keeps to its limit`() throws {
        let client = try Client(server.port)
        client.send("POST", "/echo", body: Array(repeating: 7, count: 1000))
        #expect(try client.receive().body.count == 1000)
        client.send("POST", "/echo", body: Array(repeating: 7, count: 1001))
        let answer = try client.receive()
        #expect(answer.status == 413)
        #expect(answer.text.contains("1000 bytes"))
        #expect(try client.get("/").status == 200, "a small refused body costs no connection")
    }
}
