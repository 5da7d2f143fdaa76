import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite struct `Importing a checklist of any flavour` {
    @Test func `eBird's taxonomy: codes, categories, and what counts as which species`() throws {
        let fixture = try SpeciesFixture()
        let report = try fixture.importing(
            """
            TAXON_ORDER,CATEGORY,SPECIES_CODE,TAXON_CONCEPT_ID,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,SPECIES_GROUP,REPORT_AS
            1,species,mallar3,avibase-D,Mallard,Anas platyrhynchos,Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,
            2,domestic,mallar2,,Mallard (Domestic type),Anas platyrhynchos (Domestic type),Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,mallar3
            3,species,norpin,,Northern Pintail,Anas acuta,Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,
            4,hybrid,x00004,,Mallard x Northern Pintail (hybrid),Anas platyrhynchos x acuta,Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,
            5,spuh,anas1,,dabbling duck sp.,Anas sp.,Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,
            6,slash,y00001,,Mallard/Northern Pintail,Anas platyrhynchos/acuta,Anseriformes,"Anatidae (Ducks, Geese, and Waterfowl)",,
            7,issf,carcro1,,Hooded Crow,Corvus corone cornix,Passeriformes,Corvidae (Crows),,carcro
            8,species,carcro,,Carrion Crow,Corvus corone,Passeriformes,Corvidae (Crows),,
            """)
        #expect(report.source == "ebird")
        #expect(report.skipped.isEmpty)
        #expect(
            try fixture.lineage("Anas platyrhynchos")
                == ["Anas", "Anatidae", "Anseriformes", "Aves", "Animalia"])
        #expect(try fixture.lineage("Corvus corone cornix").first == "Corvus corone")
        #expect(
            try fixture.knowledge(of: "Anatidae").taxon?.vernacularName
                == "Ducks, Geese, and Waterfowl")
        #expect(
            try fixture.column(
                """
                SELECT t.scientificName || ' ' || t.taxonRank || ' ' || coalesce(s.scientificName, '-')
                FROM taxon_order JOIN taxon t USING (taxonID)
                LEFT JOIN taxon s ON s.taxonID = t.speciesID
                WHERE t.taxonRank NOT IN ('genus', 'family', 'order', 'class', 'kingdom')
                ORDER BY position
                """) == [
                    "Anas platyrhynchos species Anas platyrhynchos",
                    "Anas acuta species Anas acuta", "Corvus corone species Corvus corone",
                    "Anas platyrhynchos (Domestic type) form Anas platyrhynchos",
                    "Corvus corone cornix subspecies Corvus corone",
                    "Anas platyrhynchos x acuta hybrid -", "Anas sp. spuh -",
                    "Anas platyrhynchos/acuta slash -",
                ])
        #expect(
            try fixture.column(
                "SELECT scheme || ' ' || code FROM taxon_code WHERE code LIKE '%mallar3' OR code LIKE 'avi%' ORDER BY 1"
            )
                == ["avibase avibase-D", "ebird mallar3"])
    }

    @Test(arguments: [
        // Old and new eBird, Clements, AviList as published, and as prepared by others.
        "SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER1,FAMILY,CATEGORY,REPORT_AS\nx,Y,Pica pica,Passeriformes,Corvidae (Crows),species,",
        "SCIENTIFIC_NAME,COMMON_NAME,SPECIES_CODE,CATEGORY,TAXON_ORDER,ORDER,FAMILY_COM_NAME,FAMILY_SCI_NAME\nPica pica,Y,x,species,1,Passeriformes,Crows,Corvidae",
        "sort v2024,species_code,Clements v2024 change,category,English name,scientific name,authority,range,order,family,extinct\n1,x,,species,Y,Pica pica,Linnaeus,Eurasia,Passeriformes,Corvidae (Crows),",
        "Sequence,Taxon_rank,Order,Family,Family_English_name,Scientific_name,Authority,English_name_AviList,AvibaseID\n1,species,Passeriformes,Corvidae,Crows,Pica pica,Linnaeus,Y,avibase-1",
        "scientific_name,avilist_common_name,avilist_taxon_rank,avilist_order,avilist_family,avilist_avibase_id\nPica pica,Y,species,Passeriformes,Corvidae,avibase-1",
        "Order;Family (Scientific);Family (English);Genus;Species (Scientific);Subspecies;Authority;Species (English)\nPASSERIFORMES;;;;;;;\n;CORVIDAE;Crows;;;;;\n;;;Pica;;;;\n;;;;pica;;(Linnaeus, 1758);Y",
        "seq,Order,Family,IOC_15.1,English,Chinese,Finnish\n1,PASSERIFORMES,,,,,\n2,,Corvidae,,,,\n3,,,Pica pica,Y,喜鹊,harakka",
        "taxonID\tscientificName\ttaxonRank\torder\tfamily\tclass\tkingdom\tvernacularName\tlanguage\n1\tPica pica (Linnaeus, 1758)\tSPECIES\tPasseriformes\tCorvidae\tAves\tAnimalia\tY\ten",
        "http://rs.tdwg.org/dwc/terms/scientificName|dwc:family|dwc:order|dwc:class|dwc:kingdom|English name\nPica pica|Corvidae|Passeriformes|Aves|Animalia|Y",
    ])
    func `columns are found by their headers`(text: String) throws {
        for ends in ["\n", "\r\n", "\r"] {
            let fixture = try SpeciesFixture()
            let report = try fixture.importing(
                Array("\u{FEFF}".utf8) + Array(text.replacing("\n", with: ends).utf8))
            #expect(report.skipped.isEmpty)
            #expect(
                try fixture.lineage("Pica pica") == [
                    "Pica", "Corvidae", "Passeriformes", "Aves", "Animalia",
                ])
            let taxon = try fixture.knowledge(of: "Pica pica", languages: "en").taxon
            #expect(taxon?.vernacularName == "Y" && taxon?.taxonRank == "species")
        }
    }

    @Test func `IOC's nested rows make subspecies, and a dagger extinct`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(
            """
            IOC WORLD BIRD LIST
            Order,Family (Scientific),Genus,Species (Scientific),Subspecies,Authority,Species (English)
            PASSERIFORMES,,,,,,
            ,CORVIDAE,,,,,
            ,,Pica,,,,
            ,,,pica,,Linnaeus,Eurasian Magpie
            ,,,,fennorum,Lönnberg,
            ,,Corvus,,,,
            ,,,†antipodum,,Forbes,North Island Raven
            """)
        #expect(
            try fixture.lineage("Pica pica fennorum").prefix(3) == [
                "Pica pica", "Pica", "Corvidae",
            ])
        #expect(try fixture.lineage("Corvus antipodum").prefix(2) == ["Corvus", "Corvidae"])
        #expect(
            try fixture.column("SELECT scientificName FROM taxon WHERE conservationStatus = 'EX'")
                == ["Corvus antipodum"])
    }

    @Test func `Darwin Core: parents and synonyms by id, through chains, whatever the order`()
        throws
    {
        let fixture = try SpeciesFixture()
        let report = try fixture.importing(
            """
            taxonID,parentNameUsageID,acceptedNameUsageID,scientificName,scientificNameAuthorship,taxonRank,taxonomicStatus
            4,,3,Corvus monedula,"Linnaeus, 1758",species,synonym
            5,,4,Monedula turrium,Brehm,species,synonym
            3,2,3,Coloeus monedula,"(Linnaeus, 1758)",species,accepted
            2,1,,Coloeus,,genus,accepted
            1,,,Corvidae,,family,accepted
            """)
        #expect(report.synonyms == 2 && report.skipped.isEmpty && report.made == 0)
        for name in ["Coloeus monedula", "Corvus monedula", "Monedula turrium Brehm"] {
            #expect(try fixture.knowledge(of: name).taxon?.scientificName == "Coloeus monedula")
        }
        #expect(try fixture.lineage("Corvus monedula") == ["Coloeus", "Corvidae"])
    }

    @Test func `columns named by a person, by header or number, and texts of the field guide`()
        throws
    {
        let fixture = try SpeciesFixture()
        let report = try fixture.importing(
            """
            Latin;Nimi;Heimo;Habitat;Diet;Voice;Nesting;Migration;Red List
            Pica pica;harakka;Corvidae;"Farmland, towns";Omnivore;"A rattle:
            ""schak-schak""\";Domed nest;Resident;Least Concern
            """
        ) {
            $0.columns =
                "scientificName=Latin,vernacularName:fi=#2,family=heimo,conservationStatus=Red List"
            $0.language = "en"
        }
        #expect(report.texts == 5 && report.names == ["fi": 1])
        #expect(
            try fixture.knowledge(of: "Pica pica", languages: "fi").taxon?.vernacularName
                == "harakka")
        #expect(
            try fixture.column(
                "SELECT text FROM taxon_text WHERE topic IN ('habitat', 'voice') AND language = 'en' ORDER BY topic"
            )
                == ["Farmland, towns", "A rattle: \"schak-schak\""])
        #expect(
            try fixture.column("SELECT conservationStatus FROM taxon WHERE taxonRank = 'species'")
                == ["LC"])
        #expect(throws: TaxonomyError.self) {
            try fixture.importing("a,b\nPica pica,x") { $0.columns = "scientificName=c" }
        }
        #expect(throws: TaxonomyError.unknownRole("colour")) {
            try fixture.importing("a,b\nPica pica,x") { $0.columns = "colour=a" }
        }
    }

    @Test(
        arguments: [
            ("Chinese (Traditional)", "zh-Hant"), ("chinese_simplified_ioc", "zh-Hans"),
            ("Chinese", "zh"),
            ("Portuguese (Portuguese)", "pt"), ("name_fr", "fr"),
            ("vernacular_name_pt_BR", "pt-BR"),
            ("English_name_Clements_v2024", "en"), ("Northern Sami", nil), ("Range", nil),
            ("Name", nil),
            ("bbl_french_name", "fr"), ("Deutsch", "de"), ("name_id", "id"), ("species_group", nil),
        ] as [(String, String?)])
    func `a header tells a language, or nothing`(header: String, tag: String?) {
        #expect(LanguageTags.ofHeader(header) == tag)
    }

    @Test(
        arguments: [
            ("eng", "en"), ("German", "de"), ("zh_TW", "zh-TW"), ("zh-hant", "zh-Hant"),
            ("deu", "de"),
            ("gsw", "gsw"), ("PT-br", "pt-BR"), ("klingon language", nil), ("", nil), ("123", nil),
        ] as [(String, String?)])
    func `languages are BCP 47 tags, whatever a file calls them`(text: String, tag: String?) {
        #expect(LanguageTags.tag(text) == tag)
    }
}

