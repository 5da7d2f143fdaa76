import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Names that count as a taxon` {
    private let fixture: SpeciesFixture
    /// Names as records have them.
    private let names = LivingNames(
        scientificNames: [
            "Corvus monedula", "Coloeus monedula", "coloeus monedula Linnaeus, 1758",
            "Coloeus monedula spermologus", "Corvus corone", "Anas platyrhynchos",
            "Anas platyrhynchos (Domestic type)", "Anas acuta", "Anas platyrhynchos x acuta",
            "Anas sp.", "Larus argentatus", "Aus bus", "Aus bus cus",
        ],
        ownNames: ["western jackdaw", "Mallard", "Grandma's finch", "Corvus corone", "a duck"])

    init() throws {
        fixture = try SpeciesFixture()
        let checklist = """
            CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
            species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae,
            domestic,mallar2,Mallard (Domestic type),Anas platyrhynchos (Domestic type),Anseriformes,Anatidae,mallar3
            species,norpin,Northern Pintail,Anas acuta,Anseriformes,Anatidae,
            hybrid,x1,Mallard x Northern Pintail (hybrid),Anas platyrhynchos x acuta,Anseriformes,Anatidae,
            spuh,anas1,dabbling duck sp.,Anas sp.,Anseriformes,Anatidae,
            species,hergul,Herring Gull,Larus argentatus,Charadriiformes,Laridae,
            species,eurjac1,Western Jackdaw,Corvus monedula,Passeriformes,Corvidae,
            species,carcro1,Carrion Crow,Corvus corone,Passeriformes,Corvidae,
            """
        try fixture.importing(checklist)
        try fixture.importing(checklist.replacing("Corvus mon", with: "Coloeus mon"))
    }

    private func names(_ asked: String) throws -> [String] {
        var recorded = RecordedNames()
        let texts = names.scientificNames.sorted() + names.ownNames.sorted()
        for (place, text) in texts.enumerated() {
            recorded.append(text, isOwn: place >= names.scientificNames.count)
        }
        let found = try #require(
            try fixture.store.places(countingAs: asked, among: &recorded))
        return Set(found).sorted().map { texts[$0] }
    }

    private static let jackdaw = [
        "Coloeus monedula", "Coloeus monedula spermologus", "Corvus monedula",
        "coloeus monedula Linnaeus, 1758", "western jackdaw",
    ]

    @Test(
        arguments: [
            ("Coloeus monedula", jackdaw), ("corvus monedula L.", jackdaw),
            ("Western Jackdaw", jackdaw), ("Coloeus monedula spermologus", jackdaw),
            (
                "Anas platyrhynchos",
                ["Anas platyrhynchos", "Anas platyrhynchos (Domestic type)", "Mallard"]
            ),
            (
                "Anas platyrhynchos (Domestic type)", ["Anas platyrhynchos (Domestic type)"]
            ),
            ("Corvus", ["Corvus corone", "Corvus corone"]),
            (
                "Corvidae",
                jackdaw.dropLast() + ["Corvus corone", "Corvus corone", "western jackdaw"]
            ),
            ("Larus argentatus", ["Larus argentatus"]), ("Aus bus", ["Aus bus", "Aus bus cus"]),
            ("Aus bus cus", ["Aus bus cus"]), ("grandmas finch", ["Grandma's finch"]),
            ("Xus yus", []),
        ] as [(String, [String])])
    func `are all that mean it, by whatever name it is asked for`(
        asked: String, expected: [String]
    ) throws {
        #expect(try names(asked).sorted() == expected.sorted())
    }

    @Test func `are those of an id, which a synonym's leads to, and none of one that nobody has`()
        throws
    {
        let id = try #require(try fixture.store.taxonID(named: "Coloeus monedula")).rawValue
        #expect(try names("\(id)") == Self.jackdaw)
        var recorded = RecordedNames()
        #expect(try fixture.store.places(countingAs: "987654321", among: &recorded) == nil)
    }

    @Test func `of every entry of the life list are those that are counted there`() throws {
        let date = try #require(EventDate("2026-05-01T08:00:00Z"))
        let sighting = Sighting(
            occurrenceID: UUIDv7(), eventDate: date, position: nil, address: nil)
        let tallies =
            names.scientificNames.map {
                SightingTally(
                    scientificName: $0, name: $0, count: 1, first: sighting, last: sighting)
            }
            + names.ownNames.map {
                SightingTally(
                    scientificName: nil, name: $0, count: 1, first: sighting, last: sighting)
            }
        let list = try fixture.store.lifeList(of: tallies, languages: .local)
        for entry in list.entries where entry.category == .species {
            #expect(try names(entry.name).sorted() == entry.recordedNames.sorted())
            if let taxon = entry.taxon {
                #expect(try names("\(taxon.taxonID.rawValue)").count == entry.count)
            }
        }
        #expect(list.species > 5)
    }
}
