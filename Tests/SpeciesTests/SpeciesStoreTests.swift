import Database
import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Opening the species store` {
    @Test func `a new file is made, and opened again as it is`() throws {
        let fixture = try SpeciesFixture()
        try fixture.execute("INSERT INTO year_goal (year, species) VALUES (2026, 200)")
        let goal = try fixture.reopened().reading { connection in
            let statement = try connection.statement("SELECT species FROM year_goal")
            return try statement.step() ? statement.int64(0) : 0
        }
        #expect(goal == 200)
    }

    @Test func `a newer version and another program's file are refused unchanged`() throws {
        let folder = try TemporaryDirectory()
        let newer = folder.file("newer.sqlite")
        _ = try SpeciesStore(path: newer)
        try Connection(path: newer, mode: .readWrite).execute("PRAGMA user_version = 99")
        #expect(
            throws: SpeciesError.newerSchema(path: newer, found: 99, known: SpeciesSchema.version)
        ) { try SpeciesStore(path: newer) }
        let foreign = folder.file("foreign.sqlite")
        try Connection(path: foreign, mode: .create).execute("CREATE TABLE theirs (id INTEGER)")
        let before = try Bytes.of(foreign)
        #expect(throws: SpeciesError.foreignDatabase(path: foreign)) {
            try SpeciesStore(path: foreign)
        }
        #expect(try Bytes.of(foreign) == before)
        let text = try folder.write(Array("no database".utf8), as: "text.sqlite")
        #expect(throws: DatabaseError.self) { try SpeciesStore(path: text) }
    }

    @Test func `readers cannot write, and see all of a write or nothing`() throws {
        let fixture = try SpeciesFixture()
        #expect(throws: DatabaseError.self) {
            try fixture.store.reading { try $0.execute("DELETE FROM species_state") }
        }
        try fixture.store.writing { connection in
            try connection.execute("INSERT INTO year_goal (year, species) VALUES (2026, 200)")
            let seen = try fixture.reopened().reading { reader in
                let statement = try reader.statement("SELECT count(*) FROM year_goal")
                return try statement.step() ? statement.int64(0) : -1
            }
            #expect(seen == 0)
        }
    }
}

@Suite struct `Asking what a name means` {
    private func fixture() throws -> SpeciesFixture {
        let fixture = try SpeciesFixture()
        try fixture.execute(
            """
            INSERT INTO taxon (taxonID, scientificName, taxonRank, taxonomicStatus,
                parentNameUsageID, speciesID) VALUES
                (1, 'Passeriformes', 'order', 'accepted', NULL, NULL),
                (2, 'Corvidae', 'family', 'accepted', 1, NULL),
                (3, 'Coloeus', 'genus', 'accepted', 2, NULL),
                (4, 'Coloeus monedula', 'species', 'accepted', 3, 4),
                (5, 'Corvus', 'genus', 'accepted', 2, NULL);
            INSERT INTO taxon_name (key, taxonID, isAccepted, scientificName) VALUES
                ('passeriformes', 1, 1, 'Passeriformes'), ('corvidae', 2, 1, 'Corvidae'),
                ('coloeus', 3, 1, 'Coloeus'), ('coloeus monedula', 4, 1, 'Coloeus monedula'),
                ('corvus monedula', 4, 0, 'Corvus monedula'), ('corvus', 5, 1, 'Corvus');
            INSERT INTO vernacular_name (taxonID, language, place, name, source) VALUES
                (4, 'en', 1, 'Western Jackdaw', 's'), (4, 'en-US', 1, 'Eurasian Jackdaw', 's'),
                (4, 'zh-Hans', 1, '寒鸦', 's'), (2, 'fr', 1, 'Corvidés', 's');
            """)
        return fixture
    }

    @Test(arguments: [
        "Coloeus monedula", "Corvus monedula", "Corvus monedula Linnaeus, 1758", "corvus_monedula",
        "Coloeus monedula soemmerringii",
    ])
    func `G07: the old and the new name, and one below it, mean one taxon`(name: String) throws {
        let knowledge = try fixture().knowledge(of: name)
        #expect(knowledge.taxon?.scientificName == "Coloeus monedula")
        #expect(
            knowledge.lineage.map(\.scientificName) == ["Coloeus", "Corvidae", "Passeriformes"])
        #expect(knowledge.range == .unknown)
    }

    @Test(arguments: [
        ("en-GB", "Western Jackdaw"), ("en-US", "Eurasian Jackdaw"), ("en", "Western Jackdaw"),
        ("zh-CN", "寒鸦"), ("zh", "寒鸦"), ("fr", "Western Jackdaw"), ("", "Western Jackdaw"),
        ("fr,zh", "寒鸦"),
    ])
    func `C07: a name is in the asked locale, its language, another known one`(
        asked: String, name: String
    ) throws {
        #expect(
            try fixture().knowledge(of: "Corvus monedula", languages: asked).taxon?.vernacularName
                == name)
    }

    @Test func `C07: where only one other language has a name, it is shown, and none is nil`()
        throws
    {
        let fixture = try fixture()
        #expect(
            try fixture.knowledge(of: "Corvidae", languages: "de").taxon?.vernacularName
                == "Corvidés")
        #expect(try fixture.knowledge(of: "Corvus", languages: "de").taxon?.vernacularName == nil)
    }

    @Test func `a genus without species told is the genus, and an unknown name is answered`() throws
    {
        let fixture = try fixture()
        #expect(try fixture.knowledge(of: "Corvus sp.").taxon?.scientificName == "Corvus")
        for name in [
            "Larus fuscus", "Corvus corax × Corvus corone", "", "寒鸦", "'; DROP TABLE taxon",
        ] {
            let knowledge = try fixture.knowledge(of: name)
            #expect(knowledge.taxon == nil && knowledge.lineage.isEmpty)
            #expect(knowledge.range == .unknown)
        }
    }
}
