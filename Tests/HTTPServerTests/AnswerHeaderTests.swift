import FoundationEssentials
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `What every answer tells a browser` {
    private static let expected = [
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    ]

    @Test(arguments: ["/", "/worker", "/nothing", "/broken", "/stream", "/?q=%ff"])
    func `is there whatever the answer is`(target: String) throws {
        let server = try TestServer([
            Route("GET", "/") { _ in .text("inline") },
            Route("GET", "/worker", execution: .worker) { _ in .text("worker") },
            Route("GET", "/broken") { _ in throw Client.Failure(message: "secret") },
            Route("GET", "/stream") { _ in Response(body: .stream { nil }) },
        ])
        let answer = try server.get(target)
        for (name, value) in Self.expected { #expect(answer[name] == value, "\(name)") }
        let policy = try #require(answer["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(answer["Strict-Transport-Security"] == nil)
    }

    @Test func `is there too when the answer comes within a body`() throws {
        let server = try TestServer([Route("GET", "/") { _ in .text("read") }])
        let client = try Client(server.port)
        client.send("POST", "/", headers: ["Content-Length: 1000000"])
        let answer = try client.receive()
        #expect(answer.status == 405)
        for (name, value) in Self.expected { #expect(answer[name] == value, "\(name)") }
    }

    @Test func `is the handler's own where it says otherwise`() throws {
        let server = try TestServer([
            Route("GET", "/") { _ in
                Response.text("page").adding("content-security-policy", "default-src 'self'")
                    .adding("Cache-Control", "private, no-cache")
            }
        ])
        let answer = try server.get("/")
        for (name, value) in [
            ("content-security-policy", "default-src 'self'"),
            ("cache-control", "private, no-cache"),
        ] {
            #expect(
                answer.headers.filter { $0.name.lowercased() == name }.map(\.value) == [value])
        }
    }

    @Test func `holds the browser to TLS where there is TLS`() {
        let headers = SecurityHeaders.of(Response.text("x"), isTLS: true)
        #expect(headers.contains(.init("Strict-Transport-Security", "max-age=2592000")))
    }
}

@Suite struct `Ranges of a file` {
    private let folder: TemporaryDirectory
    private let server: TestServer
    private let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    init() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(content, as: "photo.jpg")
        let empty = try folder.write([UInt8](), as: "empty.jpg")
        self.folder = folder
        @Sendable func file(_ path: String) throws -> Response {
            try Response.file(path, contentType: "image/jpeg").adding("ETag", "\"one\"")
        }
        server = try TestServer([
            Route("GET", "/photo") { _ in try file(path) },
            Route("GET", "/worker", execution: .worker) { _ in try file(path) },
            Route("GET", "/empty") { _ in try file(empty) },
            Route("GET", "/bytes") { _ in .text("0123456789") },
            Route("GET", "/stream") { _ in
                let isSent = Counter()
                return Response(
                    body: .stream {
                        defer { isSent.add() }
                        return isSent.value == 0 ? Array("0123456789".utf8) : nil
                    })
            },
        ])
    }

    @Test(
        arguments: [
            ("bytes=100-", 100..<1000), ("bytes=0-0", 0..<1), ("bytes=-1", 999..<1000),
            ("bytes=990-2000", 990..<1000), ("BYTES=5-9", 5..<10), ("bytes=-5000", 0..<1000),
            ("bytes=999-99999999999999999999", 999..<1000),
        ] as [(String, Range<Int>)])
    func `A15 a part of a photo is 206, and says which`(range: String, bytes: Range<Int>) throws {
        for path in ["/photo", "/worker"] {
            let answer = try server.get(path, headers: ["Range: \(range)"])
            #expect(answer.status == 206)
            #expect(answer.body == Array(content[bytes]))
            #expect(
                answer["Content-Range"]
                    == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1000")
            #expect(answer["ETag"] == "\"one\"")
            #expect(answer["Accept-Ranges"] == "bytes")
        }
    }

    @Test(arguments: ["bytes=1000-", "bytes=-0", "bytes=5000-6000"])
    func `A15 bytes that do not exist are 416, with the length`(range: String) throws {
        let answer = try server.get("/photo", headers: ["Range: \(range)"])
        #expect(answer.status == 416)
        #expect(answer["Content-Range"] == "bytes */1000")
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(try server.get("/empty", headers: ["Range: bytes=0-"]).status == 416)
    }

    @Test(arguments: [
        "bytes=1-2,5-6", "bytes=x-", "bytes=", "bytes=-", "bytes=9-5", "lines=1-2", "bytes 1-2",
        "bytes=+1-2", "bytes= 1-2",
    ])
    func `A15 what is not one range is answered whole, from the start`(range: String) throws {
        let answer = try server.get("/photo", headers: ["Range: \(range)"])
        #expect(answer.status == 200)
        #expect(answer.body == content)
        #expect(answer["Content-Range"] == nil)
    }

    @Test(arguments: [
        ("\"one\"", 206), ("\"other\"", 200), ("W/\"one\"", 200),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 200),
    ])
    func `A15 a part is only added to the version it belongs to`(tag: String, status: Int) throws {
        let answer = try server.get(
            "/photo", headers: ["Range: bytes=100-", "If-Range: \(tag)"])
        #expect(answer.status == status)
        #expect(answer.body.count == (status == 206 ? 900 : 1000))
    }

    @Test(arguments: ["/bytes", "/stream"])
    func `A15 what is made for the answer is sent whole, from the start`(path: String) throws {
        let answer = try server.get(path, headers: ["Range: bytes=5-"])
        #expect(answer.status == 200)
        #expect(answer.text == "0123456789")
        #expect(answer["Content-Range"] == nil)
    }

    @Test func `A15 HEAD tells the length and that parts may be had`() throws {
        let client = try Client(server.port)
        client.send("HEAD", "/photo", headers: ["Range: bytes=5-"])
        let answer = try client.receive(hasBody: false)
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == "1000")
        #expect(answer["Accept-Ranges"] == "bytes")
    }
}
