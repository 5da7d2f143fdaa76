import Glibc
import TestSupport
import Testing

/// A photo that must be refused: why, and how.
struct BadPhoto: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The status of HTTP.
    let status: Int
    /// What the message holds, in lower case.
    let words: [String]
    let bytes: @Sendable () throws -> [UInt8]

    /// The bytes that begin a file of Apple's phones (ISO/IEC 23008-12).
    static let heic: [UInt8] =
        [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
        + Array(repeating: 7, count: 5_000)

    static let all = [
        BadPhoto(testDescription: "F18 0 bytes", status: 400, words: ["empty"]) { [] },
        BadPhoto(testDescription: "F18 1 byte", status: 415, words: ["not a jpeg"]) { [0xFF] },
        BadPhoto(testDescription: "F18 text", status: 415, words: ["not a jpeg"]) {
            Array("I am no picture.\n".utf8)
        },
        BadPhoto(testDescription: "F10 HEIC named .jpg", status: 415, words: ["heic", "jpeg"]) {
            heic
        },
        BadPhoto(testDescription: "PNG of 100000 x 100000", status: 415, words: ["png", "jpeg"]) {
            [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0, 8, 2, 0, 0, 0]
        },
        BadPhoto(testDescription: "F15 half a JPEG", status: 422, words: ["cut off"]) {
            let whole = try Photos.church
            return Array(whole.prefix(whole.count / 2))
        },
        BadPhoto(
            testDescription: "F16 65535 x 65535, the most JPEG can declare", status: 422,
            words: ["65535 x 65535"]
        ) { try Photos.declaring(width: 65_535, height: 65_535, in: Photos.church) },
        BadPhoto(testDescription: "F16 20000 x 20000", status: 422, words: ["20000 x 20000"]) {
            try Photos.declaring(width: 20_000, height: 20_000, in: Photos.church)
        },
        BadPhoto(testDescription: "no side at all", status: 422, words: ["height or width"]) {
            try Photos.declaring(width: 0, height: 0, in: Photos.church)
        },
    ]
}

