import FoundationEssentials
import GeoModel
import Records
import TestSupport
import Testing

@testable import Exports

@Suite struct `A record as it lies in the database` {
    /// One with everything, one with nothing, and texts that JSON escapes.
    private static func record(_ index: Int) throws -> Record {
        let texts = ["plain", "say \"hi\" \\ there\n", "Ёж 한글 🐦", "\u{1}\t", ""]
        let text = texts[index % texts.count]
        let isFull = index % 3 != 0
        let created = Date(timeIntervalSince1970: 1_780_000_000 + Double(index) + 0.25)
        return Record(
            occurrenceID: UUIDv7(), captureID: UUIDv7(), created: created,
            modified: created.addingTimeInterval(isFull ? 90_000 : 0), revision: 1 + index % 4,
            eventDate: try #require(
                EventDate(isFull ? "2026-06-01T12:05:00+02:00" : "2026-06-01T12:05:00")),
            timeZoneSource: TimeZoneSource.allCases[index % 6],
            position: isFull
                ? CapturePosition(
                    coordinate: try #require(
                        Coordinate(decimalLatitude: 60.1 / 3, decimalLongitude: -24)),
                    coordinateUncertaintyInMeters: index % 2 == 0 ? nil : 12.5, source: .exif)
                : nil,
            headingInDegrees: isFull ? 359.99 : nil,
            identification: Identification(
                name: "name " + text, kind: CandidateKind.allCases[index % 5],
                scientificName: isFull ? text : nil, vernacularName: isFull ? text : nil,
                ref: isFull ? OSMRef(osmType: .way, osmID: 419_479_428) : nil,
                category: isFull ? "amenity" : nil, type: isFull ? "bench" : nil,
                confidence: isFull ? 1.0 / Double(index + 1) : nil),
            occurrenceRemarks: isFull ? text : nil, recordedBy: isFull ? "Aino" : nil,
            geoprivacy: Geoprivacy.allCases[index % 3],
            photo: isFull
                ? PhotoFacts(width: 4000, height: 3000, bytes: 5_000_000, sha256: "ab12") : nil,
            computation: Computation(
                address: isFull ? text : nil,
                addressParts: isFull
                    ? [
                        AddressPart(key: "road", value: text),
                        AddressPart(key: "city", value: "Åbo", isInferred: true),
                        AddressPart(key: "country", value: "[\"x\"],{}"),
                    ] : [], candidates: []))
    }

    @Test func `is written as what is made of it is`() throws {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        let store = try RecordStore(directory)
        try store.insert((0..<30).map(Self.record))
        var direct: [String] = []
        let end = try store.list(RecordFilter()) { record in
            var json = JSONWriter()
            json.value(record)
            direct.append(String(decoding: try json.finish(), as: UTF8.self))
        }
        let page = try store.list()
        let made = try page.records.map { record in
            var json = JSONWriter()
            json.value(record)
            return String(decoding: try json.finish(), as: UTF8.self)
        }
        #expect(made.count == 30 && end.total == 30 && end.nextCursor == page.nextCursor)
        for (one, other) in zip(direct, made) {
            // Escapes may be written in several ways.
            #expect(try Self.read(one) == Self.read(other))
            if !other.contains("\\") { #expect(one == other) }
        }
    }

    /// A document's values, its objects as lists of members in their order.
    private static func read(_ text: String) throws -> String {
        struct Value: Codable, Equatable {
            let occurrenceID, captureID, created, modified, eventDate, name, kind: String
            let timeZoneSource, scientificName, vernacularName, osm_type, category, type: String?
            let occurrenceRemarks, recordedBy, geoprivacy, geodeticDatum: String?
            let revision: Int
            let osm_id: Int64?
            let confidence, decimalLatitude, decimalLongitude, headingInDegrees: Double?
            let coordinateUncertaintyInMeters: Double?
            let photo: Photo?
            let computed: Computed

            struct Photo: Codable, Equatable {
                let width, height, bytes: Int
                let sha256, href: String
            }
            struct Computed: Codable, Equatable {
                let address: String?
                let addressParts: [String: String]
            }
        }
        let value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
