import FoundationEssentials
import HTTPServer
import PlaceIndex
import TestSupport
import Testing

@testable import API

/// Round 60, 25: a cafe at 11 m, a bench at 22 m, a pub at 33 m, a bookshop at 44 m, a museum at 55 m.
private enum Square {
    private static let folder = try? TemporaryDirectory()

    private static let route = Result<Route, any Error> {
        let folder = try #require(Self.folder)
        let places = [
            ["amenity": "cafe", "name": "Café Engel", "name:sv": "Ängeln"],
            ["amenity": "bench"], ["amenity": "pub", "name": "Kaisla"],
            ["shop": "books", "name": "Akateeminen"],
            ["tourism": "museum", "name": "Ateneum", "alt_name": "Engelin museo"],
        ].enumerated().map { index, tags in
            "<node id='\(index + 1)' version='1' lat='\(60 + 0.0001 * Double(index + 1))' lon='25'>"
                + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() + "</node>"
        }
        let file = try folder.write(
            "<osm version='0.6'>\(places.joined())</osm>".utf8, as: "map.osm")
        let directory = folder.file("places")
        _ = try OSMImporter(region: "square", directory: directory).run(files: [file])
        let index = try PlaceIndex(directory: directory, countries: nil, connections: 1)
        return try #require(PlaceRoutes(index).routes.first { $0.pattern == "/v1/places/nearby" })
    }

    /// The answer, or the error's own when it is refused.
    static func ask(
        _ query: [(String, String)], language: String? = nil
    ) throws -> (status: Int, json: JSON) {
        let request = Request(
            "GET", "/v1/places/nearby", query: query.map { .init($0.0, $0.1) },
            headers: language.map { [.init("Accept-Language", $0)] } ?? [])
        let response: Response
        do {
            response = try route.get().handler(request)
        } catch {
            response = .answer(to: error)
        }
        guard case .bytes(let bytes) = response.body else { return (response.status, .absent) }
        return (response.status, try JSON(parsing: bytes))
    }

    static let here = [("lat", "60"), ("lon", "25")]

    static func ids(_ more: [(String, String)]) throws -> [Int] {
        try ask(here + more).json["places"].all.compactMap(\.["osm_id"].integer)
    }
}

@Suite struct `The radius search over HTTP` {
    @Test func `R17 says the radius that was used, and whether the limit left any out`() throws {
        let usual = try Square.ask(Square.here).json
        #expect(usual["radiusInMeters"].number == 100)
        #expect(usual["limit"].integer == 20)
        #expect(usual["more"].bool == false)
        #expect(usual["places"].all.count == 5)
        let three = try Square.ask(Square.here + [("limit", "3"), ("radius", "60.5")]).json
        #expect(three["radiusInMeters"].number == 60.5)
        #expect(three["more"].bool == true)
        #expect(three["places"].all.compactMap(\.["osm_id"].integer) == [1, 2, 3])
        let five = try Square.ask(Square.here + [("limit", "5")]).json
        #expect(five["more"].bool == false)
        #expect(five["places"].all.count == 5)
        let none = try Square.ask(Square.here + [("radius", "1")]).json
        #expect(none["radiusInMeters"].number == 1)
        #expect(none["places"].list == [])
        #expect(none["more"].bool == false)
    }

    @Test(
        arguments: [
            ([("category", "amenity")], [1, 2, 3]),
            ([("category", "amenity"), ("type", "cafe")], [1]),
            ([("category", "amenity"), ("type", "cafe,pub")], [1, 3]),
            ([("category", "amenity"), ("type", "cafe"), ("type", "pub")], [1, 3]),
            ([("category", "amenity=cafe")], [1]),
            ([("category", "amenity=cafe,shop")], [1, 4]),
            ([("category", "amenity=cafe"), ("category", "shop=books")], [1, 4]),
            ([("category", "tourism,shop"), ("type", "books")], [4]),
            ([("category", " amenity , shop ,"), ("type", "bench")], [2]),
            ([("category", "leisure")], []), ([("category", "amenity"), ("type", "books")], []),
            ([("category", "")], [1, 2, 3, 4, 5]),
            ([("q", "engel")], [1, 5]), ([("q", "ÄNGEL")], [1]), ([("q", "cafe eng")], [1]),
            ([("q", "!")], []), ([("name", "kaisla")], [3]),
            ([("q", "engel"), ("category", "tourism")], [5]), ([("q", "bench")], []),
        ] as [([(String, String)], [Int])])
    func `R38 filters keep kinds and names, and an empty list is right`(
        filter: [(String, String)], ids: [Int]
    ) throws {
        #expect(try Square.ids(filter) == ids)
    }

    @Test(arguments: [
        ("category", "amenities"), ("category", "amenity,x=y"), ("category", "=cafe"),
        ("q", String(repeating: "n", count: 201)), ("limit", "0"), ("limit", "101"),
        ("limit", "many"), ("radius", "0"), ("radius", "-0.5"), ("radius", "50000.1"),
        ("radius", "nan"), ("radius", "1e309"), ("radius", ""), ("near", "60"), ("near", "95,0"),
        ("near", ""),
    ])
    func `P03 what is wrong is a 400 that names the field`(name: String, value: String) throws {
        let (status, json) = try Square.ask(Square.here + [(name, value)])
        #expect(status == 400)
        #expect(json["field"].text == name)
        #expect(json["detail"].text?.isEmpty == false)
    }

    @Test func `a type without a category is refused, and more kinds than are of use`() throws {
        for query in [
            [("type", "cafe")], [("category", "amenity=cafe"), ("type", "pub")],
            [("category", "amenity"), ("type", (1...51).map { "t\($0)" }.joined(separator: ","))],
        ] {
            let (status, json) = try Square.ask(Square.here + query)
            #expect(status == 400)
            #expect(json["field"].text == "category")
        }
    }

    @Test func `A13 the centre may come as one pair, whose comma arrives decoded`() throws {
        let pair = try Square.ask([("near", "60,25")])
        #expect(pair.status == 200)
        #expect(pair.json == (try Square.ask(Square.here)).json)
        let signed = try Square.ask([("lat", "+60"), ("lon", " 25")])
        #expect(signed.json == pair.json)
        let darwin = try Square.ask([("decimalLatitude", "60"), ("decimalLongitude", "25")])
        #expect(darwin.json == pair.json)
    }

    @Test func `P05 a position with the two swapped is refused with a hint`() throws {
        let (status, json) = try Square.ask([("lat", "139.77"), ("lon", "35.68")])
        #expect(status == 400)
        #expect(json["field"].text == "lat")
        #expect(json["detail"].text?.hasSuffix("Are the two swapped?") == true)
    }

    @Test func `R25 a nameless thing has a label in the asked language`() throws {
        func bench(_ more: [(String, String)], header: String? = nil) throws -> JSON {
            try Square.ask(Square.here + [("category", "amenity=bench")] + more, language: header)
                .json["places"][0]
        }
        let plain = try bench([])
        #expect(plain["name"].text == "Bench")
        #expect(plain["named"].bool == false)
        #expect(plain["distanceInMeters"].number == 22.3)
        #expect(try bench([("lang", "de-AT")])["name"].text == "Sitzbank")
        #expect(try bench([], header: "sv;q=0.4, fi")["name"].text == "Penkki")
        #expect(try bench([("lang", "xx")], header: "fi")["name"].text == "Bench")
    }
}
