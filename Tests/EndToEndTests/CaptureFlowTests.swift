import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The capture flow over HTTP` {
    @Test func `from a form to a deleted record`() throws {
        let church = try Photos.church
        try withService { service in
            // Capture.
            let captured = try service.capture(
                photo: church, at: Spot.cathedral,
                fields: [
                    "lang": "en", "coordinateUncertaintyInMeters": "12",
                    "eventDate": "2026-06-01T12:05:00+02:00", "headingInDegrees": "350.5",
                ])
            #expect(captured.status == 201, "\(captured)")
            let capture = captured.json
            let path = try #require(captured.location)
            #expect(path == "/v1/captures/\(capture["id"].text ?? "?")")
            #expect(capture["state"].text == "pending")
            #expect(capture["eventDate"].text == "2026-06-01T12:05:00+02:00")
            #expect(capture["headingInDegrees"].number == 350.5)
            #expect(capture["position"]["decimalLatitude"].number == 60.1702)
            #expect(capture["position"]["decimalLongitude"].number == 24.9522)
            #expect(capture["position"]["coordinateUncertaintyInMeters"].number == 12)
            #expect(capture["position"]["source"].text == "request")
            #expect(capture["photo"]["width"].integer == 1024)
            #expect(capture["photo"]["height"].integer == 683)
            #expect(capture["photo"]["bytes"].integer == church.count)
            for source in ["image", "places", "address"] {
                #expect(capture.source(source)["state"].text == "answered", "\(captured)")
                #expect(capture.source(source)["milliseconds"].number != nil)
            }
            let first = capture["candidates"][0]
            #expect(first["name"].text == "Helsinki Cathedral", "\(captured)")
            #expect(first["osm_type"].text == "way")
            #expect(first["osm_id"].integer == Spot.cathedralID)
            #expect(first.evidenceKinds.contains("distance"))
            #expect(first.evidenceKinds.contains("image"))
            #expect(capture["candidates"].all.contains { $0["kind"].text == "address" })
            let scores = capture["candidates"].all.compactMap(\.["score"].number)
            #expect(scores.allSatisfy { (0...1).contains($0) })
            #expect(service.photoFiles.count == 1)
            #expect(service.photoFiles.allSatisfy { $0.hasPrefix("staging/") })
            #expect(try service.recordCount == 0)
            #expect(try service.client.get(path).json == capture)

            // Confirm.
            let confirmed = try service.confirm(
                path, #"{"candidateId": "1", "occurrenceRemarks": "seen from the square"}"#)
            #expect(confirmed.status == 201, "\(confirmed)")
            let record = confirmed.json
            let recordPath = try #require(confirmed.location)
            #expect(recordPath == "/v1/records/\(record["occurrenceID"].text ?? "?")")
            #expect(confirmed.header("etag") == "\"1\"")
            #expect(record["name"].text == "Helsinki Cathedral")
            #expect(record["kind"].text == "place")
            #expect(record["osm_id"].integer == Spot.cathedralID)
            #expect(record["occurrenceRemarks"].text == "seen from the square")
            #expect(record["decimalLatitude"].number == 60.1702)
            #expect(record["decimalLongitude"].number == 24.9522)
            #expect(record["coordinateUncertaintyInMeters"].number == 12)
            #expect(record["geodeticDatum"].text == "EPSG:4326")
            #expect(record["eventDate"].text == "2026-06-01T12:05:00+02:00")
            #expect(record["captureID"].text == capture["id"].text)
            #expect(record["revision"].integer == 1)
            #expect(record["photo"]["sha256"] == capture["photo"]["sha256"])
            #expect(record["computed"]["candidates"].all.count == scores.count)
            #expect(record["computed"]["address"].text?.isEmpty == false)
            let again = try service.client.get(recordPath)
            #expect(again.json == record)
            let unchanged = try service.client.get(
                recordPath, headers: [("If-None-Match", "\"1\"")])
            #expect(unchanged.status == 304)
            #expect(service.photoFiles.count == 1)
            #expect(service.photoFiles.allSatisfy { $0.hasPrefix("photos/") })

            // Photo.
            let photo = try service.client.get(recordPath + "/photo")
            #expect(photo.status == 200)
            #expect(photo.header("content-type") == "image/jpeg")
            #expect(photo.body == church)
            let hash = try #require(record["photo"]["sha256"].text)
            #expect(photo.header("etag") == "\"\(hash)\"")
            for (size, width, height) in [(120, 120, 80), (480, 480, 320), (1280, 1024, 683)] {
                let small = try service.client.get("\(recordPath)/photo?size=\(size)")
                #expect(small.status == 200, "\(small.status)")
                let look = try Photos.look(at: small.body)
                #expect((look.width, look.height) == (width, height))
            }
            let other = try service.client.get("\(recordPath)/photo?size=200")
            #expect(other.status == 400 && other.json["field"].text == "size", "\(other)")

            // List.
            let list = try service.client.get("/v1/records")
            #expect(list.json["numberMatched"].integer == 1)
            #expect(list.json["records"][0]["occurrenceID"] == record["occurrenceID"])

            // The same by command.
            let id = try #require(record["occurrenceID"].text)
            let shown = try turnstone("records", "show", id, "--json", "--data", service.data)
            #expect(shown.exitCode == 0, "\(shown.standardError)")
            #expect(shown.json["name"].text == "Helsinki Cathedral")
            let listed = try turnstone("records", "list", "--data", service.data)
            #expect(listed.standardOutput.contains("Helsinki Cathedral"))

            // Delete.
            #expect(try service.client.delete(recordPath).status == 204)
            #expect(try service.client.get(recordPath).status == 410)
            let gone = try service.client.get(recordPath + "/photo").status
            #expect(gone == 410 || gone == 404)
            #expect(try service.client.delete(recordPath).status == 410)
            #expect(service.photoFiles == [])
            let check = try turnstone("check", "--data", service.data)
            #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
            #expect(service.leftovers == [])
        }
    }

    @Test func `a bare JPEG with the fields in the query does the same`() throws {
        let church = try Photos.church
        try withService { service in
            let captured = try service.client.send(
                "POST",
                "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522&lang=en"
                    + "&eventDate=2026-06-01T12:05:00%2B02:00",
                headers: [("Content-Type", "image/jpeg")], body: church)
            #expect(captured.status == 201, "\(captured)")
            #expect(captured.json["candidates"][0]["name"].text == "Helsinki Cathedral")
            #expect(captured.json["eventDate"].text == "2026-06-01T12:05:00+02:00")
            let record = try service.confirm(try #require(captured.location))
            #expect(record.status == 201, "\(record)")
            let photo = try service.client.get(try #require(record.location) + "/photo")
            #expect(photo.body == church)
        }
    }

    @Test func `a picture sent in pieces without a length is taken`() throws {
        let church = try Photos.church
        try withService { service in
            let connection = try HTTPConnection(port: service.client.port)
            connection.send(
                HTTPClient.head(
                    "POST", "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522",
                    headers: [
                        ("Content-Type", "image/jpeg"), ("Transfer-Encoding", "chunked"),
                    ]))
            for start in stride(from: 0, to: church.count, by: 10_000) {
                let piece = church[start..<min(start + 10_000, church.count)]
                connection.send(Array("\(String(piece.count, radix: 16))\r\n".utf8))
                connection.send(Array(piece) + [0x0D, 0x0A])
            }
            connection.send(Array("0\r\n\r\n".utf8))
            let answer = try connection.answer()
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json["photo"]["bytes"].integer == church.count)
        }
    }

    @Test func `EXIF gives position, time with offset and heading when the request has none`()
        throws
    {
        var exif = ExifSegment(at: 60.1702, 24.9522)
        exif.photo[0x9003] = .text("2026:06:01 12:05:00")
        exif.photo[0x9011] = .text("+02:00")
        exif.gps[16] = .text("T")
        exif.gps[17] = .rationals([(1234, 10)])
        let photo = try exif.inserted(into: Photos.church)
        try withService { service in
            let capture = try service.capture(photo: photo).json
            let position = capture["position"]
            #expect(position["source"].text == "exif")
            #expect(abs((position["decimalLatitude"].number ?? 0) - 60.1702) < 1e-6)
            #expect(abs((position["decimalLongitude"].number ?? 0) - 24.9522) < 1e-6)
            #expect(capture["eventDate"].text == "2026-06-01T12:05:00+02:00")
            #expect(capture["headingInDegrees"].number == 123.4)
            #expect(capture["candidates"].ids.contains(Spot.cathedralID))

            // What the request says goes first.
            let told = try service.capture(
                photo: photo, at: Spot.fortyKilometresAway,
                fields: ["eventDate": "2025-01-02T03:04:05Z"]
            ).json
            #expect(told["position"]["source"].text == "request")
            #expect(told["position"]["decimalLatitude"].number == 60.53)
            #expect(told["eventDate"].text?.hasPrefix("2025-01-02T03:04:05") == true)
            #expect(!told["candidates"].ids.contains(Spot.cathedralID))
        }
    }

    @Test(arguments: [(-36.8, 174.7), (38.7, -9.1), (-22.9, -43.2)])
    func `F02 south and west keep their sign`(latitude: Double, longitude: Double) throws {
        let photo = try ExifSegment(at: latitude, longitude).inserted(into: Photos.church)
        try withService { service in
            let position = try service.capture(photo: photo).json["position"]
            #expect(abs((position["decimalLatitude"].number ?? 0) - latitude) < 1e-6)
            #expect(abs((position["decimalLongitude"].number ?? 0) - longitude) < 1e-6)
        }
    }

    @Test func `F04 a position of zeros is none, and the person is told`() throws {
        let photo = try ExifSegment(at: 0, 0).inserted(into: Photos.church)
        try withService { service in
            let answer = try service.capture(photo: photo)
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json["position"]["decimalLatitude"].number == nil, "\(answer)")
            #expect(answer.json["notices"].all.isEmpty == false, "\(answer)")
            #expect(answer.json.source("places")["state"].text == "off")
        }
    }

    @Test func `a position alone is a capture too, and nothing at all is none`() throws {
        try withService { service in
            let answer = try service.capture(at: Spot.cathedral)
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json["photo"]["width"].number == nil)
            #expect(answer.json.source("image")["state"].text == "off")
            #expect(answer.json["candidates"].ids.contains(Spot.cathedralID))
            let record = try service.confirm(try #require(answer.location))
            #expect(record.status == 201, "\(record)")
            let photo = try service.client.get(try #require(record.location) + "/photo")
            #expect(photo.status == 404, "\(photo)")
            let nothing = try service.capture(fields: ["lang": "en"])
            #expect(nothing.status == 400, "\(nothing)")
        }
    }

    @Test func `with neither position nor model the time stamp is offered`() throws {
        try withService(classifier: .none) { service in
            let answer = try service.capture(photo: Photos.church)
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json["candidates"].all.map(\.["kind"].text) == ["time"])
            let record = try service.confirm(try #require(answer.location))
            #expect(record.status == 201, "\(record)")
            #expect(record.json["kind"].text == "time")
            let health = try service.client.get("/healthz").json
            #expect(health["status"].text == "ok")
            #expect(health["imageClassification"].text?.contains("Scripts/setup") == true)
        }
    }

    @Test(.needsOpenVINO) func `the bundled model answers over HTTP`() throws {
        try withService(classifier: .bundled) { service in
            let answer = try service.capture(
                photo: Photos.church, at: Spot.cathedral, fields: ["lang": "en"])
            #expect(answer.json["candidates"][0]["name"].text == "Helsinki Cathedral", "\(answer)")
            #expect(answer.json["candidates"][0].evidenceKinds.contains("image"))
            #expect(answer.json.source("image")["state"].text == "answered")
            let health = try service.client.get("/healthz").json
            #expect(health["imageClassification"].text == "ready")
        }
    }
}
