import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite(.needsGDAL) struct `A range at the end of the map` {
    /// A range round Fiji, from 177 to −178, in the ways files have it.
    private static let acrossAntimeridian: [(String, [RangeFixture.Rings])] = [
        (
            "cut at 180",
            [
                [[(177, -19), (180, -19), (180, -15), (177, -15), (177, -19)]],
                [[(-180, -19), (-178, -19), (-178, -15), (-180, -15), (-180, -19)]],
            ]
        ),
        ("with a jump", [[[(177, -19), (-178, -19), (-178, -15), (177, -15), (177, -19)]]]),
        ("clockwise", [[[(177, -19), (177, -15), (-178, -15), (-178, -19), (177, -19)]]]),
        ("in 0 to 360", [[[(177, -19), (182, -19), (182, -15), (177, -15), (177, -19)]]]),
        ("west of −180", [[[(-183, -19), (-178, -19), (-178, -15), (-183, -15), (-183, -19)]]]),
        (
            "with both 180 and −180",
            [
                [
                    [
                        (177, -19), (180, -19), (-180, -19), (-178, -19), (-178, -15), (-180, -15),
                        (180, -15), (177, -15), (177, -19),
                    ]
                ]
            ]
        ),
    ]

    @Test(arguments: acrossAntimeridian)
    func `across 180 degrees is one on both sides`(
        way: String, polygons: [RangeFixture.Rings]
    ) throws {
        let fixture = try RangeFixture()
        try fixture.add([RangeFixture.feature("Larus vitiensis", "\"seasonal\": 1", polygons)])
        try fixture.expectSound()
        for longitude in [177, 178, 179.999_999, 180, -180, -179.5, -178] {
            #expect(try fixture.names(-17, longitude) == ["Larus vitiensis"], "\(way) \(longitude)")
        }
        for longitude in [0, 176.9, -177.9, 90] {
            #expect(try fixture.names(-17, longitude) == [], "\(way) \(longitude)")
        }
        #expect(abs(try fixture.area() - 20) < 1e-6, "\(way)")
        let answer = try fixture.answer("Larus vitiensis", -17, -177.9)
        #expect(answer.status == .edge)
        #expect(abs((answer.distanceInMeters ?? 0) - 10_650) < 100)
    }

    @Test func `that only touches 180 degrees holds the meridian from either side`() throws {
        let fixture = try RangeFixture()
        let report = try fixture.add([
            RangeFixture.box("Larus tangens", west: 170, south: 0, east: 180, north: 10)
        ])
        #expect(report.sources[0].files[0].noted["cut at 180 degrees"] == nil)
        #expect(try fixture.names(5, 180) == ["Larus tangens"])
        #expect(try fixture.names(5, -180) == ["Larus tangens"])
        #expect(try fixture.names(5, -179.9) == [])
        #expect(try fixture.answer("Larus tangens", 5, -179.9).status == .edge)
    }

    /// The Antarctic, in the ways files have it.
    private static let antarctic: [(String, [(Double, Double)])] = [
        (
            "along the pole",
            [
                (-180, -90), (180, -90), (180, -70), (90, -68), (0, -70), (-90, -72), (-180, -70),
                (-180, -90),
            ]
        ),
        ("as a ring", [(-180, -70), (-90, -72), (0, -70), (90, -68), (-180, -70)]),
        ("as a ring, the other way", [(-180, -70), (90, -68), (0, -70), (-90, -72), (-180, -70)]),
        ("as a ring in 0 to 360", [(0, -70), (90, -68), (180, -70), (270, -72), (360, -70)]),
    ]

    @Test(arguments: antarctic)
    func `round a pole holds it from everywhere`(way: String, ring: [(Double, Double)]) throws {
        let fixture = try RangeFixture()
        try fixture.add([RangeFixture.feature("Larus polaris", "\"seasonal\": 1", [[ring]])])
        try fixture.expectSound()
        for longitude in stride(from: -180.0, through: 180, by: 15) {
            #expect(try fixture.names(-90, longitude) == ["Larus polaris"], "\(way) \(longitude)")
            #expect(try fixture.names(-89.9, longitude) == ["Larus polaris"], "\(way) \(longitude)")
            #expect(try fixture.names(-75, longitude) == ["Larus polaris"], "\(way) \(longitude)")
            #expect(try fixture.names(-60, longitude) == [], "\(way) \(longitude)")
            #expect(try fixture.names(90, longitude) == [], "\(way) \(longitude)")
        }
        #expect(try fixture.answer("Larus polaris", -90, 12).distanceInMeters == 0)
    }

    @Test func `in a polar projection is turned into longitudes right round the pole`() throws {
        let fixture = try RangeFixture()
        // A square of 2,000 km about the north pole, in the stereographic plane of EPSG:3995.
        try fixture.add(
            [
                RangeFixture.box(
                    "Larus borealis", west: -1e6, south: -1e6, east: 1e6, north: 1e6)
            ], crs: "EPSG:3995")
        try fixture.expectSound()
        for longitude in stride(from: -180.0, through: 180, by: 30) {
            #expect(try fixture.names(90, longitude) == ["Larus borealis"])
            // The square reaches 80.9 degrees in the middle of its sides, 77.2 at its corners.
            #expect(try fixture.names(82, longitude) == ["Larus borealis"])
            #expect(try fixture.names(76, longitude) == [])
        }
        for corner in [45.0, 135, -45, -135] {
            #expect(try fixture.names(78, corner) == ["Larus borealis"])
            #expect(try fixture.names(78, corner + 45) == [])
        }
    }

    @Test func `of the whole world holds every place`() throws {
        let fixture = try RangeFixture()
        try fixture.add([
            RangeFixture.box("Larus mundi", west: -180, south: -90, east: 180, north: 90),
            RangeFixture.box("Larus cinguli", west: -180, south: -20, east: 180, north: 20),
        ])
        try fixture.expectSound()
        for (latitude, longitude) in [(0.0, 0.0), (90, 0), (-90, 77), (12, 180), (12, -180)] {
            #expect(try fixture.names(latitude, longitude).contains("Larus mundi"))
        }
        for longitude in stride(from: -180.0, through: 180, by: 20) {
            #expect(try fixture.names(20, longitude) == ["Larus cinguli", "Larus mundi"])
            #expect(try fixture.names(21, longitude) == ["Larus mundi"])
        }
    }
}

extension RangeFixture {
    /// Square degrees of all ranges.
    func area() throws -> Double {
        Double(try rows("SELECT sum(ST_Area(geom)) FROM species_range")[0]) ?? 0
    }
}
