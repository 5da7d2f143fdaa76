import FoundationEssentials
import Imaging
import TestSupport
import Testing

@Suite struct `Geoprivacy of a service` {
    /// Makes a record of an owl with a photo that has a GPS position, and returns its path.
    private func owl(_ service: Service, _ members: String = "") throws -> String {
        let photo = try ExifSegment(at: 60.16987, 24.93843).inserted(into: Photos.church)
        let capture = try service.capture(photo: photo)
        let answer = try service.confirm(
            try #require(capture.location),
            #"{"name": "Strix aluco", "kind": "species"\#(members)}"#)
        #expect(answer.status == 201, "\(answer)")
        return try #require(answer.location)
    }

    @Test func `is chosen at confirmation, changed by edits, and shown to the public by both`()
        throws
    {
        try withService { service in
            let path = try owl(service, #", "geoprivacy": "obscured""#)
            let id = String(path.split(separator: "/").last ?? "")
            let record = try service.client.get(path)
            #expect(record.json["geoprivacy"].text == "obscured")
            #expect(record.json["publicGeoprivacy"].text == "obscured")
            #expect(record.text.contains("60.16987"))
            let shown = try turnstone(
                "records", "show", id, "--scope", "public", "--json", "--data", service.data)
            #expect(!shown.standardOutput.contains("60.1698"))
            let publicID = try #require(shown.json["occurrenceID"].text)
            #expect(publicID != id)
            // The running service sees what the command line changes, and the other way round.
            let edited = try turnstone(
                "records", "edit", id, "--geoprivacy", "private", "--data", service.data)
            #expect(edited.exitCode == 0, "\(edited)")
            let hidden = try service.client.get("/v1/records/\(publicID)?scope=public")
            #expect(hidden.json["geoprivacy"].text == "private")
            #expect(hidden.json["decimalLatitude"] == .absent)
            let opened = try service.client.send(
                "PATCH", path, headers: [("If-Match", "*")], json: #"{"geoprivacy": "open"}"#)
            #expect(opened.json["geoprivacy"].text == "open")
            let list = try turnstone(
                "records", "list", "--scope", "public", "--json", "--data", service.data)
            #expect(list.json["records"][0]["decimalLatitude"].number == 60.16987)
            for wrong in [#"{"geoprivacy": "secret"}"#, #"{"geoprivacy": null}"#] {
                let answer = try service.client.send(
                    "PATCH", path, headers: [("If-Match", "*")], json: wrong)
                #expect(answer.status == 400 && answer.json["field"].text == "geoprivacy")
            }
        }
    }

    @Test func `V01: the public's photo has the pixels and no metadata, the owner's is as sent`()
        throws
    {
        try withService { service in
            let path = try owl(service, #", "geoprivacy": "obscured""#)
            let photo = try ExifSegment(at: 60.16987, 24.93843).inserted(into: Photos.church)
            #expect(try service.client.get("\(path)/photo").body == photo)
            let list = try service.client.get("/v1/records?scope=public")
            let href = try #require(list.json["records"][0]["photo"]["href"].text)
            let copy = try service.client.get("\(href)?scope=public")
            #expect(copy.status == 200 && copy.body != photo)
            #expect(PhotoMetadata(of: try JPEGFile(bytes: copy.body)).position == nil)
            #expect(copy.body.count < photo.count)
            #expect(service.photoFiles.contains { $0.hasSuffix("-public.jpg") })
            #expect(try service.client.delete(path).status == 204)
            #expect(service.photoFiles.isEmpty)
        }
    }

    @Test func `V03: a list that is imported conceals records there are, until it is removed`()
        throws
    {
        try withService { service in
            _ = try owl(service)
            func shown() throws -> String? {
                try service.client.get("/v1/records?scope=public")
                    .json["records"][0]["geoprivacy"].text
            }
            #expect(try shown() == "open")
            let file = try service.folder.write(
                Array("scientificName,geoprivacy\nStrix,private\n".utf8), as: "owls.csv")
            let imported = try turnstone(
                "import", "sensitive", file, "--json", "--data", service.data)
            #expect(imported.json["recordsConcealed"].integer == 1, "\(imported)")
            #expect(try shown() == "private")
            let listed = try turnstone("sensitive", "list", "--data", service.data)
            #expect(listed.standardOutput.contains("Strix"))
            let export = try turnstone(
                "export", "geojson", "--scope", "public", "--data", service.data)
            #expect(!export.standardOutput.contains("60.1698"))
            #expect(export.json["features"][0]["geometry"] == .null)
            let removed = try turnstone("sensitive", "remove", "owls", "--data", service.data)
            #expect(removed.exitCode == 0, "\(removed)")
            #expect(try shown() == "open")
            let bad = try service.folder.write(
                Array("scientificName,area\nStrix,Nowhere\n".utf8), as: "bad.csv")
            let refused = try turnstone("import", "sensitive", bad, "--data", service.data)
            expectFailure(refused, exitCode: 1, saying: ["line 2", "Nowhere", "ISO 3166"])
        }
    }

    @Test func `is what anybody sees of a service that is public, and nobody of another`() throws {
        for isPublic in [true, false] {
            try withService(arguments: isPublic ? ["--public", "--public-dates", "day"] : []) {
                service in
                _ = try owl(service, #", "geoprivacy": "obscured""#)
                let made = try turnstone(
                    "token", "create", "--role", "review", "--data", service.data)
                #expect(made.exitCode == 0)
                let list = try service.client.get("/v1/records")
                #expect(list.status == (isPublic ? 200 : 401))
                guard isPublic else { return }
                #expect(!list.text.contains("60.1698"))
                #expect(list.json["records"][0]["eventDate"].text?.count == 10)
                #expect(try service.client.get("/v1/saved-places").status == 401)
            }
        }
    }

    @Test(arguments: [
        (["records", "list", "--scope", "mine"], "--scope"),
        (["export", "geojson", "--public-dates", "hour"], "--public-dates"),
        (
            ["records", "edit", "01890a5d-ac96-774b-bcce-b302099a8057", "--geoprivacy", "x"],
            "--geoprivacy"
        ),
    ])
    func `refuses other words`(arguments: [String], option: String) throws {
        let folder = try PreparedData.copy()
        let result = try runProgram(
            arguments + ["--data", folder.file("data")], environment: [:], within: 60)
        expectFailure(result, exitCode: 2, saying: [option])
    }
}
