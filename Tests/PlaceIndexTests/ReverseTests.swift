import FoundationEssentials
import GeoModel
import PlaceIndex
import TestSupport
import Testing

@Suite struct `Reverse geocoding` {
    /// Two towns side by side, border at 24.5, in one country from 24 to 25.
    private func towns() -> MapBuilder {
        var map = MapBuilder()
        map.boundary(
            "Country", level: 2, 59, 24, 61, 25, ["ISO3166-1:alpha2": "FI", "name:de": "Land"])
        map.boundary("West", level: 8, 60, 24, 60.5, 24.5, ["ISO3166-2": "FI-W"])
        map.boundary("East", level: 8, 60, 24.5, 60.5, 25)
        return map
    }

    @Test func `R01 the polygon decides the town, not the nearer centre`() throws {
        var map = towns()
        map.node(60.01, 24.01, ["place": "town", "name": "West"])
        // 500 m from the asked point, on the other side of the border.
        map.node(60.2, 24.505, ["place": "town", "name": "East"])
        map.node(60.2, 24.504, ["place": "suburb", "name": "East End"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.496))
        #expect(answer["town"] == "West")
        #expect(answer["suburb"] == nil)
        #expect(answer.address.map(\.value) == ["West", "FI-W", "Country", "fi"])
        #expect(answer.address.allSatisfy { !$0.isInferred })
    }

