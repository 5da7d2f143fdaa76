import GeoModel
import Testing

@Suite struct `A bounding box` {
    private static func at(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
        try #require(Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
    }

    @Test(
        arguments: [
            (24, 60, 25, 61, 24.5, 60.5, true), (24, 60, 25, 61, 24, 60, true),
            (24, 60, 25, 61, 25, 61, true), (24, 60, 25, 61, 23.9, 60.5, false),
            (24, 60, 25, 61, 24.5, 61.1, false), (170, 0, -170, 20, -179, 10, true),
            (170, 0, -170, 20, 180, 10, true), (170, 0, -170, 20, -180, 10, true),
            (170, 0, -170, 20, 169, 10, false), (170, 0, -170, 20, 0, 10, false),
            (170, 0, -170, 20, 175, 21, false), (-180, -90, 180, 90, 180, 90, true),
        ] as [(Double, Double, Double, Double, Double, Double, Bool)])
    func `contains its edges, and across 180 degrees both sides`(
        west: Double, south: Double, east: Double, north: Double, longitude: Double,
        latitude: Double, isInside: Bool
    ) throws {
        let box = try #require(BoundingBox(west: west, south: south, east: east, north: north))
        #expect(box.contains(try Self.at(longitude, latitude)) == isInside)
        // The parts an R*Tree is asked for hold the same positions.
        let parts = box.partsWithoutCrossing
        #expect(parts.count == (west > east ? 2 : 1))
        #expect(parts.allSatisfy { !$0.crossesAntimeridian })
        let position = try Self.at(longitude, latitude)
        #expect(parts.contains { $0.contains(position) } == isInside)
    }

    @Test(
        arguments: [
            (0, 10, 1, 9), (-181, 0, 0, 1), (0, 0, 181, 1), (0, -91, 1, 0), (0, 0, 1, 91),
            (.nan, 0, 1, 1), (0, 0, .infinity, 1),
        ] as [(Double, Double, Double, Double)])
    func `refuses south above north and numbers out of range`(
        west: Double, south: Double, east: Double, north: Double
    ) {
        #expect(BoundingBox(west: west, south: south, east: east, north: north) == nil)
    }

    @Test func `of positions is the smallest one, and there is none of no positions`() throws {
        let positions = try [Self.at(2, 50), Self.at(-3, 51), Self.at(1, 49)]
        #expect(
            BoundingBox(enclosing: positions)
                == BoundingBox(west: -3, south: 49, east: 2, north: 51))
        #expect(BoundingBox(enclosing: [Coordinate]()) == nil)
        let one = try Self.at(5, 6)
        #expect(BoundingBox(one).contains(one))
        #expect(BoundingBox(enclosing: [one]) == BoundingBox(one))
    }
}
