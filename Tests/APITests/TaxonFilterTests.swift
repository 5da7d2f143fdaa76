import FoundationEssentials
import GeoModel
import HTTPServer
import Records
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `Records of a taxon` {
    private let routes: [Route]
    private let species: SpeciesStore
    private let records: RecordStore
    private let folder: TemporaryDirectory

    private static let checklist = """
        CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
        species,eurjac1,Eurasian Jackdaw,Coloeus monedula,Passeriformes,Corvidae (Crows),
        species,carcro1,Carrion Crow,Corvus corone,Passeriformes,Corvidae (Crows),
        species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae (Ducks),
        """

    private static let judge = SensitivityJudge(
        state: { .init(generation: 1, isEmpty: false) },
        isListed: { $0.contains("Corvus corone") },
        geoprivacy: { $0.names.contains("Corvus corone") ? .obscured : .open })

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        species = try SpeciesStore(path: directory.speciesDatabase)
        try folder.write(Array(Self.checklist.utf8), as: "birds.csv")
        _ = try TaxonomyImporter(species).run(file: folder.file("birds.csv"))
        records = try RecordStore(directory, judge: Self.judge)
        routes = RecordRoutes(records, taxa: RecordedTaxa(records, species)).routes
        let names: [(String, String?)] = [
            ("daw", "Coloeus monedula"), ("daw", "Coloeus monedula soemmerringii"),
            ("eurasian jackdaw", nil), ("crow", "Corvus corone"), ("duck", "Anas platyrhynchos"),
            ("Cathedral", nil),
        ]
        for (index, (name, scientificName)) in names.enumerated() {
            let now = Date(timeIntervalSince1970: 1_780_000_000 + Double(index) * 86_400)
            let capture = Capture(
                id: UUIDv7(now: now), state: .pending, created: now,
                expires: now.addingTimeInterval(3600), eventDate: EventDate(utc: now),
                position: Coordinate(decimalLatitude: 60 + Double(index), decimalLongitude: 25)
                    .map {
                        CapturePosition(
                            coordinate: $0, coordinateUncertaintyInMeters: nil, source: .request)
                    }, headingInDegrees: nil, photo: nil, sources: [], candidates: [], notices: [])
            _ = try records.insert(
                StoredCapture(capture: capture, address: nil, addressParts: [], key: nil))
            _ = try records.confirm(
                capture.id,
                as: ConfirmedAnswer(
                    identification: Identification(
                        name: name, kind: name == "Cathedral" ? .place : .species,
                        scientificName: scientificName)), now: now)
        }
    }

    private func ask(
        _ query: [(String, String)], path: String = "/v1/records"
    ) throws -> JSON {
        let route = try #require(routes.first { $0.method == "GET" && $0.pattern == path })
        let response = try route.handler(
            Request(
                "GET", path, query: query.map { Request.QueryItem($0.0, $0.1) },
                caller: Caller.local))
        switch response.body {
        case .bytes(let bytes): return try JSON(parsing: bytes)
        case .stream(let next):
            var all: [UInt8] = []
            while let part = try next() { all += part }
            return try JSON(parsing: all)
        default: return .absent
        }
    }

    private func names(_ query: (String, String)...) throws -> [String] {
        try ask(query)["records"].all.compactMap { $0["scientificName"].text ?? $0["name"].text }
    }

    private static let jackdaws = [
        "eurasian jackdaw", "Coloeus monedula soemmerringii", "Coloeus monedula",
    ]

    @Test(
        arguments: [
            ("coloeus monedula", jackdaws), ("Eurasian Jackdaw", jackdaws),
            ("Corvidae", ["Corvus corone"] + jackdaws), ("Corvus", ["Corvus corone"]),
            ("Pica pica", []),
        ] as [(String, [String])])
    func `are found by any name of it, and with what is in it`(
        taxon: String, expected: [String]
    ) throws {
        let found = try names(("taxon", taxon))
        #expect(found == expected, "\(found)")
        let id = try species.taxonID(named: taxon)
        if let id { #expect(try names(("taxon", "\(id.rawValue)")) == expected) }
        let exported = try ask([("taxon", taxon)], path: "/v1/export/geojson")
        #expect(exported["features"].all.count == expected.count)
    }

    @Test func `go with boxes, dates, words and pages`() throws {
        let taxon = ("taxon", "Coloeus monedula")
        #expect(try names(taxon, ("bbox", "20,59,30,60.5")) == ["Coloeus monedula"])
        #expect(
            try names(taxon, ("datetime", "2026-05-29/2026-05-29"))
                == ["Coloeus monedula soemmerringii"])
        #expect(try names(taxon, ("q", "eurasian")) == ["eurasian jackdaw"])
        #expect(try names(taxon, ("kind", "place")) == [])
        let first = try ask([taxon, ("limit", "2")])
        #expect(first["numberMatched"].integer == 3 && first["records"].all.count == 2)
        let next = try #require(first["next"].text?.split(separator: "cursor=").last)
        #expect(try names(taxon, ("limit", "2"), ("cursor", String(next))) == ["Coloeus monedula"])
    }

    @Test func `are those of the moment, after edits and deletions here and by another program`()
        throws
    {
        let taxon = ("taxon", "Corvidae")
        #expect(try names(taxon).count == 4)
        let other = try RecordStore(DataDirectory(folder.path), judge: Self.judge)
        let ids = Dictionary(
            uniqueKeysWithValues: try records.list().records.map {
                ($0.identification.scientificName ?? $0.identification.name, $0.occurrenceID)
            })
        var patch = RecordPatch()
        patch.scientificName = .set("Pica hudsonia")
        _ = try other.update(try #require(ids["Anas platyrhynchos"]), patch)
        try other.delete(try #require(ids["Coloeus monedula"]))
        #expect(try names(taxon).count == 3)
        #expect(try names(("taxon", "Pica hudsonia")) == ["Pica hudsonia"])
        #expect(try names(("taxon", "Pica")).isEmpty)
        // Now the taxonomy knows it too.
        let magpie = "species,bkbmag1,Magpie,Pica hudsonia,Passeriformes,Corvidae (Crows),"
        try folder.write(Array("\(Self.checklist)\n\(magpie)\n".utf8), as: "birds.csv")
        _ = try TaxonomyImporter(species).run(file: folder.file("birds.csv"))
        #expect(try names(taxon).first == "Pica hudsonia")
        #expect(try names(taxon).count == 4)
        #expect(try names(("taxon", "magpie")) == ["Pica hudsonia"])
        #expect(try names(("taxon", "Pica")) == ["Pica hudsonia"])
        patch.scientificName = .set("Anas acuta")
        _ = try records.update(try #require(ids["Anas platyrhynchos"]), patch)
        #expect(try names(taxon).count == 3)
        #expect(try names(("taxon", "Pica")).isEmpty)
        #expect(try names(("taxon", "Anas acuta")) == ["Anas acuta"])
    }

    @Test func `are as many as the life list counts`() throws {
        for entry in try species.lifeList(of: records.tallies(), languages: .local).entries {
            #expect(
                try ask([("taxon", entry.name)])["numberMatched"].integer == entry.count)
        }
    }

    @Test func `are in public only those that show their names`() throws {
        let public_ = ("scope", "public")
        #expect(try names(("taxon", "Coloeus monedula"), public_).count == 3)
        let crows = try ask([("taxon", "Corvus corone"), public_])
        let shown = try ask([public_])["records"].all
        let named = shown.count { $0["scientificName"].text == "Corvus corone" }
        #expect(shown.count == 6 && crows["records"].all.count == named)
    }

    @Test func `of an id that no taxon has are refused`() throws {
        let error = try #require(throws: APIError.self) { _ = try names(("taxon", "123456")) }
        #expect(error.field == "taxon")
    }
}
