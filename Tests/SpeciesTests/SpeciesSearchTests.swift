import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Finding taxa by name` {
    private func fixture() throws -> SpeciesFixture {
        let fixture = try SpeciesFixture()
        try fixture.importing(
            """
            scientificName,family,order,English,French,Finnish,Chinese (Simplified),Japanese,Russian,Hebrew,bbl_alpha,iucn_status
            Coloeus monedula,Corvidae,Passeriformes,Western Jackdaw,Choucas des tours,naakka,寒鸦,コクマルガラス,Галка,קאק,EUJA,LC
            Corvus cornix,Corvidae,Passeriformes,Hooded Crow,Corneille mantelée,varis,冠小嘴乌鸦,ズキンガラス,Серая ворона,עורב אפור,,LC
            Pica pica,Corvidae,Passeriformes,Eurasian Magpie,Pie bavarde,harakka,欧亚喜鹊,カササギ,Сорока,,,LC
            Turdus merula,Turdidae,Passeriformes,Common Blackbird,Merle noir,mustarastas,欧乌鸫,クロウタドリ,Чёрный дрозд,שחרור,,LC
            Apteryx mantelli,Apterygidae,Apterygiformes,North Island Brown Kiwi,,,北岛褐几维,,,,,NT
            """)
        try fixture.importing(
            """
            taxonID,scientificName,acceptedNameUsage,taxonomicStatus
            1,Coloeus monedula,,accepted
            2,Corvus monedula,Coloeus monedula,synonym
            """, as: "synonyms.csv")
        return fixture
    }

    private func names(_ q: String?, family: String? = nil, _ fixture: SpeciesFixture) throws
        -> [String]
    {
        var query = SpeciesQuery()
        query.q = q
        query.family = family
        return try fixture.store.taxa(query).entries.map(\.taxon.scientificName)
    }

    @Test(arguments: [
        ("Coloeus monedula", ["Coloeus monedula"]), ("corvus mon", ["Coloeus monedula"]),
        ("jackdaw", ["Coloeus monedula"]), ("WEST JACK", ["Coloeus monedula"]),
        ("naakka", ["Coloeus monedula"]), ("euja", ["Coloeus monedula"]),
        ("寒鸦", ["Coloeus monedula"]), ("乌鸦", ["Corvus cornix"]),
        ("鸦", ["Coloeus monedula", "Corvus cornix"]),
        ("ガラス", ["Coloeus monedula", "Corvus cornix"]),
        ("галка", ["Coloeus monedula"]), ("черный", ["Turdus merula"]),
        ("ЧЁРНЫЙ ДРОЗД", ["Turdus merula"]),
        ("קאק", ["Coloeus monedula"]), ("mantelee", ["Corvus cornix"]),
        ("mantel", ["Corvus cornix", "Apteryx mantelli"]),
        ("tours choucas", ["Coloeus monedula"]), ("blackbird merula", ["Turdus merula"]),
        ("zebra", []), ("", []), ("***", []), ("\"", []), ("a AND", []), ("NEAR(", []),
    ])
    func `a name in any language and script, or the beginnings of its words`(
        asked: String, found: [String]
    ) throws {
        #expect(try names(asked, fixture()) == found)
    }

    @Test func `G07: both the old and the new name find the one taxon, and tell which was found`()
        throws
    {
        let fixture = try fixture()
        var query = SpeciesQuery()
        query.q = "Corvus monedula"
        let entry = try #require(try fixture.store.taxa(query).entries.first)
        #expect(
            entry.taxon.scientificName == "Coloeus monedula"
                && entry.matchedName == "Corvus monedula")
        query.q = "Coloeus monedula"
        #expect(try fixture.store.taxa(query).entries.map(\.matchedName) == [nil])
    }

    @Test func `exact names come first, then names that begin so, then words`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(
            """
            scientificName,family,English
            Aus major,Aidae,Great Merlin
            Aus minor,Aidae,Merlin Duck
            Aus medius,Aidae,Merlin
            """)
        #expect(try names("merlin", fixture) == ["Aus medius", "Aus minor", "Aus major"])
    }

    @Test func `without a name all species are listed in the order of the list, page by page`()
        throws
    {
        let fixture = try fixture()
        var query = SpeciesQuery()
        query.limit = 2
        var seen: [String] = []
        var pages = 0
        repeat {
            let page = try fixture.store.taxa(query)
            #expect(page.total == 5)
            seen += page.entries.map(\.taxon.scientificName)
            query.cursor = page.nextCursor
            pages += 1
        } while query.cursor != nil
        #expect(pages == 3)
        #expect(
            seen == [
                "Coloeus monedula", "Corvus cornix", "Pica pica", "Turdus merula",
                "Apteryx mantelli",
            ])
    }

    @Test func `a family narrows both, by any name it has; an unknown one is told`() throws {
        let fixture = try fixture()
        #expect(try names(nil, family: "corvidae", fixture).count == 3)
        #expect(try names("m", family: "Turdidae", fixture) == ["Turdus merula"])
        #expect(throws: SpeciesError.unknownFamily("Pica")) {
            try names(nil, family: "Pica", fixture)
        }
    }

    @Test func `a cursor of before an import, and one that is none, are refused`() throws {
        let fixture = try fixture()
        var query = SpeciesQuery()
        query.limit = 1
        query.cursor = try fixture.store.taxa(query).nextCursor
        try fixture.importing("scientificName,family\nPica nuttalli,Corvidae", as: "more.csv")
        #expect(throws: SpeciesError.invalidCursor) { try fixture.store.taxa(query) }
        for text in ["", "1", "a.b.c", "1.0.9999999999999999999999"] {
            query.cursor = text
            #expect(throws: SpeciesError.invalidCursor) { try fixture.store.taxa(query) }
        }
        query.cursor = nil
        query.limit = 0
        #expect(throws: SpeciesError.limitOutOfRange) { try fixture.store.taxa(query) }
    }

    @Test func `a taxon shows its names by language, synonyms, codes, status and lineage`() throws {
        let fixture = try fixture()
        let id = try #require(try fixture.store.taxonID(named: "Corvus monedula"))
        let found = try fixture.store.details(
            of: id, languages: LanguagePreferences(acceptLanguage: "ru"))
        let details = try #require(found)
        #expect(details.taxon.vernacularName == "Галка")
        #expect(details.names.map(\.language) == ["en", "fi", "fr", "he", "ja", "ru", "zh-Hans"])
        #expect(details.synonyms == ["Corvus monedula"])
        #expect(details.codes.map(\.scheme) == ["bbl"] && details.codes[0].codes == ["EUJA"])
        #expect(details.conservationStatus == "LC" && details.family?.scientificName == "Corvidae")
        #expect(details.lineage.map(\.taxonRank) == ["genus", "family", "order"])
        #expect(try fixture.store.details(of: TaxonID(rawValue: 99_999), languages: .local) == nil)
    }

    @Test func `what a list has no more is found, behind the rest, and says so`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing("scientificName,family\nPica pica,Corvidae\nPica nuttalli,Corvidae")
        try fixture.importing("scientificName,family\nPica nuttalli,Corvidae")
        var query = SpeciesQuery()
        query.q = "pica"
        let entries = try fixture.store.taxa(query).entries
        #expect(entries.map(\.taxon.scientificName) == ["Pica", "Pica nuttalli", "Pica pica"])
        #expect(entries.map(\.taxonomicStatus) == ["accepted", "accepted", "vanished"])
    }
}
