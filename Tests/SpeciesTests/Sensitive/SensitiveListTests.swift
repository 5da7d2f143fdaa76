import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `A list of sensitive taxa` {
    private let fixture: SpeciesFixture

    init() throws {
        fixture = try SpeciesFixture()
        _ = try TaxonomyImporter(fixture.store).run(file: GeoDataFiles.birds)
    }

    private func importing(_ text: String, as name: String = "owls.csv") throws
        -> SpeciesStore.SensitiveReport
    {
        try fixture.store.importSensitive(
            file: fixture.folder.write(Array(text.utf8), as: name))
    }

    private func geoprivacy(
        _ names: String..., at position: (Double, Double)? = (60.17, 24.94),
        uncertainty: Double? = nil, codes: [String] = ["FI", "FI-18"],
        on date: String = "2026-06-01T12:00:00+03:00"
    ) throws -> Geoprivacy {
        try fixture.store.geoprivacy(
            of: .init(
                names: names,
                position: position.flatMap {
                    Coordinate(decimalLatitude: $0.0, decimalLongitude: $0.1)
                }, uncertainty: uncertainty, areaCodes: codes,
                date: try #require(EventDate(date))))
    }

    @Test(arguments: [
        "Strix aluco", "strix_aluco", "Strix aluco Linnaeus, 1758", "Strix aluco aluco",
        "Tawny Owl", "Waldkauz", "lehtopöllö", "Strix aluco x uralensis", "Strix aluco/uralensis",
    ])
    func `means a species by every name of it, and what is below or partly it`(name: String) throws
    {
        _ = try importing("scientificName\nStrix aluco\n")
        #expect(try geoprivacy(name) == .obscured)
        #expect(try geoprivacy("Parus major", name) == .obscured)
        #expect(try geoprivacy("Parus major", "Strix uralensis", "Strix") == .open)
    }

    @Test(arguments: ["Strigidae", "Strigiformes", "Strix"])
    func `of a genus, family or order covers what is in it`(taxon: String) throws {
        _ = try importing("scientificName;geoprivacy\n\(taxon);private\n")
        #expect(try geoprivacy("Tawny Owl") == .private)
        #expect(try geoprivacy("Strix aluco sylvatica") == .private)
        #expect(try geoprivacy("Strix sp.") == .private)
        #expect(try geoprivacy("Aquila chrysaetos") == .open)
    }

    @Test func `means a synonym's taxon, whichever of the two is listed`() throws {
        let synonyms = try fixture.column(
            """
            SELECT s.scientificName || '|' || a.scientificName FROM taxon_name s
            JOIN taxon_name a ON a.taxonID = s.taxonID AND a.isAccepted = 1 WHERE s.isAccepted = 0
            """)
        let pair = try #require(synonyms.first).split(separator: "|").map(String.init)
        for (listed, asked) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            _ = try importing("scientificName\n\(listed)\n")
            #expect(try geoprivacy(asked) == .obscured, "\(listed) \(asked)")
        }
    }

    @Test(arguments: [
        ("", Geoprivacy.obscured), ("FI", .obscured), ("fi-18", .obscured), ("SE", .open),
        ("FI-01", .open), ("24,60,25,61", .obscured), ("25,60,26,61", .open),
        ("170,-90,-170,90", .open), ("24.9,60.1,24.95,60.2", .obscured),
    ])
    func `holds in its area`(area: String, expected: Geoprivacy) throws {
        _ = try importing("scientificName,area\nStrix aluco,\"\(area)\"\n")
        #expect(try geoprivacy("Strix aluco") == expected)
    }

    @Test func `holds where it is not known whether a record is in its area`() throws {
        _ = try importing(
            "scientificName,area\nStrix aluco,SE-AB\nBubo bubo,\"25,60,26,61\"\nParus major,FI-01\n"
        )
        #expect(try geoprivacy("Strix aluco", codes: []) == .obscured)
        #expect(try geoprivacy("Strix aluco", codes: ["SE"]) == .obscured)
        #expect(try geoprivacy("Parus major", codes: ["FI"]) == .obscured)
        #expect(try geoprivacy("Bubo bubo", at: nil) == .obscured)
        // 60 m short of the box, and 100 m uncertain.
        #expect(try geoprivacy("Bubo bubo", at: (60.5, 24.9989), uncertainty: 100) == .obscured)
        #expect(try geoprivacy("Bubo bubo", at: (60.5, 24.9989), uncertainty: 10) == .open)
    }

    @Test(arguments: [
        ("", true), ("04-01/07-31", true), ("11-01/06-01", true), ("06-02/05-31", false),
        ("2026-01-01/..", true), ("../2026-05-31", false), ("2026-06-01/2026-06-01", true),
    ])
    func `holds on its dates, by the record's own`(dates: String, holds: Bool) throws {
        _ = try importing("scientificName,dates\nStrix aluco,\(dates)\n")
        #expect(
            try geoprivacy("Strix aluco", on: "2026-06-01T23:59:59-11:00")
                == (holds ? .obscured : .open))
    }

    @Test(arguments: [
        ("scientificName,geoprivacy\nStrix,secret\n", "geoprivacy"),
        ("scientificName,geoprivacy\nStrix,open\n", "geoprivacy"),
        ("scientificName,area\nStrix,Finland\n", "area"),
        ("scientificName,area\nStrix,\"1,2,3\"\n", "area"),
        ("scientificName,area\nStrix,\"1,70,3,60\"\n", "area"),
        ("scientificName,dates\nStrix,02-30/03-01\n", "dates"),
        ("scientificName,dates\nStrix,2026-02-01/2026-01-01\n", "dates"),
        ("scientificName\n123\n", "scientificName"), ("taxonID\n999999\n", "taxonID"),
        ("species name of it,x\nStrix,1\n", "scientificName"), ("scientificName\n", "taxon"),
    ])
    func `with a row that is not understood changes nothing`(text: String, word: String) throws {
        _ = try importing("scientificName\nBubo bubo\n")
        let error = try #require(throws: SensitiveListError.self) { _ = try importing(text) }
        #expect("\(error)".contains(word))
        #expect(try geoprivacy("Bubo bubo") == .obscured)
        #expect(try fixture.store.sensitiveEntries().map(\.scientificName) == ["Bubo bubo"])
    }

    @Test func `is replaced by a later version of it, and ends by removal`() throws {
        let first = try fixture.store.sensitiveState()
        #expect(first.isEmpty)
        let report = try importing(
            "\u{FEFF}scientificName,reason,source\r\nStrix aluco,nests,BirdLife\r\nGhost owl,,\r\n")
        #expect(report.list == "owls" && report.entries == 2)
        #expect(report.unknownNames == ["Ghost owl"])
        #expect(try fixture.store.sensitiveEntries()[0].reason == "nests; BirdLife")
        _ = try importing("scientificName\nBubo bubo\n", as: "owls-2026.csv")
        _ = try importing("scientificName\nAquila\n", as: "eagles.csv")
        #expect(try geoprivacy("Strix aluco") == .open)
        #expect(try geoprivacy("Bubo bubo") == .obscured)
        #expect(try fixture.store.isSensitive(["Parus major", "Golden Eagle"]))
        #expect(try fixture.store.removeSensitive(list: "owls") == 1)
        #expect(try geoprivacy("Bubo bubo") == .open)
        #expect(throws: SensitiveListError.noSuchList("owls", known: ["eagles"])) {
            _ = try fixture.store.removeSensitive(list: "owls")
        }
        #expect(try fixture.store.sensitiveState().generation > first.generation)
        #expect(try fixture.reopened().sensitiveEntries().count == 1)
    }

    @Test func `takes the store's own ids for names`() throws {
        let id = try #require(try fixture.id("Strix aluco"))
        _ = try importing("taxonID,geoprivacy\n\(id),private\n")
        #expect(try geoprivacy("Waldkauz") == .private)
    }
}
