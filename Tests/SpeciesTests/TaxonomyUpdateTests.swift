import Database
import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Importing a later version of a list` {
    private func ebird(_ rows: String...) -> String {
        (["CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS"] + rows)
            .joined(separator: "\n")
    }
    private let jackdaw = "species,eurjac1,Eurasian Jackdaw,Corvus monedula,Passeriformes,Corvidae,"
    private let carrion = "species,carcro,Carrion Crow,Corvus corone,Passeriformes,Corvidae,"
    private let hooded = "species,hoocro,Hooded Crow,Corvus cornix,Passeriformes,Corvidae,"
    private let magpie = "species,eurmag1,Eurasian Magpie,Pica pica,Passeriformes,Corvidae,"

    @Test func `the same file again changes nothing`() throws {
        let fixture = try SpeciesFixture()
        let first = try fixture.importing(ebird(jackdaw, carrion))
        let tables = [
            "SELECT taxonID || scientificName || coalesce(parentNameUsageID, '') FROM taxon ORDER BY 1",
            "SELECT key || taxonID || isAccepted FROM taxon_name ORDER BY 1",
            "SELECT language || name || taxonID FROM vernacular_name ORDER BY 1",
            "SELECT scheme || code || taxonID FROM taxon_code ORDER BY 1",
            "SELECT position || ' ' || taxonID FROM taxon_order ORDER BY 1",
            "SELECT name || position FROM folded_name ORDER BY 1",
        ]
        let before = try tables.map(fixture.column)
        let second = try fixture.importing(ebird(jackdaw, carrion))
        #expect(first.added == 7 && second.added == 0 && second.updated == 7)
        #expect(second.changes.isEmpty && second.taxa == first.taxa)
        #expect(try tables.map(fixture.column) == before)
    }

    @Test func `G07: a renamed taxon keeps its id, and the old name as a synonym`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(ebird(jackdaw, carrion))
        let id = try #require(try fixture.id("Corvus monedula"))
        let report = try fixture.importing(
            ebird(jackdaw.replacing("Corvus monedula", with: "Coloeus monedula"), carrion))
        #expect(report.changeTexts == ["renamed: Corvus monedula > Coloeus monedula"])
        #expect(try fixture.id("Corvus monedula") == id)
        #expect(try fixture.id("Coloeus monedula") == id)
        #expect(try fixture.lineage("Corvus monedula").first == "Coloeus")
        #expect(
            try fixture.column("SELECT kind || oldName FROM taxonomy_change") == [
                "renamedCorvus monedula"
            ])
    }

    @Test func `a list without codes knows a renamed species by its vernacular name`() throws {
        let fixture = try SpeciesFixture()
        func list(_ name: String) -> String {
            "scientificName,family,English\n\(name),Corvidae,Western Jackdaw\nPica pica,Corvidae,Magpie"
        }
        try fixture.importing(list("Corvus monedula"))
        let id = try #require(try fixture.id("Corvus monedula"))
        let report = try fixture.importing(list("Coloeus monedula"))
        #expect(report.changeTexts.contains("renamed: Corvus monedula > Coloeus monedula"))
        #expect(try fixture.id("Corvus monedula") == id)
        #expect(try fixture.id("Coloeus monedula") == id)
    }

    @Test func `a species that became a subspecies is a lump, and the reverse a split`() throws {
        let fixture = try SpeciesFixture()
        let hoodedAsPart =
            "issf,hoocro,Carrion Crow (Hooded),Corvus corone cornix,Passeriformes,Corvidae,carcro"
        try fixture.importing(ebird(carrion, hooded))
        let id = try #require(try fixture.id("Corvus cornix"))
        let lump = try fixture.importing(ebird(carrion, hoodedAsPart))
        #expect(
            lump.changeTexts == [
                "lumped: Corvus cornix > Corvus corone",
                "renamed: Corvus cornix > Corvus corone cornix",
            ])
        #expect(try fixture.id("Corvus cornix") == id)
        #expect(try fixture.lineage("Corvus cornix").first == "Corvus corone")
        let split = try fixture.importing(ebird(carrion, hooded))
        #expect(split.changeTexts.contains("split: Corvus corone > Corvus cornix"))
        #expect(try fixture.id("Corvus corone cornix") == id)
        #expect(
            try fixture.column("SELECT taxonRank FROM taxon WHERE taxonID = \(id)") == ["species"])
    }

    @Test func `a species that became a synonym is lumped, its names lead on, and it comes back`()
        throws
    {
        let fixture = try SpeciesFixture()
        let header =
            "taxonID,scientificName,taxonRank,acceptedNameUsageID,vernacularName,language\n"
        let apart =
            header
            + "1,Corvus corone,species,,Carrion Crow,en\n2,Corvus cornix,species,,Hooded Crow,en"
        try fixture.importing(apart)
        let (carrion, hooded) = (try fixture.id("Corvus corone"), try fixture.id("Corvus cornix"))
        let lump = try fixture.importing(
            header + "1,Corvus corone,species,,Carrion Crow,en\n2,Corvus cornix,species,1,,")
        #expect(lump.changeTexts == ["lumped: Corvus cornix > Corvus corone"])
        #expect(try fixture.id("Corvus cornix") == carrion)
        #expect(
            try fixture.column(
                "SELECT acceptedNameUsageID FROM taxon WHERE taxonomicStatus = 'synonym'")
                == ["\(carrion ?? 0)"])
        let again = try fixture.importing(apart)
        #expect(again.changeTexts == ["split: Corvus corone > Corvus cornix"])
        #expect(try fixture.id("Corvus cornix") == hooded)
    }

    @Test func `what the list lacks is kept and told, and returns under its id`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(ebird(jackdaw, magpie))
        let id = try #require(try fixture.id("Pica pica"))
        let gone = try fixture.importing(ebird(jackdaw))
        #expect(gone.changeTexts == ["vanished: Pica pica", "vanished: Pica"])
        #expect(try fixture.id("Pica pica") == id)
        let back = try fixture.importing(ebird(jackdaw, magpie))
        #expect(back.changeTexts == ["returned: Pica pica > Pica pica", "returned: Pica > Pica"])
        #expect(back.added == 0)
        #expect(try fixture.id("Pica pica") == id)
    }

    @Test func `another list shares taxa, and what only one has does not vanish with the other`()
        throws
    {
        let fixture = try SpeciesFixture()
        try fixture.importing(ebird(jackdaw, magpie))
        let id = try #require(try fixture.id("Pica pica"))
        let other = try fixture.importing(
            "scientificName,family,order,class,kingdom,German\nPica pica,Corvidae,Passeriformes,Aves,Animalia,Elster",
            as: "other.csv")
        #expect(other.added == 0 && other.changes.isEmpty)
        #expect(try fixture.id("Pica pica") == id)
        let gone = try fixture.importing(ebird(jackdaw))
        #expect(gone.changeTexts.contains("vanished: Pica pica"))
        #expect(
            try fixture.column("SELECT taxonomicStatus FROM taxon WHERE taxonID = \(id)") == [
                "accepted"
            ])
    }

    @Test func `homonyms of two kingdoms stay two`() throws {
        let fixture = try SpeciesFixture()
        let birds =
            "scientificName,family,class,kingdom\nOenanthe oenanthe,Muscicapidae,Aves,Animalia"
        let plants =
            "scientificName,family,class,kingdom\nOenanthe aquatica,Apiaceae,Magnoliopsida,Plantae"
        try fixture.importing(birds, as: "birds.csv")
        try fixture.importing(plants, as: "plants.csv")
        #expect(try fixture.lineage("Oenanthe oenanthe").prefix(2) == ["Oenanthe", "Muscicapidae"])
        #expect(try fixture.lineage("Oenanthe aquatica").prefix(2) == ["Oenanthe", "Apiaceae"])
        let again = try fixture.importing(birds, as: "birds.csv")
        #expect(again.added == 0 && again.changes.isEmpty)
    }

    @Test func `an import that is stopped at any phase leaves the store as it was`() throws {
        struct Stopped: Error {}
        let fixture = try SpeciesFixture()
        try fixture.importing(ebird(jackdaw))
        let path = try fixture.folder.write(Array(ebird(carrion, magpie).utf8), as: "next.csv")
        for phase in [TaxonomyImporter.Phase.reading, .matching, .writing, .indexing] {
            #expect(throws: Stopped.self) {
                try TaxonomyImporter(fixture.store).run(file: path) { now, _, _ in
                    if now == phase { throw Stopped() }
                }
            }
            #expect(
                try fixture.column("SELECT scientificName FROM taxon WHERE taxonRank = 'species'")
                    == ["Corvus monedula"])
            #expect(try fixture.column("SELECT generation FROM species_state") == ["1"])
        }
    }
}

@Suite struct `Remembering taxa between questions` {
    @Test func `an import by this or another process is seen at the next question`() throws {
        let fixture = try SpeciesFixture()
        let other = try fixture.reopened()
        func list(_ name: String, _ english: String) -> String {
            "scientificName,family,English,Finnish\n\(name),Corvidae,\(english),naakka"
        }
        func shown() throws -> [String?] {
            try ["en", "fi"].map {
                try fixture.knowledge(of: "Corvus monedula", languages: $0).taxon?.vernacularName
            }
        }
        #expect(try shown() == [nil, nil])
        try fixture.importing(list("Corvus monedula", "Jackdaw"))
        #expect(try shown() == ["Jackdaw", "naakka"])
        let path = try fixture.folder.write(
            Array(list("Corvus monedula", "Western Jackdaw").utf8), as: "list.csv")
        _ = try TaxonomyImporter(other).run(file: path)
        #expect(try shown() == ["Western Jackdaw", "naakka"])
        #expect(try shown() == ["Western Jackdaw", "naakka"])
    }
}
