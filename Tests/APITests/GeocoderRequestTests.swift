import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import TestSupport
import Testing

@testable import API

/// The routes over Liechtenstein, asked without a socket.
private enum Geocoder {
    private static let folder = try? TemporaryDirectory()

    private static let routes = Result<[Route], any Error> {
        let directory = try #require(folder).file("places")
        _ = try OSMImporter(region: "li", directory: directory)
            .run(files: [GeoDataFiles.liechtenstein])
        return GeocoderRoutes(
            try PlaceIndex(
                directory: directory, countries: GeoDataFiles.countries, connections: 2)
        ).routes
    }

    struct Answer {
        let status: Int
        let contentType: String?
        let headers: [Response.Header]
        let text: String
        var json: JSON { (try? JSON(parsing: text.utf8)) ?? .absent }
    }

    static func get(
        _ path: String, _ query: [(String, String)], language: String? = nil
    ) throws -> Answer {
        let route = try #require(try routes.get().first { $0.pattern == path })
        let response = try route.handler(
            Request(
                "GET", path, query: query.map { .init($0.0, $0.1) },
                headers: language.map { [.init("Accept-Language", $0)] } ?? []))
        guard case .bytes(let bytes) = response.body else { throw NoBody() }
        return Answer(
            status: response.status, contentType: response.contentType,
            headers: response.headers, text: String(decoding: bytes, as: UTF8.self))
    }

    struct NoBody: Error {}

    static let vaduz = [("lat", "47.1396"), ("lon", "9.5225")]

    static func reverse(
        _ more: [(String, String)] = [], format: String? = "jsonv2", language: String? = nil
    ) throws -> Answer {
        try get(
            "/reverse", vaduz + (format.map { [("format", $0)] } ?? []) + more,
            language: language)
    }
}

/// Parameters, types and codes are those of Nominatim 5.3.3, except where a test says otherwise.
@Suite struct `Questions to the geocoder` {
    private static let json = "application/json; charset=utf-8"

