import FoundationEssentials
import HTTPServer
import Records
import TestSupport
import Testing

@testable import API

@Suite struct `The routes of saved places` {
    private struct Feature: Decodable {
        struct Properties: Decodable {
            let name: String
            let radiusInMeters: Double?
            let revision: Int
        }
        let id: String
        let properties: Properties
    }

    private let folder: TemporaryDirectory
    private let routes: [Route]

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        routes = SavedPlaceRoutes(try RecordStore(directory)).routes
    }

    private func ask(
        _ method: String, _ path: String, _ body: String? = nil, ifMatch: String? = nil
    ) throws -> Response {
        let id = path.split(separator: "/").dropFirst(2).first.map(String.init)
        let pattern = id == nil ? "/v1/saved-places" : "/v1/saved-places/{id}"
        let route = try #require(routes.first { $0.method == method && $0.pattern == pattern })
        var headers = [Response.Header]()
        if body != nil { headers.append(.init("Content-Type", "application/geo+json")) }
        if let ifMatch { headers.append(.init("If-Match", ifMatch)) }
        do {
            return try route.handler(
                Request(
                    method, path, parameters: id.map { [.init("id", $0)] } ?? [],
                    headers: headers,
                    body: body.map { .bytes(Array($0.utf8)) } ?? .none))
        } catch {
            return Response.answer(to: error)
        }
    }

    private func feature(_ response: Response) throws -> Feature {
        guard case .bytes(let bytes) = response.body else { throw CancellationError() }
        return try JSONDecoder().decode(Feature.self, from: Data(bytes))
    }

    private static let circle = """
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [24.95, 60.17]},
         "properties": {"name": "Garden", "radiusInMeters": 30}}
        """

    @Test func `add, show, edit and delete a place`() throws {
        let added = try ask("POST", "/v1/saved-places", Self.circle)
        #expect(added.status == 201)
        let garden = try feature(added)
        #expect(garden.properties.radiusInMeters == 30)
        let path = "/v1/saved-places/\(garden.id)"
        #expect(try feature(ask("GET", path)).properties.name == "Garden")
        #expect(try ask("PATCH", path, #"{"name": "Yard"}"#).status == 428)
        let edited = try ask("PATCH", path, #"{"name": "Yard"}"#, ifMatch: "\"1\"")
        #expect(try feature(edited).properties.name == "Yard")
        #expect(try feature(edited).properties.radiusInMeters == 30)
        #expect(try ask("PATCH", path, #"{"name": "X"}"#, ifMatch: "\"1\"").status == 412)
        #expect(try ask("DELETE", path, ifMatch: "\"1\"").status == 412)
        #expect(try ask("DELETE", path).status == 204)
        #expect(try ask("GET", path).status == 404)
    }

    @Test(arguments: [
        #"{"geometry": {"type": "Point", "coordinates": [24.95, 60.17]}, "properties": {"name": "x"}}"#,
        #"{"geometry": {"type": "Point", "coordinates": [204, 60]}, "properties": {"name": "x", "radiusInMeters": 9}}"#,
        #"{"geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}, "properties": {"name": "x"}}"#,
        #"{"geometry": {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]]}, "properties": {"name": "x"}}"#,
        #"{"geometry": {"type": "Point", "coordinates": [24.95, 60.17]}, "properties": {"radiusInMeters": 9}}"#,
        #"{"type": "FeatureCollection"}"#, "[]", "{", #"{"name": 7}"#,
    ])
    func `refuse what is no place with 400`(body: String) throws {
        #expect(try ask("POST", "/v1/saved-places", body).status == 400)
    }
}

@Suite struct `The start page's script` {
    private static let script: String = {
        let path = Repository.folder + "/Sources/API/WebApp/app.js"
        return (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    }()

    @Test func `C06 an answer to an earlier photo is dropped before it is shown`() throws {
        let afterSending = Self.script.split(separator: #"await call("POST", "/v1/captures""#).last
        let between = try #require(afterSending).split(separator: "showCapture(capture);")[0]
        #expect(between.contains("if (mine !== submission) return;"))
        #expect(Self.script.contains("const mine = ++submission;"))
        // What confirms names the capture that is shown, not the last one sent.
        #expect(Self.script.contains("`/v1/captures/${capture.id}/confirmation`"))
    }
}
