import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `The address of a position` {
    /// A street of 600 m from west to east, in no area.
    private func street(_ tags: [String: String] = ["name": "Katu"]) -> MapBuilder {
        var map = MapBuilder()
        map.way(
            [(60.2, 24.5), (60.2, 24.51)],
            ["highway": "residential"].merging(tags) { $1 })
        return map
    }

    private func part(_ answer: GeocoderResult?, _ key: String) -> AddressPart? {
        answer?.address.first { $0.key == key }
    }

    @Test func `in a clipped map takes the town from the houses near, and says so`() throws {
        var map = street()
        map.node(
            60.2021, 24.505,
            ["addr:housenumber": "1", "addr:street": "Muu", "addr:city": "Kaupunki"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.505))
        #expect(part(answer, "city")?.value == "Kaupunki")
        #expect(part(answer, "city")?.isInferred == true)
        #expect(answer.locality == "Kaupunki")
    }

    @Test func `has a locality even where only a suburb is known`() throws {
        var map = street()
        map.node(60.2005, 24.505, ["place": "suburb", "name": "Lähiö"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.505))
        #expect(answer.locality == "Lähiö")
        #expect(part(answer, "suburb")?.isInferred == true)
    }

    @Test
    func `has the suburb that its street reaches, though another node is nearer to the house`()
        throws
    {
        var map = street()
        map.node(60.2002, 24.5001, ["place": "suburb", "name": "By the street"])
        map.node(60.2019, 24.508, ["place": "suburb", "name": "Behind"])
        map.node(60.2009, 24.508, ["addr:housenumber": "7", "addr:street": "Katu"])
        let answer = try #require(try IndexFixture(map).reverse(60.2009, 24.508))
        #expect(answer["house_number"] == "7")
        #expect(answer["suburb"] == "By the street")
    }

    @Test func `at sea has the areas of what is found, and says so`() throws {
        var map = MapBuilder()
        map.boundary("Saari", level: 4, 60.2, 24.5, 60.3, 24.6)
        map.way([(60.2005, 24.5), (60.2005, 24.51)], ["highway": "path", "name": "Ranta"])
        let answer = try #require(try IndexFixture(map).reverse(60.199, 24.505))
        #expect(answer["road"] == "Ranta")
        #expect(part(answer, "state") != nil)
        #expect(part(answer, "state")?.isInferred == true)
        let ashore = try #require(try IndexFixture(map).reverse(60.2006, 24.505))
        #expect(part(ashore, "state")?.isInferred == false)
    }

    @Test(arguments: [
        (["name": "Katu"], "Katu"), (["ref": "114"], "114"),
        (["name": "Katu", "ref": "114"], "Katu"),
    ])
    func `names a road by its name, else by its number`(
        tags: [String: String], road: String
    ) throws {
        #expect(try IndexFixture(street(tags)).reverse(60.2, 24.505)?["road"] == road)
    }

    @Test(arguments: [
        ("Avenida Júlio Peçanha", "Avenida Julio Pecanha", "Avenida Júlio Peçanha"),
        ("Avinguda Meritxell", "Avigunda Meritxell", "Avinguda Meritxell"),
        ("St. John’s Road", "St Johns-Road", "St. John’s Road"),
        ("Hauptstraße", "HAUPTSTRASSE", "Hauptstraße"),
        ("Katu", "Kauppatori", "Kauppatori"),
    ])
    func `finds a house's street without its accents and with a slip of the pen`(
        name: String, written: String, road: String
    ) throws {
        var map = street(["name": name])
        map.node(60.2003, 24.505, ["addr:housenumber": "5", "addr:street": written])
        map.way(
            [(60.2004, 24.5), (60.2004, 24.51)], ["highway": "residential", "name": "Nearer"])
        let answer = try #require(try IndexFixture(map).reverse(60.2003, 24.505))
        #expect(answer["house_number"] == "5")
        #expect(answer["road"] == road)
    }

    @Test func `is that of the piece of the street that the house is nearest to`() throws {
        var map = MapBuilder()
        map.way(
            [(60.2, 24.49), (60.2, 24.5)],
            ["highway": "residential", "name": "Katu", "name:sv": "Västra"])
        map.way(
            [(60.2, 24.5), (60.2, 24.51)],
            ["highway": "residential", "name": "Katu", "name:sv": "Östra"])
        map.node(60.2003, 24.505, ["addr:housenumber": "5", "addr:street": "Katu"])
        #expect(
            try IndexFixture(map).reverse(60.2003, 24.505, languages: "sv")?["road"] == "Östra")
    }

    @Test func `of a house in a village without street names is the village's`() throws {
        var map = street()
        map.node(60.2101, 24.505, ["place": "hamlet", "name": "Kylä", "name:sv": "By"])
        map.node(60.2003, 24.505, ["addr:housenumber": "5", "addr:place": "Kylä"])
        let answer = try #require(
            try IndexFixture(map).reverse(60.2003, 24.505, languages: "sv"))
        #expect(answer["house_number"] == "5")
        #expect(answer["road"] == nil)
        #expect(answer["hamlet"] == "By")
    }

    /// The house is 20 m from the only street, its name is nowhere in the map.
    @Test func `is the house's whose street the map has not, at the nearest street`() throws {
        var map = street()
        map.node(60.2002, 24.505, ["addr:housenumber": "13", "addr:street": "Tuntematon"])
        let answer = try #require(try IndexFixture(map).reverse(60.20001, 24.505))
        #expect(answer["house_number"] == "13")
        #expect(answer["road"] == "Tuntematon")
    }

    @Test(arguments: [
        ["addr:housenumber": "13", "addr:street": "Toinen"],
        ["addr:housenumber": "13", "addr:place": "Kylä"],
    ])
    func `is not that of a house on another street, or in a place without streets`(
        house: [String: String]
    ) throws {
        var map = street()
        map.node(60.2002, 24.505, house)
        map.way(
            [(60.2008, 24.5), (60.2008, 24.51)], ["highway": "residential", "name": "Toinen"])
        let answer = try #require(try IndexFixture(map).reverse(60.20001, 24.505))
        #expect(answer["house_number"] == nil)
        #expect(answer["road"] == "Katu")
    }

    @Test func `passes over a word in the place of a number, and land that has a number`() throws {
        var map = street()
        map.node(60.20002, 24.505, ["addr:housenumber": "Villa Rosa", "addr:street": "Katu"])
        map.box(
            60.19, 24.49, 60.21, 24.52,
            ["landuse": "residential", "addr:housenumber": "66", "addr:street": "Eldert"])
        let answer = try #require(try IndexFixture(map).reverse(60.20001, 24.505))
        #expect(answer["road"] == "Katu")
        #expect(answer["house_number"] == nil)
    }

    @Test func `passes over nameless things that no one gives as a place`() throws {
        var map = street()
        map.node(60.20002, 24.505, ["man_made": "flagpole"])
        map.node(60.20002, 24.5051, ["natural": "stone"])
        #expect(try IndexFixture(map).reverse(60.20002, 24.505)?.addressType == "road")
        map.node(60.20003, 24.505, ["amenity": "bench"])
        #expect(try IndexFixture(map).reverse(60.20002, 24.505)?.category == "amenity")
    }

    @Test func `names the land that people say they live in`() throws {
        var map = street()
        map.box(60.19, 24.49, 60.21, 24.52, ["landuse": "residential", "name": "Pelto"])
        #expect(try IndexFixture(map).reverse(60.2, 24.505)?["residential"] == "Pelto")
    }

    @Test func `has the time zone of an area that says it, else of a country with only one`()
        throws
    {
        let finnish = try IndexFixture(street()).reverse(60.2, 24.505)
        #expect(finnish?.timezone == "Europe/Helsinki")
        var map = street()
        map.boundary("Alue", level: 4, 60, 24, 61, 25, ["timezone": "Europe/Mariehamn"])
        #expect(try IndexFixture(map).reverse(60.2, 24.505)?.timezone == "Europe/Mariehamn")
        map = street()
        map.box(60, 24, 61, 25, ["boundary": "timezone", "timezone": "Europe/Tallinn"])
        #expect(try IndexFixture(map).reverse(60.2, 24.505)?.timezone == "Europe/Tallinn")
        let empty = try TemporaryDirectory()
        let index = try PlaceIndex(
            directory: empty.path, countries: GeoDataFiles.countries, connections: 1)
        // The United States have many.
        let america = try index.reverse(ReverseQuery(position: position(40, -100)))
        #expect(america?["country_code"] == "us")
        #expect(america?.timezone == nil)
    }

    /// In France, less than 100 m from Monaco; the two countries' postcodes differ.
    @Test(arguments: [("98000", "mc"), ("06240", "fr"), (nil, "fr")] as [(String?, String)])
    func `beside a border is in the country whose postcode the house has`(
        postcode: String?, country: String
    ) throws {
        var map = MapBuilder()
        var tags = ["addr:housenumber": "1", "addr:street": "Rue"]
        tags["addr:postcode"] = postcode
        map.node(43.74051, 7.4208, tags)
        let answer = try #require(try IndexFixture(map).reverse(43.7405, 7.4208))
        #expect(answer["country_code"] == country)
        #expect(answer["postcode"] == postcode)
    }

    @Test func `an address that names a territory is in the country that has its area`() throws {
        var map = MapBuilder()
        map.node(
            18.2001, -66.5,
            ["addr:housenumber": "1", "addr:street": "Calle", "addr:country": "PR"])
        let answer = try #require(try IndexFixture(map).reverse(18.2, -66.5))
        #expect(answer["house_number"] == "1")
        #expect(answer["country_code"] == "us")
    }

    /// A street's nearest house may be across the border.
    @Test func `beside a border is not moved by a neighbour's postcode`() throws {
        var map = MapBuilder()
        map.way(
            [(43.7405, 7.4204), (43.7405, 7.4209)], ["highway": "residential", "name": "Avenue"])
        map.node(
            43.7410, 7.4208,
            ["addr:housenumber": "1", "addr:street": "Rue", "addr:postcode": "98000"])
        let answer = try #require(try IndexFixture(map).reverse(43.7405, 7.4208))
        #expect(answer["road"] == "Avenue")
        #expect(answer["country_code"] == "fr")
    }

    @Test func `asks nature for the finest of what holds the position or is near`() throws {
        var map = street()
        map.box(60.19, 24.49, 60.21, 24.52, ["natural": "wood", "name": "Metsä"])
        map.node(60.203, 24.505, ["natural": "peak", "name": "Huippu"])
        map.box(60.2015, 24.504, 60.2016, 24.506, ["natural": "water", "name": "Lampi"])
        let fixture = try IndexFixture(map)
        #expect(try fixture.reverse(60.2, 24.505, layers: [.natural])?.name == "Metsä")
        #expect(try fixture.reverse(60.2, 24.55, layers: [.natural]) == nil)
        #expect(try fixture.reverse(60.2, 24.505, layers: [.manmade]) == nil)
    }
}

