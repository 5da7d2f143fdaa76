import GeoModel
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `Cutting a multipart body` {
    struct Part: Equatable, CustomStringConvertible {
        var name: String
        var fileName: String?
        var contentType: String?
        var content: [UInt8] = []
        var isEnded = false

        var description: String { "\(name) \(fileName ?? "-") \(contentType ?? "-") \(content)" }
    }

    /// Parses `body`, given in the pieces that `cuts` make of it.
    private func parse(
        _ body: [UInt8], boundary: String = "b", cuts: [Int] = [],
        limits: UploadLimits = UploadLimits()
    ) throws -> [Part] {
        var parser = MultipartParser(boundary: Array(boundary.utf8), limits: limits)
        var parts: [Part] = []
        var start = 0
        for end in cuts + [body.count] {
            try Array(body[start..<end]).withUnsafeBytes { bytes in
                try parser.receive(bytes) { event in
                    switch event {
                    case .began(let header):
                        parts.append(
                            Part(
                                name: header.name, fileName: header.fileName,
                                contentType: header.contentType))
                    case .content(let bytes): parts[parts.count - 1].content += bytes
                    case .ended: parts[parts.count - 1].isEnded = true
                    }
                }
            }
            start = end
        }
        try parser.finish()
        return parts
    }

    private let awkward =
        Array(
            "ignored\r\nlines\r\n--b \t\r\nContent-Disposition: form-data; name=\"one\"\r\n\r\n"
                .utf8)
        + Array("\r\n--\r\n-b\r\n--a\r\r\n\n--b\r--b--\r\n--\r".utf8)
        + Array("\r\n--b\r\nContent-Disposition: form-data; name=two\r\n\r\n\r\n--b\r\n".utf8)
        + Array("content-type: image/jpeg\r\nCONTENT-DISPOSITION:form-data;name=\"three\" ; ".utf8)
        + Array("filename=\"a.jpg\"\r\n\r\n".utf8) + Array(0...255)
        + Array("\r\n--b--\r\n--b\r\nepilogue".utf8)

    private let expected = [
        Part(
            name: "one", content: Array("\r\n--\r\n-b\r\n--a\r\r\n\n--b\r--b--\r\n--\r".utf8),
            isEnded: true),
        Part(name: "two", isEnded: true),
        Part(
            name: "three", fileName: "a.jpg", contentType: "image/jpeg", content: Array(0...255),
            isEnded: true),
    ]

    @Test func `the result is the same wherever the body is cut in two`() throws {
        for cut in 0...awkward.count {
            #expect(try parse(awkward, cuts: [cut]) == expected, "cut at \(cut)")
        }
    }

    @Test func `the result is the same one byte at a time and in pieces of any size`() throws {
        for size in 1...40 {
            let cuts = Array(stride(from: size, to: awkward.count, by: size))
            #expect(try parse(awkward, cuts: cuts) == expected, "pieces of \(size)")
        }
    }

    @Test func `random content with pieces of delimiters comes through`() throws {
        var random = SeededGenerator(seed: 20_260_601)
        let boundary = "---x-\(random.next() % 1000)"
        let pieces: [[UInt8]] = [
            [0x0d], [0x0a], [0x0d, 0x0a], Array("\r\n-".utf8), Array("\r\n--".utf8),
            Array("\r\n-----x".utf8), Array("--".utf8), [0, 255], Array("abc".utf8),
        ]
        for _ in 0..<300 {
            let content = (0..<Int(random.next() % 30)).flatMap { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }
            let body =
                Array("--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
                + content + Array("\r\n--\(boundary)--".utf8)
            var cuts: [Int] = []
            for position in 1..<body.count where random.next() % 5 == 0 { cuts.append(position) }
            let parts = try parse(body, boundary: boundary, cuts: cuts)
            #expect(parts == [Part(name: "a", content: content, isEnded: true)])
        }
    }

    @Test func `a form without parts is empty`() throws {
        #expect(try parse(Array("--b--\r\n".utf8)).isEmpty)
    }

    @Test(arguments: [
        ("", "does not occur"), ("hello", "does not occur"), ("--c\r\n", "does not occur"),
        ("--b", "ends before"), ("--b\r\n", "ends before"), ("--b-", "ends before"),
        ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nxyz", "ends before"),
        ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nxyz\r\n--b", "ends before"),
        ("--bx\r\n", "follows a boundary"), ("--b\n", "follows a boundary"),
        ("--b\r\n\r\nxyz\r\n--b--", "Content-Disposition"),
        ("--b\r\nContent-Type: a/b\r\n\r\nxyz\r\n--b--", "Content-Disposition"),
        ("--b\r\nContent-Disposition: form-data\r\n\r\nxyz\r\n--b--", "Content-Disposition"),
        ("--b\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--b--", "Content-Disposition"),
        ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--b--", "Content-Disposition"),
        ("--b\r\nno colon\r\n\r\nxyz\r\n--b--", "colon"),
    ])
    func `a malformed body is refused and the text says where`(body: String, reason: String) throws
    {
        let bytes = Array(body.utf8)
        for cuts in [[], Array(1..<max(1, bytes.count))] {
            do {
                _ = try parse(bytes, cuts: cuts)
                Issue.record("nothing was refused")
            } catch Refusal.multipartNotUnderstood(let text) {
                #expect(text.contains(reason), "\(text)")
            }
        }
    }

    @Test func `a name that is not UTF-8 is refused`() {
        let body =
            Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xff]
            + Array("\"\r\n\r\n\r\n--b--".utf8)
        #expect(throws: Refusal.self) { try parse(body) }
    }

    @Test func `parts and their headers keep to their limits`() throws {
        let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n"
        var limits = UploadLimits()
        limits.parts = 3
        let three = Array((String(repeating: part, count: 3) + "--b--").utf8)
        #expect(try parse(three, limits: limits).count == 3)
        let four = Array((String(repeating: part, count: 4) + "--b--").utf8)
        #expect(throws: Refusal.tooManyParts(limit: 3)) { try parse(four, limits: limits) }

        limits.partHeader = 100
        let long =
            "--b\r\nContent-Disposition: form-data; name=\"\(String(repeating: "n", count: 100))\""
        #expect(throws: Refusal.partHeaderTooLarge(limit: 100)) {
            try parse(Array(long.utf8), limits: limits)
        }
    }

    @Test(arguments: [
        ("form-data; name=\"a\"; filename=\"C:\\photos\\x.jpg\"", "C:\\photos\\x.jpg"),
        ("form-data; name=a; filename=\"a\\\"b.jpg\"", "a\"b.jpg"),
        ("form-data; name=a; filename=\"a;b.jpg\"", "a;b.jpg"),
        ("form-data; name=a; filename=plain.jpg", "plain.jpg"),
        ("form-data; name=a; filename=\"x.jpg\"; filename*=UTF-8''%E7%8E%B0.jpg", "现.jpg"),
        ("form-data; name=a; filename=\"x.jpg\"; filename*=ISO-8859-1''%E7.jpg", "x.jpg"),
        ("form-data; name=a; filename=\"../../x.jpg\"", "../../x.jpg"),
        ("form-data; name=a; filename=\"a\u{0}\u{1b}b\"", "ab"),
        ("form-data; name=a; filename=\"\"", ""), ("form-data; name=a", nil),
    ])
    func `the file name is as sent, for display only`(disposition: String, name: String?) throws {
        let header = try PartHeader(Array("Content-Disposition: \(disposition)\r\n".utf8))
        #expect(header.fileName == name)
        #expect(header.name == "a")
    }

    @Test func `a file name of 300 characters is cut`() throws {
        let name = String(repeating: "é", count: 300)
        let header = try PartHeader(
            Array("Content-Disposition: form-data; name=a; filename=\"\(name)\"\r\n".utf8))
        #expect(header.fileName?.count == 255)
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=abc", "abc"),
        ("multipart/form-data; boundary=\"a b:c\"", "a b:c"),
        ("Multipart/Form-Data;charset=utf-8;Boundary=\"x\"", "x"),
        ("multipart/form-data; boundary=----WebKitFormBoundaryABC", "----WebKitFormBoundaryABC"),
        ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
        ("multipart/form-data; boundary=\"\"", nil),
        ("multipart/form-data; boundary=\"a ", nil), ("multipart/form-data; boundary=\"a \"", nil),
        ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
        (
            "multipart/form-data; boundary=" + String(repeating: "x", count: 70),
            String(repeating: "x", count: 70)
        ),
    ])
    func `A01 the boundary is read as RFC 2046 writes it`(type: String, boundary: String?) throws {
        let found = HeaderParameters(Array(type.utf8)).flatMap {
            try? MultipartParser.boundary(in: $0)
        }
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == boundary)
    }
}
