import FoundationEssentials
import GeoModel
import Records
import Testing

@testable import Exports

@Suite struct `Exporting GPX and KML` {
    @Test func `E01 a waypoint has latitude and longitude by name, a placemark longitude first`()
        throws
    {
        let fixture = try ExportFixture([
            ExportFixture.record("Sydney", at: (-33.9, 151.2)),
            ExportFixture.record("precise", at: (-33.123456789, 151.987654321)),
        ])
        let (gpx, kml) = (try fixture.text(.gpx), try fixture.text(.kml))
        #expect(gpx.contains(#"<wpt lat="-33.9" lon="151.2">"#))
        #expect(gpx.contains(#"<wpt lat="-33.1234568" lon="151.9876543">"#))
        #expect(kml.contains("<coordinates>151.2,-33.9</coordinates>"))
        #expect(kml.contains("<coordinates>151.9876543,-33.1234568</coordinates>"))
    }

    @Test func `E04 without a position there is no waypoint, which is counted, and a placemark`()
        throws
    {
        let fixture = try ExportFixture([
            ExportFixture.record("nowhere", at: nil), ExportFixture.record("somewhere"),
        ])
        let (gpx, tally) = try fixture.export(.gpx)
        #expect(tally == ExportTally(written: 1, leftOut: 1))
        let text = String(decoding: gpx, as: UTF8.self)
        #expect(!text.contains("nowhere") && text.contains("<name>somewhere</name>"))
        #expect(
            text.contains(
                "</wpt>\n<extensions><turnstone:recordsWithoutPosition>1</turnstone:recordsWithoutPosition>"
            ))
        let kml = try fixture.export(.kml)
        #expect(kml.tally == ExportTally(written: 2, leftOut: 0))
        let marks = String(decoding: kml.bytes, as: UTF8.self).split(separator: "<Placemark")
        #expect(marks.count == 3)
        #expect(marks[2].contains("nowhere") && !marks[2].contains("<Point>"))
    }

    @Test func `a time is UTC in GPX, and left out where the offset is not known`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record("known", date: "2026-06-01T00:05:00+02:00"),
            ExportFixture.record("unknown", date: "2026-07-01T00:05:00"),
        ])
        let gpx = try fixture.text(.gpx)
        #expect(gpx.contains("<time>2026-05-31T22:05:00Z</time><name>known</name>"))
        #expect(gpx.contains("\"><name>unknown</name>"))
        #expect(gpx.contains("2026-07-01T00:05:00"))
        #expect(gpx.contains("<time>2026-05-28T20:26:40Z</time></metadata>"))
        // KML has room for both as they were recorded.
        let kml = try fixture.text(.kml)
        #expect(kml.contains("<when>2026-06-01T00:05:00+02:00</when>"))
        #expect(kml.contains("<when>2026-07-01T00:05:00</when>"))
    }

    @Test(arguments: [ExportFormat.gpx, .kml])
    func `whatever a name holds, the document is XML`(format: ExportFormat) throws {
        let name = "<b>&amp;\"'\u{0}\u{1}\u{B}\u{1F}\u{FFFE}\u{FFFF} ]]> 한글 🕍 Ä"
        let fixture = try ExportFixture([
            ExportFixture.record(name, scientificName: name, remarks: name, recordedBy: name)
        ])
        let text = try fixture.text(format)
        #expect(text.contains("<name>&lt;b&gt;&amp;amp;\"' ]]&gt; 한글 🕍 Ä</name>"))
        let forbidden = text.unicodeScalars.filter { scalar in
            (scalar.value < 0x20 && !"\n\r\t".unicodeScalars.contains(scalar))
                || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        }
        #expect(forbidden.isEmpty)
    }

    @Test func `a note that looks like HTML stays a note in a globe`() throws {
        let fixture = try ExportFixture([
            ExportFixture.record("Crow", remarks: "<img src=x onerror=alert(1)> & more")
        ])
        #expect(
            try fixture.text(.kml).contains(
                "&amp;lt;img src=x onerror=alert(1)&gt; &amp;amp; more"))
    }

    @Test func `of no records the documents are whole`() throws {
        let fixture = try ExportFixture()
        #expect(try fixture.text(.gpx).hasSuffix("</metadata>\n</gpx>\n"))
        #expect(try fixture.text(.kml).hasSuffix("</Schema>\n</Document>\n</kml>\n"))
    }
}
