import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Taxonomy, life list and statistics` {
    private let folder: TemporaryDirectory
    private var data: String { folder.file("data") }

    private let checklist = """
        CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
        species,eurjac1,Eurasian Jackdaw,Corvus monedula,Passeriformes,Corvidae (Crows),
        species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae (Ducks),
        spuh,anas1,dabbling duck sp.,Anas sp.,Anseriformes,Anatidae (Ducks),
        """

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write(Array(checklist.utf8), as: "birds.csv")
        try folder.write(
            Array(checklist.replacing("Corvus mon", with: "Coloeus mon").utf8), as: "later.csv")
    }

    private func run(_ arguments: String...) throws -> ProgramResult {
        try runProgram(arguments + ["--data", data])
    }

    @Test func `a checklist is imported, asked and updated at the command line`() throws {
        let first = try run("import", "taxonomy", folder.file("birds.csv"))
        #expect(first.exitCode == 0, "\(first.standardError)")
        #expect(
            first.standardOutput.contains("3 taxa of 3 rows")
                || first.standardOutput.contains("of 3 rows"))
        let later = try run("import", "taxonomy", folder.file("later.csv"), "--json")
        #expect(later.json[0]["changes"][0]["kind"].text == "renamed", "\(later.standardOutput)")
        let found = try run("species", "search", "jackdaw", "--json")
        #expect(found.json["species"][0]["scientificName"].text == "Coloeus monedula")
        #expect(try run("species", "search", "corvus").standardOutput.contains("Coloeus monedula"))
        let shown = try run("species", "show", "Corvus monedula")
        #expect(shown.standardOutput.contains("Coloeus < Corvidae (Crows) < Passeriformes"))
        #expect(
            try run("species", "show", "Corvus monedula", "--json").json["synonyms"].list == [
                .text("Corvus monedula")
            ])
        #expect(try run("species", "show", "Rhea americana").exitCode == 1)
    }

    @Test func `without a taxonomy, and with a broken file, the program says what to do`() throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        expectFailure(
            try run("species", "search", "a"), exitCode: 1, saying: ["import taxonomy FILE"])
        try folder.write(Array("colour\nred".utf8), as: "colours.csv")
        expectFailure(
            try run("import", "taxonomy", folder.file("colours.csv")), exitCode: 1,
            saying: ["--columns scientificName=HEADER"])
        #expect(!folder.files.contains { $0.contains("species.sqlite") })
        #expect(
            try run("import", "taxonomy", folder.file("birds.csv"), "--source", "Birds!").exitCode
                == 2)
        #expect(try run("lifelist", "--sort", "size").exitCode == 2)
    }

    @Test func `an import that is killed leaves the taxonomy as it was`() throws {
        #expect(try run("import", "taxonomy", folder.file("birds.csv")).exitCode == 0)
        let many = (0..<8_000).map {
            "species,c\($0),Bird \($0),Genus\($0 % 900) species\($0),Ordo,Familia,"
        }
        try folder.write(
            Array(
                (checklist + "\n" + many.joined(separator: "\n")).replacing(
                    "Corvus mon", with: "Coloeus mon"
                ).utf8),
            as: "many.csv")
        let program = try RunningProgram([
            "import", "taxonomy", folder.file("many.csv"), "--data", data,
        ])
        // Killed while it writes: the journal has grown.
        let journal = data + "/species.sqlite-wal"
        _ = try program.wait(within: 60) {
            let size = try? FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int
            return (size ?? 0) > 100_000 ? true : nil
        }
        program.send(signal: SIGKILL)
        #expect(try program.result().exitCode != 0)
        let found = try run("species", "search", "--json")
        #expect(
            found.json["species"].all.map { $0["scientificName"].text } == [
                "Corvus monedula", "Anas platyrhynchos",
            ])
    }

    @Test
    func `G07, G09: over HTTP a species is one in the life list, and statistics count it once`()
        throws
    {
        let imported = try run(
            "import", "taxonomy", folder.file("birds.csv"), folder.file("later.csv"))
        #expect(imported.exitCode == 0, "\(imported.standardError)")
        try withService(in: folder, classifier: .none) { service in
            let seen = [
                ("Corvus monedula", "2025-12-31T23:30:00-05:00"),
                ("Coloeus monedula", "2026-03-01T08:00:00+02:00"),
                ("Anas platyrhynchos conboschas", "2026-03-02T08:00:00+02:00"),
                ("Anas sp.", "2026-03-03T08:00:00+02:00"),
                ("Anas platyrhynchos × acuta", "2026-03-04T08:00:00+02:00"),
            ]
            for (name, date) in seen {
                let record = try service.record(named: name, fields: ["eventDate": date])
                let edited = try service.client.send(
                    "PATCH", record, headers: [("If-Match", "*")],
                    type: "application/merge-patch+json",
                    json: #"{"scientificName": "\#(name)"}"#)
                #expect(edited.status == 200, "\(edited)")
            }
            let list = try service.client.get("/v1/lifelist").json
            #expect(list["species"].integer == 2)
            #expect(
                list["entries"].all.map { $0["name"].text } == [
                    "Anas platyrhynchos × acuta", "Anas sp.", "Anas platyrhynchos",
                    "Coloeus monedula",
                ])
            #expect(list["entries"][3]["count"].integer == 2)
            #expect(list["entries"][3]["first"]["eventDate"].text?.hasPrefix("2025-12-31") == true)
            let page = try service.client.get("/v1/lifelist?limit=3&sort=taxonomy")
            let next = try #require(page.json["next"].text)
            #expect(page.header("link")?.contains("rel=\"next\"") == true)
            #expect(try service.client.get(next).json["entries"].all.count == 1)

            let stats = try service.client.get("/v1/stats?date=2026-03-10").json
            #expect(stats["records"].integer == 5 && stats["species"].integer == 2)
            #expect(stats["hybrids"].integer == 1 && stats["daysSinceFirst"].integer == 69)
            #expect(
                stats["year"]["species"].integer == 2 && stats["year"]["newSpecies"].integer == 1)
            #expect(stats["year"]["records"].integer == 4 && stats["year"]["goal"] == .absent)
            // A goal set beside the running service counts at once.
            #expect(try run("stats", "--goal", "200", "--date", "2026-03-10").exitCode == 0)
            let told = try service.client.get("/v1/stats?date=2026-03-10").json
            #expect(told["year"]["goal"].integer == 200 && told["year"]["toGo"].integer == 198)

            let found = try service.client.get("/v1/species?q=western%20jack&family=Corvidae").json
            #expect(found["numberMatched"].integer == 0)
            let jackdaw = try service.client.get("/v1/species?q=jackdaw").json["species"][0]
            let id = try #require(jackdaw["taxonID"].integer)
            let taxon = try service.client.get("/v1/species/\(id)").json
            #expect(taxon["records"]["count"].integer == 2)
            #expect(taxon["records"]["latest"].all.count == 2)
            #expect(
                taxon["lineage"].all.map { $0["taxonRank"].text }.prefix(3) == [
                    "genus", "family", "order",
                ])
            for wrong in ["/v1/species/999999", "/v1/species/x"] {
                #expect(try service.client.get(wrong).status == 404)
            }
            #expect(taxon["range"] == .absent && taxon["monthlyShares"] == .absent)
            for wrong in [
                "/v1/species/\(id)?lat=99&lon=1", "/v1/species/\(id)?tolerance=-1",
                "/v1/species?limit=0", "/v1/species?family=Nobody", "/v1/species?cursor=x",
                "/v1/lifelist?sort=size", "/v1/lifelist?cursor=x", "/v1/lifelist?year=0",
                "/v1/stats?date=today",
            ] {
                #expect(try service.client.get(wrong).status == 400, "\(wrong)")
            }
        }
        let list = try run("lifelist")
        #expect(list.standardOutput.contains("Coloeus monedula"))
        #expect(list.standardError.contains("2 species, and 2 that count as none."))
    }
}
