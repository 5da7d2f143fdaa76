@testable import TestSupport
import Testing

@Suite struct `An answer read from the wire` {
    private func read(_ text: String) throws -> HTTPAnswer {
        try HTTPAnswer(received: Array(text.utf8), hasBody: true)
    }

    @Test func `its parts are told apart, and interim answers passed over`() throws {
        let answer = try read(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nLocation: http://h:1/v1/x\r\n"
                + "Content-Length: 11\r\n\r\n{\"a\": [1]}\n")
        #expect(answer.status == 201)
        #expect(answer.location == "/v1/x")
        #expect(answer.json["a"][0].integer == 1)
        #expect(answer.json["a"][1] == .absent && answer.json["b"]["c"] == .absent)
    }

    @Test func `chunks are joined`() throws {
        let answer = try read(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n"
        )
        #expect(answer.text == "abc0123456789")
    }

    @Test func `a body of another length than declared is a fault`() {
        #expect(throws: HTTPAnswer.Fault.bodyCut(expected: 4, got: 3)) {
            try read("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc")
        }
        #expect(throws: HTTPAnswer.Fault.chunksNotUnderstood) {
            try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc")
        }
        #expect(throws: HTTPAnswer.Fault.nothingCame) { try read("") }
    }
}

@Suite struct `EXIF made by hand` {
    @Test(.needs(.exiftool)) func `an independent reader finds what was put in`() throws {
        var exif = ExifSegment(orientation: 6)
        exif.photo[0x9003] = .text("2026:06:01 12:05:00")
        exif.photo[0x9011] = .text("+02:00")
        exif.setPosition(
            latitude: [(33, 1), (54, 1), (0, 1)], "S", longitude: [(151, 1), (12, 1), (3, 2)], "E")
        let folder = try TemporaryDirectory()
        let jpeg = try folder.write(
            exif.inserted(into: Bytes.of(GeoDataFiles.Photo.cat.path)), as: "a.jpg")
        let read = try ExternalTool.exiftool.run(
            [
                "-s", "-n", "-validate", "-warning", "-a", "-EXIF:all", "-Composite:GPSPosition",
                jpeg,
            ])
        #expect(read.exitCode == 0)
        for (tag, value) in [
            ("Orientation", "6"), ("DateTimeOriginal", "2026:06:01 12:05:00"),
            ("OffsetTimeOriginal", "+02:00"), ("GPSPosition", "-33.9 151.200416666667"),
        ] {
            #expect(
                read.standardOutput.split(separator: "\n").contains {
                    $0.hasPrefix(tag) && $0.hasSuffix(": " + value)
                }, "\(read.standardOutput)")
        }
    }
}
