import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Importing real lists` {
    @Test func `the birds that ship with the program, with their older names`() throws {
        let fixture = try SpeciesFixture()
        let report = try TaxonomyImporter(fixture.store).run(file: GeoDataFiles.birds)
        #expect(report.skipped.isEmpty && report.changes.isEmpty && report.source == "avilist")
        #expect(report.names["de"] == report.names["fi"] && report.synonyms > 10)
        for name in ["Corvus monedula", "Coloeus monedula"] {
            let knowledge = try fixture.knowledge(of: name, languages: "fi")
            #expect(knowledge.taxon?.vernacularName == "naakka")
            #expect(
                knowledge.lineage.map(\.scientificName)
                    == ["Coloeus", "Corvidae", "Passeriformes", "Aves", "Animalia"])
        }
        // What AviList sees as one species.
        #expect(try fixture.id("Corvus cornix") == fixture.id("Corvus corone"))
    }

    @Test(.needsSharedData) func `AviList whole, then names and codes of a banding laboratory`()
        throws
    {
        let fixture = try SpeciesFixture()
        let importer = TaxonomyImporter(fixture.store)
        let list = try importer.run(file: SharedData.path("data/taxonomy/avilist_2025_species.csv"))
        #expect(list.rows == 11_131 && list.skipped.isEmpty)
        #expect(list.added - list.made == 11_131)
        #expect(list.names == ["en": 11_131, "zh-Hans": 10_983, "zh-Hant": 741])
        let codes = try importer.run(
            file: SharedData.path("data/taxonomy/bbl_alpha_codes_2025.csv"))
        #expect(codes.isNamesOnly && codes.updated > 1_000 && codes.taxa == list.taxa)
        var query = SpeciesQuery()
        for (q, name) in [
            ("WEGR", "Aechmophorus occidentalis"), ("grebe elegant", "Aechmophorus occidentalis"),
            ("寒鸦", "Coloeus monedula"), ("western jackdaw", "Coloeus monedula"),
        ] {
            query.q = q
            #expect(try fixture.store.taxa(query).entries.first?.taxon.scientificName == name)
        }
        query.q = nil
        query.family = "Struthionidae"
        #expect(try fixture.store.taxa(query).total == 2)
    }

    @Test(.needsSharedData) func `a Red List dump without a header is refused`() throws {
        let fixture = try SpeciesFixture()
        let path = try SharedData.path("data/taxonomy/dwca/iucn100.csv")
        #expect(throws: TaxonomyError.self) { try TaxonomyImporter(fixture.store).run(file: path) }
    }
}
