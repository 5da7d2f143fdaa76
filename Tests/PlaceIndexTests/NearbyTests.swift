import Foundation
import GeoModel
import Geodesy
import PlaceIndex
import TestSupport
import Testing

@Suite struct `A radius search` {
    private func cafe(_ name: String) -> [String: String] { ["amenity": "cafe", "name": name] }

    @Test func `R18 is in order of distance, and says the distance`() throws {
        var map = MapBuilder()
        for (name, meters) in [("c", 90.0), ("a", 10), ("d", 120), ("b", 50)] {
            let place = Geodesic.destination(
                from: position(60.17, 24.94), bearingInDegrees: meters, distanceInMeters: meters)
            map.node(place.decimalLatitude, place.decimalLongitude, cafe(name))
        }
        let found = try IndexFixture(map).nearby(60.17, 24.94, radius: 100)
        #expect(found.map(\.label) == ["a", "b", "c"])
        for (place, meters) in zip(found, [10.0, 50, 90]) {
            #expect(abs(place.distanceInMeters - meters) < 0.02)
            #expect(abs((place.bearingInDegrees ?? -1) - meters) < 0.1)
        }
    }

    @Test func `R18 keeps the nearest when there are more than the limit`() throws {
        var map = MapBuilder()
        for step in (1...30).reversed() {
            map.node(60.17 + Double(step) * 1e-5, 24.94, cafe("\(step)"))
        }
        let found = try IndexFixture(map).nearby(60.17, 24.94, radius: 1000, limit: 5)
        #expect(found.map(\.label) == ["1", "2", "3", "4", "5"])
    }

