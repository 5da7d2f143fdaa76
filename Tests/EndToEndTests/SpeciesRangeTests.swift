import FoundationEssentials
import TestSupport
import Testing

/// A checklist and range maps imported by command, asked for and corrected over HTTP.
@Suite(.needs(.ogrinfo)) struct `A species with its range over HTTP` {
    @Test func `shows where and when it lives, and what a person knows better`() throws {
        let folder = try PreparedData.copy()
        let ranges = "\(Repository.folder)/Tests/Fixtures/ranges/birdlife.zip"
        for words in [
            ["import", "taxonomy", GeoDataFiles.birds],
            ["import", "ranges", ranges, "--source", "birdlife"],
        ] {
            let result = try runProgram(words + ["--data", folder.file("data")])
            #expect(result.exitCode == 0, "\(result.standardError)")
        }
        try withService(in: folder, classifier: .none) { service in
            let client = service.client
            let found = try client.get("/v1/species?q=canorus").json["species"][0]
            let id = try #require(found["taxonID"].integer)
            #expect(found["scientificName"].text == "Cuculus canorus")

            let cuckoo = try client.get("/v1/species/\(id)?lat=65&lon=29").json
            #expect(cuckoo["range"]["type"].text == "FeatureCollection")
            let areas = cuckoo["range"]["features"].all
            #expect(!areas.isEmpty)
            for area in areas {
                #expect(["Polygon", "MultiPolygon"].contains(area["geometry"]["type"].text ?? ""))
            }
            let shares = cuckoo["monthlyShares"].all.map { $0.number ?? -1 }
            #expect(shares.count == 12 && shares[5] == 1 && shares[0] == 0, "\(shares)")
            #expect(
                try client.get("/v1/species/\(id)?range=false").json["range"]["type"].text == nil)

            // A late one, at one pond, in two months.
            let body = """
                {"scientificName": "Cuculus canorus", "decimalLatitude": 60.17,
                 "decimalLongitude": 24.95, "radiusInMeters": 5000, "months": [12, 1],
                 "reason": "Winters at the pond"}
                """
            let made = try client.send("POST", "/v1/range-overrides", json: body)
            #expect(made.status == 201, "\(made)")
            let path = try #require(made.location)
            #expect(made.json["status"].text == "present")
            #expect(made.json["months"].all.map(\.integer) == [1, 12])
            #expect(try client.get(path).json["reason"].text == "Winters at the pond")
            #expect(try client.get("/v1/range-overrides").json["overrides"].all.count == 1)
            let here = "/v1/explore?lat=60.17&lon=24.95&date=2026-12-31"
            let there = "/v1/explore?lat=-40&lon=24.95&date=2026-12-31"
            func status(_ question: String) throws -> String? {
                try client.get(question).json["species"].all.first {
                    $0["scientificName"].text == "Cuculus canorus"
                }?["status"].text
            }
            #expect(try status(here) == "present")
            #expect(try status(there) != "present")
            #expect(try client.delete(path).status == 204)
            #expect(try client.get(path).status == 404)
            #expect(try status(here) != "present")
        }
    }
}
