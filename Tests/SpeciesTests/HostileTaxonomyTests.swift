import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Importing a broken list` {
    @Test func `bad rows are counted by kind with their lines, the others imported`() throws {
        let fixture = try SpeciesFixture()
        var bytes = Array(
            """
            taxonID,scientificName,family,English
            1,Pica pica,Corvidae,Magpie
            1,Corvus corax,Corvidae,Raven
            2,,Corvidae,nobody
            3,Corvus corone,Corvidae,Carrion Crow,more
            4,Corvus frugilegus
            5,"Corvus
            cornix",Corvidae,Hooded Crow
            6,Corvus albus,Corvidae,Pied

            """.utf8)
        bytes +=
            Array("7,Corvus ".utf8) + [0xE9, 0xFF]
            + Array("x,Corvidae,bad\n8,Corvus albus,Corvidae,again\n".utf8)
        let report = try fixture.importing(bytes)
        #expect(report.lines(.duplicateID) == [3])
        #expect(report.lines(.noName) == [4])
        #expect(report.lines(.tooManyCells) == [5])
        #expect(report.lines(.notUTF8) == [10])
        let species = try fixture.column(
            "SELECT scientificName FROM taxon WHERE taxonRank = 'species' ORDER BY taxonID")
        // Two of one name with ids of their own are two taxa.
        #expect(
            species == [
                "Pica pica", "Corvus frugilegus", "Corvus cornix", "Corvus albus", "Corvus albus",
            ])
        #expect(report.text.contains("1 row without a scientific name: "))
    }

    @Test func `the same name twice without ids is one taxon`() throws {
        let fixture = try SpeciesFixture()
        let report = try fixture.importing(
            "scientificName,family\nPica pica,Corvidae\nPica pica L.,Corvidae")
        #expect(report.lines(.duplicateName) == [3])
    }

    @Test func `circles of parents and of synonyms are cut and counted`() throws {
        let fixture = try SpeciesFixture()
        let report = try fixture.importing(
            """
            taxonID,parentNameUsageID,acceptedNameUsageID,scientificName,taxonRank
            1,2,,Aus,genus
            2,3,,Bidae,family
            3,1,,Ciformes,order
            4,4,,Aus bus,species
            5,99,,Dus eus,species
            6,,7,Xus yus,species
            7,,6,Yus xus,species
            8,,77,Zus zus,species
            9,,4,Aus cus,species
            10,,9,Aus dus,species
            """)
        #expect(report.lines(.parentCircle).count == 1)
        #expect(report.lines(.synonymCircle) == [7, 8])
        #expect(report.lines(.acceptedUnknown) == [9])
        #expect(report.synonyms == 2)
        #expect(try fixture.knowledge(of: "Aus dus").taxon?.scientificName == "Aus bus")
        #expect(try fixture.lineage("Aus bus").first == "Aus")
        for name in ["Aus", "Bidae", "Ciformes", "Aus bus", "Dus eus"] {
            #expect(try fixture.lineage(name).count <= 4)
        }
    }

    @Test func `two lists that contradict each other make no circle`() throws {
        let fixture = try SpeciesFixture()
        let header = "taxonID,parentNameUsageID,scientificName,taxonRank\n"
        try fixture.importing(header + "1,,Aidae,family\n2,1,Binae,family", as: "one.csv")
        try fixture.importing(header + "2,,Binae,family\n1,2,Aidae,family", as: "two.csv")
        for name in ["Aidae", "Binae"] { #expect(try fixture.lineage(name).count <= 1) }
    }

    @Test(arguments: [
        ([UInt8](), "is empty"), ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"),
        (Array("PK\u{3}\u{4}xxxx".utf8), "not a whole zip file"),
        (Array("a\u{0}b".utf8), "zero bytes"),
        (Array("colour,size\nred,1".utf8), "--columns scientificName=HEADER"),
        (Array("scientificName,family".utf8), "header alone"),
        (Array("scientificName,family\n\"Pica pica,Corvidae\n".utf8), "line 2: a quote"),
    ])
    func `a file that is no list is refused with what to do`(bytes: [UInt8], says: String) throws {
        let fixture = try SpeciesFixture()
        let error = try #require(throws: (any Error).self) { try fixture.importing(bytes) }
        #expect("\(error)".contains(says))
        #expect(try fixture.column("SELECT count(*) FROM taxon") == ["0"])
    }

    @Test func `between tabs a quote is a letter`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(
            "scientificName\tfamily\tEnglish\nPica pica\tCorvidae\tthe 5\" bird\nCorvus corax\tCorvidae\t\"Raven, \"\"big\"\"\"\nCorvus corone\tCorvidae\t\"open",
            as: "list.tsv")
        #expect(
            try fixture.column("SELECT name FROM vernacular_name ORDER BY name")
                == ["\"open", "Raven, \"big\"", "the 5\" bird"])
    }

    @Test func `absent, folders and files that may not be read say so`() throws {
        let fixture = try SpeciesFixture()
        for path in [fixture.folder.file("none.csv"), fixture.folder.path] {
            #expect(throws: TaxonomyError.self) {
                try TaxonomyImporter(fixture.store).run(file: path)
            }
        }
    }

    @Test func `taxa come after what they belong to, whatever the order of the rows`() throws {
        let rows = try (1...50).map { number in
            var row = TaxonomyRow(
                line: number, name: try #require(ScientificName("Aus\(number % 10)")),
                rank: "family")
            row.taxonID = "\(number)"
            row.parentID = number < 50 ? "\(number + 1)" : "7"
            return row
        }
        var skips = SkipCounts()
        let draft = TaxonomyDraft(rows, &skips)
        let order = draft.parentsFirst
        #expect(order.sorted() == Array(draft.taxa.indices))
        for (place, index) in order.enumerated() {
            guard let parent = draft.taxa[index].parent else { continue }
            #expect(try #require(order.firstIndex(of: parent)) < place)
        }
    }
}
