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
            let responses: [String: Answer]
        }
        let openapi: String
        let paths: [String: [String: Operation]]
    }

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
        let route = try #require(routes.first { $0.pattern == "/openapi.json" })
        let answer = try route.handler(Request("GET", "/openapi.json"))
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("the description is not in memory")
            return
        }
        let description = try JSONDecoder().decode(Description.self, from: Data(bytes))
        let described = description.paths.flatMap { path, operations in
            operations.keys.map { "\($0.uppercased()) \(path)" }
        }
        #expect(description.openapi.hasPrefix("3.1"))
        #expect(Set(described) == Set(routes.map { "\($0.method) \($0.pattern)" }))
        let ids = description.paths.values.flatMap(\.values).map(\.operationId)
        #expect(Set(ids).count == ids.count)
    }
}
