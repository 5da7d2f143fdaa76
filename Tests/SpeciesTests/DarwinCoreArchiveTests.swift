import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `A Darwin Core Archive` {
    /// A zip file of texts, none of them packed.
    private static func zip(_ files: [(name: String, text: String)]) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var (body, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, text) in files {
            let (name, bytes) = (Array(name.utf8), Array(text.utf8))
            let facts =
                number(20, 2) + number(0, 8) + number(Int(checksum(bytes)), 4)
                + number(bytes.count, 4) + number(bytes.count, 4) + number(name.count, 2)
            directory +=
                [0x50, 0x4B, 1, 2] + number(20, 2) + facts + number(0, 2 + 2 + 2 + 2 + 4)
                + number(body.count, 4) + name
            body += [0x50, 0x4B, 3, 4] + facts + number(0, 2) + name + bytes
        }
        return body + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(body.count, 4)
            + number(0, 2)
    }

    /// CRC-32, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }

    private static let description = """
        <?xml version="1.0"?><!-- a checklist > -->
        <dwc:archive xmlns:dwc="http://rs.tdwg.org/dwc/text/">
         <core fieldsTerminatedBy="&#9;" ignoreHeaderLines='1' rowType="http://rs.tdwg.org/dwc/terms/Taxon">
          <files><location> taxa.txt </location></files>
          <id index="0"/>
          <field index="2" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
          <field index="1" term="http://rs.tdwg.org/dwc/terms/taxonRank"/>
          <field index="3" term="http://rs.tdwg.org/dwc/terms/family"/>
         </core>
         <extension fieldsTerminatedBy="," rowType="http://rs.gbif.org/terms/1.0/VernacularName">
          <files><location>names.csv</location></files>
          <coreid index="1"/>
          <field index="0" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
          <field index="2" term="http://purl.org/dc/terms/language"/>
         </extension>
        </dwc:archive>
        """
    private static let taxa =
        "anything\tat\tall\there\tmore\n7\tspecies\tPica pica\tCorvidae\tnot named\n"
        + "8\tspecies\tCorvus corax\tCorvidae\t\n"
    private static let names = "Magpie,7,en\nHarakka,7,fi\n\"Raven, Common\",8,eng\nNobody,99,en\n"

    private func imported(
        _ files: [(name: String, text: String)]
    ) throws -> (SpeciesFixture, TaxonomyReport) {
        let fixture = try SpeciesFixture()
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.zip(files), as: "birds.zip")
        return (fixture, try TaxonomyImporter(fixture.store).run(file: path))
    }

    @Test(arguments: ["", "list/"])
    func `is read by its meta.xml, with its vernacular names`(folder: String) throws {
        let (fixture, report) = try imported([
            ("__MACOSX/\(folder)._meta.xml", "x"), ("\(folder)eml.xml", "<eml/>"),
            ("\(folder)names.csv", Self.names), ("\(folder)taxa.txt", Self.taxa),
            ("\(folder)meta.xml", Self.description),
        ])
        #expect(report.rows == 2 && report.skipped.isEmpty && report.source == "birds")
        #expect(report.names == ["en": 2, "fi": 1], "\(report.names)")
        let magpie = try fixture.knowledge(of: "Pica pica", languages: "fi")
        #expect(magpie.taxon?.vernacularName == "Harakka")
        #expect(magpie.lineage.map(\.scientificName).contains("Corvidae"))
        let raven = try fixture.knowledge(of: "Corvus corax", languages: "en")
        #expect(raven.taxon?.vernacularName == "Raven, Common")
    }

    private static let richDescription = """
        <archive xmlns="http://rs.tdwg.org/dwc/text/">
         <core fieldsTerminatedBy="," rowType="http://rs.tdwg.org/dwc/terms/Taxon">
          <files><location>taxa.csv</location></files>
          <id index="0"/>
          <field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
          <field index="2" term="http://rs.tdwg.org/dwc/terms/family" default="Corvidae"/>
          <field default="Animalia" term="http://rs.tdwg.org/dwc/terms/kingdom"/>
          <field default="Aves" term="http://rs.tdwg.org/dwc/terms/class"/>
         </core>
         <extension fieldsTerminatedBy="," rowType="http://rs.gbif.org/terms/1.0/Description">
          <files><location>texts.csv</location></files>
          <coreid index="0"/>
          <field index="1" term="http://purl.org/dc/terms/type"/>
          <field index="2" term="http://purl.org/dc/terms/description"/>
          <field default="en" term="http://purl.org/dc/terms/language"/>
         </extension>
         <extension fieldsTerminatedBy="," rowType="http://rs.gbif.org/terms/1.0/Distribution">
          <files><location>where.csv</location></files>
          <coreid index="0"/>
          <field index="1" term="http://rs.tdwg.org/dwc/terms/locality"/>
         </extension>
         <extension rowType="http://rs.gbif.org/terms/1.0/Multimedia">
          <files><location>missing.csv</location></files>
          <coreid index="0"/>
         </extension>
        </archive>
        """

    @Test func `gives taxa what all rows have in common, and the texts of a field guide`() throws {
        let (fixture, report) = try imported([
            ("meta.xml", Self.richDescription),
            ("taxa.csv", "7,Pica pica,\n8,Gavia arctica,Gaviidae\n"),
            (
                "texts.csv",
                "7,habitat,Farmland\n7,Vocalizations,A chatter\n7,habitat,Parks\n"
                    + "8,etymology,Latin\n"
            ), ("where.csv", "7,Finland\n7,Norway\n8,Sweden\n"),
        ])
        let magpie = try fixture.knowledge(of: "Pica pica")
        let diver = try fixture.knowledge(of: "Gavia arctica").lineage.map(\.scientificName)
        let lineage = magpie.lineage.map(\.scientificName)
        #expect(Set(lineage).isSuperset(of: ["Corvidae", "Aves", "Animalia"]), "\(lineage)")
        #expect(diver.contains("Gaviidae") && !diver.contains("Corvidae"), "\(diver)")
        let id = try #require(magpie.taxon?.taxonID)
        let details = try #require(try fixture.store.details(of: id, languages: .local))
        let texts = details.texts.map { "\($0.topic) \($0.language): \($0.text)" }
        #expect(Set(texts) == ["habitat en: Farmland\n\nParks", "voice en: A chatter"])
        #expect(
            report.unread == [
                .init(rowType: "distribution", count: 3), .init(rowType: "description", count: 1),
            ])
        #expect(report.text.contains("3 rows of the table distribution not read"))
    }

    @Test func `without a meta.xml is the one table in it`() throws {
        let (_, report) = try imported([
            ("EML.xml", "<eml/>"),
            ("list.csv", "scientificName,family,vernacularName:en\nPica pica,Corvidae,Magpie\n"),
        ])
        #expect(report.rows == 1 && report.added >= 1)
    }

    @Test(arguments: [
        ([("a.xml", "<x/>")], "without a meta.xml"),
        ([("a.csv", "x"), ("b.csv", "y")], "without a meta.xml"),
        ([("meta.xml", "<archive></archive>")], "no core table"),
        ([("meta.xml", "<archive><core")], "no core table"),
        ([("meta.xml", description)], "taxa.txt"),
        (
            [("meta.xml", description.replacing("terms/Taxon", with: "terms/Occurrence"))],
            "occurrence"
        ),
    ])
    func `that is no checklist says why`(
        files: [(name: String, text: String)], reason: String
    ) throws {
        do {
            _ = try imported(files)
            Issue.record("it was imported")
        } catch let error as TaxonomyError {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }

    @Test(
        .needsSharedData,
        arguments: [
            ("archive-tax", 50), ("squirrels", 10), ("dwca-star-test-archive", nil),
        ] as [(String, Int?)])
    func `of GBIF's is read, or says what it lacks`(name: String, least: Int?) throws {
        let fixture = try SpeciesFixture()
        let path = try SharedData.path("data/taxonomy/dwca/\(name).zip")
        let importer = TaxonomyImporter(fixture.store)
        guard let least else {
            // Its taxa have families and orders, and no names.
            #expect(throws: TaxonomyError.self) { try importer.run(file: path) }
            return
        }
        let report = try importer.run(file: path)
        #expect(report.taxa >= least, "\(report)")
        #expect(!report.names.isEmpty)
    }
}
