import Glibc
import TestSupport
import Testing

@Suite struct `Confirming, cancelling and expiring` {
    @Test func `D01 twenty confirmations at once make one record`() throws {
        try withService { service in
            let path = try service.churchCapture()
            let json = Array(#"{"candidateId": "1"}"#.utf8)
            // All requests are on their way before the first answer is read.
            let connections = try (0..<20).map { _ in
                try HTTPConnection(port: service.client.port)
            }
            for connection in connections {
                connection.send(
                    HTTPClient.head(
                        "POST", path + "/confirmation",
                        headers: [
                            ("Content-Type", "application/json"), ("Idempotency-Key", "one"),
                            ("Content-Length", "\(json.count)"),
                        ]) + json)
            }
            let answers = try connections.map { try $0.answer() }
            #expect(answers.map(\.status).sorted() == Array(repeating: 200, count: 19) + [201])
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try service.recordCount == 1)
            #expect(service.photoFiles.count == 1)

            // And once more, after an answer was lost, with the key and without.
            let again = try service.confirm(path, headers: [("Idempotency-Key", "one")])
            #expect(again.status == 200, "\(again)")
            #expect(again.json == answers[0].json)
            #expect(try service.confirm(path).status == 200)
            #expect(try service.recordCount == 1)
            #expect(try service.client.get(path).json["state"].text == "confirmed")
            #expect(try service.client.delete(path).status == 409)
        }
    }

    @Test func `one key makes one capture`() throws {
        try withService { service in
            let key = [("Idempotency-Key", "photo-17")]
            let first = try service.capture(
                photo: Photos.church, at: Spot.cathedral, headers: key)
            let second = try service.capture(
                photo: Photos.church, at: Spot.cathedral, headers: key)
            #expect(first.status == 201, "\(first)")
            #expect(second.status == 200, "\(second)")
            #expect(first.json["id"] == second.json["id"])
            #expect(service.photoFiles.count == 1)
        }
    }

    @Test func `D01 one key sent twelve times at once, and again after a restart, is one capture`()
        throws
    {
        let folder = try PreparedData.copy()
        var form = MultipartForm()
        form.add("photo", file: try Photos.church, named: "photo.jpg", type: "image/jpeg")
        var id = JSON.absent
        try withService(in: folder) { service in
            let connections = try (0..<12).map { _ in
                try HTTPConnection(port: service.client.port)
            }
            for connection in connections {
                connection.send(
                    HTTPClient.head(
                        "POST", "/v1/captures",
                        headers: [
                            ("Content-Type", form.contentType), ("Idempotency-Key", "one"),
                            ("Content-Length", "\(form.body.count)"),
                        ]) + form.body)
            }
            let answers = try connections.map { try $0.answer() }
            #expect(answers.map(\.status).sorted() == Array(repeating: 200, count: 11) + [201])
            #expect(Set(answers.map { $0.json["id"].text }).count == 1)
            #expect(service.photoFiles.count == 1)
            id = answers[0].json["id"]
        }
        try withService(in: folder) { service in
            let again = try service.client.post(
                "/v1/captures", headers: [("Idempotency-Key", "one")], form: form)
            #expect(again.status == 200 && again.json["id"] == id, "\(again)")
            let path = "/v1/captures/\(id.text ?? "")"
            let first = try service.confirm(path, headers: [("Idempotency-Key", "two")])
            #expect(first.status == 201, "\(first)")
            #expect(service.photoFiles.count == 1)
        }
        try withService(in: folder) { service in
            let late = try service.confirm(
                "/v1/captures/\(id.text ?? "")", headers: [("Idempotency-Key", "two")])
            #expect(late.status == 200, "\(late)")
            #expect(try service.recordCount == 1)
            #expect(service.photoFiles.count == 1)
        }
    }

    @Test func `a name of one's own is taken as it is`() throws {
        try withService { service in
            let path = try service.churchCapture()
            let answer = try service.confirm(
                path,
                #"{"name": "Tuomiokirkko 🕍", "kind": "place", "occurrenceRemarks": "Käyty", "recordedBy": "Åsa"}"#
            )
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json["name"].text == "Tuomiokirkko 🕍")
            #expect(answer.json["occurrenceRemarks"].text == "Käyty")
            #expect(answer.json["recordedBy"].text == "Åsa")
            #expect(answer.json["osm_id"].number == nil)
            #expect(answer.json["confidence"].number == nil)
        }
    }

    @Test(arguments: [
        (#"{"candidateId": "99"}"#, "application/json", 409),
        (#"{"name": "", "kind": "place"}"#, "application/json", 400),
        (#"{"name": "x", "kind": "planet"}"#, "application/json", 400),
        (#"{"candidateId": "#, "application/json", 400),
        ("{}", "application/json", 400),
        (#"{"candidateId": "1"}"#, "text/plain", 415),
    ])
    func `a confirmation that says nothing clear is refused, and the capture waits on`(
        json: String, type: String, status: Int
    ) throws {
        try withService { service in
            let path = try service.churchCapture()
            let answer = try service.client.send(
                "POST", path + "/confirmation", type: type, json: json)
            #expect(answer.status == status, "\(answer)")
            #expect(answer.header("content-type") == "application/problem+json")
            #expect(answer.json["detail"].text?.isEmpty == false)
            #expect(try service.recordCount == 0)
            #expect(try service.client.get(path).json["state"].text == "pending")
            #expect(try service.confirm(path).status == 201)
        }
    }

    @Test func `a cancelled capture leaves no file`() throws {
        try withService { service in
            let path = try service.churchCapture()
            #expect(service.photoFiles.count == 1)
            #expect(try service.client.delete(path).status == 204)
            #expect(service.photoFiles == [])
            #expect(try service.client.delete(path).status == 204)
            #expect(try service.client.get(path).status == 410)
            #expect(try service.confirm(path).status == 410)
            #expect(try service.recordCount == 0)
            let unknown = "/v1/captures/0190aaaa-0000-7000-8000-000000000000"
            #expect(try service.client.delete(unknown).status == 404)
            #expect(try service.confirm(unknown).status == 404)
        }
    }

    @Test func `an expired capture leaves no file`() throws {
        try withService(arguments: ["--capture-expiry", "1"]) { service in
            let path = try service.churchCapture()
            try service.eventually("the photo of the expired capture is still there") {
                service.photoFiles == []
            }
            #expect(try service.client.get(path).status == 410)
            #expect(try service.confirm(path).status == 410)
            #expect(try service.recordCount == 0)
            let check = try turnstone("check", "--data", service.data)
            #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
        }
    }

    @Test func `a capture outlives the service being killed`() throws {
        let folder = try PreparedData.copy()
        let killed = try start(in: folder)
        let path = try killed.churchCapture()
        #expect(try killed.process.stop(signal: SIGKILL).exitCode == 128 + SIGKILL)

        try withService(in: folder) { service in
            let capture = try service.client.get(path)
            #expect(capture.status == 200, "\(capture)")
            #expect(capture.json["state"].text == "pending")
            let record = try service.confirm(path)
            #expect(record.status == 201, "\(record)")
            let photo = try service.client.get(try #require(record.location) + "/photo")
            #expect(try photo.body == Photos.church)
            let check = try turnstone("check", "--data", service.data)
            #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
        }
    }
}
