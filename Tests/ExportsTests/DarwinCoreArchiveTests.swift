import GeoModel
import Records
import TestSupport
import Testing

@testable import Exports
@testable import Species

@Suite struct `Exporting a Darwin Core Archive` {
    private static let photo = PhotoFacts(width: 4, height: 3, bytes: 5, sha256: "abcdef")

    /// The files of an archive, and its tables as `meta.xml` describes them.
    private struct Archive {
        let files: [String: [UInt8]]
        let tables: [ArchiveTable]

        init(_ bytes: [UInt8]) throws {
            let entries = try UnzippedFile.entries(of: bytes)
            #expect(
                entries.map(\.name) == ["meta.xml", "occurrence.txt", "multimedia.txt", "eml.xml"])
            files = Dictionary(
                entries.map { ($0.name, $0.bytes) }, uniquingKeysWith: { one, _ in one })
            tables = ArchiveTable.all(in: files["meta.xml"] ?? [])
        }

        /// The rows of a table, by the last part of each term's address, in lower case.
        func rows(_ index: Int) throws -> [[String: String]] {
            let table = tables[index]
            var bytes = files[table.file] ?? []
            let reader = try DelimitedReader(path: table.file, delimiter: table.delimiter) { _ in
                defer { bytes = [] }
                return bytes
            }
            for _ in 0..<table.headerRows { _ = try reader.next() }
            var rows: [[String: String]] = []
            while let row = try reader.next() {
                var cells: [String: String] = [:]
                for column in table.columns {
                    cells[column.term] = column.index.flatMap { row.text($0) }
                }
                rows.append(cells)
            }
            return rows
        }