    /// A craft node inside the building it works in: both are at 0 or near, in an order that stays.
    @Test func `R14 has the node and the building that holds it, always in the same order`() throws
    {
        var map = MapBuilder()
        let node = map.node(50.8974, 4.3578, ["craft": "brewery", "name": "Node"])
        let building = map.box(
            50.8970, 4.3570, 50.8980, 4.3585, ["amenity": "pub", "name": "Building"])
        let fixture = try IndexFixture(map)
        for _ in 0..<50 {
            let found = try fixture.nearby(50.8974, 4.3578, radius: 50)
            #expect(
                found.map(\.place.ref) == [
                    OSMRef(osmType: .node, osmID: node), OSMRef(osmType: .way, osmID: building),
                ])
            #expect(found.map(\.distanceInMeters) == [0, 0])
            #expect(found.map(\.bearingInDegrees) == [nil, nil])
        }
    }

    @Test(arguments: [
        ("", "Toilets", "Drinking water"), ("de", "Toiletten", "Trinkwasser"),
        ("fi;q=0.5, sv", "Toaletter", "Dricksvatten"), ("xx, zh-TW", "洗手间", "饮用水"),
    ])
    func `R25 has nameless places, labelled by type in the asked language`(
        languages: String, toilets: String, water: String
    ) throws {
        var map = MapBuilder()
        map.node(60.17020, 24.94, ["amenity": "toilets"])
        map.node(60.17027, 24.94, ["amenity": "drinking_water"])
        let found = try IndexFixture(map).nearby(60.17, 24.94, radius: 50, languages: languages)
        #expect(found.map(\.label) == [toilets, water])
        #expect(found.map(\.isNamed) == [false, false])
        #expect((29...31).contains(try #require(found.last).distanceInMeters))
    }

    @Test func `R23 prefers the local name to a language nobody asked for`() throws {
        var map = MapBuilder()
        map.node(
            47.14, 9.52,
            cafe("Zum Löwen").merging(["name:en": "Lion", "name:fr": "Lion d’or"]) { $1 })
        let fixture = try IndexFixture(map)
        for (languages, label) in [
            ("de", "Zum Löwen"), ("de-AT", "Zum Löwen"), ("", "Zum Löwen"), ("en-GB", "Lion"),
            ("de;q=0.2, fr;q=0.8", "Lion d’or"), ("en;q=0, fr;q=0.1", "Lion d’or"),
        ] {
            #expect(
                try fixture.nearby(47.14, 9.52, radius: 10, languages: languages).map(\.label)
                    == [label], "\(languages)")
        }
    }

    @Test func `P01 finds what is on the other side of 180 degrees and of the pole`() throws {
        var map = MapBuilder()
        let fiji = [(0, 179.9), (0, -179.9), (0.1, 179.99), (-0.1, -179.99), (0, 178.5), (0, -178)]
        for (index, place) in fiji.enumerated() { map.node(place.0, place.1, cafe("f\(index)")) }
        let poles = [(89.95, 100.0), (89.95, -80), (89.8, 0), (89.4, 180), (89.95, 179.99)]
        for (index, place) in poles.enumerated() { map.node(place.0, place.1, cafe("p\(index)")) }
        let fixture = try IndexFixture(map)
        // At most 50 km a search.
        #expect(
            Set(try fixture.nearby(0, 179.8, radius: 50_000).map(\.label))
                == ["f0", "f1", "f2", "f3"])
        for longitude in [180.0, -180] {
            #expect(
                try fixture.nearby(0, longitude, radius: 11_200).map(\.label).sorted()
                    == ["f0", "f1", "f2", "f3"])
        }
        #expect(
            Set(try fixture.nearby(89.9, 100, radius: 50_000).map(\.label))
                == ["p0", "p1", "p2", "p4"])
        #expect(
            Set(try fixture.nearby(90, 0, radius: 10_000).map(\.label)) == ["p0", "p1", "p4"])
        #expect(
            try fixture.nearby(90, 0, radius: 10_000).allSatisfy { $0.distanceInMeters < 5_600 })
    }

    @Test(arguments: [(0, 180), (0, -180), (90, 0), (-90, 0)] as [(Double, Double)])
    func `P02 takes poles and 180 degrees`(latitude: Double, longitude: Double) throws {
        var map = MapBuilder()
        map.node(latitude, longitude, cafe("here"))
        let found = try IndexFixture(map).nearby(latitude, longitude, radius: 1)
        #expect(found.map(\.label) == ["here"])
        #expect(found.map(\.distanceInMeters) == [0])
    }

    @Test(arguments: [0, -850, .nan, .infinity, -.infinity, 50_000.1])
    func `P03 refuses a radius that is none`(radius: Double) throws {
        #expect(throws: PlaceIndexError.radiusOutOfRange(limit: 50_000)) {
            try NearbyQuery(position: position(0, 0), radiusInMeters: radius)
        }
    }

    @Test(arguments: [0, -1, 101])
    func `P03 refuses a limit that is none`(limit: Int) throws {
        #expect(throws: PlaceIndexError.limitOutOfRange(1...100)) {
            try NearbyQuery(position: position(0, 0), radiusInMeters: 1, limit: limit)
        }
    }

    @Test func `P04 measures in metres in every direction`() throws {
        var map = MapBuilder()
        let here = position(60, 25)
        for (name, bearing) in [("north", 0.0), ("east", 90)] {
            let place = Geodesic.destination(
                from: here, bearingInDegrees: bearing, distanceInMeters: 900)
            map.node(place.decimalLatitude, place.decimalLongitude, cafe(name))
        }
        let fixture = try IndexFixture(map)
        #expect(Set(try fixture.nearby(60, 25, radius: 1000).map(\.label)) == ["north", "east"])
        #expect(try fixture.nearby(60, 25, radius: 800).isEmpty)
    }

    @Test func `is to the footprint, 0 inside, and honours holes`() throws {
        var map = MapBuilder()
        let outer = map.box(60.0, 25.0, 60.02, 25.04)
        let inner = map.box(60.005, 25.01, 60.015, 25.03)
        map.relation(
            outer: [outer], inner: [inner], ["leisure": "park", "name": "Ring"])
        let fixture = try IndexFixture(map)
        let inside = try #require(try fixture.nearby(60.001, 25.001, radius: 1).first)
        #expect(inside.distanceInMeters == 0)
        #expect(inside.bearingInDegrees == nil)
        let hole = try #require(try fixture.nearby(60.006, 25.02, radius: 1000).first)
        #expect((111...112).contains(hole.distanceInMeters))
        #expect(abs((hole.bearingInDegrees ?? -1) - 180) < 0.1)
        #expect(try fixture.nearby(60.01, 25.02, radius: 500).isEmpty)
    }

    @Test func `keeps the kinds and the names asked for`() throws {
        var map = MapBuilder()
        map.node(60.1701, 24.94, cafe("Café Engel").merging(["name:sv": "Ängeln"]) { $1 })
        map.node(60.1702, 24.94, ["amenity": "bench"])
        map.node(60.1703, 24.94, ["shop": "books", "name": "Engels Bücher"])
        let fixture = try IndexFixture(map)
        func labels(_ kinds: [NearbyQuery.Kind], _ name: String? = nil) throws -> [String] {
            try fixture.index.nearby(
                NearbyQuery(
                    position: position(60.17, 24.94), radiusInMeters: 100, kinds: kinds, name: name)
            ).map(\.label)
        }
        #expect(try labels([.init(category: "amenity")]) == ["Café Engel", "Bench"])
        #expect(try labels([.init(category: "amenity", type: "bench")]) == ["Bench"])
        #expect(
            try labels([.init(category: "shop"), .init(category: "amenity", type: "cafe")])
                == ["Café Engel", "Engels Bücher"])
        #expect(try labels([], "engel") == ["Café Engel", "Engels Bücher"])
        #expect(try labels([], "ÄNGEL") == ["Café Engel"])
        #expect(try labels([.init(category: "tourism")]).isEmpty)
    }

    @Test func `asks several regions and has an object that is in two of them once`() throws {
        var first = MapBuilder()
        first.node(60.1701, 24.94, cafe("both"))
        first.node(60.1702, 24.94, cafe("first"))
        var second = MapBuilder()
        second.node(60.1701, 24.94, cafe("both"))
        second.node(60.2, 24.94, ["amenity": "bench"])
        second.node(60.1703, 24.94, cafe("second"))
        let fixture = try IndexFixture(first, second)
        #expect(fixture.index.regions.map(\.name) == ["map0", "map1"])
        #expect(
            try fixture.nearby(60.17, 24.94, radius: 100).map(\.label) == [
                "both", "first", "second",
            ])
        #expect(
            try fixture.index.place(OSMRef(osmType: .node, osmID: 3))?.label == "second")
        #expect(try fixture.index.place(OSMRef(osmType: .way, osmID: 3)) == nil)
    }

    @Test func `has a box that crosses 180 degrees for an area cut there`() throws {
        var map = MapBuilder()
        let east = map.box(-17, 179, -16, 180)
        let west = map.box(-17, -180, -16, -178)
        map.relation(outer: [east, west], ["leisure": "nature_reserve", "name": "Across"])
        let place = try #require(try IndexFixture(map).nearby(-16.5, 180, radius: 1).first)
        #expect(place.distanceInMeters == 0)
        #expect(place.place.boundingBox.west == 179)
        #expect(place.place.boundingBox.east == -178)
    }

    @Test func `finds the cathedral of Helsinki and the castle of Vaduz`() throws {
        let folder = try SharedRegions.folder(of: [
            ("fi", GeoDataFiles.helsinkiCentre), ("li", GeoDataFiles.liechtenstein),
        ])
        let index = try PlaceIndex(directory: folder.path, countries: nil, connections: 1)
        func nearby(_ latitude: Double, _ longitude: Double, _ languages: String) throws
            -> [NearbyPlace]
        {
            try index.nearby(
                NearbyQuery(
                    position: position(latitude, longitude), radiusInMeters: 100, limit: 100,
                    languages: LanguagePreferences(acceptLanguage: languages)))
        }
        let cathedral = OSMRef(osmType: .way, osmID: 419_479_428)
        for (languages, name) in [("", "Helsingin tuomiokirkko"), ("en", "Helsinki Cathedral")] {
            let found = try #require(
                try nearby(60.1702, 24.9522, languages).first { $0.place.ref == cathedral })
            #expect(found.label == name)
            #expect(found.distanceInMeters == 0)
        }
        #expect(try nearby(47.13955, 9.52442, "").contains { $0.label == "Schloss Vaduz" })
    }
}

