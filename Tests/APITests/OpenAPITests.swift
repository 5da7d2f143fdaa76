import Captures
import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import Records
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `The API description` {
    /// As much of OpenAPI 3.1 as the comparison needs.
    private struct Description: Decodable {
        struct Operation: Decodable {
            struct Answer: Decodable {
                struct Schema: Decodable {}
                let content: [String: Schema]?
            }
            let operationId: String
            let parameters: [Parameter]?
            let responses: [String: Answer]
        }
        struct Parameter: Decodable {
            let name: String
            /// `query`, `path` or `header`.
            let place: String

            enum CodingKeys: String, CodingKey {
                case name
                case place = "in"
            }
        }
        let openapi: String
        let paths: [String: [String: Operation]]
    }

    private static func description(_ routes: [Route]) throws -> Description {
        let route = try #require(routes.first { $0.pattern == "/openapi.json" })
        guard case .bytes(let bytes) = try route.handler(Request("GET", "/openapi.json")).body
        else { throw NotInMemory() }
        return try JSONDecoder().decode(Description.self, from: Data(bytes))
    }

    private struct NotInMemory: Error {}

    private func routes(_ folder: TemporaryDirectory) throws -> [Route] {
        let directory = DataDirectory(folder.path)
        try directory.create()
        let records = try RecordStore(directory)
        let places = try PlaceIndex(directory: directory.places, countries: nil, connections: 1)
        return Service.routes(
            records: records, places: places,
            species: try SpeciesStore(path: directory.speciesDatabase),
            captures: CaptureFlow(records: records, places: places, classifiers: []),
            health: {
                .init(version: "0", regions: [], models: [], imageClassification: "off")
            })
    }

    @Test func `describes every route, and no other`() throws {
        let folder = try TemporaryDirectory()
        let routes = try routes(folder)
        let description = try Self.description(routes)
        let described = description.paths.flatMap { path, operations in
            operations.keys.map { "\($0.uppercased()) \(path)" }
        }
        #expect(description.openapi.hasPrefix("3.1"))
        #expect(Set(described) == Set(routes.map { "\($0.method) \($0.pattern)" }))
        let ids = description.paths.values.flatMap(\.values).map(\.operationId)
        #expect(Set(ids).count == ids.count)
    }

    @Test
    func
        `has the query names of every route of v1 and ogc that reads, and it takes no others, and each once`()
        throws
    {
        let folder = try TemporaryDirectory()
        let routes = try routes(folder)
        let description = try Self.description(routes)
        for route in routes
        where route.method == "GET"
            && (route.pattern.hasPrefix("/v1/") || route.pattern.hasPrefix("/ogc"))
        {
            let key = "GET \(route.pattern)"
            let operation = try #require(description.paths[route.pattern]?["get"])
            let described = (operation.parameters ?? []).filter { $0.place == "query" }
            #expect(QueryNames.known[key] == Set(described.map(\.name)), "\(key)")
            let error = #expect(throws: APIError.self) {
                _ = try route.handler(
                    Request(
                        "GET", route.pattern, query: [.init("lmiit", "5")],
                        caller: Caller.local))
            }
            #expect(error?.field == "lmiit", "\(key)")
            #expect(operation.responses["400"] != nil, "\(key)")
            let once = QueryNames.known[key, default: []].subtracting(QueryNames.lists)
            guard let name = once.min() else { continue }
            let twice = #expect(throws: APIError.self, "\(key)") {
                _ = try route.handler(
                    Request(
                        "GET", route.pattern, query: [.init(name, "1"), .init(name, "1")],
                        caller: Caller.local))
            }
            #expect(twice?.field == name && "\(twice, default: "")".contains("twice"), "\(key)")
        }
        #expect(Set(QueryNames.aliases.keys).isSubset(of: QueryNames.known.keys))
    }

    /// What a client may send that is odd in one point: each query name with a value that most take for wrong, each
    /// format of the geocoder, bodies of no and of the wrong type.
    private static func questions(_ route: Route) -> [Request] {
        let segments = route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }
        let parameters = segments.map { segment in
            Request.Parameter(
                String(segment.dropFirst().dropLast()), segment == "{osm_type}" ? "way" : "7")
        }
        func request(
            _ query: [(String, String)], type: String? = nil, body: Request.Body = .none
        ) -> Request {
            Request(
                route.method, route.pattern, parameters: parameters,
                query: query.map { .init($0.0, $0.1) },
                headers: type.map { [.init("Content-Type", $0)] } ?? [], body: body,
                caller: Caller.local)
        }
        guard route.method == "GET" else {
            let object = Request.Body.bytes(Array("{}".utf8))
            return [
                request([]), request([], type: "application/json", body: object),
                request([], type: "text/plain", body: object),
                request([], type: "application/json", body: .bytes(Array("[".utf8))),
            ]
        }
        let names = QueryNames.known["GET \(route.pattern)"] ?? []
        let geocoder: [[(String, String)]] = [
            [], [("lat", "1"), ("lon", "1")], [("q", "x")], [("osm_ids", "N1")],
        ]
        let formats = ["", "json", "jsonv2", "geojson", "geocodejson", "xml", "odd"]
        return [request([])] + names.map { request([($0, "x")]) }
            + geocoder.flatMap { question in
                formats.map { request(question + [("format", $0)]) }
                    + [request(question + [("json_callback", "show")])]
            }
    }

    @Test func `each answer is of a status and a type that are described`() throws {
        let folder = try TemporaryDirectory()
        let routes = try routes(folder)
        let description = try Self.description(routes)
        for route in routes {
            let operation = try #require(
                description.paths[route.pattern]?[route.method.lowercased()])
            for request in Self.questions(route) {
                let answer: Response
                do { answer = try route.handler(request) } catch { answer = .answer(to: error) }
                let key = "\(request.method) \(route.pattern) \(request.query)"
                guard let described = operation.responses["\(answer.status)"] else {
                    Issue.record("\(key): \(answer.status)")
                    continue
                }
                guard let type = answer.contentType else { continue }
                // A parameter of the type that the description names too is compared with it.
                let types = Set(described.content?.map(\.key) ?? [])
                #expect(
                    types.contains(type)
                        || types.contains(String(type.prefix { $0 != ";" })),
                    "\(key): \(answer.status) \(type)")
            }
        }
    }
}
