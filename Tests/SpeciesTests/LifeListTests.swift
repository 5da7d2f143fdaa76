import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `The life list` {
    private func fixture() throws -> SpeciesFixture {
        let fixture = try SpeciesFixture()
        try fixture.importing(
            """
            CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
            species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae,
            domestic,mallar2,Mallard (Domestic type),Anas platyrhynchos (Domestic type),Anseriformes,Anatidae,mallar3
            species,norpin,Northern Pintail,Anas acuta,Anseriformes,Anatidae,
            hybrid,x1,Mallard x Northern Pintail (hybrid),Anas platyrhynchos x acuta,Anseriformes,Anatidae,
            species,hergul,Herring Gull,Larus argentatus,Charadriiformes,Laridae,
            spuh,larus1,gull sp.,Larus sp.,Charadriiformes,Laridae,
            species,eurjac1,Eurasian Jackdaw,Corvus monedula,Passeriformes,Corvidae,
            species,carcro1,Carrion Crow,Corvus corone,Passeriformes,Corvidae,
            """)
        try fixture.importing(
            """
            CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
            species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae,
            domestic,mallar2,Mallard (Domestic type),Anas platyrhynchos (Domestic type),Anseriformes,Anatidae,mallar3
            species,norpin,Northern Pintail,Anas acuta,Anseriformes,Anatidae,
            hybrid,x1,Mallard x Northern Pintail (hybrid),Anas platyrhynchos x acuta,Anseriformes,Anatidae,
            species,hergul,Herring Gull,Larus argentatus,Charadriiformes,Laridae,
            spuh,larus1,gull sp.,Larus sp.,Charadriiformes,Laridae,
            species,eurjac1,Western Jackdaw,Coloeus monedula,Passeriformes,Corvidae,
            species,carcro1,Carrion Crow,Corvus corone,Passeriformes,Corvidae,
            """)
        return fixture
    }

    private func sighting(_ date: String) -> Sighting {
        Sighting(occurrenceID: UUIDv7(), eventDate: EventDate(date)!, position: nil, address: date)
    }

    private func tally(
        _ name: String, _ first: String = "2026-05-01T08:00:00+03:00", last: String? = nil,
        count: Int = 1,
        isScientific: Bool = true
    ) -> SightingTally {
        SightingTally(
            scientificName: isScientific ? name : nil, name: name, count: count,
            first: sighting(first),
            last: sighting(last ?? first))
    }

    private func list(
        _ tallies: [SightingTally], order: LifeList.Order = .taxonomy
    ) throws -> LifeList {
        try fixture().store.lifeList(of: tallies, languages: .local, order: order)
    }

    @Test func `G07: records under the old and the new name are one species`() throws {
        let list = try list([
            tally(
                "Corvus monedula", "2025-01-05T08:00:00Z", last: "2025-03-01T08:00:00Z", count: 3),
            tally("Coloeus monedula", "2024-12-31T23:30:00-05:00", count: 2),
            tally("Corvus monedula Linnaeus, 1758", "2026-01-01T00:10:00+14:00"),
        ])
        #expect(list.species == 1 && list.entries.count == 1)
        let entry = try #require(list.entries.first)
        #expect(entry.name == "Coloeus monedula" && entry.count == 6)
        // By the date on the wall where it was seen.
        #expect(entry.first.eventDate.description.hasPrefix("2024-12-31"))
        #expect(entry.last.eventDate.description.hasPrefix("2026-01-01"))
        #expect(entry.recordedNames.count == 3)
    }

    @Test func `G09: a subspecies counts as its species, listed by the taxonomy or not`() throws {
        let list = try list([
            tally("Anas platyrhynchos"), tally("Anas platyrhynchos (Domestic type)"),
            tally("Anas platyrhynchos conboschas"), tally("Corvus corone subsp. corone"),
            tally("Aus bus"), tally("Aus bus cus"), tally("Aus bus [dus Group]"),
        ])
        #expect(list.entries.map(\.name) == ["Anas platyrhynchos", "Corvus corone", "Aus bus"])
        #expect(list.entries.map(\.count) == [3, 1, 3])
        #expect(list.species == 3)
    }

    @Test func `hybrids, slashes and spuhs are entries of their own and no species`() throws {
        let list = try list([
            tally("Anas platyrhynchos × acuta"), tally("Anas acuta x Anas platyrhynchos"),
            tally("Larus sp."), tally("Larus"), tally("Larus cf. fuscus"),
            tally("Larus fuscus/argentatus"),
            tally("Larus argentatus/fuscus"), tally("Larus argentatus"), tally("Pica sp."),
            tally("Motacilla alba x flava"),
        ])
        let found = Dictionary(grouping: list.entries, by: \.category).mapValues {
            $0.map(\.name).sorted()
        }
        #expect(found[.species] == ["Larus argentatus"])
        #expect(found[.hybrid] == ["Anas platyrhynchos x acuta", "Motacilla alba x flava"])
        #expect(found[.slash] == ["Larus fuscus/argentatus"])
        #expect(found[.spuh] == ["Larus", "Larus sp.", "Pica sp."])
        #expect(list.species == 1)
    }

    @Test func `a name of the person's own counts as the species that has it, else under itself`()
        throws
    {
        let list = try list([
            tally("western jackdaw", isScientific: false), tally("Coloeus monedula"),
            tally("Corvus corone", isScientific: false),
            tally("Grandma's finch", isScientific: false),
            tally("GRANDMAS FINCH", isScientific: false),
            tally("big gull sp.", isScientific: false),
            tally("寒鸦", isScientific: false),
        ])
        #expect(list.entries.first { $0.name == "Coloeus monedula" }?.count == 2)
        #expect(list.entries.first { $0.name == "Grandma's finch" }?.count == 2)
        #expect(list.species == 4 && list.entries.count == 5)
    }

    @Test func `the order is stable, and pages join without gap or double`() throws {
        let names = ["Anas acuta", "Larus argentatus", "Corvus corone", "Aus bus", "Xus yus"]
        let tallies = names.enumerated().map { index, name in
            tally(name, "2026-05-0\(index % 3 + 1)T08:00:00Z")
        }
        for order in LifeList.Order.allCases {
            let whole = try list(tallies, order: order)
            let shuffled = try list(tallies.reversed(), order: order)
            #expect(whole.entries.map(\.name) == shuffled.entries.map(\.name))
            var seen: [String] = []
            var cursor: String?
            repeat {
                let page = try whole.page(limit: 2, after: cursor, order)
                seen += page.entries.map(\.name)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(seen == whole.entries.map(\.name))
            #expect(throws: SpeciesError.invalidCursor) {
                try whole.page(limit: 2, after: "x", order)
            }
        }
        let byDate = try list(tallies, order: .date)
        #expect(byDate.entries.map { $0.first.eventDate.day } == [3, 2, 2, 1, 1])
        #expect(
            try list(tallies).entries.map(\.name)
                == ["Anas acuta", "Larus argentatus", "Corvus corone", "Aus bus", "Xus yus"])
    }

    @Test func `without a taxonomy records count under their names`() throws {
        let list = try SpeciesFixture().store.lifeList(
            of: [tally("Pica pica"), tally("Pica pica fennorum"), tally("Larus sp.")],
            languages: .local)
        #expect(list.species == 1 && list.entries.count == 2)
        #expect(list.entries.allSatisfy { $0.taxon == nil })
    }

    @Test func `a year's goal is set, changed and taken back`() throws {
        let store = try SpeciesFixture().store
        #expect(try store.goal(year: 2026) == nil)
        try store.setGoal(200, year: 2026)
        try store.setGoal(250, year: 2026)
        #expect(try store.goal(year: 2026) == 250)
        #expect(try store.goal(year: 2025) == nil)
        try store.setGoal(nil, year: 2026)
        #expect(try store.goal(year: 2026) == nil)
        #expect(throws: SpeciesError.goalOutOfRange) { try store.setGoal(0, year: 2026) }
    }
}
