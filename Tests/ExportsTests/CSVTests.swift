import GeoModel
import Records
import Testing

@testable import Exports

@Suite struct `Exporting CSV` {
    @Test func `E01 coordinates are numbers of at most 7 decimals, latitude and longitude by name`()
        throws
    {
        let fixture = try ExportFixture([
            ExportFixture.record("Sydney", at: (-33.9, 151.2)),
            ExportFixture.record("precise", at: (-33.123456789, -0.00000001)),
        ])
        let table = CSVTable(try fixture.text(.csv))
        #expect(table.rows.map { $0["decimalLatitude"] } == ["-33.1234568", "-33.9"])
        #expect(table.rows.map { $0["decimalLongitude"] } == ["0", "151.2"])
        #expect(table.rows.allSatisfy { $0["geodeticDatum"] == "EPSG:4326" })
        #expect(table.rows.allSatisfy { $0["coordinateUncertaintyInMeters"] == "12.5" })
    }

    @Test func `E04 a record without a position keeps its row, the cells empty`() throws {
        let fixture = try ExportFixture([ExportFixture.record("nowhere", at: nil)])
        let (bytes, tally) = try fixture.export(.csv)
        let table = CSVTable(String(decoding: bytes, as: UTF8.self))
        #expect(tally == ExportTally(written: 1, leftOut: 0))
        #expect(table.rows.count == 1 && table.rows[0]["name"] == "nowhere")
        #expect(table.rows[0]["decimalLatitude"] == "" && table.rows[0]["geodeticDatum"] == "")
    }

    @Test(arguments: [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
        ("  =1+1", "'  =1+1"), ("\"=1+1", "'\"=1+1"), ("\t=1", "\t'=1"), ("\r\n=1", "\r\n'=1"),
        ("＝1+1", "'＝1+1"), ("＠x", "'＠x"),
        ("two\n=1+1", "two\n'=1+1"), ("seen;=cmd|'x'!A0;", "seen;'=cmd|'x'!A0;"),
        ("a;\"\"=1", "a;'\"\"=1"),
        // No formula.
        ("a=b", "a=b"), ("me@example.org", "me@example.org"), ("1+1", "1+1"), ("-", "'-"),
        ("'quoted'", "'quoted'"), ("", ""),
        ("said \"hello\", and went", "said \"hello\", and went"),
    ])
    func `E05 a text that a spreadsheet would run is text`(note: String, cell: String) throws {
        let fixture = try ExportFixture([
            ExportFixture.record("Sydney", at: (-33.9, 151.2), remarks: note)
        ])
        let table = CSVTable(try fixture.text(.csv))
        #expect(table.rows.count == 1 && table.rows[0]["occurrenceRemarks"] == cell)
        // A number is no text.
        #expect(table.rows[0]["decimalLatitude"] == "-33.9")
    }

    @Test func `E05 names and observers are as harmless as notes`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record("=1", scientificName: "@a", recordedBy: "+b")
        ])
        let row = try #require(CSVTable(try fixture.text(.csv)).rows.first)
        #expect(
            row["name"] == "'=1" && row["scientificName"] == "'@a" && row["recordedBy"] == "'+b")
    }

    @Test func `has Darwin Core's terms, every cell of every row, and CRLF`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record(
                "Helsinki Cathedral", kind: .place, ref: OSMRef(osmType: .way, osmID: 419_479_428),
                remarks: "Ääni, \"한글\"\n🕍", recordedBy: "Aino"),
            ExportFixture.record("Crow", scientificName: "Corvus corone"),
        ])
        let text = try fixture.text(.csv)
        let table = CSVTable(text)
        #expect(
            table.header.prefix(4) == [
                "occurrenceID", "basisOfRecord", "eventDate", "decimalLatitude",
            ])
        #expect(Set(table.header).count == table.header.count)
        #expect(table.rows.allSatisfy { $0["cells"] == "\(table.header.count)" })
        #expect(table.rows.map { $0["name"] } == ["Crow", "Helsinki Cathedral"])
        let row = table.rows[1]
        for (term, value) in [
            "basisOfRecord": "HumanObservation", "eventDate": "2026-06-01T12:05:00+02:00",
            "occurrenceRemarks": "Ääni, \"한글\"\n🕍", "recordedBy": "Aino", "kind": "place",
            "osm_type": "way", "osm_id": "419479428", "confidence": "0.75", "geoprivacy": "open",
            "locality": "5 Aleksanterinkatu, Helsinki, Suomi", "municipality": "Helsinki",
            "stateProvince": "Uusimaa", "country": "Suomi", "countryCode": "FI",
            "identificationVerificationStatus": "confirmed by a person",
        ] { #expect(row[term] == value, "\(term)") }
        #expect(text.hasSuffix("\r\n") && !text.replacing("\r\n", with: "").contains("\r"))
    }

    @Test func `of no records is the header alone`() throws {
        let text = try ExportFixture().text(.csv)
        #expect(CSVTable(text).rows.isEmpty && text.hasPrefix("occurrenceID,"))
    }
}
