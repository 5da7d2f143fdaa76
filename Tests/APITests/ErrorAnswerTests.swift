import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import Records
import Species
import Testing

@testable import API

@Suite struct `Answers to errors` {
    private static let path = "/srv/secret-folder/data"

    /// Errors that know a path, or what the machine says.
    private static let errors: [any Error] = [
        RecordError.noDataDirectory(path: path), RecordError.notADirectory(path: path),
        RecordError.notReadable(path: path), RecordError.notWritable(path: path),
        RecordError.separateFileSystems(path: path),
        RecordError.newerSchema(path: path, found: 9, known: 1),
        RecordError.foreignDatabase(path: path), RecordError.schemaNotMade(path: path, step: "x"),
        RecordError.diskFull(path: path),
        RecordError.fileFailure(
            operation: "open", path: path, errno: 5, reason: "Input/output error"),
        HTTPServerError.cannotOpenFile(errno: 2, message: "'\(path)'"),
        PlaceIndexError.notARegion(path: path),
        CocoaError(.fileReadNoSuchFile, userInfo: ["NSFilePath": path]),
    ]

    @Test func `never hold a path of the machine`() throws {
        for error in Self.errors {
            let answer = Response.answer(to: error)
            guard case .bytes(let bytes) = answer.body else {
                Issue.record("\(error) has no body")
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("secret-folder"), "\(error): \(text)")
            #expect(answer.contentType == "application/problem+json")
            #expect(answer.status >= 400)
        }
    }

    @Test func `name the limit that was passed`() {
        for (refusal, status) in [
            (Refusal.bodyTooLarge(limit: 10), 413), (.fieldsTooLarge(name: "a", limit: 10), 413),
            (.tooManyParts(limit: 10), 413), (.partHeaderTooLarge(limit: 10), 413),
            (.targetTooLong(limit: 10), 414), (.rangeNotSatisfiable(length: 10), 416),
            (.headerTooLarge(limit: 10), 431), (.tooSlow, 408), (.diskAlmostFull(reserve: 10), 507),
            (.tooManyConnectionsFromAddress(limit: 10, retryAfterInSeconds: 3), 429),
            (.tooManyConnections(retryAfterInSeconds: 10), 503),
            (.overloaded(retryAfterInSeconds: 10), 503),
        ] {
            let answer = Response.answer(to: refusal)
            #expect(answer.status == status)
            guard case .bytes(let bytes) = answer.body else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains(#""title":"Error""#), "\(status) has no title")
            #expect(status == 408 || text.contains("10"), "\(text)")
        }
    }

    @Test func `a checksum is stated as RFC 9530 has it`() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(
            Response().stating(sha256: empty).headers == [
                .init(
                    "Repr-Digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:")
            ])
        for wrong in ["", "e3b0", String(repeating: "x", count: 64)] {
            #expect(Response().stating(sha256: wrong).headers.isEmpty)
        }
    }

    @Test(arguments: ["\u{FFFD}", "a\u{FFFD}b"])
    func `a key of other bytes than UTF-8 is refused`(key: String) {
        let request = Request(
            "POST", "/v1/captures", headers: [.init("Idempotency-Key", key)])
        #expect(throws: APIError.self) { try request.idempotencyKey }
    }
}
