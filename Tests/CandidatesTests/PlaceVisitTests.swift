import GeoModel
import Testing

@testable import Candidates

/// Parks and squares are photographed from within, a museum as often from within as not.
@Suite struct `What one stands in` {
    /// The weight of the distance of a place so far away, about 60 m across.
    private static func weight(
        _ category: String, _ type: String, at distance: Double, across degrees: Double = 0.0005
    ) throws -> Double {
        let place = Make.place(1, "A", category, type, at: distance, across: degrees)
        let candidate = try Ranking.candidates(
            for: Make.input(uncertainty: 8, places: [place] + Make.neighbours, limit: 40)
        ).named("A")
        return try #require(candidate.evidence.first { $0.kind == "distance" }).weight
    }

    @Test(arguments: [
        ("place", "square"), ("leisure", "park"), ("leisure", "garden"), ("landuse", "cemetery"),
        ("amenity", "marketplace"), ("tourism", "museum"), ("amenity", "place_of_worship"),
        ("shop", "department_store"),
    ])
    func `is more likely shown than a house one stands in, and less from across the street`(
        category: String, type: String
    ) throws {
        let (inside, house) = (
            try Self.weight(category, type, at: 0), try Self.weight("building", "yes", at: 0)
        )
        #expect(inside > house + 0.5)
        #expect(
            try Self.weight(category, type, at: 40) < Self.weight("building", "yes", at: 40))
    }

    @Test func `counts the more, the more of its photos are made within`() throws {
        #expect(
            try Self.weight("place", "square", at: 0) > Self.weight("tourism", "museum", at: 0))
    }

    @Test func `counts the less, the wider it is, and never more for being farther away`() throws {
        func gain(_ degrees: Double, at distance: Double) throws -> Double {
            try Self.weight("leisure", "park", at: distance, across: degrees)
                - Self.weight("building", "yes", at: distance, across: degrees)
        }
        let gains = try [0.0005, 0.002, 0.01].map { try gain($0, at: 0) }
        #expect(gains == gains.sorted(by: >))
        #expect(gains.last! < 0.2)
        let weights = try stride(from: 0.0, through: 60, by: 1).map {
            try Self.weight("leisure", "park", at: $0)
        }
        #expect(weights == weights.sorted(by: >))
    }

    @Test(arguments: ["industrial", "construction", "military"])
    func `is a house's as well where nobody walks`(landuse: String) throws {
        #expect(
            try Self.weight("landuse", landuse, at: 0) == Self.weight("building", "yes", at: 0))
    }

    @Test func `of a point, nothing is known to be inside`() throws {
        #expect(
            try Self.weight("shop", "books", at: 3, across: 0)
                == Self.weight("office", "company", at: 3, across: 0))
    }
}
