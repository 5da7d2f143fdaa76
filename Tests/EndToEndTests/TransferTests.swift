import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Sending and fetching again` {
    @Test func `A15 a photo is fetched in parts, with its checksum`() throws {
        try withService { service in
            let photo = try Photos.church
            let path = try #require(try service.confirm(service.churchCapture()).location)
            let whole = try service.client.get(path + "/photo")
            #expect(whole.body == photo)
            let digest = try #require(whole.header("repr-digest"))
            let sha256 = try service.client.get(path).json["photo"]["sha256"].text ?? ""
            let hexadecimal = Data(base64Encoded: String(digest.dropFirst(9).dropLast()))?
                .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            #expect(digest.hasPrefix("sha-256=:"))
            #expect(hexadecimal == sha256)
            let rest = try service.client.get(
                path + "/photo",
                headers: [("Range", "bytes=100-"), ("If-Range", whole.header("etag") ?? "")])
            #expect(rest.status == 206)
            #expect(rest.header("content-range") == "bytes 100-\(photo.count - 1)/\(photo.count)")
            #expect(rest.header("repr-digest") == digest)
            #expect(photo.prefix(100) + rest.body == photo)
            let beyond = try service.client.get(
                path + "/photo", headers: [("Range", "bytes=\(photo.count)-")])
            #expect(beyond.status == 416)
            #expect(beyond.header("content-range") == "bytes */\(photo.count)")
            #expect(beyond.json["status"].integer == 416)
            // A thumbnail is another representation: it has parts, and not this checksum.
            let small = try service.client.get(
                path + "/photo?size=120", headers: [("Range", "bytes=0-9")])
            #expect(small.status == 206 && small.body.count == 10)
            #expect(small.header("repr-digest") == nil)
        }
    }

    @Test func `A15 an export is sent from the start, whatever the range`() throws {
        try withService { service in
            _ = try service.record(named: "One")
            let whole = try service.client.get("/v1/export/geojson")
            let again = try service.client.get(
                "/v1/export/geojson", headers: [("Range", "bytes=100-")])
            #expect(again.status == 200)
            #expect(again.body == whole.body)
            #expect(again.header("content-range") == nil)
            #expect(again.header("accept-ranges") == "none")
        }
    }

    @Test(arguments: [
        "filename*=UTF-8''%E7%8E%B0.jpg", "filename=\"A\u{308}gypten.jpg\"",
        "filename=\"x.jpg\"; filename*=UTF-8''e%CC%81t%C3%A9.jpg",
        "filename*=ISO-8859-1''caf%E9.jpg; filename=\"x.jpg\"", "filename=\"한글.jpg\"",
    ])
    func `A12 a file name in any script is taken, and kept nowhere`(name: String) throws {
        try withService { service in
            let body =
                Array("--b\r\nContent-Disposition: form-data; name=\"photo\"; \(name)\r\n".utf8)
                + Array("Content-Type: image/jpeg\r\n\r\n".utf8) + (try Photos.church)
                + Array("\r\n--b--\r\n".utf8)
            let answer = try service.client.send(
                "POST", "/v1/captures",
                headers: [("Content-Type", "multipart/form-data; boundary=b")], body: body)
            #expect(answer.status == 201, "\(answer)")
            let files = service.photoFiles
            #expect(files.count == 1)
            #expect(files.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }, "\(files)")
            #expect(!answer.text.contains(".jpg"))
        }
    }

    @Test func `a key of 255 characters in any script makes one capture, a longer one none`()
        throws
    {
        try withService { service in
            for key in [
                String(repeating: "k", count: 255), "ключ-é-現", String(repeating: "é", count: 255),
            ] {
                let answers = try (0..<2).map { _ in
                    try service.capture(
                        photo: Photos.church, at: Spot.cathedral,
                        headers: [("Idempotency-Key", key)])
                }
                #expect(answers.map(\.status) == [201, 200], "\(key)")
                #expect(answers[0].location == answers[1].location)
            }
            for key in [String(repeating: "k", count: 256), ""] {
                let answer = try service.capture(
                    photo: Photos.church, at: Spot.cathedral, headers: [("Idempotency-Key", key)])
                #expect(answer.status == 400, "\(answer)")
                #expect(answer.json["field"].text == "Idempotency-Key")
            }
            let connection = try HTTPConnection(port: service.client.port)
            connection.send(
                Array("POST /v1/captures?decimalLatitude=1&decimalLongitude=1 HTTP/1.1\r\n".utf8)
                    + Array("Host: localhost\r\nConnection: close\r\nIdempotency-Key: ".utf8)
                    + [0xFF, 0xFE] + Array("\r\n\r\n".utf8))
            let answer = try connection.answer()
            #expect(answer.status == 400, "\(answer)")
            #expect(answer.json["field"].text == "Idempotency-Key")
        }
    }

    @Test func `a page of anyone may run a geocoder's answer, and nothing else`() throws {
        try withService { service in
            let script = try service.client.get(
                "/reverse?format=jsonv2&lat=60.1702&lon=24.9522&json_callback=show")
            #expect(script.text.hasPrefix("show("))
            #expect(script.header("cross-origin-resource-policy") == "cross-origin")
            #expect(script.header("x-content-type-options") == "nosniff")
            for target in ["/v1/records", "/v1/lifelist", "/v1/export/geojson", "/healthz"] {
                let answer = try service.client.get(target + "?json_callback=show")
                #expect(!answer.text.contains("show("), "\(target)")
                #expect(answer.header("cross-origin-resource-policy") == "same-origin", "\(target)")
            }
        }
    }

    @Test func `every kind of answer tells browsers what they may do with it`() throws {
        try withService { service in
            let path = try #require(try service.confirm(service.churchCapture()).location)
            for target in [
                "/", "/app.js", "/icon.svg", "/openapi.json", "/healthz", "/v1/records", path,
                path + "/photo", path + "/photo?size=120", "/v1/export/geojson", "/reverse",
                "/nothing", "/v1/records/x",
            ] {
                let answer = try service.client.get(target)
                for (name, value) in [
                    ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
                    ("referrer-policy", "no-referrer"),
                    ("cross-origin-resource-policy", "same-origin"),
                ] {
                    #expect(answer.header(name) == value, "\(target): \(name)")
                }
                let policy = answer.header("content-security-policy") ?? ""
                #expect(policy.contains("frame-ancestors 'none'"), "\(target)")
                #expect(
                    policy.contains(target == "/" ? "default-src 'self'" : "default-src"),
                    "\(target)")
                #expect(!policy.contains("unsafe"), "\(target)")
                #expect(answer.header("cache-control") != nil, "\(target)")
            }
        }
    }
}

@Suite struct `A service under load` {
    @Test func `keeps every record, leaks nothing and ends well`() throws {
        let result = try runProgram(
            ["bench", "load", "--seconds", "5", "--clients", "4", "--json", "--allow-debug"],
            environment: ["TURNSTONE_OPENVINO": "/nonexistent/openvino"], within: 120)
        #expect(result.exitCode == 0, "\(result)")
        #expect(result.json["requests"]["capture"].integer ?? 0 > 0)
        #expect(result.json["problemsFound"].all.isEmpty)
        #expect(result.json["recordsFound"].integer == result.json["recordsExpected"].integer)
    }
}
