import GeoModel
import Records
import TestSupport
import Testing

@testable import API

@Suite struct `OGC API Features in public` {
    private static let items = "/ogc/collections/records/items"

    @Test func `E12: a reader can tell what is blurred, and a private position is not there`()
        throws
    {
        let service = try FeatureService(caller: .anyone)
        let place = (latitude: 60.12345, longitude: 24.54321)
        try service.add(at: place)
        let blurred = try service.add(at: place, geoprivacy: .obscured)
        let hidden = try service.add(at: place, geoprivacy: .private)
        let answer = try service.client.get(Self.items)
        let features = answer.json["features"].all
        #expect(answer.json["numberMatched"].integer == 3)
        func feature(_ level: String) -> JSON {
            features.first { $0["properties"]["geoprivacy"].text == level } ?? .absent
        }
        let open = feature("open")
        #expect(open["geometry"]["coordinates"].all.compactMap(\.number) == [24.54321, 60.12345])
        #expect(open["properties"]["coordinateUncertaintyInMeters"].number == 17)
        let obscured = feature("obscured")
        let uncertainty = obscured["properties"]["coordinateUncertaintyInMeters"].number ?? 0
        #expect(uncertainty > 10_000)
        #expect(
            obscured["geometry"]["coordinates"].all.compactMap(\.number) != [24.54321, 60.12345])
        #expect(obscured["properties"]["informationWithheld"].text != nil)
        #expect(obscured["properties"]["dataGeneralizations"].text != nil)
        let secret = feature("private")
        #expect(secret["geometry"] == .null)
        #expect(secret["properties"]["informationWithheld"].text != nil)
        for record in [blurred, hidden] {
            #expect(!answer.text.contains("\(record.occurrenceID)"))
            #expect(try service.client.get("\(Self.items)/\(record.occurrenceID)").status == 404)
            let publicID = try #require(
                try service.records.publicRecord(of: record.occurrenceID, dates: .month)?.id)
            let one = try service.page("\(Self.items)/\(publicID)")
            #expect(features.contains { $0["geometry"] == one["geometry"] })
        }
        #expect(answer.header("cache-control") == "private, no-cache")
        #expect(try service.client.get("\(Self.items)?scope=all").status == 401)
    }

    @Test func `the extent is of what is shown: cells, and whole months`() throws {
        let service = try FeatureService(caller: .anyone)
        try service.add(at: (60.5, 24.5), "2026-06-10T12:00:00Z")
        let hidden = try service.add(
            at: (10.12345, 50.54321), "2025-02-03T04:05:06Z", geoprivacy: .private)
        let blurred = try service.add(
            at: (61.12345, 25.54321), "2026-12-13T14:15:16Z", geoprivacy: .obscured)
        let shown = try #require(
            try service.records.publicRecord(of: blurred.occurrenceID, dates: .month)?.position)
        let answer = try service.client.get("/ogc/collections/records")
        let extent = answer.json["extent"]
        let box = extent["spatial"]["bbox"][0].all.compactMap(\.number)
        let expected = [
            24.5, 60.5, shown.decimalLongitude, max(60.5, shown.decimalLatitude),
        ]
        #expect(box.count == 4 && zip(box, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(box)")
        #expect(
            extent["temporal"]["interval"][0].all.compactMap(\.text) == [
                "2025-02-01T00:00:00Z", "2026-12-31T23:59:59Z",
            ])
        // A reviewer's is of all.
        let own = try service.records.extent(.all)
        #expect(own.boundingBox?.south == 10.12345)
        #expect(own.interval?.lowerBound == hidden.eventDate.instant)
    }

    @Test func `boxes and dates find by what is shown, so that none leads to what is not`() throws {
        let service = try FeatureService(caller: .anyone)
        let record = try service.add(
            at: (60.12345, 24.54321), "2026-06-10T12:00:00Z", geoprivacy: .obscured)
        let shown = try #require(
            try service.records.publicRecord(of: record.occurrenceID, dates: .month)?.position)
        func count(_ query: String) throws -> Int? {
            let page = try service.page("\(Self.items)?\(query)")
            #expect(page["numberReturned"].integer == page["numberMatched"].integer)
            return page["numberReturned"].integer
        }
        func box(_ latitude: Double, _ longitude: Double) -> String {
            "bbox=\(longitude - 1e-4),\(latitude - 1e-4),\(longitude + 1e-4),\(latitude + 1e-4)"
        }
        #expect(try count(box(60.12345, 24.54321)) == 0)
        #expect(try count(box(shown.decimalLatitude, shown.decimalLongitude)) == 1)
        #expect(try count("datetime=2026-06-30") == 1)
        #expect(try count("datetime=2026-06-10T12:00:00Z") == 1)
        #expect(try count("datetime=2026-07-01/..") == 0)
    }

    @Test func `whoever has no token is told of the records alone`() throws {
        let all = try FeatureService().page("/ogc/collections")["collections"].all
        let shown = try FeatureService(caller: .anyone).page("/ogc/collections")["collections"].all
        #expect(shown.map { $0["id"].text } == ["records"])
        #expect(all.count >= shown.count)
    }
}
