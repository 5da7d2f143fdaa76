import FoundationEssentials
import GeoModel
import Records
import TestSupport
import Testing

@testable import Exports

@Suite struct `Exporting GeoJSON` {
    /// What a reader of GeoJSON sees.
    private struct Collection: Decodable {
        struct Feature: Decodable {
            struct Geometry: Decodable {
                let type: String
                let coordinates: [Double]
            }
            let type, id: String
            let geometry: Geometry?
            let properties: [String: Value]
        }
        let type: String
        let features: [Feature]
    }

    private enum Value: Decodable, Equatable {
        case text(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private func store(_ positions: [(Double, Double)?]) throws -> (RecordStore, TemporaryDirectory)
    {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        let store = try RecordStore(directory)
        for (index, position) in positions.enumerated() {
            let capture = Capture(
                id: UUIDv7(), state: .pending, created: Date(),
                expires: Date(timeIntervalSinceNow: 60),
                eventDate: EventDate("2026-06-01T12:05:00+02:00")!,
                position: position.map {
                    CapturePosition(
                        coordinate: Coordinate(decimalLatitude: $0.0, decimalLongitude: $0.1)!,
                        coordinateUncertaintyInMeters: 12.5, source: .request)
                },
                headingInDegrees: nil, photo: nil, sources: [], candidates: [], notices: [])
            _ = try store.insert(
                StoredCapture(
                    capture: capture, address: "George Street",
                    addressParts: [AddressPart(key: "country_code", value: "au")], key: nil))
            _ = try store.confirm(
                capture.id,
                as: ConfirmedAnswer(
                    identification: Identification(
                        name: "Record \(index)", kind: .species, scientificName: "Corvus corax"),
                    occurrenceRemarks: "said \"hello\""))
        }
        return (store, folder)
    }

    private func export(_ store: RecordStore) throws -> (text: String, count: Int) {
        var bytes: [UInt8] = []
        let tally = try ExportStream(store, as: .geojson).write { bytes += $0 }
        return (String(decoding: bytes, as: UTF8.self), tally.written)
    }

    @Test func `E01 coordinates are numbers, longitude first, at most 7 decimals`() throws {
        let (store, folder) = try store([(-33.9, 151.2), (-33.123456789, 151.987654321)])
        let (text, _) = try export(store)
        #expect(text.contains("[151.2,-33.9]"))
        #expect(text.contains("[151.9876543,-33.1234568]"))
        let collection = try JSONDecoder().decode(Collection.self, from: Data(text.utf8))
        #expect(
            collection.features.map { $0.geometry?.coordinates } == [
                [151.9876543, -33.1234568], [151.2, -33.9],
            ])
        #expect(collection.features.allSatisfy { $0.geometry?.type == "Point" })
        withExtendedLifetime(folder) {}
    }

    @Test func `E04 a record without a position has a null geometry, and counts`() throws {
        let (store, folder) = try store([nil, (60, 25), nil])
        let (text, count) = try export(store)
        #expect(count == 3)
        #expect(text.contains(#""geometry":null"#))
        let collection = try JSONDecoder().decode(Collection.self, from: Data(text.utf8))
        #expect(collection.features.map { $0.geometry == nil } == [true, false, true])
        withExtendedLifetime(folder) {}
    }

    @Test func `has Darwin Core's names, the record's id, and no crs`() throws {
        let (store, folder) = try store([(60.5, 25)])
        let (text, _) = try export(store)
        let collection = try JSONDecoder().decode(Collection.self, from: Data(text.utf8))
        #expect(collection.type == "FeatureCollection")
        let feature = try #require(collection.features.first)
        #expect(feature.type == "Feature")
        #expect(feature.properties["occurrenceID"] == .text(feature.id))
        #expect(feature.properties["eventDate"] == .text("2026-06-01T12:05:00+02:00"))
        #expect(feature.properties["scientificName"] == .text("Corvus corax"))
        #expect(feature.properties["occurrenceRemarks"] == .text("said \"hello\""))
        #expect(feature.properties["coordinateUncertaintyInMeters"] == .number(12.5))
        #expect(feature.properties["countryCode"] == .text("AU"))
        #expect(!text.contains("\"crs\""))
        withExtendedLifetime(folder) {}
    }

    @Test func `of no records is an empty collection`() throws {
        let (store, folder) = try store([])
        #expect(try export(store).text == #"{"type":"FeatureCollection","features":[]}"# + "\n")
        withExtendedLifetime(folder) {}
    }

    @Test
    func `D02 while records are deleted, an export ends, and is whole, valid and of one moment`()
        throws
    {
        let (store, _folder) = try store([])
        defer { withExtendedLifetime(_folder) {} }
        let moment = Date(timeIntervalSince1970: 1_780_000_000)
        let records = (0..<1000).map { number in
            Record(
                occurrenceID: UUIDv7(), captureID: UUIDv7(), created: moment, modified: moment,
                revision: 1, eventDate: EventDate("2026-06-01T12:05:00Z")!, position: nil,
                headingInDegrees: nil,
                identification: Identification(name: "number \(number)", kind: .thing),
                occurrenceRemarks: nil, recordedBy: nil, geoprivacy: .open, photo: nil,
                computation: Computation(address: nil, addressParts: [], candidates: []))
        }
        try store.insert(records)
        let stream = ExportStream(store, as: .geojson)
        var document = try #require(try stream.next())
        // The first of the list, which were handed out, and the last, which were not.
        for record in records.prefix(5) + records.suffix(5) {
            try store.delete(record.occurrenceID)
        }
        var patch = RecordPatch()
        patch.name = "edited meanwhile"
        _ = try store.update(records[500].occurrenceID, patch)
        while let piece = try stream.next() { document += piece }
        let found = try JSONDecoder().decode(Collection.self, from: Data(document))
        #expect(found.features.map(\.id) == records.reversed().map(\.occurrenceID.description))
        #expect(!String(decoding: document, as: UTF8.self).contains("edited meanwhile"))

        let next = ExportStream(store, as: .geojson)
        var after: [UInt8] = []
        while let piece = try next.next() { after += piece }
        let left = try JSONDecoder().decode(Collection.self, from: Data(after))
        #expect(left.features.count == 990)
        #expect(String(decoding: after, as: UTF8.self).contains("edited meanwhile"))
    }
}
