import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Deleting and undoing it` {
    private func patch(
        _ service: Service, _ path: String, _ revision: String?
    ) throws -> HTTPAnswer {
        try service.client.send(
            "PATCH", path, headers: revision.map { [("If-Match", "\"\($0)\"")] } ?? [],
            type: "application/merge-patch+json", json: #"{"name": "late"}"#)
    }

    @Test func `D11 edits queued for a deleted record hear how it ended, each of them`() throws {
        try withService { service in
            let path = try service.record(named: "gone", photo: Photos.church)
            #expect(try service.client.delete(path).status == 204)
            // Whether or not the edit itself is in order.
            let answers = [
                try patch(service, path, "1"), try patch(service, path, nil),
                try service.client.send("PATCH", path, json: "{"),
                try service.client.get(path), try service.client.get(path + "/photo"),
                try service.client.delete(path),
                try service.client.send("POST", path + "/restoration"),
            ]
            for answer in answers {
                #expect(answer.status == 410, "\(answer)")
                #expect(answer.json["state"].text == "deleted", "\(answer)")
                #expect(answer.json["deleted"].text != nil, "\(answer)")
                #expect(answer.json["restorableUntil"].text == nil, "\(answer)")
            }
            #expect(service.photoFiles == [])
        }
    }

    @Test func `with --trash-days, a record comes back as it was, over HTTP and by command`() throws
    {
        try withService(arguments: ["--trash-days", "3"]) { service in
            let path = try service.record(named: "back", photo: Photos.church)
            let id = String(path.split(separator: "/").last ?? "")
            let before = try service.client.get(path)
            #expect(try service.client.delete(path).status == 204)
            let gone = try patch(service, path, "1")
            #expect(gone.status == 410)
            #expect(gone.json["restoration"].text == path + "/restoration", "\(gone)")
            let end = try #require(gone.json["restorableUntil"].text)
            #expect(try service.recordCount == 0)
            let export = try service.client.get("/v1/export/geojson")
            #expect(export.json["features"].all.isEmpty, "\(export)")
            let deleted = try service.client.get("/v1/deleted-records")
            #expect(deleted.json["records"].all.count == 1, "\(deleted)")
            #expect(deleted.json["records"].all.first?["restorableUntil"].text == end)
            let check = try turnstone("check", "--data", service.data)
            #expect(check.exitCode == 0, "\(check)")

            // The answer may be lost, and asked for again.
            for _ in 0..<2 {
                let restored = try service.client.send("POST", path + "/restoration")
                #expect(restored.status == 200, "\(restored)")
                #expect(restored.json == before.json)
                #expect(restored.header("etag") == before.header("etag"))
            }
            #expect(try service.client.get(path + "/photo").body == Photos.church)

            let removed = try turnstone(
                "records", "delete", id, "--trash-days", "2", "--data", service.data)
            #expect(removed.standardOutput.contains("kept until"), "\(removed)")
            let list = try turnstone("records", "list", "--deleted", "--data", service.data)
            #expect(list.standardOutput.contains(id), "\(list)")
            let json = try turnstone(
                "records", "list", "--deleted", "--json", "--data", service.data)
            #expect(json.json["records"].all.count == 1, "\(json)")
            let restored = try turnstone("records", "restore", id, "--data", service.data)
            #expect(restored.exitCode == 0, "\(restored)")
            #expect(try service.client.get(path).json == before.json)
            let never = "/v1/records/0190aaaa-0000-7000-8000-000000000000/restoration"
            #expect(try service.client.send("POST", never).status == 404)
        }
    }

    @Test func `D10 an edited record leaves nothing behind, and its photo cannot be replaced`()
        throws
    {
        try withService { service in
            let path = try service.record(named: "edited", photo: Photos.church)
            for revision in 1...3 {
                let edited = try service.client.send(
                    "PATCH", path, headers: [("If-Match", "\"\(revision)\"")],
                    json: #"{"occurrenceRemarks": "edit \#(revision)"}"#)
                #expect(edited.status == 200, "\(edited)")
                _ = try service.client.get(path + "/photo?size=120")
            }
            let refused = try service.client.send(
                "PATCH", path, headers: [("If-Match", "\"4\"")], json: #"{"photo": "other"}"#)
            #expect(refused.status == 400, "\(refused)")
            #expect(refused.json["field"].text == "photo")
            #expect(service.photoFiles.count == 2)
            #expect(try service.client.delete(path).status == 204)
            #expect(service.photoFiles == [])
        }
    }

    @Test func `D15 several photos of one capture are refused as one, and none is kept unseen`()
        throws
    {
        try withService { service in
            var form = MultipartForm()
            for name in ["a.jpg", "b.jpg", "a.jpg"] {
                form.add("photo", file: try Photos.church, named: name, type: "image/jpeg")
            }
            let answer = try service.client.post("/v1/captures", headers: [], form: form)
            #expect(answer.status == 400, "\(answer)")
            #expect(answer.json["field"].text == "photo")
            #expect(answer.json["detail"].text?.contains("one photo") == true, "\(answer)")
            #expect(service.photoFiles == [])
        }
    }
}
