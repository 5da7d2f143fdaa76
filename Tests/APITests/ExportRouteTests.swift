import Exports
import FoundationEssentials
import GeoModel
import Glibc
import HTTPServer
import Records
import TestSupport
import Testing

@testable import API

@Suite struct `The export routes` {
    private let folder: TemporaryDirectory
    private let records: RecordStore
    private let server: Server

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        records = try RecordStore(directory)
        server = try Server(
            ServerConfiguration(), routes: RecordRoutes(records).routes,
            admit: { _, _ in Caller.local }, onError: { Response.answer(to: $0) })
    }

    /// Records whose document is larger than what a connection takes unread.
    private func fill() throws {
        let moment = Date(timeIntervalSince1970: 1_780_000_000)
        let remarks = String(repeating: "a", count: 9_900)
        try records.insert(
            (0..<700).map { number in
                Record(
                    occurrenceID: UUIDv7(), captureID: UUIDv7(), created: moment, modified: moment,
                    revision: 1, eventDate: EventDate("2026-06-01T12:05:00Z")!,
                    position: CapturePosition(
                        coordinate: Coordinate(decimalLatitude: 60, decimalLongitude: 25)!,
                        coordinateUncertaintyInMeters: 5, source: .request),
                    headingInDegrees: nil,
                    identification: Identification(name: "number \(number)", kind: .species),
                    occurrenceRemarks: remarks, recordedBy: nil, geoprivacy: .open, photo: nil,
                    computation: Computation(address: nil, addressParts: [], candidates: []))
            })
    }

    /// How many connections of this process to the database have their journal open.
    private func openJournals() throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").filter { number in
            let path = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return path == records.directory.recordsDatabase + "-wal"
        }.count
    }

    @Test func `E07 a client that goes away in the middle ends the work`() throws {
        defer { server.stop(within: .seconds(5)) }
        try fill()
        // What the routes keep open anyway.
        _ = try HTTPClient(port: server.port).get("/v1/records?limit=1")
        let before = try openJournals()
        for format in ExportFormat.allCases {
            do {
                let connection = try HTTPConnection(port: server.port)
                connection.send("GET \(format.path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
                #expect(try becomes { try openJournals() > before }, "\(format)")
            }
            #expect(try becomes { try openJournals() == before }, "\(format)")
        }
    }

    /// Waits for another thread's work, for long enough on a busy machine.
    private func becomes(_ isSo: () throws -> Bool) throws -> Bool {
        for _ in 0..<3000 {
            if try isSo() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test(arguments: ExportFormat.allCases)
    func `E07 HEAD is answered as GET is, without a body and without a reader left`(
        format: ExportFormat
    ) throws {
        defer { server.stop(within: .seconds(5)) }
        let client = HTTPClient(port: server.port)
        _ = try client.get("/v1/records?limit=1")
        let open = try openJournals()
        let (head, get) = (try client.send("HEAD", format.path), try client.get(format.path))
        #expect(head.status == 200 && get.status == 200 && head.body.isEmpty && !get.body.isEmpty)
        for name in ["content-type", "content-disposition", "cache-control"] {
            #expect(head.header(name) == get.header(name) && head.header(name) != nil)
        }
        #expect(get.header("content-type") == format.contentType)
        for _ in 0..<5 { _ = try client.send("HEAD", format.path) }
        #expect(try becomes { try openJournals() == open })
    }

    @Test(arguments: ExportFormat.allCases)
    func `a filter that cannot be met is 400 before a word is sent`(format: ExportFormat) throws {
        defer { server.stop(within: .seconds(5)) }
        let answer = try HTTPClient(port: server.port)
            .get("\(format.path)?datetime=2026-06-02/2026-06-01")
        #expect(answer.status == 400 && answer.json["field"].text == "datetime", "\(answer)")
    }
}
