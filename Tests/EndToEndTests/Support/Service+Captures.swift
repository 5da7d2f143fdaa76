import TestSupport
import Testing

/// Where the tests stand.
enum Spot {
    /// On Helsinki's cathedral, way 419479428.
    static let cathedral = (latitude: "60.1702", longitude: "24.9522")
    /// Forty kilometres north of it, where the extract holds nothing.
    static let fortyKilometresAway = (latitude: "60.53", longitude: "24.9522")

    static let cathedralID = 419_479_428
}

extension Service {
    /// Posts a form with what is given.
    func capture(
        photo: [UInt8]? = nil, named fileName: String = "photo.jpg", type: String = "image/jpeg",
        at position: (latitude: String, longitude: String)? = nil, fields: [String: String] = [:],
        headers: [(String, String)] = []
    ) throws -> HTTPAnswer {
        var form = MultipartForm()
        if let position {
            form.add("decimalLatitude", position.latitude)
            form.add("decimalLongitude", position.longitude)
        }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { form.add(name, value) }
        if let photo { form.add("photo", file: photo, named: fileName, type: type) }
        return try client.post("/v1/captures", headers: headers, form: form)
    }

    /// Posts the church at the cathedral, and returns the path of the capture.
    func churchCapture(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let answer = try capture(photo: Photos.church, at: Spot.cathedral)
        #expect(answer.status == 201, "\(answer)", sourceLocation: sourceLocation)
        return try #require(answer.location, sourceLocation: sourceLocation)
    }

    /// Confirms the capture at a path with a JSON text.
    func confirm(
        _ capture: String, _ json: String = #"{"candidateId": "1"}"#,
        headers: [(String, String)] = []
    ) throws -> HTTPAnswer {
        try client.send("POST", capture + "/confirmation", headers: headers, json: json)
    }

    /// Makes a record with a name of one's own, and returns its path.
    func record(
        named name: String, photo: [UInt8]? = nil,
        at position: (latitude: String, longitude: String)? = Spot.cathedral,
        fields: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let captured = try capture(photo: photo, at: position, fields: fields)
        #expect(captured.status == 201, "\(captured)", sourceLocation: sourceLocation)
        let path = try #require(captured.location, sourceLocation: sourceLocation)
        let answer = try confirm(path, #"{"name": "\#(name)", "kind": "thing"}"#)
        #expect(answer.status == 201, "\(answer)", sourceLocation: sourceLocation)
        return try #require(answer.location, sourceLocation: sourceLocation)
    }
}

extension JSON {
    /// A capture's candidates as `OSM id` or kind, best first.
    var candidateNames: [String] { self["candidates"].all.compactMap(\.["name"].text) }

    /// A candidate's kinds of evidence.
    var evidenceKinds: [String] { self["evidence"].all.compactMap(\.["kind"].text) }

    /// How a source of a capture fared.
    func source(_ name: String) -> JSON {
        self["sources"].all.first { $0["name"].text == name } ?? .absent
    }
}