    @Test func `R01 where there is no polygon, the node within reach names the town, as inferred`()
        throws
    {
        var map = MapBuilder()
        map.node(60.2, 24.5, ["place": "village", "name": "Near"])
        map.node(60.2, 24.6, ["place": "village", "name": "Far"])
        map.node(60.2, 24.501, ["amenity": "bench"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.501))
        #expect(
            answer.address.first { $0.key == "village" }
                == AddressPart(
                    key: "village", value: "Near", isInferred: true, addressRank: 16))
        #expect(answer["country_code"] == "fi")
        #expect(answer.locality == "Near")
    }

    @Test(arguments: ["", "00300"])
    func `a street has its own postcode, else the one whose centre is nearest to its middle`(
        own: String
    ) throws {
        var map = MapBuilder()
        map.way(
            [(60, 25), (60, 25.01)],
            ["highway": "residential", "name": "Katu"]
                .merging(own.isEmpty ? [:] : ["postal_code": own]) { $1 })
        for (longitude, postcode) in [(24.999, "00200"), (25.003, "00100"), (25.006, "00100")] {
            map.node(
                60.0004, longitude,
                ["addr:housenumber": "1", "addr:street": "Muu", "addr:postcode": postcode])
        }
        let answer = try #require(try IndexFixture(map).reverse(60, 25.0001, zoom: 17))
        #expect(answer["road"] == "Katu")
        #expect(answer["postcode"] == (own.isEmpty ? "00100" : own))
        #expect(answer.address.first { $0.key == "postcode" }?.isInferred == own.isEmpty)
    }

    @Test(arguments: ["9223372036854775807", "all", "even"])
    func `numbers that no house has are not counted along`(kind: String) throws {
        var map = MapBuilder()
        let ends = [
            map.node(10, 20, ["addr:housenumber": "1", "addr:street": "S"]),
            map.node(10, 20.002, ["addr:housenumber": "9223372036854775807", "addr:street": "S"]),
        ]
        map.way(nodes: ends, ["addr:interpolation": kind, "addr:street": "S"])
        map.way(nodes: ends, ["highway": "residential", "name": "S"])
        let answer = try #require(try IndexFixture(map).reverse(10, 20.0013))
        #expect(answer["road"] == "S")
        // The ends say their own; between them nothing is made up.
        #expect(["1", "9223372036854775807"].contains(answer["house_number"]))
    }

    @Test func `R02 a hole in a state is the city state that fills it`() throws {
        var map = MapBuilder()
        let ring = map.box(52, 13, 53, 14)
        let hole = map.box(52.4, 13.4, 52.6, 13.6)
        map.relation(
            outer: [ring], inner: [hole],
            ["boundary": "administrative", "admin_level": "4", "name": "Brandenburg"])
        map.relation(
            outer: [hole], ["boundary": "administrative", "admin_level": "4", "name": "Berlin"])
        let fixture = try IndexFixture(map)
        #expect(try fixture.reverse(52.5, 13.5)?["state"] == "Berlin")
        #expect(try fixture.reverse(52.3, 13.5)?["state"] == "Brandenburg")
        #expect(try fixture.reverse(52.5, 13.5)?["country_code"] == "de")
    }

    /// 11 m from the border, at every zoom the same country; the country polygons that ship with
    /// the program are a kilometre coarse here.
    @Test(arguments: [3, 5, 8, 10, 12, 14, 16, 18])
    func `R05 a point beside the border is in its country at every zoom`(zoom: Int) throws {
        var map = MapBuilder()
        map.boundary(
            "Česko", level: 2, 49.5, 18.0, 50, 18.6417, ["ISO3166-1:alpha2": "CZ"])
        map.boundary(
            "Polska", level: 2, 49.5, 18.6417, 50, 19, ["ISO3166-1:alpha2": "PL"])
        map.boundary("Kraj", level: 4, 49.6, 18.2, 49.9, 18.6417)
        map.node(49.71195, 18.6425, ["place": "village", "name": "Polska Wieś"])
        map.way(
            [(49.711, 18.643), (49.713, 18.643)], ["highway": "residential", "name": "Ulica"])
        let answer = try #require(try IndexFixture(map).reverse(49.71195, 18.64155, zoom: zoom))
        #expect(answer["country_code"] == "cz")
        #expect(answer["country"] == "Česko")
        #expect(answer["village"] == nil)
        if zoom >= 5 { #expect(answer["state"] == "Kraj") }
    }

    @Test func `R06 a road across a border has the state of the asked point`() throws {
        var map = MapBuilder()
        map.boundary("A", level: 4, 52, 12, 52.5, 12.3)
        map.boundary("B", level: 4, 52, 12.3, 52.5, 13)
        map.way([(52.2, 12.28), (52.2, 12.9)], ["highway": "primary", "name": "Straße"])
        let fixture = try IndexFixture(map)
        for (longitude, state) in [(12.29, "A"), (12.31, "B")] {
            let answer = try #require(try fixture.reverse(52.2001, longitude))
            #expect(answer["road"] == "Straße")
            #expect(answer["state"] == state)
        }
    }

    @Test func `R09 the open sea is nothing, the coastal sea the country's whose waters it is`()
        throws
    {
        let fixture = try IndexFixture(towns())
        #expect(try fixture.reverse(7.471741, -128.427631) == nil)
        #expect(try fixture.reverse(35, -40) == nil)

        let empty = try TemporaryDirectory()
        let index = try PlaceIndex(
            directory: empty.file("none"), countries: GeoDataFiles.countries, connections: 1)
        #expect(index.regions.isEmpty)
        #expect(
            try index.nearby(NearbyQuery(position: position(60, 25), radiusInMeters: 10)).isEmpty)
        // Some kilometres off Helsinki.
        let sea = try #require(
            try index.reverse(ReverseQuery(position: position(60.06, 24.95))))
        #expect(sea["country_code"] == "fi")
        #expect(sea.distanceInMeters == 0)
        #expect(sea.address.allSatisfy { !$0.isInferred })
        #expect(sea.ref == nil)
        let land = try #require(
            try index.reverse(
                ReverseQuery(
                    position: position(48.85, 2.35),
                    languages: LanguagePreferences(acceptLanguage: "de"))))
        #expect(land.displayName == "Frankreich")
        #expect(land.distanceInMeters == 0)
        #expect(try index.reverse(ReverseQuery(position: position(0, 180))) == nil)
    }

    @Test func `R12 a historic boundary is no part of the address`() throws {
        var map = towns()
        let ring = map.box(60.1, 24.1, 60.3, 24.4)
        map.relation(
            outer: [ring],
            ["boundary": "historic", "admin_level": "8", "name": "Former", "historic": "yes"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.2))
        #expect(!answer.address.contains { $0.value == "Former" })
        #expect(answer["city"] == "West")
    }

    @Test func `R13 a shop answers inside a protected area`() throws {
        var map = MapBuilder()
        map.box(
            50.83, 0.45, 50.86, 0.50,
            ["boundary": "protected_area", "name": "Downs", "leisure": "nature_reserve"])
        map.box(
            50.8452, 0.4736, 50.8453, 0.4738,
            ["building": "yes", "shop": "farm", "name": "Farm Shop"])
        let answer = try #require(try IndexFixture(map).reverse(50.84525, 0.4737))
        #expect(answer.name == "Farm Shop")
        #expect(answer.category == "shop")
    }

    @Test func `R14 the same object answers every time, the node at the door before its building`()
        throws
    {
        var map = MapBuilder()
        map.box(
            50.8970, 4.3570, 50.8980, 4.3585, ["building": "yes", "addr:housenumber": "7"])
        map.node(50.8974, 4.3578, ["craft": "brewery", "name": "Brewery"])
        let fixture = try IndexFixture(map)
        for _ in 0..<50 {
            #expect(try fixture.reverse(50.8974, 4.3578)?.name == "Brewery")
            #expect(try fixture.reverse(50.89745, 4.3578)?.name == "Brewery")
            // The building's number is the brewery's.
            #expect(try fixture.reverse(50.8974, 4.3578)?["house_number"] == "7")
        }
    }

    @Test func `R16 a long road is as near as its line`() throws {
        var map = MapBuilder()
        map.way(
            [(-26.5, 27.5), (-26.66, 27.73), (-27, 28.3)], ["highway": "motorway", "name": "N1"])
        map.way(
            [(-26.6605, 27.7315), (-26.661, 27.7315)], ["highway": "residential", "name": "Side"])
        let answer = try #require(try IndexFixture(map).reverse(-26.66, 27.7301))
        #expect(answer["road"] == "N1")
        #expect((answer.distanceInMeters ?? .infinity) < 20)
        #expect(answer.addressType == "road")
    }

    @Test func `R19 a neighbourhood over two towns does not move the town`() throws {
        var map = towns()
        map.box(60.1, 24.4, 60.3, 24.6, ["place": "neighbourhood", "name": "Across"])
        let fixture = try IndexFixture(map)
        for (longitude, town) in [(24.45, "West"), (24.55, "East")] {
            let answer = try #require(try fixture.reverse(60.2, longitude))
            #expect(answer["neighbourhood"] == "Across")
            #expect(answer["city"] == town)
        }
    }

    @Test(arguments: [
        ("en;q=0.8,de;q=0.2", "High Street, Germany"),
        ("de;q=0.9,en;q=0.1", "Hauptstraße, Deutschland"),
        ("en;q=0,de", "Hauptstraße, Deutschland"), ("fr", "Hauptstraße, Allemagne"),
        (";;,q=", "Hauptstraße, Deutschland"), ("", "Hauptstraße, Deutschland"),
    ])
    func `R22 R23 names follow the languages asked for, then the local one`(
        languages: String, displayName: String
    ) throws {
        var map = MapBuilder()
        map.way(
            [(50, 10), (50.001, 10)],
            [
                "highway": "residential", "name": "Hauptstraße", "name:en": "High Street",
                "name:de": "Hauptstraße",
            ])
        #expect(
            try IndexFixture(map).reverse(50.0005, 10, languages: languages)?.displayName
                == displayName)
    }

    @Test func `a house gives its number to the street that is nearest`() throws {
        var map = MapBuilder()
        map.way([(60.2, 24.5), (60.2, 24.51)], ["highway": "residential", "name": "Katu"])
        map.node(
            60.2003, 24.505,
            [
                "addr:housenumber": "12", "addr:street": "Katu", "addr:postcode": "00100",
                "addr:city": "Kaupunki",
            ])
        // Nearer, but of another street.
        map.node(60.2002, 24.5051, ["addr:housenumber": "3", "addr:street": "Muu"])
        map.way([(60.2015, 24.5), (60.2015, 24.51)], ["highway": "residential", "name": "Muu"])
        let fixture = try IndexFixture(map)
        let house = try #require(try fixture.reverse(60.2, 24.505))
        #expect(
            house.address.map { "\($0.key)=\($0.value)" } == [
                "house_number=12", "road=Katu", "city=Kaupunki", "postcode=00100",
                "country=Suomi", "country_code=fi",
            ])
        #expect(house.address.first { $0.key == "city" }?.isInferred == true)
        #expect(house.displayName == "12, Katu, Kaupunki, 00100, Suomi")
        #expect(house.placeRank == 30)
        #expect((33...34).contains(try #require(house.distanceInMeters)))

        let street = try #require(try fixture.reverse(60.2, 24.505, zoom: 16))
        #expect(street["house_number"] == nil)
        #expect(street.addressType == "road")
        #expect(
            street.address.first { $0.key == "postcode" }
                == AddressPart(
                    key: "postcode", value: "00100", isInferred: true, addressRank: 5))
    }

    @Test(arguments: [(24.5, "1"), (24.5011, "3"), (24.505, "11"), (24.51, "21")])
    func `a number is interpolated along its line`(longitude: Double, number: String) throws {
        var map = MapBuilder()
        map.way([(60.2, 24.5), (60.2, 24.51)], ["highway": "residential", "name": "Katu"])
        let first = map.node(60.2001, 24.5, ["addr:housenumber": "1", "addr:street": "Katu"])
        let last = map.node(60.2001, 24.51, ["addr:housenumber": "21", "addr:street": "Katu"])
        map.way(nodes: [first, last], ["addr:interpolation": "odd"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, longitude))
        #expect(answer["house_number"] == number)
        #expect(answer["road"] == "Katu")
    }

    @Test func `a coarser zoom answers with the area and what is above it`() throws {
        var map = towns()
        map.boundary("Province", level: 4, 59.5, 24, 60.6, 25)
        map.node(60.2, 24.2, ["place": "suburb", "name": "Suburb"])
        let fixture = try IndexFixture(map)
        let state = try #require(try fixture.reverse(60.2, 24.2, zoom: 5))
        #expect(state.name == "Province")
        #expect(state.addressType == "state")
        #expect(state.displayName == "Province, Country")
        #expect(state.boundingBox.north == 60.6)
        let city = try #require(try fixture.reverse(60.2, 24.2, zoom: 10))
        #expect(
            city.address.map(\.key) == [
                "city", "ISO3166-2-lvl8", "state", "country", "country_code",
            ])
        let suburb = try #require(try fixture.reverse(60.2, 24.2, zoom: 13))
        #expect(suburb.name == "Suburb")
        #expect(suburb.category == "place")
        #expect(suburb.displayName == "Suburb, West, Province, Country")
        #expect(try fixture.reverse(60.2, 24.2, zoom: 3, languages: "de")?.name == "Land")
        #expect(try fixture.reverse(60.2, 24.2, zoom: 3)?.addressType == "country")
    }

    @Test func `a village inside a town's boundary has the town in its address`() throws {
        var map = towns()
        map.node(60.2, 24.2, ["place": "town", "name": "West"])
        map.node(60.21, 24.21, ["place": "village", "name": "Village"])
        let fixture = try IndexFixture(map)
        #expect(
            try fixture.reverse(60.211, 24.211, zoom: 14)?.displayName == "Village, West, Country")
        let answer = try #require(try fixture.reverse(60.211, 24.211))
        #expect(answer["town"] == "West")
        #expect(answer["village"] == "Village")
        #expect(answer.locality == "West")
    }

    @Test func `only the layers asked for answer`() throws {
        var map = MapBuilder()
        map.way([(60.2, 24.5), (60.2, 24.51)], ["highway": "residential", "name": "Katu"])
        map.node(60.2001, 24.505, ["amenity": "cafe", "name": "Kahvila"])
        map.way([(60.2002, 24.5), (60.2002, 24.51)], ["waterway": "river", "name": "Joki"])
        let fixture = try IndexFixture(map)
        #expect(try fixture.reverse(60.2001, 24.505)?.name == "Kahvila")
        #expect(try fixture.reverse(60.2001, 24.505, layers: [.address])?.name == "Katu")
        #expect(try fixture.reverse(60.2001, 24.505, layers: [.natural])?.name == "Joki")
        #expect(try fixture.reverse(60.2001, 24.505, layers: [.railway]) == nil)
        #expect(throws: PlaceIndexError.noLayers) {
            try ReverseQuery(position: position(0, 0), layers: [])
        }
        #expect(throws: PlaceIndexError.zoomOutOfRange(0...18)) {
            try ReverseQuery(position: position(0, 0), zoom: 19)
        }
    }

    @Test(arguments: [(90, 0), (-90, 0), (0, 180), (-16.5, -180)] as [(Double, Double)])
    func `P02 poles and 180 degrees are answered, not refused`(
        latitude: Double, longitude: Double
    ) throws {
        let answer = try IndexFixture(towns()).reverse(latitude, longitude)
        #expect(answer == nil || answer?["country_code"] != nil)
    }

    @Test func `Vaduz is in Liechtenstein by containment`() throws {
        let folder = try SharedRegions.folder(of: [("li", GeoDataFiles.liechtenstein)])
        let index = try PlaceIndex(
            directory: folder.path, countries: GeoDataFiles.countries, connections: 1)
        let answer = try #require(
            try index.reverse(ReverseQuery(position: position(47.1396, 9.5225))))
        #expect(answer.locality == "Vaduz")
        #expect(answer["country"] == "Liechtenstein")
        #expect(answer["country_code"] == "li")
        #expect(
            answer.address.filter { ["country", "country_code", "town"].contains($0.key) }
                .allSatisfy { !$0.isInferred })
    }
}

