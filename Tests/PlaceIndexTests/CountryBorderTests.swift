import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

/// The country by the polygons alone, no map being imported.
@Suite struct `The country without a map` {
    private func answer(_ latitude: Double, _ longitude: Double) throws -> GeocoderResult? {
        let index = try PlaceIndex(
            directory: TemporaryDirectory().file("none"), countries: GeoDataFiles.countries,
            connections: 1)
        return try index.reverse(ReverseQuery(position: position(latitude, longitude)))
    }

    @Test(
        arguments: [
            // 100 m apart, on both sides of the border.
            (43.7402, 7.4200, "fr"), (43.7396, 7.4208, "mc"),
            (43.9925, 12.4800, "it"), (43.9360, 12.4460, "sm"),
            (41.9022, 12.4533, "va"), (41.9022, 12.4605, "it"),
            (36.1400, -5.3500, "gi"), (36.1700, -5.3500, "es"),
            // On both banks of the Rhine.
            (47.2145, 9.4946, "ch"), (47.1396, 9.5225, "li"),
            // In the hole of South Africa, and beside it.
            (-29.52, 28.60, "ls"), (-29.19, 27.46, "za"),
            // Haparanda and Tornio are one town in two countries.
            (65.840, 24.120, "se"), (65.848, 24.150, "fi"),
        ])
    func `is right beside a border`(latitude: Double, longitude: Double, code: String) throws {
        let answer = try #require(try answer(latitude, longitude))
        #expect(answer["country_code"] == code)
        #expect(answer.address.allSatisfy { !$0.isInferred })
    }

    @Test(arguments: [
        (51.12, 1.33, "gb"), (51.08, 1.38, "gb"), (60.06, 24.95, "fi"), (60.1145, 20.0184, "fi"),
    ])
    func `R09 is, off the coast, the one whose territorial waters they are`(
        latitude: Double, longitude: Double, code: String
    ) throws {
        let answer = try #require(try answer(latitude, longitude))
        #expect(answer["country_code"] == code)
        #expect(answer.distanceInMeters == 0)
        #expect(answer.address.allSatisfy { !$0.isInferred })
    }

    @Test(arguments: [(35.0, -40.0), (59.8, 24.5), (0.0, 180.0), (90.0, 0.0)])
    func `R09 is none on the high seas`(latitude: Double, longitude: Double) throws {
        #expect(try answer(latitude, longitude) == nil)
    }

    @Test(arguments: [
        (-16.8, 180.0, "fj"), (-16.8, -180.0, "fj"), (-16.8, 179.995, "fj"), (71.2, 180.0, "ru"),
        (71.2, -179.995, "ru"), (-90.0, 0.0, "aq"), (-90.0, 180.0, "aq"),
    ])
    func `is there at 180 degrees and at the pole`(
        latitude: Double, longitude: Double, code: String
    ) throws {
        #expect(try answer(latitude, longitude)?["country_code"] == code)
    }

    @Test(arguments: [
        (17.72, -64.80, "us"), (18.20, -66.50, "us"), (22.30, 114.17, "cn"), (22.19, 113.55, "cn"),
        (16.20, -61.50, "fr"), (60.10, 19.94, "fi"), (12.50, -69.97, "nl"), (78.20, 15.60, "no"),
    ])
    func `is, in a territory, the one whose boundary has it`(
        latitude: Double, longitude: Double, code: String
    ) throws {
        #expect(try answer(latitude, longitude)?["country_code"] == code)
    }

    @Test func `is the smaller where two claim the land`() throws {
        // Western Sahara, which Morocco's boundary has as well.
        #expect(try answer(24, -14)?["country_code"] == "eh")
        #expect(try answer(31.5, 34.45)?["country_code"] == "ps")
    }

    /// Along the simplified border of two large countries: a step of 11 m from south to north.
    @Test func `has no gap on a border`() throws {
        let countries = try #require(
            try Countries(path: GeoDataFiles.countries, connections: 1))
        var seen: Set<String> = []
        var gaps = 0
        for step in 0..<4_000 {
            let here = position(49.0 + Double(step) * 0.0001, 12.9)
            let country = try #require(try countries.country(at: here, excluding: []))
            seen.insert(country.code)
            gaps += country.distanceInMeters > 0 ? 1 : 0
            #expect(country.distanceInMeters <= Countries.errorInMeters)
        }
        #expect(seen == ["de", "cz"])
        #expect(gaps < 40)
    }
}
