import GeoModel
import PlaceIndex
import TestSupport
import Testing

/// Faults that users of other geocoders met, each with the reports' own numbers where the bundled
/// data reaches.
@Suite struct `Reverse geocoding where others went wrong` {
    /// Two towns along a border of teeth, each 111 m high and 278 m deep at this latitude.
    private static func toothedBorder() -> MapBuilder {
        var map = MapBuilder()
        let teeth = 400
        let (south, step) = (60.0, 0.001)
        let border = (0...teeth).map { index in
            (south + Double(index) * step, index % 2 == 0 ? 25.0 : 25.005)
        }.flatMap { latitude, longitude in
            [(latitude, longitude), (latitude + step, longitude)]
        }
        let north = south + Double(teeth + 1) * step
        for (name, edge) in [("West", 24.9), ("East", 25.1)] {
            let corners = [(north, edge), (south, edge)]
            let nodes = (border + corners).map { map.node($0.0, $0.1) }
            let ring = map.way(nodes: nodes + nodes.prefix(1))
            map.relation(
                outer: [ring],
                ["boundary": "administrative", "admin_level": "8", "name": name])
        }
        return map
    }

    @Test func `R04 a border is followed tooth by tooth, as it was drawn`() throws {
        let fixture = try IndexFixture(Self.toothedBorder())
        for tooth in [0, 1, 2, 3, 150, 151, 398, 399] {
            let latitude = 60.0005 + Double(tooth) * 0.001
            // Between the two edges, 140 m from each: whose it is changes with every tooth.
            let middle = try #require(try fixture.reverse(latitude, 25.0025, zoom: 10))
            #expect(middle.name == (tooth.isMultiple(of: 2) ? "East" : "West"), "\(tooth)")
            // 280 m beyond all teeth.
            #expect(try fixture.reverse(latitude, 24.995, zoom: 10)?.name == "West")
            #expect(try fixture.reverse(latitude, 25.01, zoom: 10)?.name == "East")
        }
    }

    @Test func `R10 every coarser zoom has an answer where a finer one has`() throws {
        var map = MapBuilder()
        // Boundaries end at the shore, at 60.1; a pier leads out to sea.
        map.boundary("Suomi", level: 2, 60.1, 24, 61, 26, ["ISO3166-1": "FI"])
        map.boundary("Uusimaa", level: 4, 60.1, 24.2, 60.9, 25.8)
        map.boundary("Town", level: 8, 60.1, 24.8, 60.3, 25.2)
        map.way(
            [(60.1002, 25), (60.0985, 25)], ["highway": "footway", "name": "Laituri"])
        map.node(60.0985, 25, ["amenity": "cafe", "name": "Meri"])
        let fixture = try IndexFixture(map)
        for latitude in [60.2, 60.1001, 60.0999, 60.0985, 60.098, 60.095, 60.09, 60.05] {
            var finer: GeocoderResult?
            for zoom in ReverseQuery.zooms.reversed() {
                let answer = try fixture.reverse(latitude, 25, zoom: zoom)
                #expect(answer != nil || finer == nil, "\(latitude) at zoom \(zoom)")
                if let finer, let code = finer["country_code"] {
                    #expect(answer?["country_code"] == code, "\(latitude) at zoom \(zoom)")
                }
                finer = answer
            }
        }
        #expect(try fixture.reverse(60.0985, 25)?.name == "Meri")
    }

    @Test func `R28 a suburb outside the city limit has a locality too`() throws {
        var map = MapBuilder()
        // A county whose suburb lies beside the city, as around 29.68214, -95.90450.
        map.boundary("County", level: 6, 29.5, -96.1, 29.9, -95.5)
        map.boundary("City", level: 8, 29.5, -95.8, 29.9, -95.5)
        map.node(29.6822, -95.9046, ["place": "suburb", "name": "Beyond"])
        map.node(29.7, -95.95, ["place": "town", "name": "Nearest"])
        map.way(
            [(29.682, -95.906), (29.682, -95.903)], ["highway": "residential", "name": "Road"])
        let answer = try #require(try IndexFixture(map).reverse(29.68214, -95.90450))
        #expect(answer["city"] == nil)
        #expect(answer.locality != nil)
    }