@Suite struct `A folder of regions` {
    @Test func `leaves out and names what is not a region`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array("no database at all, just words".utf8), as: "x.sqlite")
        _ = try folder.write([UInt8](), as: "y.sqlite")
        try FileManager.default.createDirectory(
            atPath: folder.file("z.sqlite"), withIntermediateDirectories: false)
        let index = try PlaceIndex(directory: folder.path, countries: nil, connections: 1)
        #expect(index.regions.isEmpty)
        #expect(index.unreadRegions.map(\.name) == ["x", "y", "z"])
        #expect(index.unreadRegions[0].reason.contains(path))
        #expect(try index.refresh() == false)
        let countries = GeoDataFiles.folder + "/countries"
        let foreign = try PlaceIndex(directory: countries, countries: nil, connections: 1)
        #expect(
            foreign.unreadRegions.map(\.reason) == [
                "\(PlaceIndexError.notARegion(path: countries + "/countries.sqlite"))"
            ])
    }

    @Test func `answers from a region's old file while its new one cannot be read`() throws {
        let folder = try TemporaryDirectory()
        let places = folder.file("places")
        var map = MapBuilder()
        map.node(60, 25, ["amenity": "cafe", "name": "here"])
        let file = try folder.write(
            "<osm version='0.6'>\(map.elements)</osm>".utf8, as: "map.osm")
        for region in ["map", "other"] {
            _ = try OSMImporter(region: region, directory: places).run(files: [file])
        }
        let index = try PlaceIndex(directory: places, countries: nil, connections: 1)
        #expect(index.regions.count == 2 && index.unreadRegions.isEmpty)
        let path = "\(places)/map.sqlite"
        try FileManager.default.removeItem(atPath: path)
        try Data("words".utf8).write(to: URL(filePath: path))
        #expect(try index.refresh())
        #expect(index.regions.map(\.name) == ["map", "other"])
        #expect(index.unreadRegions.map(\.path) == [path])
        // It is looked at again, and is as it was.
        #expect(try index.refresh() == false)
        let query = try NearbyQuery(position: position(60, 25), radiusInMeters: 5)
        #expect(try index.nearby(query).map(\.label) == ["here"])
        try FileManager.default.removeItem(atPath: path)
        #expect(try index.refresh())
        #expect(index.regions.map(\.name) == ["other"] && index.unreadRegions.isEmpty)
    }

    @Test func `is read anew when a region comes, changes or goes`() throws {
        let folder = try TemporaryDirectory()
        let places = folder.file("places")
        let index = try PlaceIndex(directory: places, countries: nil, connections: 1)
        func replace(with name: String) throws {
            var map = MapBuilder()
            map.node(60, 25, ["amenity": "cafe", "name": name])
            let file = try folder.write(
                "<osm version='0.6'>\(map.elements)</osm>".utf8, as: "map.osm")
            _ = try OSMImporter(region: "map", directory: places).run(files: [file])
        }
        func labels() throws -> [String] {
            try index.nearby(NearbyQuery(position: position(60, 25), radiusInMeters: 5)).map(
                \.label)
        }
        try replace(with: "old")
        #expect(try labels().isEmpty)
        #expect(try index.refresh())
        #expect(try labels() == ["old"])
        try replace(with: "new")
        #expect(try labels() == ["old"])
        #expect(try index.refresh())
        #expect(try labels() == ["new"])
        #expect(try !index.refresh())
    }
}

@Suite struct `Labels of types` {
    @Test func `are there for the same types in every language`() {
        let english = Set(TypeLabels.types(in: "en"))
        #expect(english.count > 150)
        for language in TypeLabels.languages {
            #expect(Set(TypeLabels.types(in: language)) == english, "\(language)")
        }
    }

    @Test func `fall back to the type's own words`() {
        #expect(
            TypeLabels.label(category: "shop", type: "model_railway", languages: .local)
                == "model railway")
        #expect(TypeLabels.label(category: "shop", type: "yes", languages: .local) == "shop")
    }
}
