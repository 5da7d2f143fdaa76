import Exports
import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import TestSupport
import Testing

@testable import API

/// Places whose texts need care: quotes, control characters, languages, and more tags than a page holds.
@Suite struct `The answer that the import prepares` {
    private static let tags: [[String: String]] = [
        [
            "amenity": "cafe", "name": "Café &quot;Zum \\ Löwen&quot;",
            "name:en": "The &quot;Lion&quot;",
        ],
        ["amenity": "bench"], ["amenity": "pub", "name": "a&#10;b&#9;c&#13;d"],
        ["shop": "odd &quot;kind&quot;"], ["amenity": "toilets", "name:fi": "Vessa", "ref": "7"],
        ["amenity": "drinking_water", "operator": "Stadt &quot;Wien&quot;"],
        ["tourism": "museum", "name": "", "height": "12"],
        ["amenity": "bar", "name": "名前", "name:zh-Hant": "酒吧"],
        ["tourism": "hotel", "name": "Long"].merging(
            (0..<60).map { ("note:\($0)", String(repeating: "ä&quot;", count: 60)) }
        ) { own, _ in own },
        ["amenity": "atm", "brand": "Otto", "description": String(repeating: "x", count: 120)],
    ]

    private static let folder = try? TemporaryDirectory()

    private static let index = Result<PlaceIndex, any Error> {
        let folder = try #require(Self.folder)
        var elements = tags.enumerated().map { number, tags in
            "<node id='\(number + 1)' version='1' lat='\(-0.0001 * Double(number + 1))' lon='\(-25.0 + 1e-7 * Double(number))'>"
                + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() + "</node>"
        }
        elements += (101...104).map { id in
            "<node id='\(id)' version='1' lat='\(id < 103 ? -0.01 : 0.01)' lon='\(id % 3 == 0 || id == 102 ? -25.01 : -24.99)'/>"
        }
        elements.append(
            "<way id='9' version='1'>"
                + [101, 102, 103, 104, 101].map { "<nd ref='\($0)'/>" }.joined()
                + "<tag k='leisure' v='park'/><tag k='name' v='Round it'/>"
                + (0..<60).map { "<tag k='note:\($0)' v='\(String(repeating: "w", count: 200))'/>" }
                .joined()
                + "</way>")
        let file = try folder.write(
            "<osm version='0.6'>\(elements.joined())</osm>".utf8, as: "map.osm")
        let directory = folder.file("places")
        _ = try OSMImporter(region: "odd", directory: directory).run(files: [file])
        return try PlaceIndex(directory: directory, countries: nil, connections: 1)
    }

    /// What the columns say, written member by member.
    private static func written(_ found: NearbyPlace) throws -> String {
        var json = JSONWriter()
        json.object { json in
            let place = found.place
            json.member("osm_type", place.ref.osmType.rawValue)
            json.member("osm_id", place.ref.osmID)
            json.member("category", place.category)
            json.member("type", place.type)
            json.member("name", found.label)
            json.member("named", found.isNamed)
            json.member("decimalLatitude", place.position.decimalLatitude, decimals: 7)
            json.member("decimalLongitude", place.position.decimalLongitude, decimals: 7)
            json.member("importance", place.importance, decimals: 3)
            json.member("distanceInMeters", found.distanceInMeters, decimals: 1)
            if let bearing = found.bearingInDegrees {
                json.member("bearingInDegrees", bearing, decimals: 1)
            }
        }
        return String(decoding: try json.finish().dropLast(), as: UTF8.self) + ",\"tags\":{"
    }

    @Test(arguments: ["", "en", "fi,zh-hant;q=0.5", "zh-TW", "de,sv", "xx"])
    func `is what the columns say, byte for byte, whatever the texts are`(languages: String) throws
    {
        let index = try Self.index.get()
        let preferences = LanguagePreferences(acceptLanguage: languages)
        let query = try NearbyQuery(
            position: try #require(Coordinate(decimalLatitude: 0, decimalLongitude: -25)),
            radiusInMeters: 1000, limit: 50, languages: preferences)
        let found = try index.nearby(query)
        #expect(found.count == Self.tags.count + 1)
        let route = try #require(
            PlaceRoutes(index).routes.first { $0.pattern == "/v1/places/nearby" })
        let response = try route.handler(
            Request(
                "GET", "/v1/places/nearby",
                query: [
                    .init("lat", "0"), .init("lon", "-25"), .init("radius", "1000"),
                    .init("limit", "50"),
                    .init("lang", languages),
                ]))
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        let answer = String(decoding: bytes, as: UTF8.self)
        for place in found {
            let expected = try Self.written(place)
            #expect(answer.contains(expected), "\(expected)")
        }
        let places = try JSON(parsing: bytes)["places"].all
        #expect(places.map { $0["osm_id"].integer } == found.map { Int($0.place.ref.osmID) })
        for (place, json) in zip(found, places) {
            for (key, value) in place.place.tags { #expect(json["tags"][key].text == value) }
        }
    }

    @Test func `is labelled by type in every language as by the tables of words`() throws {
        let position = try #require(Coordinate(decimalLatitude: 0, decimalLongitude: -25))
        let index = try Self.index.get()
        for language in TypeLabels.languages {
            let preferences = LanguagePreferences(acceptLanguage: language)
            let found = try index.nearby(
                NearbyQuery(
                    position: position, radiusInMeters: 1000, limit: 50, languages: preferences))
            for place in found where !place.isNamed {
                #expect(
                    place.label
                        == TypeLabels.label(
                            category: place.place.category, type: place.place.type,
                            languages: preferences))
            }
        }
    }
}
