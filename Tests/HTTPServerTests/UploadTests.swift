import FoundationEssentials
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite struct `Uploads` {
    private let folder: TemporaryDirectory
    private let kept: TemporaryDirectory
    private let server: TestServer
    private let calls = Counter()

    static let limit = 3_000_000

    init() throws {
        let folder = try TemporaryDirectory()
        let kept = try TemporaryDirectory()
        let calls = calls
        (self.folder, self.kept) = (folder, kept)
        server = try TestServer([
            // Describes the parts, and takes those named "keep".
            Route(
                "POST", "/upload", body: .upload(folder: folder.path, limit: Self.limit),
                execution: .worker
            ) { request in
                calls.add()
                guard case .upload(let upload) = request.body else { return .text("no body") }
                for part in upload.parts where part.name == "keep" {
                    if let path = upload.take(part) {
                        try FileManager.default.moveItem(
                            atPath: path, toPath: kept.file("\(part.bytes).jpg"))
                    }
                }
                let lines = try upload.parts.map { part in
                    switch part.content {
                    case .value: return "\(part.name)=\(part.text ?? "?")"
                    case .file(let path):
                        let bytes =
                            part.name == "keep"
                            ? part.bytes : try Data(contentsOf: URL(filePath: path)).count
                        return
                            "\(part.name):\(part.fileName ?? "-"):\(part.contentType ?? "-"):\(bytes)"
                    }
                }
                return .text(lines.joined(separator: "|"))
            },
            Route("GET", "/") { _ in .text("alive") },
        ])
    }

    private func send(
        _ client: Client, _ body: [UInt8], type: String = "multipart/form-data; boundary=b",
        headers: [String] = []
    ) {
        client.send(
            "POST", "/upload", headers: ["Content-Type: \(type)"] + headers, body: body)
    }

    private func upload(
        _ body: [UInt8], type: String = "multipart/form-data; boundary=b"
    ) throws -> Client.Received {
        let client = try Client(server.port)
        send(client, body, type: type)
        return try client.receive()
    }

    private func field(_ name: String, _ value: String, boundary: String = "b") -> [UInt8] {
        Array(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
                .utf8)
    }

    private func file(
        _ name: String, _ fileName: String, _ content: [UInt8], boundary: String = "b",
        type: String? = "image/jpeg"
    ) -> [UInt8] {
        var head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        return Array((head + "\r\n").utf8) + content + [0x0d, 0x0a]
    }

    private let end = Array("--b--\r\n".utf8)
    private let photo = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    @Test func `a photo and fields arrive, and nothing stays on disk`() throws {
        let answer = try upload(
            field("decimalLatitude", "60.17") + file("photo", "a.jpg", photo)
                + field("lang", "fi") + end)
        #expect(answer.status == 200)
        #expect(answer.text == "decimalLatitude=60.17|photo:a.jpg:image/jpeg:100000|lang=fi")
        #expect(folder.files.isEmpty)
    }

    @Test func `a file the handler took stays, byte for byte`() throws {
        #expect(
            try upload(file("keep", "a.jpg", photo) + file("photo", "b.jpg", photo) + end).status
                == 200)
        #expect(kept.files == ["100000.jpg"])
        #expect(try Data(contentsOf: URL(filePath: kept.file("100000.jpg"))) == Data(photo))
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: ["a b:c", "'()+_,-./:=? x", String(repeating: "x", count: 70)])
    func `A01 a quoted boundary is understood`(boundary: String) throws {
        let body =
            file("photo", "a.jpg", photo, boundary: boundary) + Array("--\(boundary)--\r\n".utf8)
        let answer = try upload(body, type: "multipart/form-data; boundary=\"\(boundary)\"")
        #expect(answer.text == "photo:a.jpg:image/jpeg:100000")
    }

    @Test(arguments: ["", " ", nil])
    func `A03 an empty Content-Type of a part is none`(type: String?) throws {
        let answer = try upload(file("photo", "a.jpg", [1, 2, 3], type: type) + end)
        #expect(answer.text == "photo:a.jpg:-:3")
        #expect(try server.get("/").text == "alive")
    }

    @Test func `A05 a file field left empty is no file`() throws {
        let answer = try upload(
            file("photo", "", [], type: "application/octet-stream") + field("lang", "en") + end)
        #expect(answer.text == "lang=en")
        #expect(folder.files.isEmpty)
    }

    @Test func `D15 parts with one name and one file name are all kept in order`() throws {
        let answer = try upload(
            file("photo", "a.jpg", [1]) + file("photo", "a.jpg", [1, 2])
                + file("other", "a.jpg", [1, 2, 3]) + end)
        #expect(
            answer.text
                == "photo:a.jpg:image/jpeg:1|photo:a.jpg:image/jpeg:2|other:a.jpg:image/jpeg:3")
    }

    @Test(arguments: [
        "../../x.jpg", "..\\x.jpg", "/etc/passwd", "%2e%2e/x.jpg", "x\u{0}.jpg",
        String(repeating: "n", count: 300),
    ])
    func `A10 the client's file name never names a file here`(name: String) throws {
        #expect(try upload(file("keep", name, [1, 2, 3, 4]) + end).status == 200)
        #expect(kept.files == ["4.jpg"])
        #expect(folder.files.isEmpty)
    }

    @Test func `a bare photo is one file`() throws {
        let answer = try upload(photo, type: "image/jpeg")
        #expect(answer.text == ":-:image/jpeg:100000")
        #expect(folder.files.isEmpty)
    }

    @Test func `a bare body of no bytes is no body`() throws {
        #expect(try upload([], type: "image/jpeg").text == "no body")
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=\"b"])
    func `a missing boundary is 400 and the text says so`(type: String) throws {
        let answer = try upload(field("a", "b") + end, type: type)
        #expect(answer.status == 400)
        #expect(answer.text.contains("boundary is missing"))
        #expect(calls.value == 0)
    }

    @Test(arguments: ["application/json", "application/x-www-form-urlencoded", "text/plain"])
    func `another media type is 415 and names what is read`(type: String) throws {
        let answer = try upload(Array("{}".utf8), type: type)
        #expect(answer.status == 415)
        #expect(answer.text.contains("multipart/form-data or image/*"))
    }

    @Test func `a body without its last boundary is 400 and nothing stays`() throws {
        let answer = try upload(file("photo", "a.jpg", photo))
        #expect(answer.status == 400)
        #expect(answer.text.contains("ends before its last boundary"))
        #expect(calls.value == 0)
        #expect(folder.files.isEmpty)
    }

    @Test func `a field of 64 KiB is taken, one byte more is 413`() throws {
        let value = String(repeating: "v", count: 65536)
        #expect(try upload(field("notes", value) + end).text == "notes=\(value)")
        let answer = try upload(field("notes", value + "v") + file("photo", "a", photo) + end)
        #expect(answer.status == 413)
        #expect(answer.text.contains("'notes'"))
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: [(1, 10_000, 30), (65536, 1, 45)])
    func `A06 a chunked upload without a length is taken`(
        chunk: Int, chunks: Int, times: Int
    ) throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload", headers: ["Content-Type: image/jpeg", "Transfer-Encoding: chunked"])
        let piece =
            Array("\(String(chunk, radix: 16))\r\n".utf8) + Array(repeating: 0x0d, count: chunk)
            + [0x0d, 0x0a]
        let block = Array([[UInt8]](repeating: piece, count: chunks).joined())
        for _ in 0..<times { client.send(block) }
        client.send("0\r\n\r\n")
        let answer = try client.receive()
        #expect(answer.status == 200)
        #expect(answer.text == ":-:image/jpeg:\(chunk * chunks * times)")
    }

    @Test func `content of nothing but line ends comes through`() throws {
        let content = Array(repeating: UInt8(0x0d), count: 1_000_000)
        let answer = try upload(file("keep", "a.jpg", content) + end)
        #expect(answer.text == "keep:a.jpg:image/jpeg:1000000")
        #expect(try Data(contentsOf: URL(filePath: kept.file("1000000.jpg"))) == Data(content))
    }

    /// A body of exactly `count` bytes.
    private func body(of count: Int) -> [UInt8] {
        let frame = file("photo", "a.jpg", []).count + end.count
        return file("photo", "a.jpg", Array(repeating: 0xaa, count: count - frame)) + end
    }

    @Test func `A07 a body of exactly the limit is taken`() throws {
        #expect(try upload(body(of: Self.limit)).status == 200)
    }

    @Test
    func `A07 one byte over the declared limit is 413, heard by a client that sends all first`()
        throws
    {
        let client = try Client(server.port)
        send(client, body(of: Self.limit + 1))
        let answer = try client.receive()
        #expect(answer.status == 413)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(answer["Content-Length"] == "\(answer.body.count)")
        #expect(answer.text.contains("\(Self.limit) bytes"))
        #expect(client.isClosedByServer())
        #expect(calls.value == 0)
        #expect(folder.files.isEmpty)
        #expect(try server.logged()[0].status == 413)
    }

    @Test func `A07 the refusal of a declared length comes before the body`() throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload",
            headers: [
                "Content-Type: multipart/form-data; boundary=b", "Content-Length: 900000000000",
            ])
        #expect(try client.receive().status == 413)
    }

    @Test(arguments: [limit + 1, 20_000_000])
    func `A07 a chunked body over the limit is 413, heard by a client that sends all first`(
        count: Int
    ) throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload",
            headers: [
                "Content-Type: multipart/form-data; boundary=b", "Transfer-Encoding: chunked",
            ])
        let body = body(of: count)
        for start in stride(from: 0, to: body.count, by: 100_000) {
            let piece = body[start..<min(start + 100_000, body.count)]
            client.send(
                Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0d, 0x0a])
        }
        client.send("0\r\n\r\n")
        let answer = try client.receive()
        #expect(answer.status == 413)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(calls.value == 0)
        #expect(folder.files.isEmpty)
        #expect(try server.get("/").text == "alive")
    }

    @Test func `a client that asks before sending is told to go on`() throws {
        let client = try Client(server.port)
        let body = file("photo", "a.jpg", photo) + end
        client.send(
            "POST", "/upload",
            headers: [
                "Content-Type: multipart/form-data; boundary=b", "Expect: 100-continue",
                "Content-Length: \(body.count)",
            ])
        #expect(try client.receive().status == 100)
        client.send(body)
        #expect(try client.receive().text == "photo:a.jpg:image/jpeg:100000")
    }

    @Test func `a client that asks before sending too much is refused at once`() throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload",
            headers: [
                "Content-Type: image/jpeg", "Expect: 100-continue", "Content-Length: 3000001",
            ])
        #expect(try client.receive().status == 413)
    }

    @Test(arguments: [false, true])
    func `F15 a client that goes at half of the body leaves nothing`(resets: Bool) throws {
        let client = try Client(server.port)
        let body = file("photo", "a.jpg", photo) + field("a", "b") + end
        client.send(
            "POST", "/upload",
            headers: [
                "Content-Type: multipart/form-data; boundary=b", "Content-Length: \(body.count)",
            ])
        client.send(Array(body[..<(body.count / 2)]))
        #expect(eventually { !folder.files.isEmpty }, "the upload has begun")
        if resets { client.reset() } else { client.close() }
        #expect(try server.logged()[0].status == 499)
        #expect(folder.files.isEmpty)
        #expect(calls.value == 0)
    }

    @Test func `F15 a chunked body that breaks off leaves nothing`() throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload",
            headers: ["Content-Type: image/jpeg", "Transfer-Encoding: chunked"])
        client.send(Array("400\r\n".utf8) + Array(repeating: 1, count: 700))
        #expect(eventually { !folder.files.isEmpty }, "the upload has begun")
        client.finishSending()
        #expect(try server.logged()[0].status == 499)
        #expect(folder.files.isEmpty)
        #expect(calls.value == 0)
    }

    @Test func `F15 an end that comes together with the last bytes is noticed`() throws {
        for _ in 0..<5 {
            let client = try Client(server.port)
            client.send(
                "POST", "/upload", headers: ["Content-Type: image/jpeg", "Content-Length: 9000"])
            #expect(eventually { !folder.files.isEmpty }, "the upload has begun")
            client.sendLast(Array(repeating: 1, count: 4500))
            #expect(eventually { folder.files.isEmpty })
        }
        #expect(try server.logged(5).allSatisfy { $0.status == 499 })
        #expect(calls.value == 0)
    }

    @Test func `a malformed chunk leaves nothing`() throws {
        let client = try Client(server.port)
        client.send(
            "POST", "/upload", headers: ["Content-Type: image/jpeg", "Transfer-Encoding: chunked"])
        client.send(Array("2\r\nab\r\nxyz\r\n".utf8))
        #expect(try client.receive().status == 400)
        #expect(client.isClosedByServer())
        #expect(eventually { folder.files.isEmpty })
        #expect(calls.value == 0)
    }

    @Test func `a folder that takes no files is 500, as no space would help`() throws {
        let server = try TestServer([
            Route(
                "POST", "/", body: .upload(folder: folder.file("missing"), limit: 1000),
                execution: .worker
            ) { _ in .text("stored") }
        ])
        let client = try Client(server.port)
        client.send("POST", "/", headers: ["Content-Type: image/jpeg"], body: [1, 2, 3])
        #expect(try client.receive().status == 500)
    }
}