        var metadata: String { String(decoding: files["eml.xml"] ?? [], as: UTF8.self) }
    }

    @Test func `its tables are what its meta.xml says, for the reader of checklists too`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record(
                "Great Tit", scientificName: "Parus major", remarks: "two\tlines\nand \"a quote\"",
                recordedBy: "Aino", photo: Self.photo),
            ExportFixture.record("Crow", at: nil, scientificName: "Corvus corone"),
        ])
        let archive = try Archive(try fixture.export(.dwca).bytes)
        #expect(archive.tables.map(\.rowType) == ["occurrence", "multimedia"])
        #expect(archive.tables.map(\.idColumn) == [0, 0])
        let rows = try archive.rows(0)
        // E04: without a position the row is there, its cells empty.
        #expect(rows.map { $0["verbatimidentification"] } == ["Crow", "Great Tit"])
        #expect(rows[0]["decimallatitude"] == "" && rows[0]["geodeticdatum"] == "")
        for (term, value) in [
            "basisofrecord": "HumanObservation", "occurrencestatus": "present",
            "eventdate": "2026-06-01T12:05:00+02:00", "decimallatitude": "60.1702",
            "decimallongitude": "24.9522", "geodeticdatum": "EPSG:4326",
            "coordinateuncertaintyinmeters": "12.5", "scientificname": "Parus major",
            "occurrenceremarks": "two lines and \"a quote\"", "recordedby": "Aino",
            "country": "Suomi", "countrycode": "FI", "municipality": "Helsinki",
            "dynamicproperties":
                "{\"geoprivacy\":\"open\",\"confidence\":0.75,\"photoSHA256\":\"abcdef\"}",
        ] { #expect(rows[1][term] == value, "\(term)") }
        let photos = try archive.rows(1)
        #expect(photos.count == 1)
        #expect(photos[0]["occurrenceid"] == rows[1]["occurrenceid"])
        let id = try #require(rows[1]["occurrenceid"])
        #expect(photos[0]["identifier"] == "/v1/records/\(id)/photo")
        var reachable: [UInt8] = []
        try ExportStream(fixture.store, as: .dwca, service: "https://map.example/t").write {
            reachable += $0
        }
        let linked = try Archive(reachable)
        let address = "https://map.example/t/v1/records/\(id)/photo"
        #expect(try linked.rows(1)[0]["identifier"] == address)
        #expect(try linked.rows(0)[1]["associatedmedia"] == address)
        #expect(photos[0]["format"] == "image/jpeg" && photos[0]["creator"] == "Aino")
    }

    @Test func `E01 coordinates are numbers of at most 7 decimals`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record("precise", at: (-33.123456789, 151.987654321))
        ])
        let rows = try Archive(try fixture.export(.dwca).bytes).rows(0)
        #expect(rows[0]["decimallatitude"] == "-33.1234568")
        #expect(rows[0]["decimallongitude"] == "151.9876543")
    }

    @Test func `is about living things: others are left out, and counted`() throws {
        let fixture = try ExportFixture(
            CandidateKind.allCases.map { ExportFixture.record("a \($0)", kind: $0) })
        let (bytes, tally) = try fixture.export(.dwca)
        #expect(tally == ExportTally(written: 1, leftOut: 4))
        let archive = try Archive(bytes)
        #expect(try archive.rows(0).map { $0["verbatimidentification"] } == ["a species"])
        #expect(archive.metadata.contains("1 record of living things"))
    }

    @Test func `E12 concealed records are as the public sees them, in the tables and about them`()
        throws
    {
        let records = [
            ExportFixture.record("Openbird", at: (60.17021, 24.95223), photo: Self.photo),
            ExportFixture.record(
                "Strix aluco", at: (61.23456, 25.67891), date: "2026-05-11T12:01:31+03:00",
                scientificName: "Strix aluco", remarks: "zzyxnote", geoprivacy: .obscured,
                photo: PhotoFacts(width: 4, height: 3, bytes: 5, sha256: "zzyxhash")),
            ExportFixture.record(
                "Bubo bubo", at: (63.45678, 27.89123), date: "2026-07-13T12:03:33+03:00",
                scientificName: "Bubo bubo", geoprivacy: .private, photo: Self.photo),
        ]
        let fixture = try ExportFixture(records)
        let bytes = try fixture.export(.dwca, scope: .public(dates: .month)).bytes
        let archive = try Archive(bytes)
        let rows = try archive.rows(0)
        let hidden = try #require(rows.first { $0["scientificname"] == "Bubo bubo" })
        #expect(hidden["decimallatitude"] == "" && hidden["country"] == "")
        #expect(hidden["informationwithheld"]?.hasPrefix("Position, address") == true)
        let obscured = try #require(rows.first { $0["scientificname"] == "Strix aluco" })
        #expect(obscured["dataGeneralizations".lowercased()]?.contains("0.2 degrees") == true)
        #expect(Double(obscured["coordinateuncertaintyinmeters"] ?? "") ?? 0 > 20_000)
        #expect(obscured["eventdate"] == "2026-05" && obscured["occurrenceremarks"] == "")
        #expect(rows.allSatisfy { $0["dynamicproperties"]?.contains("SHA256") == false })
        // Only the photo of the record that all may see.
        #expect(
            try archive.rows(1).map { $0["occurrenceid"] } == [records[0].occurrenceID.description])
        // Where and when the whole is reaches over what is shown, and no truth behind it.
        let metadata = archive.metadata
        #expect(metadata.contains("<calendarDate>2026-05-01</calendarDate>"))
        #expect(metadata.contains("<calendarDate>2026-07-31</calendarDate>"))
        let shown = rows.compactMap { Double($0["decimallatitude"] ?? "") }
        let north = try #require(shown.max())
        #expect(
            metadata.contains("<northBoundingCoordinate>\(north)</northBoundingCoordinate>"))
        for file in archive.files.values {
            let text = String(decoding: file, as: UTF8.self)
            for secret in ["61.23456", "63.45678", "zzyx", "Zzyx", "-05-11", "-07-13"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test func `of no records is whole, and says nothing of where and when`() throws {
        let archive = try Archive(try ExportFixture().export(.dwca).bytes)
        #expect(try archive.rows(0).isEmpty && archive.rows(1).isEmpty)
        #expect(!archive.metadata.contains("coverage"))
    }

    @Test func `a list of taxa is not made of it: it says what it is`() throws {
        let fixture = try ExportFixture([ExportFixture.record("Crow")])
        let path = try fixture.write(try fixture.export(.dwca).bytes, as: "records.zip")
        let error = #expect(throws: TaxonomyError.self) { try DarwinCoreArchive(path: path) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("a table of occurrence, not of taxa"))
    }
}
