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
            struct Answer: Decodable {}
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
    func `has the query names of every route of v1 and ogc that reads, and it takes no others`()
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
        }
        #expect(Set(QueryNames.aliases.keys).isSubset(of: QueryNames.known.keys))
    }
}
