import FoundationEssentials
import GeoModel
import HTTPServer
import Records
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `Asking what may be met` {
    private func ask(
        _ query: [(String, String)], as caller: Caller = .local
    ) throws -> Response {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        let species = try SpeciesStore(path: directory.speciesDatabase)
        let place = try #require(Coordinate(decimalLatitude: 60, decimalLongitude: 25))
        for (name, months) in [("Strix nebulosa", nil), ("Cuculus canorus", [5, 6])] {
            _ = try species.addOverride(
                of: name, at: place, radiusInMeters: 1000, status: .present, months: months,
                reason: "Heard")
        }
        let routes = ExploreRoutes(species, records: try RecordStore(directory)).routes
        let route = try #require(routes.first)
        return try route.handler(
            Request(
                "GET", "/v1/explore", query: query.map { Request.QueryItem($0.0, $0.1) },
                caller: caller))
    }

    private func json(_ response: Response) throws -> JSON {
        guard case .bytes(let bytes) = response.body else { return .absent }
        return try JSON(parsing: bytes)
    }

    @Test func `gives taxa with their status, months and bars`() throws {
        let answer = try json(ask([("lat", "60"), ("lon", "25"), ("date", "2026-06-01")]))
        #expect(answer["date"].text == "2026-06-01")
        #expect(answer["edgeInMeters"].integer == 50_000)
        #expect(answer["more"] == .bool(false))
        let species = answer["species"]
        #expect(
            species.all.map { $0["scientificName"].text } == ["Cuculus canorus", "Strix nebulosa"])
        #expect(species[0]["status"].text == "present")
        #expect(species[0]["overrideReason"].text == "Heard")
        #expect(species[0]["months"].all.map(\.integer) == [5, 6])
        #expect(species[0]["monthlyShares"].all.count == 12)
        #expect(species[0]["monthlySightings"].all.count == 12)
        #expect(species[0]["seenBefore"] == .bool(false))
    }

    @Test func `gives who may not review the status that a person has set, without their words`()
        throws
    {
        let answer = try ask([("lat", "60"), ("lon", "25"), ("date", "2026-06-01")], as: .anyone)
        #expect(
            try json(answer)["species"].all.map { $0["status"].text } == ["present", "present"])
        guard case .bytes(let bytes) = answer.body else { return }
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Heard"))
    }

    @Test func `is of the date that is sent, also 29 February`() throws {
        let answer = try json(ask([("lat", "60"), ("lon", "25"), ("date", "2024-02-29")]))
        #expect(answer["species"].all.map { $0["scientificName"].text } == ["Strix nebulosa"])
        #expect(try json(ask([("lat", "60"), ("lon", "25")]))["date"].text?.count == 10)
    }

    @Test(arguments: [
        ([("lat", "60")], "lon"), ([("lat", "91"), ("lon", "0")], "lat"),
        ([("lat", "60"), ("lon", "25"), ("date", "2026-02-29")], "date"),
        ([("lat", "60"), ("lon", "25"), ("date", "2026-W53")], "date"),
        ([("lat", "60"), ("lon", "25"), ("limit", "501")], "limit"),
    ])
    func `refuses a question that is none, naming the field`(
        query: [(String, String)], field: String
    ) throws {
        let error = try #require(throws: APIError.self) { _ = try ask(query) }
        #expect(error.field == field)
    }
}