    @Test func `R17 where nothing is near, the area round it is the answer at every zoom`() throws {
        var map = MapBuilder()
        map.boundary("Country", level: 2, 38, -116, 39, -114, ["ISO3166-1": "US"])
        map.boundary("Nevada", level: 4, 38.1, -115.9, 38.9, -114.1)
        map.node(38.9, -114.2, ["place": "city", "name": "Far"])
        let fixture = try IndexFixture(map)
        for zoom in [5, 10, 14, 16, 18] {
            let answer = try #require(try fixture.reverse(38.337025, -115.043747, zoom: zoom))
            #expect(answer["state"] == "Nevada", "\(zoom)")
            #expect(answer["country_code"] == "us", "\(zoom)")
        }
    }

    @Test(arguments: [
        ("city", "City"), ("town", "Town"), ("village", "Village"), ("hamlet", "Hamlet"),
    ])
    func `R28 the locality is filled whatever kind of settlement it is`(
        type: String, name: String
    ) throws {
        var map = MapBuilder()
        map.node(60.2, 24.5, ["place": type, "name": name])
        map.node(60.2, 24.501, ["amenity": "bench"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.501))
        #expect(answer[type] == name)
        #expect(answer.locality == name)
    }

    @Test func `R38 a layer keeps everything else out`() throws {
        var map = MapBuilder()
        map.way([(42.888, -0.61), (42.889, -0.608)], ["highway": "path", "name": "Path"])
        map.node(42.8887, -0.6093, ["amenity": "bench"])
        map.node(42.8887, -0.6092, ["natural": "peak", "name": "Peak"])
        map.node(42.8888, -0.6092, ["railway": "signal_box", "name": "Box"])
        map.node(42.8889, -0.6091, ["landuse": "quarry", "name": "Quarry"])
        let fixture = try IndexFixture(map)
        func kind(_ layers: Set<Layer>, zoom: Int = 18) throws -> String? {
            try fixture.reverse(42.888663, -0.609304, zoom: zoom, layers: layers)
                .map { "\($0.category)=\($0.type)" }
        }
        #expect(try kind([.poi]) == "amenity=bench")
        #expect(try kind([.natural]) == "natural=peak")
        #expect(try kind([.railway]) == "railway=signal_box")
        #expect(try kind([.address]) == "highway=path")
        // A filter is no preference: with nothing of its kind there is nothing.
        let empty = try PlaceIndex(
            directory: fixture.directory.file("none"), countries: GeoDataFiles.countries,
            connections: 1)
        for layers in [[.poi], [.natural], [.railway], [.manmade], [.railway, .natural]]
            as [Set<Layer>]
        {
            for zoom in [3, 10, 18] {
                let query = try ReverseQuery(
                    position: position(42.888663, -0.609304), zoom: zoom, layers: layers)
                #expect(try empty.reverse(query) == nil)
            }
        }
        #expect(try kind([.railway], zoom: 10) == nil)
        // The coarsest zoom is the country, and only the country.
        #expect(try kind([.address], zoom: 3) == "place=country")
    }

    @Test(arguments: [
        (49.711950, 18.641700, "cz"), (43.9424, 12.4578, "sm"), (52.5131, 13.4213, "de"),
    ])
    func `R05 R38 the bundled countries put reported points where they belong`(
        latitude: Double, longitude: Double, code: String
    ) throws {
        let index = try PlaceIndex(
            directory: try TemporaryDirectory().file("none"), countries: GeoDataFiles.countries,
            connections: 1)
        for zoom in [3, 10, 18] {
            let answer = try index.reverse(
                ReverseQuery(position: position(latitude, longitude), zoom: zoom))
            #expect(answer?["country_code"] == code, "zoom \(zoom)")
        }
    }
}
