import GeoModel
import PlaceIndex
import TestSupport
import Testing

@Suite struct `Landmarks beyond the radius` {
    private let fixture: ImportFixture
    private let index: PlaceIndex
    private static let here = Coordinate(decimalLatitude: 48.8500, decimalLongitude: 2.2945)!

    /// North of the position: a tower of 330 m at 900 m, a house of 30 m at 250 m and one at 400 m, a known
    /// castle at 330 m, a bench at 150 m, a summit at 1.7 km, and a tower of 330 m at 3.3 km.
    private static let map = [
        (1, 900.0, "man_made=tower;height=330;name=Tall tower"),
        (2, 250, "building=office;height=30 m;name=Near house;tourism=hotel"),
        (3, 400, "building=office;height=30 m;name=Far house;tourism=hotel"),
        (4, 330, castle), (5, 150, "amenity=bench;name=Bench"),
        (6, 1_700, "natural=peak;name=Summit;ele=900"),
        (7, 3_300, "man_made=tower;height=330;name=Too far"),
    ]

    private static let castle =
        "historic=castle;name=Known castle;wikidata=Q1;wikipedia=fr:X;name:en=A;name:de=B;name:fi=C"

    init() throws {
        let nodes = Self.map.map { id, meters, tags in
            let latitude = Self.here.decimalLatitude + meters / 111_209
            let tags = tags.split(separator: ";").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return "<tag k='\(parts[0])' v='\(parts[1])'/>"
            }
            return
                "<node id='\(id)' version='1' lat='\(latitude)' lon='2.2945'>\(tags.joined())</node>"
        }
        fixture = try ImportFixture(nodes.joined())
        index = try PlaceIndex(
            directory: fixture.directory.file("places"), countries: nil, connections: 1)
    }

    private func names(beyond radius: Double = 100, uncertainty: Double = 10) throws -> [String] {
        try index.landmarks(
            near: Self.here, beyondMeters: radius, uncertaintyInMeters: uncertainty,
            languages: .local
        ).map(\.label)
    }

    @Test func `are tall or known for their distance, the nearest for their sight first`() throws {
        let found = try index.landmarks(
            near: Self.here, beyondMeters: 100, uncertaintyInMeters: 10, languages: .local)
        #expect(found.map(\.label) == ["Tall tower", "Known castle", "Near house", "Summit"])
        let parts = found.map { $0.distanceInMeters / ($0.place.sightInMeters + 10) }
        #expect(parts == parts.sorted())
        for place in found { #expect(abs(place.bearingInDegrees ?? 99) < 0.5) }
        let tower = try #require(found.first { $0.label == "Tall tower" })
        #expect(abs(tower.distanceInMeters - 900) < 2)
    }

    @Test func `leave to the radius search what is within it`() throws {
        #expect(try !names(beyond: 500).contains("Near house"))
        #expect(try names(beyond: 500).contains("Tall tower"))
        #expect(try names(beyond: 3_500).isEmpty)
    }

    @Test func `reach farther when the position is uncertain`() throws {
        #expect(try !names().contains("Far house"))
        #expect(try names(uncertainty: 150).contains("Far house"))
        // Nobody takes a bench for what they see from afar, however uncertain the position.
        #expect(try !names(uncertainty: 100_000).contains("Bench"))
    }
}
