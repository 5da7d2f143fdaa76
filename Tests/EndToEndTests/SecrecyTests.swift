import FoundationEssentials
import TestSupport
import Testing

@Suite struct `What the log and errors tell` {
    /// What a client sends and nobody should read in a log.
    private let secrets = [
        "60.1702", "24.9522", "17.123456", "Geheimnisfink", "Aino", "notes-of-mine",
        "private-name", "word-in-query", "tsn_notatoken", "key-of-mine", "60%2E1702", "%41ino",
        "SESSION",
    ]

    @Test func `the log has no position, name, query, token or file name of a request`() throws {
        let folder = try PreparedData.copy()
        let service = try start(in: folder)
        let client = service.client
        let made = try service.capture(
            photo: Photos.church, named: "private-name.jpg", at: Spot.cathedral,
            headers: [("Idempotency-Key", "key-of-mine"), ("Cookie", "SESSION=1")])
        #expect(made.status == 201, "\(made)")
        let record = try service.confirm(
            try #require(made.location),
            #"{"name": "Geheimnisfink", "recordedBy": "Aino", "occurrenceRemarks": "notes-of-mine"}"#
        )
        let path = try #require(record.location)
        var answers = [made, record]
        for target in [
            "/v1/records?q=word-in-query&near=60.1702,24.9522", "/v1/records/Aino",
            "/v1/places/nearby?lat=60.1702&lon=24.9522", "/v1/places/nearby?lat=Aino&lon=17.123456",
            "/reverse?lat=60.1702&lon=24.9522", "/reverse?lat=Geheimnisfink&lon=1",
            "/search?q=Geheimnisfink", "/v1/species?q=Geheimnisfink", "/v1/species/Geheimnisfink",
            "/60.1702,24.9522", "/v1/records/60%2E1702", "/v1/records/%41ino/photo",
            "/v1/export/geojson?q=Aino", "/healthz?Aino", "/v1/captures/key-of-mine",
        ] {
            answers.append(
                try client.get(target, headers: [("Authorization", "Bearer tsn_notatoken")]))
        }
        answers.append(try client.send("AINO60.1702", "/Aino", body: nil))
        answers.append(try client.send("POST", "/v1/captures", body: Array("Aino".utf8)))
        answers.append(
            try client.send(
                "PATCH", path, headers: [("If-Match", "\"1\"")],
                json: #"{"name": "Aino", "unknown": "Geheimnisfink"}"#))
        // A fault of the service's own: the photo is a folder, and the thumbnail cannot be made.
        let photo = try #require(service.photoFiles.first { $0.hasPrefix("photos/") })
        let file = folder.file("data/" + photo)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        answers += try [client.get(path + "/photo"), client.get(path + "/photo?size=480")]
        #expect(answers.suffix(2).allSatisfy { $0.status >= 400 })
        for answer in answers where answer.status >= 400 {
            #expect(!answer.text.contains(folder.path), "\(answer)")
        }
        let log = try service.process.stop().standardError
        for secret in secrets { #expect(!log.contains(secret), "\(secret)") }
        let lines = log.split(separator: "\n").map { (try? JSON(parsing: $0.utf8)) ?? .absent }
        #expect(lines.count >= answers.count)
        let known: Set = [
            "time", "level", "event", "id", "method", "route", "status", "bytes", "milliseconds",
        ]
        for line in lines where line["event"].text == "request" {
            #expect(Set(line.object.map { $0.keys.map(\.self) } ?? []).isSubset(of: known))
        }
    }

    @Test func `no odd path, name or query leads to a file`() throws {
        try withService { service in
            let path = try #require(try service.confirm(service.churchCapture()).location)
            let odd = [
                "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "/etc/passwd",
                "%2fetc%2fpasswd", "..\\..\\x", "%2e%2e%5crecords.sqlite", "file:///etc/passwd",
                "records.sqlite", "..", ".", "%c0%ae%c0%ae/", "access.sqlite%00.jpg",
            ]
            for name in odd {
                for target in [
                    "/\(name)", "/v1/records/\(name)", "/v1/records/\(name)/photo",
                    "/v1/captures/\(name)", "\(path)/photo?size=\(name)", "\(path)/photo/\(name)",
                    "/v1/species/\(name)", "/v1/places/way/\(name)", "/v1/saved-places/\(name)",
                    "/v1/export/\(name)", "/app.js/\(name)", "/reverse?lat=1&lon=1&format=\(name)",
                    "/v1/places/nearby?lat=60&lon=24&lang=\(name)", "/search?q=\(name)",
                    "/v1/records?cursor=\(name)", "/v1/explore?lat=60&lon=24&lang=\(name)",
                ] {
                    let answer = try service.client.get(target)
                    #expect(answer.status < 500, "\(target): \(answer)")
                    #expect(!answer.text.contains("SQLite format 3"), "\(target)")
                    #expect(!answer.text.contains("root:"), "\(target)")
                    #expect(!answer.text.contains(service.folder.path), "\(target)")
                }
                let sent = try service.capture(
                    photo: Photos.church, named: name, at: Spot.cathedral)
                #expect(sent.status == 201, "\(name): \(sent)")
            }
            #expect(try service.client.get(path + "/photo").status == 200)
            let names = service.folder.files
            #expect(
                names.allSatisfy { $0.hasPrefix("data/") || $0.hasPrefix("labels-") }, "\(names)")
        }
    }
}
