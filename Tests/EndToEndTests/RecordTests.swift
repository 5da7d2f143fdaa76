import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Reviewing records` {
    @Test func `pages hold every record once, newest first`() throws {
        try withService { service in
            let names = (1...7).map { "number \($0)" }
            for (index, name) in names.enumerated() {
                _ = try service.record(
                    named: name, fields: ["eventDate": "2026-06-0\(index + 1)T12:00:00+02:00"])
            }
            var target: String? = "/v1/records?limit=3"
            var pages: [[String]] = []
            while let path = target {
                let page = try service.client.get(path)
                #expect(page.status == 200, "\(page)")
                #expect(page.json["numberMatched"].integer == 7)
                pages.append(page.json["records"].all.compactMap(\.["name"].text))
                target = page.json["next"].text
                #expect((page.header("link")?.contains("rel=\"next\"") ?? false) == (target != nil))
                try #require(pages.count < 9)
            }
            #expect(pages.map(\.count) == [3, 3, 1])
            #expect(pages.flatMap { $0 } == names.reversed())
        }
    }

    @Test func `filters find what they should`() throws {
        try withService { service in
            _ = try service.record(
                named: "Sydney", at: ("-33.9", "151.2"),
                fields: ["eventDate": "2025-01-01T00:00:00Z"])
            _ = try service.record(
                named: "Helsinki", fields: ["eventDate": "2026-06-01T00:00:00Z"])
            for (query, found) in [
                ("bbox=150,-35,152,-33", ["Sydney"]), ("bbox=170,-90,-170,90", []),
                ("datetime=2026-01-01T00:00:00Z/..", ["Helsinki"]),
                ("datetime=../2025-12-31T00:00:00Z", ["Sydney"]), ("q=helsinki", ["Helsinki"]),
                ("near=60.17,24.95&radius=5000", ["Helsinki"]),
                ("kind=thing", ["Helsinki", "Sydney"]), ("kind=place", []),
            ] {
                let answer = try service.client.get("/v1/records?\(query)")
                let names = answer.json["records"].all.compactMap(\.["name"].text)
                #expect(names == found, "\(query): \(answer)")
            }
            for (query, field) in [
                ("bbox=1,2,3", "bbox"), ("datetime=yesterday", "datetime"), ("limit=0", "limit"),
                ("limit=many", "limit"), ("cursor=nonsense", "cursor"), ("kind=planet", "kind"),
            ] {
                let answer = try service.client.get("/v1/records?\(query)")
                #expect(answer.status == 400, "\(query): \(answer)")
                #expect(answer.json["field"].text == field, "\(query): \(answer)")
            }
        }
    }

    @Test func `an edit needs the revision it was made on`() throws {
        try withService { service in
            let path = try #require(try service.confirm(service.churchCapture()).location)
            let before = try service.client.get(path).json
            func patch(_ json: String, _ revision: String?) throws -> HTTPAnswer {
                try service.client.send(
                    "PATCH", path, headers: revision.map { [("If-Match", "\"\($0)\"")] } ?? [],
                    type: "application/merge-patch+json", json: json)
            }
            #expect(try patch(#"{"name": "x"}"#, nil).status == 428)
            let edited = try patch(
                #"{"name": "Senate Square", "occurrenceRemarks": "from the steps"}"#, "1")
            #expect(edited.status == 200, "\(edited)")
            #expect(edited.header("etag") == "\"2\"")
            #expect(edited.json["name"].text == "Senate Square")
            #expect(edited.json["occurrenceRemarks"].text == "from the steps")
            #expect(edited.json["computed"] == before["computed"])
            #expect(edited.json["photo"] == before["photo"])

            let stale = try patch(#"{"name": "lost"}"#, "1")
            #expect(stale.status == 412, "\(stale)")
            #expect(stale.header("etag") == "\"2\"")
            let cleared = try patch(#"{"occurrenceRemarks": null}"#, "2")
            #expect(cleared.status == 200, "\(cleared)")
            #expect(cleared.json["occurrenceRemarks"].text == nil)
            for (json, field) in [
                (#"{"revision": 9}"#, "revision"), (#"{"decimalLatitude": 1}"#, "decimalLatitude"),
                (#"{"name": ""}"#, "name"), (#"{"name": null}"#, "name"), (#"{"name": 7}"#, "name"),
                (#"{"geoprivacy": "some"}"#, "geoprivacy"),
            ] {
                let refused = try patch(json, "3")
                #expect(refused.status == 400, "\(json): \(refused)")
                #expect(refused.json["field"].text == field, "\(json): \(refused)")
            }
            let last = try service.client.get(path).json
            #expect(last["name"].text == "Senate Square")
            #expect(last["revision"].integer == 3)

            let wrong = try service.client.delete(path, headers: [("If-Match", "\"1\"")])
            #expect(wrong.status == 412, "\(wrong)")
            #expect(
                try service.client.delete(path, headers: [("If-Match", "\"3\"")]).status == 204)
            #expect(try patch(#"{"name": "late"}"#, "3").status == 410)
        }
    }

    @Test func `the command line edits and deletes`() throws {
        try withService { service in
            let path = try #require(try service.confirm(service.churchCapture()).location)
            let id = String(path.split(separator: "/").last ?? "")
            let edited = try turnstone(
                "records", "edit", id, "--name", "Cathedral", "--remarks", "by command", "--data",
                service.data)
            #expect(edited.exitCode == 0, "\(edited.standardError)")
            let record = try service.client.get(path)
            #expect(record.json["name"].text == "Cathedral")
            #expect(record.json["occurrenceRemarks"].text == "by command")
            #expect(record.header("etag") == "\"2\"")
            let deleted = try turnstone("records", "delete", id, "--data", service.data)
            #expect(deleted.exitCode == 0, "\(deleted.standardError)")
            #expect(service.photoFiles == [])
            #expect(try service.client.get(path).status == 410)
            let again = try turnstone("records", "show", id, "--data", service.data)
            expectFailure(again, exitCode: 1, saying: [id])
        }
    }

    @Test func `D09 deleting while the photo is being read leaves no file`() throws {
        try withService { service in
            // Larger than what the sockets buffer, so that the reader is in the middle of it.
            let photo = try Photos.church + Array(repeating: 0, count: 24 << 20)
            let path = try service.record(named: "large", photo: photo)
            _ = try service.client.get(path + "/photo?size=120")
            #expect(service.photoFiles.count == 2)
            let reader = try HTTPConnection(port: service.client.port)
            reader.send(HTTPClient.head("GET", path + "/photo", headers: []))
            #expect(try service.client.delete(path).status == 204)
            #expect(service.photoFiles == [])
            // The reader has all of it or is cut off, and the service lives on.
            let got = try? reader.answer()
            #expect(
                got == nil || got?.body == photo || got?.status == 410,
                "answered \(got?.status ?? 0) with \(got?.body.count ?? 0) bytes")
            #expect(try service.client.get("/healthz").status == 200)
            #expect(service.photoFiles == [])
        }
    }

    @Test func `check tells of a lost photo, and never deletes its record`() throws {
        let folder = try PreparedData.copy()
        let palace = try Bytes.of(GeoDataFiles.Photo.palace.path)
        var lost = ""
        try withService(in: folder) { service in
            _ = try service.record(named: "kept", photo: Photos.church)
            lost = try service.record(named: "lost", photo: palace, at: nil)
        }
        let photos = folder.files.filter { $0.hasPrefix("data/photos/") }
        try #require(photos.count == 2)
        let path = try #require(try photos.first { try Bytes.of(folder.file($0)) == palace })
        try FileManager.default.removeItem(atPath: folder.file(path))
        // A file without a record may still be on its way for an hour, and is left alone.
        let young = "data/photos/00/0190aaaa-0000-7000-8000-000000000000.jpg"
        try FileManager.default.createDirectory(
            atPath: folder.file("data/photos/00"), withIntermediateDirectories: true)
        try folder.write([1, 2, 3], as: young)

        for arguments in [["check"], ["check", "--repair"]] {
            let found = try runProgram(arguments + ["--data", folder.file("data")])
            #expect(found.exitCode == 1)
            let id = lost.split(separator: "/").last ?? "?"
            #expect(found.standardOutput.contains(id), "\(found.standardOutput)")
            #expect(found.standardOutput.contains("Missing photo"), "\(found.standardOutput)")
        }
        let after = folder.files.filter { $0.hasPrefix("data/photos/") }
        #expect(after == (photos.filter { $0 != path } + [young]).sorted())
        let list = try turnstone("records", "list", "--json", "--data", folder.file("data"))
        #expect(list.json["numberMatched"].integer == 2, "\(list.standardError)")
    }
}
