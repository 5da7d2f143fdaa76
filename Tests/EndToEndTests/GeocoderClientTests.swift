import FoundationEssentials
import TestSupport
import Testing

/// Programs that were written for Nominatim, asking this service.
@Suite struct `Clients of Nominatim` {
    /// Asks as a program does, and prints what it got; what geopy refuses ends the script.
    private static let script = """
        import json, sys
        from geopy.exc import GeocoderQueryError
        from geopy.geocoders import Nominatim

        geocoder = Nominatim(user_agent="tests", scheme="http", domain=sys.argv[1])

        def show(location):
            if location is None:
                return None
            return {"address": location.address, "point": [location.latitude, location.longitude],
                    "raw": location.raw}

        def refusal(question):
            try:
                geocoder.reverse(question)
            except GeocoderQueryError as error:
                return str(error)

        print(json.dumps({
            "vaduz": show(geocoder.reverse((47.1396, 9.5225), language="en", namedetails=True)),
            "town": show(geocoder.reverse("47.1396, 9.5225", zoom=10, addressdetails=False)),
            "sea": show(geocoder.reverse((1.1, 1.1))),
            "ocean": show(geocoder.reverse("-3.864, -10.898")),
            "found": [show(location) for location in
                      geocoder.geocode("Vaduz", exactly_one=False, addressdetails=True) or []],
            "shape": show(geocoder.geocode("Vaduz", geometry="geojson")),
            "lost": show(geocoder.geocode("Xyzzyqwertburg")),
        }))
        """

    @Test(.needsGeopy) func `R37 geopy finds places, and None where there is nothing`() throws {
        try withService { service in
            let result = try GeopyClient.run(Self.script, ["127.0.0.1:\(service.client.port)"])
            #expect(result.exitCode == 0, "\(result.standardError)")
            let json = try JSON(parsing: result.standardOutput.utf8)
            let vaduz = json["vaduz"]
            #expect(vaduz["address"].text?.hasSuffix("Liechtenstein") == true, "\(json)")
            #expect(abs((vaduz["point"][0].number ?? 0) - 47.1396) < 0.01)
            #expect(abs((vaduz["point"][1].number ?? 0) - 9.5225) < 0.01)
            #expect(vaduz["raw"]["address"]["country_code"].text == "li")
            #expect(vaduz["raw"]["namedetails"] != .absent)
            let town = json["town"]
            #expect(town["address"].text?.hasPrefix("Vaduz") == true, "\(town)")
            #expect(town["raw"]["address"] == .absent)
            for nothing in ["sea", "ocean", "lost"] {
                #expect(json[nothing] == .null, "\(nothing)")
            }
            #expect(!json["found"].all.isEmpty)
            #expect(json["found"][0]["raw"]["address"]["country_code"].text == "li")
            #expect(json["shape"]["raw"]["geojson"]["type"].text != nil)
        }
    }

    /// What `leaflet-control-geocoder` reads of an answer of its `Nominatim` geocoder: it asks
    /// `format=json` with the map's own zoom, which goes beyond 18, and takes an answer without `lat`
    /// and `lon` for none.
    private struct LeafletResult {
        let name: String
        let center: (latitude: Double, longitude: Double)
        /// South, north, west, east; of a search alone.
        let box: [Double]
        /// The lines its template writes.
        let lines: [String]

        init?(_ json: JSON) {
            guard let latitude = json["lat"].text.flatMap(Double.init),
                let longitude = json["lon"].text.flatMap(Double.init),
                let name = json["display_name"].text
            else { return nil }
            self.name = name
            center = (latitude, longitude)
            box = json["boundingbox"].all.compactMap { $0.text.flatMap(Double.init) }
            let address = json["address"]
            func first(_ keys: String...) -> String? {
                keys.lazy.compactMap { address[$0].text }.first
            }
            lines = [
                [first("building", "road"), first("house_number")].compactMap { $0 }
                    .joined(separator: " "),
                [first("postcode"), first("city", "town", "village", "hamlet")].compactMap { $0 }
                    .joined(separator: " "),
                [first("state"), first("country")].compactMap { $0 }.joined(separator: " "),
            ].filter { !$0.isEmpty }
        }
    }

    @Test func `R37 a Leaflet geocoder finds what it reads, and nothing in an empty answer`() throws
    {
        try withService { service in
            func reverse(_ place: String) throws -> LeafletResult? {
                let answer = try service.client.get(
                    "/reverse?\(place)&zoom=21&addressdetails=1&format=json")
                #expect(answer.status == 200, "\(answer)")
                return LeafletResult(answer.json)
            }
            let here = try #require(try reverse("lat=60.168913&lon=24.951745"))
            #expect(here.name.contains("Aleksanterinkatu"))
            #expect(abs(here.center.latitude - 60.1689) < 0.001)
            #expect(here.lines.first == "Aleksanterinkatu 26")
            #expect(here.lines.last == "Suomi", "\(here.lines)")
            #expect(try reverse("lat=1.1&lon=1.1") == nil)
            #expect(try reverse("lat=-3.864&lon=-10.898") == nil)

            func search(_ text: String) throws -> [LeafletResult] {
                let answer = try service.client.get(
                    "/search?q=\(text)&limit=5&format=json&addressdetails=1")
                #expect(answer.status == 200, "\(answer)")
                return try #require(answer.json.list).compactMap { LeafletResult($0) }
            }
            let town = try #require(try search("Vaduz").first)
            #expect(town.box.count == 4)
            #expect(town.box[0] <= town.center.latitude && town.center.latitude <= town.box[1])
            #expect(town.box[2] <= town.center.longitude && town.center.longitude <= town.box[3])
            #expect(town.lines.last?.hasSuffix("Liechtenstein") == true, "\(town.lines)")
            #expect(try search("Xyzzyqwertburg").isEmpty)
        }
    }
}