@Suite struct `Ranks and forms by country` {
    @Test(
        arguments: [
            (4, nil, 8), (8, nil, 16), (4, "se", 12), (8, "cz", 14), (6, "br", 0), (6, "es", 10),
            (12, nil, 24), (15, nil, 24),
        ] as [(Int, String?, Int)])
    func `a boundary has the rank that its country gives its level`(
        level: Int, country: String?, rank: Int
    ) {
        #expect(PlaceRank.administrative(level: level, countryCode: country).address == rank)
    }

    @Test(
        arguments: [
            ("mlh1022", "mt", "MLH 1022"), ("EC1V4JP", "gb", "EC1V 4JP"), ("500", "ad", "AD500"),
            ("AD500", "ad", "AD500"), ("11428-1234", "us", "11428"),
            ("90040173", "br", "90040-173"),
            ("L-1234", "lu", "1234"), ("06240", "mc", nil), ("98000", "mc", "98000"),
            ("98000", "fr", nil), ("97133", "fr", "97133"), ("47890", "it", nil),
            ("47921", "it", "47921"), ("47890", "sm", "47890"),
            ("0000", "ch", nil), ("GX111AA", "gi", "GX11 1AA"), ("any thing", "zz", "any thing"),
        ] as [(String, String, String?)])
    func `a postcode is written as its country writes it, or is none`(
        code: String, country: String, written: String?
    ) {
        #expect(PostcodeFormat.written(code, countryCode: country) == written)
    }

    @Test func `a territory is in the country that has its boundary`() throws {
        let empty = try TemporaryDirectory()
        let index = try PlaceIndex(
            directory: empty.path, countries: GeoDataFiles.countries, connections: 1)
        let answer = try index.reverse(
            ReverseQuery(
                position: position(17.72, -64.8),
                languages: LanguagePreferences(acceptLanguage: "en")))
        #expect(answer?.displayName == "United States")
    }
}
