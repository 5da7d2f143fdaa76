import TestSupport
import Testing

@Suite struct `Searching by name` {
    private func search(_ arguments: String...) throws -> ProgramResult {
        try runProgram(["search"] + arguments + ["--data", try PreparedData.path])
    }

    @Test(arguments: [
        "Helsinki Cathedral", "helsingin tuomiokirkko", "cathedral helsinki",
        "TUOMIOKIRKKO Helsinki",
        "Helsingfors domkyrka",
    ])
    func `Helsinki's cathedral is the first answer`(text: String) throws {
        let result = try search(text, "--lang", "en", "--json")
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.json[0]["osm_id"].integer == Spot.cathedralID, "\(result.standardOutput)")
        #expect(result.json[0]["name"].text == "Helsinki Cathedral")
    }

    @Test func `Vaduz castle and its city are found`() throws {
        let castle = try search("schloss vaduz")
        #expect(castle.exitCode == 0, "\(castle.standardError)")
        #expect(castle.standardOutput.hasPrefix("Schloss Vaduz"))
        let city = try search("vaduz", "--json")
        #expect(city.json[0]["addresstype"].text != "amenity")
        #expect(city.json[0]["name"].text == "Vaduz")
        #expect(city.json[0]["address"]["country_code"].text == "li")
    }

    @Test func `an address is found`() throws {
        let result = try search("Aleksanterinkatu 26", "--json")
        #expect(result.json[0]["address"]["house_number"].text == "26", "\(result.standardOutput)")
        #expect(result.json[0]["address"]["road"].text == "Aleksanterinkatu")
    }

    @Test func `nothing found is said, and is no failure`() throws {
        let result = try search("xyzzyplugh")
        #expect(result.exitCode == 0)
        #expect(result.standardOutput.contains("Nothing of that name"))
        #expect(try search("xyzzyplugh", "--json").json.list == [])
    }

    @Test(arguments: [["--near", "north", "a"], ["--limit", "0", "a"], ["  "], []])
    func `a wrong question is wrong usage`(arguments: [String]) throws {
        let result = try runProgram(["search"] + arguments + ["--data", try PreparedData.path])
        #expect(result.exitCode == 2)
        #expect(!result.standardError.isEmpty)
    }

    @Test func `over HTTP there are search, lookup and suggestions`() throws {
        try withService { service in
            let found = try service.client.get(
                "/search?q=tuomiokirkko+helsinki&format=jsonv2&limit=1")
            #expect(found.status == 200)
            #expect(found.json[0]["osm_id"].integer == Spot.cathedralID, "\(found)")
            let again = try service.client.get("/lookup?osm_ids=W\(Spot.cathedralID)&format=jsonv2")
            #expect(again.json[0]["display_name"].text == found.json[0]["display_name"].text)
            let typed = try service.client.get(
                "/v1/places/suggest?q=helsingin+tuom&near=60.17,24.95&lang=en")
            #expect(
                typed.json["suggestions"].all.contains { $0["osm_id"].integer == Spot.cathedralID })
            let none = try service.client.get("/search?q=xyzzyplugh&format=json")
            #expect(none.status == 200 && none.json.list == [])
        }
    }
}