@Suite struct `Uploads that are refused` {
    @Test(arguments: BadPhoto.all)
    func `a bad photo is refused by form, as a body, and by command`(bad: BadPhoto) throws {
        let bytes = try bad.bytes()
        try withService { service in
            let memory = service.process.peakMemoryInBytes ?? 0
            let answers = [
                try service.capture(photo: bytes, at: Spot.cathedral),
                try service.client.send(
                    "POST", "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522",
                    headers: [("Content-Type", "image/jpeg")], body: bytes),
            ]
            for answer in answers {
                #expect(answer.status == bad.status, "\(answer)")
                #expect(answer.header("content-type") == "application/problem+json")
                let detail = answer.json["detail"].text?.lowercased() ?? ""
                for word in bad.words { #expect(detail.contains(word), "\(answer)") }
            }
            #expect(service.photoFiles == [])
            #expect(service.leftovers == [])
            #expect(try service.recordCount == 0)
            // Decoded, the large ones would take 1.2 GB and more.
            let grown = (service.process.peakMemoryInBytes ?? 0) - memory
            #expect(grown < 256 << 20, "\(grown >> 20) MiB for a photo that is refused")

            let file = try service.folder.write(bytes, as: "photo.jpg")
            let result = try turnstone(
                "identify", file, "--at", "60.1702,24.9522", "--data", service.data)
            expectFailure(result, exitCode: 1, saying: bad.words)
            #expect(service.photoFiles == [])
        }
    }

    @Test(
        .needsSharedData,
        arguments: ["iphone-11.HEIC", "iphone-xs-gps.heic", "avif-orientation-6.avif"])
    func `F10 real HEIC and AVIF files are named for what they are`(name: String) throws {
        let bytes = try Bytes.of(SharedData.path("data/photos/not-jpeg/\(name)"))
        try withService { service in
            let answer = try service.capture(photo: bytes, named: "photo.jpg", at: Spot.cathedral)
            #expect(answer.status == 415, "\(answer)")
            let kind = name.lowercased().split(separator: ".").last ?? ""
            #expect(answer.json["detail"].text?.lowercased().contains(kind) == true, "\(answer)")
            #expect(service.photoFiles == [])
        }
    }

    @Test(arguments: [false, true])
    func `F15 a connection closed at half of the declared length leaves nothing`(asForm: Bool)
        throws
    {
        let church = try Photos.church
        var form = MultipartForm()
        form.add("decimalLatitude", "60.1702")
        form.add("decimalLongitude", "24.9522")
        form.add("photo", file: church, named: "photo.jpg")
        let body = asForm ? form.body : church
        try withService { service in
            do {
                let connection = try HTTPConnection(port: service.client.port)
                connection.send(
                    HTTPClient.head(
                        "POST", "/v1/captures",
                        headers: [
                            ("Content-Type", asForm ? form.contentType : "image/jpeg"),
                            ("Content-Length", "\(body.count)"),
                        ]))
                connection.send(body.prefix(body.count / 2))
                // The server has begun to store it before the line goes dead.
                usleep(100_000)
            }
            try service.eventually("half an upload is still there") { service.photoFiles == [] }
            #expect(service.leftovers == [])
            #expect(try service.recordCount == 0)
            #expect(try service.capture(photo: church, at: Spot.cathedral).status == 201)
        }
    }

    @Test(arguments: [
        ([("decimalLatitude", "95"), ("decimalLongitude", "24")], "decimalLatitude"),
        ([("decimalLatitude", "60"), ("decimalLongitude", "200")], "decimalLongitude"),
        ([("decimalLatitude", "NaN"), ("decimalLongitude", "24")], "decimalLatitude"),
        ([("decimalLatitude", "60"), ("decimalLongitude", "inf")], "decimalLongitude"),
        ([("decimalLatitude", "sixty"), ("decimalLongitude", "24")], "decimalLatitude"),
        ([("decimalLatitude", "60,17"), ("decimalLongitude", "24")], "decimalLatitude"),
        ([("decimalLatitude", "60")], "decimalLongitude"),
        ([("decimalLongitude", "24")], "decimalLatitude"),
        ([("eventDate", "yesterday")], "eventDate"),
        ([("headingInDegrees", "north")], "headingInDegrees"),
        ([("headingInDegrees", "361")], "headingInDegrees"),
        ([("coordinateUncertaintyInMeters", "-1")], "coordinateUncertaintyInMeters"),
        ([("coordinateUncertaintyInMeters", "NaN")], "coordinateUncertaintyInMeters"),
    ])
    func `a field that is wrong is named, and nothing is stored`(
        fields: [(String, String)], field: String
    ) throws {
        let church = try Photos.church
        try withService { service in
            let byForm = try service.capture(
                photo: church, fields: Dictionary(fields) { $1 })
            let query = fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
            let asBody = try service.client.send(
                "POST", "/v1/captures?\(query)", headers: [("Content-Type", "image/jpeg")],
                body: church)
            for answer in [byForm, asBody] {
                #expect(answer.status == 400, "\(answer)")
                #expect(answer.json["field"].text == field, "\(answer)")
                #expect(answer.json["detail"].text?.isEmpty == false)
            }
            #expect(service.photoFiles == [])
            #expect(try service.recordCount == 0)
        }
    }

    @Test func `P05 latitude and longitude that look swapped get a hint`() throws {
        try withService { service in
            let answer = try service.capture(at: ("139.77", "35.68"))
            #expect(answer.status == 400, "\(answer)")
            #expect(answer.json["detail"].text?.lowercased().contains("swap") == true, "\(answer)")
            #expect(try service.capture(at: ("12.45", "41.90")).status == 201)
        }
    }

    @Test func `a form without a boundary, or of another kind, is refused`() throws {
        let church = try Photos.church
        var form = MultipartForm()
        form.add("photo", file: church, named: "photo.jpg")
        try withService { service in
            for (type, status, word) in [
                ("multipart/form-data", 400, "boundary"),
                ("multipart/form-data; boundary=", 400, "boundary"),
                ("multipart/form-data; boundary=other", 400, ""),
                ("application/pdf", 415, "multipart/form-data"),
            ] {
                let answer = try service.client.send(
                    "POST", "/v1/captures", headers: [("Content-Type", type)], body: form.body)
                #expect(answer.status == status, "\(type): \(answer)")
                #expect(answer.header("content-type") == "application/problem+json")
                if !word.isEmpty {
                    #expect(answer.json["detail"].text?.contains(word) == true, "\(answer)")
                }
            }
            let bare = try service.client.send("POST", "/v1/captures", body: [])
            #expect((400...415).contains(bare.status), "\(bare)")
            #expect(service.photoFiles == [])
            #expect(service.leftovers == [])
        }
    }

    @Test func `a body over the limit is refused with its limit`() throws {
        try withService { service in
            let length = 65 << 20
            let connection = try HTTPConnection(port: service.client.port)
            connection.send(
                HTTPClient.head(
                    "POST", "/v1/captures",
                    headers: [("Content-Type", "image/jpeg"), ("Content-Length", "\(length)")]))
            let block = try Photos.church + Array(repeating: 0, count: 1 << 20)
            for _ in 0..<(length / block.count) where connection.send(block) {}
            connection.send(Array(repeating: 0, count: length % block.count))
            let answer = try connection.answer()
            #expect(answer.status == 413, "\(answer)")
            #expect(answer.header("content-type") == "application/problem+json")
            try service.eventually("the upload is still there") { service.photoFiles == [] }
        }
    }

    @Test(arguments: [
        "../../x.jpg", "..\\..\\x.jpg", "%2e%2e/%2e%2e/x.jpg", "/tmp/turnstone-a10.jpg",
        "a\u{0}b.jpg",
        String(repeating: "n", count: 300) + ".jpg", "C:\\x.jpg", ".", "..", "photos/ab/x.jpg",
        "é\".jpg",
    ])
    func `A10 a file name never says where the photo goes`(name: String) throws {
        try withService { service in
            let before = service.folder.files
            let answer = try service.capture(
                photo: Photos.church, named: name, at: Spot.cathedral)
            // A name no form can carry may be refused; it is never used.
            #expect(answer.status == 201 || answer.status == 400, "\(answer)")
            if answer.status == 201 {
                let record = try service.confirm(try #require(answer.location))
                #expect(record.status == 201, "\(record)")
            }
            let new = service.folder.files.filter {
                !before.contains($0) && !$0.hasPrefix("data/records.sqlite")
            }
            #expect(new.count == (answer.status == 201 ? 1 : 0), "\(new)")
            #expect(
                new.allSatisfy {
                    $0.wholeMatch(of: /data\/photos\/[0-9a-f]{2}\/[0-9a-f-]{36}\.jpg/) != nil
                }, "\(new)")
            #expect(access("/tmp/turnstone-a10.jpg", F_OK) != 0)
        }
    }
}
