import FoundationEssentials
import GeoModel
import Records
import TestSupport

@testable import Exports

/// A store of made records in a folder that goes with it.
struct ExportFixture {
    let store: RecordStore
    private let folder: TemporaryDirectory

    static let moment = Date(timeIntervalSince1970: 1_780_000_000)

    init(_ records: [Record] = []) throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        store = try RecordStore(
            directory,
            judge: SensitivityJudge(
                state: { .init(generation: 1, isEmpty: true) }, isListed: { _ in false },
                geoprivacy: { _ in .open }))
        try store.insert(records)
    }

    /// A file that a test writes beside the records.
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        try folder.write(bytes, as: name)
    }

    /// The whole document.
    func export(
        _ format: ExportFormat, _ filter: RecordFilter = RecordFilter(),
        scope: RecordScope = .all
    ) throws -> (bytes: [UInt8], tally: ExportTally) {
        var bytes: [UInt8] = []
        let stream = ExportStream(store, filter, as: format, scope: scope, moment: Self.moment)
        let tally = try stream.write { bytes += $0 }
        return (bytes, tally)
    }

    func text(
        _ format: ExportFormat, _ filter: RecordFilter = RecordFilter(),
        scope: RecordScope = .all
    ) throws -> String {
        String(decoding: try export(format, filter, scope: scope).bytes, as: UTF8.self)
    }

    /// A record that was never a capture, near Helsinki unless said otherwise.
    static func record(
        _ name: String, kind: CandidateKind = .species,
        at position: (latitude: Double, longitude: Double)? = (60.1702, 24.9522),
        uncertainty: Double? = 12.5, date: String = "2026-06-01T12:05:00+02:00",
        scientificName: String? = nil, ref: OSMRef? = nil, remarks: String? = nil,
        recordedBy: String? = nil, geoprivacy: Geoprivacy = .open, photo: PhotoFacts? = nil
    ) -> Record {
        let road = geoprivacy == .open ? "Aleksanterinkatu" : "Zzyxkatu"
        return Record(
            occurrenceID: UUIDv7(), captureID: UUIDv7(), created: moment, modified: moment,
            revision: 1, eventDate: EventDate(date)!,
            position: position.flatMap {
                Coordinate(decimalLatitude: $0.latitude, decimalLongitude: $0.longitude)
            }.map {
                CapturePosition(
                    coordinate: $0, coordinateUncertaintyInMeters: uncertainty, source: .request)
            },
            headingInDegrees: nil,
            identification: Identification(
                name: name, kind: kind, scientificName: scientificName, ref: ref,
                confidence: 0.75),
            occurrenceRemarks: remarks, recordedBy: recordedBy, geoprivacy: geoprivacy,
            photo: photo,
            computation: Computation(
                address: position == nil ? nil : "5 \(road), Helsinki, Suomi",
                addressParts: position == nil
                    ? []
                    : [
                        AddressPart(key: "road", value: road),
                        AddressPart(key: "city", value: "Helsinki"),
                        AddressPart(key: "state", value: "Uusimaa"),
                        AddressPart(key: "country", value: "Suomi"),
                        AddressPart(key: "country_code", value: "fi"),
                    ], candidates: []))
    }

    /// One of each: seen by all, in a cell, and not at all. Their words are in no other.
    static let concealed = [
        record("Openbird", at: (60.17021, 24.95223), remarks: "opennote", recordedBy: "Openly"),
        record(
            "Parus major", at: (61.23456, 25.67891), uncertainty: 17,
            date: "2026-06-11T12:01:31+03:00",
            scientificName: "Parus major", remarks: "zzyxnote", recordedBy: "Zzyxobserver",
            geoprivacy: .obscured,
            photo: PhotoFacts(width: 4, height: 3, bytes: 5, sha256: "zzyxhash")),
        record(
            "Zzyx Chapel", kind: .place, at: (62.34567, 26.78912),
            date: "2026-06-12T12:02:32+03:00",
            ref: OSMRef(osmType: .way, osmID: 8_765_430_003), remarks: "zzyxnote",
            recordedBy: "Zzyxobserver", geoprivacy: .obscured),
        record(
            "My oak zzyx", kind: .thing, at: (63.45678, 27.89123),
            date: "2026-06-13T12:03:33+03:00",
            remarks: "zzyxnote", recordedBy: "Zzyxobserver", geoprivacy: .private),
    ]

    /// What nobody but the owner may find in any format.
    static let secrets = [
        "61.23456", "25.67891", "62.34567", "26.78912", "63.45678", "27.89123", "zzyx", "Zzyx",
        "8765430003", "2026-06-1", "12:01", "12:02", "12:03",
    ]
}

/// A table as a reader of RFC 4180 sees it.
struct CSVTable {
    let header: [String]
    let rows: [[String: String]]

    init(_ text: String) {
        var rows: [[String]] = [[]]
        var cell = ""
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                scalars.removeFirst()
                cell.unicodeScalars.append(scalar)
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                rows[rows.count - 1].append(cell)
                cell = ""
            case "\r" where !isQuoted && scalars.first == "\n":
                scalars.removeFirst()
                rows[rows.count - 1].append(cell)
                cell = ""
                rows.append([])
            default: cell.unicodeScalars.append(scalar)
            }
        }
        // Behind the last line end there is nothing.
        let header = rows[0]
        self.header = header
        self.rows = rows.dropFirst().dropLast().map { row in
            Dictionary(zip(header, row), uniquingKeysWith: { one, _ in one })
                .merging(["cells": "\(row.count)"]) { one, _ in one }
        }
    }
}
