import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite(.needsGDAL) struct `Exploring a place` {
    private let place = Coordinate(decimalLatitude: 50, decimalLongitude: 20)!

    /// Around 50 north, 20 east: a resident, a breeder, a winter guest, one possibly there, one of unknown
    /// season, one just beyond its edge, one far away, one extinct.
    private func fixture() throws -> RangeFixture {
        let fixture = try RangeFixture()
        func box(_ name: String, _ properties: String, west: Double = 10) -> String {
            RangeFixture.box(
                name, properties, west: west, south: 45, east: west + 15, north: 55)
        }
        try fixture.add([
            box("Avis residens", "\"seasonal\": 1, \"common_name\": \"Staybird\""),
            box("Avis aestiva", "\"seasonal\": 2"), box("Avis hiberna", "\"seasonal\": 3"),
            box("Avis dubia", "\"seasonal\": 1, \"presence\": 3"),
            box("Avis ignota", "\"seasonal\": 0"),
            box("Avis vicina", "\"seasonal\": 1", west: 20.3),
            box("Avis remota", "\"seasonal\": 1", west: 60),
            box("Avis exstincta", "\"seasonal\": 1, \"presence\": 5"),
        ])
        return fixture
    }

    private func explore(
        _ fixture: RangeFixture, month: Int = 6, limit: Int = 50, group: String? = nil,
        sightings: [ExploreQuery.Sighting] = []
    ) throws -> (entries: [ExploreEntry], hasMore: Bool) {
        try fixture.store.explore(
            ExploreQuery(
                position: place, date: EventDate(year: 2026, month: month, day: 10)!,
                languages: LanguagePreferences(acceptLanguage: "en"), limit: limit, group: group,
                sightings: sightings))
    }

    @Test func `lists the likeliest of the date first, and not what is far or extinct`() throws {
        let june = try explore(fixture()).entries
        #expect(
            june.map(\.scientificName) == [
                "Avis aestiva", "Avis residens", "Avis ignota", "Avis dubia", "Avis vicina",
                "Avis hiberna",
            ])
        #expect(
            june.map(\.answer.status)
                == [.present, .present, .present, .present, .edge, .otherSeason])
        #expect(zip(june, june.dropFirst()).allSatisfy { $0.likelihood >= $1.likelihood })
        #expect(june.allSatisfy { (0...1).contains($0.likelihood) })
        #expect(june[1].vernacularName == "Staybird")
        #expect(june[1].seasons == [.resident])
        #expect(june[0].monthlyShares == [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0])
        let january = try explore(fixture(), month: 1).entries
        #expect(january.map(\.scientificName).prefix(2) == ["Avis hiberna", "Avis residens"])
        #expect(january.last?.scientificName == "Avis aestiva")
    }

    @Test func `is lifted by what was seen near by in the season, known range or not`() throws {
        let fixture = try fixture()
        let sightings = [
            ExploreQuery.Sighting(name: "avis_dubia", month: 6, count: 30),
            ExploreQuery.Sighting(name: "Avis dubia", month: 1, count: 1),
            ExploreQuery.Sighting(name: "Avis nova", month: 7, count: 1),
            ExploreQuery.Sighting(name: "Avis remota", month: 12, count: 5),
            ExploreQuery.Sighting(name: "?", month: 6, count: 1),
            ExploreQuery.Sighting(name: "Avis nova", month: 13, count: 1),
        ]
        let entries = try explore(fixture, sightings: sightings).entries
        #expect(entries[0].scientificName == "Avis dubia")
        #expect(entries[0].sightings == [1, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0])
        let new = try #require(entries.first { $0.scientificName == "Avis nova" })
        #expect(new.answer.status == .unknown)
        #expect(new.monthlyShares == [Double?](repeating: nil, count: 12))
        #expect(!entries.contains { $0.scientificName == "Avis remota" })
    }

    @Test func `shows what an override lets in, with its reason`() throws {
        let fixture = try fixture()
        _ = try fixture.store.addOverride(
            of: "Avis remota", at: place, radiusInMeters: 1000, status: .present, months: nil,
            reason: "Escaped and breeding")
        _ = try fixture.store.addOverride(
            of: "Avis residens", at: place, radiusInMeters: 1000, status: .absent, months: nil,
            reason: "The wood was felled")
        let entries = try explore(fixture).entries
        #expect(entries[0].scientificName == "Avis remota")
        #expect(entries[0].answer.overrideReason == "Escaped and breeding")
        #expect(!entries.contains { $0.scientificName == "Avis residens" })
    }

    @Test func `is of one family when asked, with its own names, as many as asked`() throws {
        let fixture = try fixture()
        try fixture.species.execute(
            """
            INSERT INTO taxon
                (taxonID, scientificName, taxonRank, taxonomicStatus, parentNameUsageID, speciesID)
                VALUES (1, 'Avidae', 'family', 'accepted', NULL, NULL),
                    (2, 'Avis residens', 'species', 'accepted', 1, 2);
            INSERT INTO taxon_name VALUES ('avidae', 1, 1, 'Avidae'),
                ('avis residens', 2, 1, 'Avis residens');
            INSERT INTO vernacular_name VALUES (2, 'en', 0, 'Common Staybird', 'made');
            UPDATE species_state SET generation = generation + 1;
            """)
        let family = try explore(fixture, group: "Avidae").entries
        #expect(family.map(\.scientificName) == ["Avis residens"])
        #expect(family[0].vernacularName == "Common Staybird")
        #expect(family[0].taxon?.taxonID.rawValue == 2)
        #expect(try explore(fixture, group: "Felidae").entries.isEmpty)
        let two = try explore(fixture, limit: 2)
        #expect(two.entries.count == 2 && two.hasMore)
        #expect(try !explore(fixture, limit: 6).hasMore)
    }

    @Test func `where nothing is known is empty`() throws {
        let fixture = try RangeFixture()
        #expect(try explore(fixture).entries.isEmpty)
    }
}