    @Test func `each format has its type, and XML is meant when none is asked for`() throws {
        for format in ["json", "jsonv2", "geojson", "geocodejson"] {
            let answer = try Geocoder.reverse(format: format)
            #expect(answer.status == 200)
            #expect(answer.contentType == Self.json)
            #expect(answer.text.contains("Vaduz"), "\(format)")
        }
        for format in [nil, "xml", ""] {
            let answer = try Geocoder.reverse(format: format)
            #expect(answer.contentType == "text/xml; charset=utf-8")
            #expect(answer.text.contains("<reversegeocode timestamp="))
        }
        let zoomed = try Geocoder.reverse(
            [("zoom", "10"), ("email", "a@example.org")], format: "xml")
        #expect(
            zoomed.text.contains(
                #" querystring="lat=47.1396&amp;lon=9.5225&amp;format=xml&amp;zoom=10""#))
    }

    @Test func `a format that is not offered is refused in plain text`() throws {
        let answer = try Geocoder.reverse(format: "yaml")
        #expect(answer.status == 400)
        #expect(answer.contentType == "text/plain; charset=utf-8")
        #expect(answer.text.hasPrefix("ERROR 400: "))
        #expect(answer.text.contains("xml, json, jsonv2, geojson, geocodejson"))
    }

    @Test(arguments: [
        ("lat", "north"), ("lat", ""), ("lat", "95"), ("lat", "nan"), ("lon", "200"),
        ("zoom", "near"), ("zoom", "10.5"), ("layer", "water"), ("layer", "poi,water"),
        ("polygon_threshold", "wide"), ("polygon_threshold", "-1"), ("json_callback", "a-b"),
        ("json_callback", "alert(1)//"), ("json_callback", "a..b"), ("json_callback", "1a"),
        ("debug", "1"), ("entrances", "1"),
    ])
    func `what is wrong is named, in the shape of the format`(name: String, value: String) throws {
        let place = Geocoder.vaduz.filter { $0.0 != name } + [(name, value)]
        for format in ["json", "jsonv2", "geojson", "geocodejson"] {
            let answer = try Geocoder.get("/reverse", place + [("format", format)])
            #expect(answer.status == 400)
            #expect(answer.contentType == Self.json)
            #expect(answer.json["error"]["code"].integer == 400)
            #expect(answer.json["error"]["message"].text?.contains("'\(name)'") == true)
        }
        let answer = try Geocoder.get("/reverse", place)
        #expect(answer.status == 400)
        #expect(answer.contentType == "text/xml; charset=utf-8")
        #expect(answer.text.contains("<error><code>400</code><message>'\(name)' "))
    }

    @Test func `a coordinate that is missing is named`() throws {
        for (place, name) in [([("lon", "9")], "lat"), ([("lat", "47")], "lon"), ([], "lat")] {
            let answer = try Geocoder.get("/reverse", place + [("format", "jsonv2")])
            #expect(answer.status == 400)
            #expect(answer.json["error"]["message"].text?.hasPrefix("'\(name)' is missing") == true)
        }
    }

    @Test func `P05 swapped coordinates out of range are refused with a hint`() throws {
        let swapped = try Geocoder.get(
            "/reverse", [("lat", "139.77"), ("lon", "35.68"), ("format", "jsonv2")])
        #expect(swapped.status == 400)
        #expect(swapped.json["error"]["message"].text?.hasSuffix("Are the two swapped?") == true)
        // Both legal: nobody can tell.
        let legal = try Geocoder.get(
            "/reverse", [("lat", "12.45"), ("lon", "41.90"), ("format", "jsonv2")])
        #expect(legal.status == 200)
        let neither = try Geocoder.get(
            "/reverse", [("lat", "139"), ("lon", "300"), ("format", "jsonv2")])
        #expect(neither.json["error"]["message"].text?.contains("swapped") == false)
    }

    @Test(arguments: ["+47.1396", " 47.1396", "4.71396e1", "47.13960000"])
    func `A13 a latitude may carry a sign`(latitude: String) throws {
        let answer = try Geocoder.get(
            "/reverse", [("lat", latitude), ("lon", "9.5225"), ("format", "jsonv2")])
        #expect(answer.json["address"]["country_code"].text == "li", "\(answer.text)")
    }

    @Test func `a zoom beyond those of Nominatim counts as the nearest`() throws {
        let finest = try Geocoder.reverse([("zoom", "18")])
        #expect(try Geocoder.reverse([("zoom", "22")]).text == finest.text)
        #expect(try Geocoder.reverse().text == finest.text)
        let coarsest = try Geocoder.reverse([("zoom", "0")])
        #expect(try Geocoder.reverse([("zoom", "-3")]).text == coarsest.text)
        #expect(coarsest.json["addresstype"].text == "country")
    }

    @Test func `switches are on but for 0, false and no`() throws {
        for value in ["1", "true", "", "on"] {
            let answer = try Geocoder.reverse([("extratags", value), ("addressdetails", value)])
            #expect(answer.json["extratags"] != .absent, "\(value)")
            #expect(answer.json["address"] != .absent, "\(value)")
        }
        for value in ["0", "false", "no"] {
            let answer = try Geocoder.reverse([("extratags", value), ("addressdetails", value)])
            #expect(answer.json["extratags"] == .absent, "\(value)")
            #expect(answer.json["address"] == .absent, "\(value)")
        }
    }

    @Test func `layers are read in any letter case, and none named means the usual ones`() throws {
        let usual = try Geocoder.reverse()
        for layers in ["address,poi", " Address , POI,", ",", ""] {
            #expect(try Geocoder.reverse([("layer", layers)]).text == usual.text, "\(layers)")
        }
        let rail = try Geocoder.reverse([("layer", "railway")])
        #expect(rail.json["error"].text == "Unable to geocode", "\(rail.text)")
    }

    @Test func `R22 the language parameter comes before the header`() throws {
        let zoom = [("zoom", "3")]
        func country(_ more: [(String, String)], header: String?) throws -> String? {
            try Geocoder.reverse(zoom + more, language: header).json["name"].text
        }
        #expect(try country([], header: nil) == "Liechtenstein")
        #expect(try country([], header: "ru") == "Лихтенштейн")
        #expect(try country([("accept-language", "ru")], header: "en") == "Лихтенштейн")
        #expect(try country([("lang", "ru")], header: "en") == "Лихтенштейн")
        #expect(try country([("accept-language", "")], header: "ru") == "Лихтенштейн")
    }

    @Test func `a callback makes a script of JSON, and leaves XML as it is`() throws {
        let plain = try Geocoder.reverse()
        let script = try Geocoder.reverse([("json_callback", "map.$show_2")])
        #expect(script.contentType == "application/javascript; charset=utf-8")
        #expect(script.text == "map.$show_2(\(plain.text))")
        let xml = try Geocoder.reverse([("json_callback", "show")], format: "xml")
        #expect(xml.text.hasPrefix("<?xml"))
        let refused = try Geocoder.reverse([("json_callback", "show"), ("zoom", "x")])
        #expect(refused.contentType == Self.json)
    }

    @Test func `a shape is read when it is asked for, and thinned by the threshold`() throws {
        let zoom = [("zoom", "3")]
        func ring(_ more: [(String, String)]) throws -> Int {
            let answer = try Geocoder.reverse(zoom + [("polygon_geojson", "1")] + more)
            #expect(answer.json["geojson"]["type"].text?.hasSuffix("Polygon") == true)
            return answer.text.count
        }
        let whole = try ring([])
        #expect(whole > 10_000)
        #expect(try ring([("polygon_threshold", "0.01")]) < whole / 10)
        let plain = try Geocoder.reverse(zoom)
        #expect(!plain.text.contains("geojson"))
        let feature = try Geocoder.reverse(zoom + [("polygon_geojson", "1")], format: "geojson")
        #expect(feature.json["features"][0]["geometry"]["type"].text?.hasSuffix("Polygon") == true)
        // GeoJSON has no room for the others.
        let point = try Geocoder.reverse(zoom + [("polygon_text", "1")], format: "geojson")
        #expect(point.json["features"][0]["geometry"]["type"].text == "Point")
        let street = try Geocoder.reverse([("zoom", "16"), ("polygon_text", "1")])
        #expect(street.json["geotext"].text?.hasPrefix("LINESTRING(") == true, "\(street.text)")
        let two = try Geocoder.reverse([("polygon_geojson", "1"), ("polygon_svg", "1")])
        #expect(two.status == 400)
    }

    @Test func `the status has its two formats`() throws {
        #expect(try Geocoder.get("/status", []).text == "OK")
        let json = try Geocoder.get("/status", [("format", "json")]).json
        #expect(json["status"].integer == 0)
        #expect(json["message"].text == "OK")
        #expect(json["data_updated"].text?.hasPrefix("20") == true)
    }
}
