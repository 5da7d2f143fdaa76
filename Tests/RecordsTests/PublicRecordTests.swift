import FoundationEssentials
import GeoModel
import Geodesy
import TestSupport
import Testing

@testable import Records

@Suite struct `What the public sees` {
    private let fixture: RecordsFixture

    init() throws { fixture = try RecordsFixture() }

    private func record(
        named name: String = "Strix nebulosa", kind: CandidateKind = .species,
        scientificName: String? = "Strix nebulosa",
        at position: (Double, Double) = (60.16987, 24.93843)
    ) throws -> Record {
        try fixture.record(
            named: name, kind: kind, at: position, remarks: "Behind the chapel",
            scientificName: scientificName)
    }

    private let drawn = Concealment(
        id: "11111111-2222-4333-8444-555555555555",
        point: Coordinate(decimalLatitude: 60.0123, decimalLongitude: 24.8456))

    private func shown(
        _ record: Record, _ geoprivacy: Geoprivacy, dates: PublicDates = .month
    ) throws -> PublicRecord {
        try #require(PublicRecord(record, geoprivacy, drawn, dates: dates))
    }

    @Test func `of an open record is all but what is the owner's own`() throws {
        let record = try record()
        let shown = try shown(record, .open)
        #expect(shown.id == record.occurrenceID.description)
        #expect(shown.position == record.position?.coordinate)
        #expect(shown.eventDate == record.eventDate.description)
        #expect(shown.occurrenceRemarks == "Behind the chapel")
        #expect(shown.address == "Unioninkatu 29, Helsinki")
        #expect(shown.informationWithheld == nil && shown.dataGeneralizations == nil)
    }

    @Test func `of an obscured record is a point of the cell, the month, the name and the photo`()
        throws
    {
        let shown = try shown(record(), .obscured)
        #expect(shown.id == drawn.id)
        #expect(shown.position == drawn.point)
        #expect(shown.eventDate == "2026-06")
        #expect(shown.identification?.scientificName == "Strix nebulosa")
        #expect(shown.identification?.confidence == nil)
        #expect(shown.photo?.width == 4)
        #expect(shown.occurrenceRemarks == nil && shown.recordedBy == nil)
        #expect(shown.headingInDegrees == nil && shown.created == nil && shown.modified == nil)
        #expect(shown.informationWithheld != nil && shown.dataGeneralizations != nil)
    }

    @Test func `of a private record is the name and the month`() throws {
        let shown = try shown(record(), .private)
        #expect(shown.position == nil && shown.coordinateUncertaintyInMeters == nil)
        #expect(shown.address == nil && shown.addressParts.isEmpty && shown.photo == nil)
        #expect(shown.identification?.name == "Strix nebulosa")
    }

    @Test(arguments: [CandidateKind.place, .address, .thing, .time])
    func `of what is no living thing is neither name nor photo`(kind: CandidateKind) throws {
        let record = try record(named: "Helsinki Cathedral", kind: kind, scientificName: nil)
        let shown = try shown(record, .obscured)
        #expect(shown.identification == nil && shown.photo == nil && shown.kind == kind)
    }

    @Test func `is no name with a digit in it`() throws {
        #expect(
            try shown(record(named: "Owl at 60.16987, 24.93843"), .obscured).identification == nil)
        #expect(try shown(record(scientificName: "Strix 60.1"), .obscured).identification == nil)
    }

    @Test func `is the day by choice`() throws {
        #expect(try shown(record(), .obscured, dates: .day).eventDate == "2026-06-01")
    }

    @Test(arguments: [
        (60.16987, 24.93843), (0.05, 0.05), (89.99, 10), (-90, 0), (-16.5, 179.95), (-16.5, -180),
        (89.7, 55),
    ])
    func `states an uncertainty that reaches the true point from everywhere in the cell`(
        latitude: Double, longitude: Double
    ) throws {
        let position = try #require(
            Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
        let uncertainty = PublicRecord.uncertainty(
            CapturePosition(
                coordinate: position, coordinateUncertaintyInMeters: 12, source: .request))
        #expect(uncertainty.truncatingRemainder(dividingBy: 100) == 0)
        var random = SeededGenerator(seed: 3)
        let cell = ObscuredCell(holding: position)
        let farthest = (0..<2000).map { _ in
            Geodesic.inverse(from: cell.point(using: &random), to: position).distanceInMeters
        }.max()
        #expect(try #require(farthest) + 12 <= uncertainty)
        #expect(uncertainty < 45_000)
    }

    @Test(arguments: [
        ("fi", "Suomi", "Suomi"), ("li", "Liechtenstein", nil), ("mc", "Monaco", nil),
    ])
    func `of the address is the country alone, and not that of one that a cell could hold`(
        code: String, country: String, expected: String?
    ) throws {
        let record = try record()
        let located = Record(
            occurrenceID: record.occurrenceID, captureID: record.captureID,
            created: record.created, modified: record.modified, revision: 1,
            eventDate: record.eventDate, position: record.position, headingInDegrees: 1,
            identification: record.identification, occurrenceRemarks: nil, recordedBy: "Ann",
            geoprivacy: .obscured, photo: nil,
            computation: Computation(
                address: "Mill Lane 5, Town, \(country)",
                addressParts: [
                    AddressPart(key: "road", value: "Mill Lane"),
                    AddressPart(key: "state", value: "Uusimaa"),
                    AddressPart(key: "country", value: country),
                    AddressPart(key: "country_code", value: code),
                ], candidates: []))
        let shown = try shown(located, .obscured)
        #expect(shown.address == expected)
        #expect(
            shown.addressParts.map(\.key) == (expected == nil ? [] : ["country", "country_code"]))
    }

    @Test func `is nothing when nothing was drawn`() throws {
        #expect(PublicRecord(try record(), .obscured, nil, dates: .month) == nil)
    }
}
