import FoundationEssentials
import TestSupport
import Testing

extension JSON {
    /// The OSM ids of a list of places, in order.
    var ids: [Int] { all.compactMap(\.["osm_id"].integer) }

    /// The member of a list with this OSM id.
    func with(id: Int) -> JSON { all.first { $0["osm_id"].integer == id } ?? .absent }
}

@Suite struct `Asking for places nearby` {
    private func nearby(_ arguments: String...) throws -> ProgramResult {
        try runProgram(["nearby"] + arguments + ["--data", try PreparedData.path])
    }

    @Test func `Helsinki's cathedral is found where it stands`() throws {
        let result = try nearby("60.1702,24.9522", "--radius", "100", "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        let cathedral = result.json["places"].with(id: Spot.cathedralID)
        #expect(cathedral["name"].text == "Helsingin tuomiokirkko", "\(result.standardOutput)")
        #expect(cathedral["distanceInMeters"].number == 0)
        #expect(cathedral["category"].text == "amenity")
        #expect(cathedral["type"].text == "place_of_worship")
        // Nothing of its importance is before it.
        let first = try #require(result.json["places"][0]["importance"].number)
        let importance = try #require(cathedral["importance"].number)
        #expect(result.json["places"].ids.first == Spot.cathedralID || first < importance)
    }

    @Test func `in English it is Helsinki Cathedral`() throws {
        let result = try nearby("60.1702,24.9522", "--radius", "100", "--lang", "en")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.standardOutput.contains("Helsinki Cathedral"))
        #expect(!result.standardOutput.contains("Helsingin tuomiokirkko"))
    }

    @Test func `Vaduz castle is found`() throws {
        let result = try nearby("47.13955,9.52442")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.standardOutput.contains("Schloss Vaduz"))
    }

    @Test func `places come nearest first, within the radius and the limit`() throws {
        let near = try nearby("60.1702,24.9522", "--radius", "300", "--limit", "100", "--json")
        let distances = near.json["places"].all.compactMap(\.["distanceInMeters"].number)
        #expect(distances.count > 20)
        #expect(distances == distances.sorted())
        #expect(distances.allSatisfy { (0...300).contains($0) })
        let five = try nearby("60.1702,24.9522", "--radius", "300", "--limit", "5", "--json")
        #expect(five.json["places"].ids == Array(near.json["places"].ids.prefix(5)))
    }

    @Test(arguments: ["59.8,24.5", "30,-40", "-90,0", "90,180"])
    func `where nothing is mapped the answer is that nothing is near`(position: String) throws {
        let result = try nearby(position, "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json["places"].list == [])
        let words = try nearby(position)
        #expect(words.exitCode == 0)
        #expect((words.standardOutput + words.standardError).lowercased().contains("nothing"))
    }

    @Test func `over HTTP it answers the same`() throws {
        try withService { service in
            let query = "lat=60.1702&lon=24.9522&radius=100"
            let answer = try service.client.get("/v1/places/nearby?\(query)&lang=en")
            #expect(answer.status == 200, "\(answer)")
            let places = answer.json["places"]
            let cathedral = places.with(id: Spot.cathedralID)
            #expect(cathedral["name"].text == "Helsinki Cathedral")
            #expect(cathedral["distanceInMeters"].number == 0)
            let local = try nearby("60.1702,24.9522", "--radius", "100", "--json")
            #expect(places.ids == local.json["places"].ids)
            let header = try service.client.get(
                "/v1/places/nearby?\(query)", headers: [("Accept-Language", "en;q=0.8, xx")])
            #expect(header.json["places"] == places)
            let one = try service.client.get("/v1/places/way/\(Spot.cathedralID)")
            #expect(one.json["name"].text == "Helsingin tuomiokirkko", "\(one)")
            #expect(try service.client.get("/v1/places/way/1").status == 404)
            let sea = try service.client.get("/v1/places/nearby?lat=59.8&lon=24.5")
            #expect(sea.status == 200 && sea.json["places"].list == [], "\(sea)")
        }
    }
}

@Suite struct `Asking where a position is` {
    private func reverse(_ arguments: String...) throws -> ProgramResult {
        try runProgram(["reverse"] + arguments + ["--data", try PreparedData.path])
    }

    private func expectVaduz(_ json: JSON) {
        let address = json["address"]
        #expect(address["country_code"].text == "li")
        #expect(address["country"].text == "Liechtenstein")
        let settlements = ["city", "town", "village", "municipality"].compactMap {
            address[$0].text
        }
        #expect(settlements.contains("Vaduz"), "\(address)")
        #expect(json["display_name"].text?.contains("Vaduz") == true)
        #expect(json["display_name"].text?.hasSuffix("Liechtenstein") == true)
    }

    @Test func `Vaduz is in Vaduz, Liechtenstein`() throws {
        let result = try reverse("47.1396,9.5225", "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        expectVaduz(result.json)
        let words = try reverse("47.1396,9.5225")
        #expect(words.exitCode == 0)
        #expect(words.standardOutput.contains("Vaduz"))
        #expect(words.standardOutput.contains("Liechtenstein"))
    }

    @Test(arguments: [
        // By the country polygons, as no extract covers them.
        ("-33.9,151.2", "au"), ("60.53,24.9522", "fi"), ("52.5163,13.3777", "de"),
    ])
    func `outside the extracts there is the country`(position: String, code: String) throws {
        let result = try reverse(position, "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json["address"]["country_code"].text == code, "\(result.standardOutput)")
    }

    @Test(arguments: ["59.8,24.5", "30,-40"])
    func `R09 a position at sea is an answer and no error`(position: String) throws {
        let result = try reverse(position, "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json["error"].text == "Unable to geocode", "\(result.standardOutput)")
        let words = try reverse(position)
        #expect(words.exitCode == 0)
        #expect(!(words.standardOutput + words.standardError).isEmpty)
    }

    @Test func `over HTTP it answers in Nominatim's words`() throws {
        try withService { service in
            let here = "/reverse?format=jsonv2&lat=47.1396&lon=9.5225"
            let answer = try service.client.get(here)
            #expect(answer.status == 200, "\(answer)")
            expectVaduz(answer.json)
            #expect(answer.json["licence"].text?.contains("OpenStreetMap") == true)
            #expect(answer.json["lat"].text.flatMap(Double.init) != nil)
            #expect(answer.json["boundingbox"].all.count == 4)

            let country = try service.client.get(here + "&zoom=3&accept-language=de")
            #expect(country.json["name"].text == "Liechtenstein", "\(country)")
            for sea in ["lat=59.8&lon=24.5", "lat=30&lon=-40", "lat=7.471741&lon=-128.427631"] {
                let answer = try service.client.get("/reverse?format=jsonv2&\(sea)")
                #expect(answer.status == 200, "\(answer)")
                #expect(answer.json["error"].text == "Unable to geocode", "\(answer)")
            }
        }
    }

    @Test func `an address in the city has its street and house number`() throws {
        // Where the extract has node 307465178.
        let result = try reverse("60.168913,24.951745", "--json")
        let address = result.json["address"]
        #expect(address["road"].text == "Aleksanterinkatu", "\(result.standardOutput)")
        #expect(address["house_number"].text == "26", "\(result.standardOutput)")
        #expect(address["country_code"].text == "fi")
    }
}