@Suite struct `Importing names and codes for a taxonomy that is there` {
    private let checklist = """
        scientificName,family,order,English
        Coloeus monedula,Corvidae,Passeriformes,Western Jackdaw
        Pica pica,Corvidae,Passeriformes,Eurasian Magpie
        """

    @Test func `names and banding codes join by accepted name and synonym`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(checklist)
        try fixture.importing(
            """
            taxonID,scientificName,acceptedNameUsage,taxonomicStatus
            1,Coloeus monedula,,accepted
            2,Corvus monedula,Coloeus monedula,synonym
            """, as: "synonyms.csv")
        let names = try fixture.importing(
            "scientific_name,chinese_simplified\nCorvus monedula,寒鸦\nPica pica,欧亚喜鹊\nRhea americana,大美洲鸵",
            as: "zh.csv")
        #expect(names.isNamesOnly && names.updated == 2 && names.added == 0)
        #expect(names.lines(.notInTaxonomy) == [4])
        let codes = try fixture.importing(
            "scientific_name,bbl_common_name,bbl_alpha,bbl_french_name\nCorvus monedula,Eurasian Jackdaw,EUJA,Choucas des tours",
            as: "bbl.csv")
        #expect(codes.codes == ["bbl": 1])
        let jackdaw = "Coloeus monedula"
        #expect(
            try fixture.knowledge(of: jackdaw, languages: "zh-CN").taxon?.vernacularName == "寒鸦")
        #expect(
            try fixture.knowledge(of: jackdaw, languages: "fr").taxon?.vernacularName
                == "Choucas des tours")
        // A list of names comes after the checklist's own.
        #expect(
            try fixture.knowledge(of: jackdaw, languages: "en").taxon?.vernacularName
                == "Western Jackdaw")
    }

    @Test func `without a taxonomy there is nothing to join`() throws {
        let fixture = try SpeciesFixture()
        #expect(throws: TaxonomyError.self) {
            try fixture.importing("scientific_name,bbl_alpha\nPica pica,X")
        }
        try fixture.importing(checklist)
        #expect(throws: TaxonomyError.self) {
            try fixture.importing("scientific_name,bbl_alpha\nRhea americana,X")
        }
    }

    @Test func `a checklist can be asked for its names only`() throws {
        let fixture = try SpeciesFixture()
        try fixture.importing(checklist)
        let report = try fixture.importing(
            "學名,中文俗名,familySciName\nPica pica,歐亞喜鵲,Corvidae\nRhea americana,x,Rheidae", as: "tw.csv"
        ) { $0.namesOnly = true }
        #expect(report.updated == 1 && report.taxa == 6)
        #expect(
            try fixture.knowledge(of: "Pica pica", languages: "zh-TW").taxon?.vernacularName
                == "歐亞喜鵲")
    }
}
