import FoundationEssentials
import GeoModel
import HTTPServer
import Records
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `The routes of range overrides` {
    private let folder: TemporaryDirectory
    private let routes: [Route]
    private let store: SpeciesStore

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        store = try SpeciesStore(path: directory.speciesDatabase)
        routes = RangeOverrideRoutes(store).routes
    }

    private func ask(
        _ method: String, _ id: String? = nil, _ body: String? = nil,
        type: String = "application/json"
    ) throws -> Response {
        let pattern = id == nil ? "/v1/range-overrides" : "/v1/range-overrides/{id}"
        let route = try #require(routes.first { $0.method == method && $0.pattern == pattern })
        do {
            return try route.handler(
                Request(
                    method, pattern, parameters: id.map { [.init("id", $0)] } ?? [],
                    headers: body == nil ? [] : [.init("Content-Type", type)],
                    body: body.map { .bytes(Array($0.utf8)) } ?? .none))
        } catch {
            return Response.answer(to: error)
        }
    }

    private static let vagrant = """
        {"scientificName": "Phoenicopterus roseus", "decimalLatitude": 52.07,
         "decimalLongitude": 6.77, "reason": "Breeds here"}
        """

    @Test func `add, show and delete one; the store answers by it at once`() throws {
        let made = try ask("POST", nil, Self.vagrant)
        #expect(made.status == 201)
        let one = try #require(try store.overrides().first)
        #expect(one.radiusInMeters == 10_000 && one.status == .present && one.months == nil)
        #expect(try ask("GET").status == 200)
        #expect(try ask("GET", "\(one.id)").status == 200)
        #expect(try ask("DELETE", "\(one.id)").status == 204)
        #expect(try store.overrides().isEmpty)
        #expect(try ask("GET", "\(one.id)").status == 404)
        #expect(try ask("DELETE", "\(one.id)").status == 404)
        #expect(try ask("GET", "x").status == 404)
    }

    @Test(arguments: [
        ("\"reason\": \"Breeds here\"", "\"reason\": \"\""),
        ("\"Phoenicopterus roseus\"", "\"7\""), ("52.07", "152.07"), ("6.77", "\"east\""),
        ("6.77", "181"), ("\"decimalLatitude\": 52.07,", ""),
        ("\"reason\"", "\"months\": [13], \"reason\""),
        ("\"reason\"", "\"radiusInMeters\": 0, \"reason\""),
        ("\"reason\"", "\"status\": \"here\", \"reason\""), ("{", "["),
    ])
    func `refuse what is none with 400`(part: String, wrong: String) throws {
        let body = Self.vagrant.replacing(part, with: wrong)
        #expect(try ask("POST", nil, body).status == 400, "\(body)")
        #expect(try store.overrides().isEmpty)
    }

    @Test func `refuse another type of body with 415`() throws {
        #expect(try ask("POST", nil, Self.vagrant, type: "text/plain").status == 415)
    }
}
