import Captures
import FoundationEssentials
import GeoModel
import HTTPServer
import Records
import TestSupport
import Testing

@testable import API

/// What `POST /v1/captures` makes of a form, without a server.
@Suite struct `The form of a capture` {
    private let folder: TemporaryDirectory
    private let directory: DataDirectory
    private let routes: [Route]

    init() throws {
        folder = try TemporaryDirectory()
        directory = DataDirectory(folder.file("data"))
        try directory.create()
        let records = try RecordStore(directory)
        let flow = CaptureFlow(records: records, places: nil, classifiers: [])
        routes = CaptureRoutes(flow, records: records).routes
    }

    private func field(_ name: String, _ bytes: [UInt8]) -> UploadedPart {
        UploadedPart(
            name: name, fileName: nil, contentType: nil, content: .value(bytes), bytes: bytes.count)
    }

    private func field(_ name: String, _ text: String) -> UploadedPart {
        field(name, Array(text.utf8))
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> UploadedPart {
        let path = "\(directory.staging)/\(UUID().uuidString).part"
        try Data(bytes).write(to: URL(filePath: path))
        return UploadedPart(
            name: name, fileName: "a", contentType: nil, content: .file(path: path),
            bytes: bytes.count)
    }

    private func post(_ parts: [UploadedPart]) throws -> Response {
        let upload = Upload(parts: parts, isMultipart: true)
        let request = Request("POST", "/v1/captures", body: .upload(upload))
        let route = try #require(routes.first { $0.method == "POST" })
        return try route.handler(request)
    }

    private func refusedField(_ parts: [UploadedPart]) -> String? {
        let error = #expect(throws: APIError.self) { _ = try post(parts) }
        #expect(error?.status == 400)
        return error?.field
    }

    @Test func `a position is taken from its fields`() throws {
        let parts = [field("decimalLatitude", "60.17"), field("decimalLongitude", "24.95")]
        #expect(try post(parts).status == 201)
    }

    @Test func `a field that is not UTF-8 is refused by name, not passed over`() throws {
        let parts = [
            field("decimalLatitude", "60.17"), field("decimalLongitude", "24.95"),
            field("eventDate", [0xFF, 0xFE, 0x36]),
        ]
        #expect(refusedField(parts) == "eventDate")
    }

    @Test func `a field that came as a file is refused by name, and the file goes`() throws {
        let photo = Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.cat.path)))
        let parts = [
            try file("photo", photo), try file("decimalLatitude", Array("60.17".utf8)),
            field("decimalLongitude", "24.95"),
        ]
        #expect(refusedField(parts) == "decimalLatitude")
        #expect(folder.files.allSatisfy { !$0.hasPrefix("data/staging") })
    }

    @Test(arguments: ["lat", "latitude", "decimallatitude", ""])
    func `a field of another name is refused, as its value would not count`(name: String) throws {
        let photo = Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.cat.path)))
        #expect(refusedField([try file("photo", photo), field(name, "60.17")]) == name)
    }

    @Test func `two photos are refused, as one would be lost`() throws {
        let photo = Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.cat.path)))
        #expect(refusedField([try file("photo", photo), try file("photo", photo)]) == "photo")
    }

    @Test func `a field that comes twice is refused, as one value would be lost`() throws {
        let position = [
            field("decimalLatitude", "60.17"), field("decimalLongitude", "24.95"),
        ]
        #expect(refusedField(position + [field("decimalLatitude", "61")]) == "decimalLatitude")
        let route = try #require(routes.first { $0.method == "POST" })
        let query: [Request.QueryItem] = [
            .init("decimalLatitude", "60.17"), .init("decimalLongitude", "24.95"),
            .init("decimalLongitude", "25"),
        ]
        let error = #expect(throws: APIError.self) {
            _ = try route.handler(Request("POST", "/v1/captures", query: query))
        }
        #expect(error?.status == 400 && error?.field == "decimalLongitude")
    }

    @Test func `a kind beside a candidate is refused, as the candidate has its own`() throws {
        let route = try #require(routes.first { $0.pattern.hasSuffix("/confirmation") })
        let request = Request(
            "POST", route.pattern, parameters: [.init("id", UUIDv7().description)],
            headers: [.init("Content-Type", "application/json")],
            body: .bytes(Array(#"{"candidateId": "1", "kind": "thing"}"#.utf8)))
        let error = #expect(throws: APIError.self) { _ = try route.handler(request) }
        #expect(error?.status == 400 && error?.field == "kind")
    }
}
