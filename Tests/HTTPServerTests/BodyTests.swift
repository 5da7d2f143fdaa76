import FoundationEssentials
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite struct `Response bodies` {
    private let folder: TemporaryDirectory
    private let server: TestServer
    /// Chunks made by `/endless`.
    private let chunks = Counter()
    private let released = Counter()

    /// Says when the closure that holds it is freed.
    final class Witness: Sendable {
        let counter: Counter
        init(_ counter: Counter) { self.counter = counter }
        deinit { counter.add() }
    }

    /// Hands out the numbers from 0, each as one chunk.
    final class Numbers: Sendable {
        private let next = Mutex(0)
        func take(below end: Int) -> Int? {
            next.withLock { number in
                guard number < end else { return nil }
                defer { number += 1 }
                return number
            }
        }
    }

    init() throws {
        let folder = try TemporaryDirectory()
        let chunks = chunks
        let released = released
        self.folder = folder
        func routes(_ execution: Route.Execution, _ prefix: String) -> [Route] {
            [
                Route("GET", "\(prefix)/file/{name}", execution: execution) { request in
                    let path = folder.file(request.parameter("name") ?? "")
                    let response = try Response.file(path, contentType: "image/jpeg")
                    // Deleted before a byte of it is sent.
                    try FileManager.default.removeItem(atPath: path)
                    return response
                },
                Route("GET", "\(prefix)/numbers", execution: execution) { _ in
                    let numbers = Numbers()
                    return Response(
                        contentType: "text/plain",
                        body: .stream { numbers.take(below: 1000).map { Array("\($0),".utf8) } })
                },
                Route("GET", "\(prefix)/large", execution: execution) { _ in
                    let numbers = Numbers()
                    return Response(
                        body: .stream {
                            numbers.take(below: 50).map {
                                Array(repeating: UInt8($0), count: $0 == 7 ? 0 : 100_000)
                            }
                        })
                },
                Route("GET", "\(prefix)/breaks", execution: execution) { _ in
                    let numbers = Numbers()
                    return Response(
                        body: .stream {
                            guard let number = numbers.take(below: 5) else {
                                throw Client.Failure(message: "broken")
                            }
                            return Array("\(number)".utf8)
                        })
                },
                Route("GET", "\(prefix)/endless", execution: execution) { _ in
                    let witness = Witness(released)
                    return Response(
                        body: .stream {
                            withExtendedLifetime(witness) { chunks.add() }
                            return Array(repeating: 1, count: 10_000)
                        })
                },
            ]
        }
        server = try TestServer(routes(.inline, "") + routes(.worker, "/worker"))
    }

    @Test(arguments: ["", "/worker"])
    func `a file is sent whole although it was deleted meanwhile`(prefix: String) throws {
        let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
        try folder.write(content, as: "photo.jpg")
        let answer = try server.get("\(prefix)/file/photo.jpg")
        #expect(answer["Content-Type"] == "image/jpeg")
        #expect(answer["Content-Length"] == "5000000")
        #expect(answer.body == content)
        #expect(folder.files.isEmpty)
        #expect(try server.logged()[0].bytes == 5_000_000)
    }

    @Test func `an empty file is an empty body`() throws {
        try folder.write([], as: "empty")
        let answer = try server.get("/file/empty")
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == "0")
    }

    @Test func `a folder or a missing file is an error, not a body`() throws {
        #expect(throws: HTTPServerError.self) { try OpenFile(folder.path) }
        #expect(throws: HTTPServerError.self) { try OpenFile(folder.file("missing")) }
        #expect(try server.get("/file/missing").status == 500)
    }

    @Test(arguments: ["", "/worker"])
    func `a stream is sent in chunks, whatever their length`(prefix: String) throws {
        let client = try Client(server.port)
        let numbers = try client.get("\(prefix)/numbers")
        #expect(numbers["Transfer-Encoding"] == "chunked")
        #expect(numbers.text == (0..<1000).map { "\($0)," }.joined())
        let large = try client.get("\(prefix)/large")
        #expect(large.body.count == 4_900_000)
        #expect(large.body.last == 49)
        #expect(try server.logged(2)[1].bytes == 4_900_000)
    }

    @Test(arguments: ["", "/worker"])
    func `a stream that fails cuts the connection`(prefix: String) throws {
        let client = try Client(server.port)
        client.send("GET", "\(prefix)/breaks")
        #expect(throws: Client.Failure.self) { try client.receive() }
        #expect(try server.get("/numbers").status == 200)
    }

    @Test(arguments: ["", "/worker"])
    func `HEAD of a stream makes no chunk`(prefix: String) throws {
        let client = try Client(server.port)
        client.send("HEAD", "\(prefix)/endless")
        #expect(try client.receive(hasBody: false).status == 200)
        #expect(client.isClosedByServer(), "nothing follows the header")
        #expect(chunks.value == 0)
        #expect(eventually { released.value == 1 })
    }

    @Test(arguments: ["", "/worker"])
    func `a stream waits for a client that does not read, and ends when it goes`(prefix: String)
        throws
    {
        let client = try Client(server.port, receiveBuffer: 4096)
        client.send("GET", "\(prefix)/endless")
        _ = try client.read(50_000)
        pause(milliseconds: 200)
        let made = chunks.value
        pause(milliseconds: 100)
        #expect(chunks.value == made, "what nobody reads is not made")
        client.close()
        #expect(eventually { released.value == 1 })
        #expect(eventually { server.server.requestCount == 0 })
        let after = chunks.value
        pause(milliseconds: 100)
        #expect(chunks.value == after)
    }

    @Test func `stop ends an endless stream`() throws {
        let client = try Client(server.port)
        client.send("GET", "/worker/endless")
        _ = try client.read(50_000)
        #expect(!server.server.stop(within: .milliseconds(100)))
        #expect(eventually { released.value == 1 })
    }
}
