import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Saved places, from saving to the candidate` {
    @Test func `a capture inside one offers its name, with its evidence and its id`() throws {
        let folder = try PreparedData.copy()
        let data = folder.file("data")
        let added = try turnstone(
            "saved-places", "add", "Our bench", "--at", "60.1702,24.9522", "--radius", "15",
            "--json", "--data", data)
        #expect(added.exitCode == 0, "\(added.standardError)")
        let id = try #require(added.json["id"].text)
        #expect(added.json["properties"]["name"].text == "Our bench")
        #expect(added.json["properties"]["radiusInMeters"].number == 15)
        #expect(added.json["geometry"]["type"].text == "Point")
        let listed = try turnstone("saved-places", "list", "--json", "--data", data)
        #expect(listed.json["features"].all.map { $0["id"].text } == [id])
        let told = try turnstone("identify", "--at", "60.1702,24.9522", "--data", data)
        #expect(told.standardOutput.contains("Our bench  (your place, 0 m away"), "\(told)")

        try withService(in: folder) { service in
            let here = try service.capture(at: Spot.cathedral).json
            #expect(here.source("saved")["state"].text == "answered")
            let own = try #require(
                here["candidates"].all.first { $0["savedPlaceID"].text == id })
            #expect(own["name"].text == "Our bench")
            #expect(own["kind"].text == "place")
            #expect(own["distanceInMeters"].number == 0)
            let kinds = own["evidence"].all.compactMap { $0["kind"].text }
            #expect(kinds.contains("saved") && kinds.contains("distance"))
            let sum = own["evidence"].all.reduce(0) { $0 + ($1["weight"].number ?? .nan) }
            let score = own["score"].number ?? .nan
            #expect(abs(1 / (1 + exp(-sum)) - score) < 0.001)

            let away = try service.capture(at: Spot.fortyKilometresAway).json
            #expect(away.source("saved")["state"].text == "nothing")
            #expect(!away["candidates"].all.contains { $0["savedPlaceID"].text != nil })

            // What is saved while the service runs is offered by the next capture.
            let body = """
                {"type": "Feature", "geometry": {"type": "Point", "coordinates": [24.9522, 60.53]},
                 "properties": {"name": "Far hide", "radiusInMeters": 30}}
                """
            let saved = try service.client.send("POST", "/v1/saved-places", json: body)
            #expect(saved.status == 201, "\(saved)")
            let there = try service.capture(at: Spot.fortyKilometresAway).json
            #expect(there["candidates"].all.contains { $0["name"].text == "Far hide" })
        }
    }

    @Test func `an area comes from a file of GeoJSON, bare or in a feature`() throws {
        let folder = try PreparedData.copy()
        let square =
            "[[[24.951,60.169],[24.953,60.169],[24.953,60.171],[24.951,60.171],[24.951,60.169]]]"
        let polygon = #"{"type": "Polygon", "coordinates": \#(square)}"#
        for (name, text) in [
            ("bare", polygon),
            ("feature", #"{"type": "Feature", "properties": {}, "geometry": \#(polygon)}"#),
        ] {
            let file = try folder.write(text.utf8, as: "\(name).geojson")
            let added = try turnstone(
                "saved-places", "add", name, "--area", file, "--json", "--data",
                folder.file("data"))
            #expect(added.exitCode == 0, "\(added)")
            #expect(added.json["geometry"]["type"].text?.hasSuffix("Polygon") == true, "\(added)")
        }
    }

    @Test func `an area's file that cannot be read, or holds no area, is told apart`() throws {
        let folder = try PreparedData.copy()
        let torn = try folder.write("{}".utf8, as: "torn.geojson")
        for (file, exitCode, words) in [
            (folder.file("absent"), 1, ["no such file"]), (folder.path, 1, ["no regular file"]),
            (torn, 2, ["Polygon"]),
        ] as [(String, Int32, [String])] {
            let result = try turnstone(
                "saved-places", "add", "X", "--area", file, "--data", folder.file("data"))
            expectFailure(result, exitCode: exitCode, saying: words)
        }
    }

    @Test func `a token of the role capture learns nothing of them, one of the role review does`()
        throws
    {
        let folder = try PreparedData.copy()
        let data = folder.file("data")
        let added = try turnstone(
            "saved-places", "add", "Our bench", "--at", "60.1702,24.9522", "--radius", "15",
            "--data", data)
        #expect(added.exitCode == 0, "\(added)")
        try withService(in: folder) { service in
            func capture(_ role: String) throws -> HTTPAnswer {
                let token = try turnstone("token", "create", "--role", role, "--data", data)
                return try service.capture(
                    at: Spot.cathedral,
                    headers: [("Authorization", "Bearer \(token.standardOutput.dropLast())")])
            }
            let there = try capture("capture")
            #expect(there.status == 201 && there.json.source("saved")["state"].text == "off")
            #expect(!there.text.contains("Our bench") && !there.text.contains("savedPlaceID"))
            #expect(try capture("review").text.contains("Our bench"))
        }
    }
}