/// Distances by brute force over a file's nodes; see shared/data/osm/SOURCES.md.
@Suite(.needsSharedData) struct `Radius searches with known answers` {
    private struct Expected: Decodable {
        let queries: [Query]

        struct Query: Decodable {
            let file, mode: String
            let lat, lon, radius_m: Double
            let count: Int
            let nearest: [Node]
        }

        struct Node: Decodable {
            let id: Int64
            let m: Double
            let tag: String?
        }
    }

    @Test(arguments: ["monaco.osm.pbf", "taipei.osm", "fiji-antimeridian.osm.pbf"])
    func `have every node, at its distance`(file: String) throws {
        let text = try Data(
            contentsOf: URL(filePath: try SharedData.path("data/osm/radius-expected.json")))
        let queries = try JSONDecoder().decode(Expected.self, from: text).queries
            .filter { $0.file == file && $0.mode == "poi" }
        try #require(!queries.isEmpty)
        let folder = try SharedRegions.folder(of: [
            ("known", try SharedData.path("data/osm/\(file)"))
        ])
        let index = try PlaceIndex(directory: folder.path, countries: nil, connections: 1)
        var (compared, absent) = (0, 0)
        for query in queries {
            let radius = min(query.radius_m, NearbyQuery.radiusLimitInMeters)
            for node in query.nearest where node.m <= radius - 0.01 {
                // Asked so that few others can come between.
                let found = try index.nearby(
                    NearbyQuery(
                        position: position(query.lat, query.lon),
                        radiusInMeters: min(node.m + 0.05, 50_000), limit: 100,
                        kinds: (node.tag?.split(separator: "=").map(String.init)).map {
                            [NearbyQuery.Kind(category: $0[0], type: $0.count > 1 ? $0[1] : nil)]
                        } ?? []))
                let ref = OSMRef(osmType: .node, osmID: node.id)
                compared += 1
                guard let place = found.first(where: { $0.place.ref == ref }) else {
                    absent += 1
                    continue
                }
                #expect(abs(place.distanceInMeters - node.m) < 0.011, "\(ref)")
            }
        }
        print("\(file): \(compared) nodes, \(absent) not among our places")
        // Some nodes are none of our places: a nameless vague value, a parking entrance.
        #expect(Double(absent) <= 0.15 * Double(compared))
    }
}
