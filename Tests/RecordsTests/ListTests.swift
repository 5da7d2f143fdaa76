import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Listing records` {
    private func names(_ store: RecordStore, _ change: (inout RecordFilter) throws -> Void) throws
        -> [String]
    {
        var filter = RecordFilter()
        try change(&filter)
        let page = try store.list(filter)
        var streamed: [String] = []
        try store.forEach(filter) { streamed.append($0.identification.name) }
        let names = page.records.map(\.identification.name)
        #expect(names == streamed)
        #expect(page.total == names.count)
        return names
    }

    @Test func `is newest first, in pages that records coming and going do not move`() throws {
        let fixture = try RecordsFixture()
        let start = Date(timeIntervalSince1970: 1_780_000_000)
        var records: [Record] = []
        for number in 0..<10 {
            // A clock that goes back does not move what was made before.
            let time = start.addingTimeInterval(-Double(number / 2))
            records.append(
                try fixture.record(named: "\(number)", photo: nil, created: time))
        }
        let all = try fixture.store.list().records.map(\.occurrenceID)
        #expect(all == records.reversed().map(\.occurrenceID))
        var filter = RecordFilter()
        filter.limit = 3
        var seen: [UUIDv7] = []
        repeat {
            let page = try fixture.store.list(filter)
            seen += page.records.map(\.occurrenceID)
            filter.cursor = page.nextCursor
            // One newer comes, and the last one shown goes.
            try fixture.record(named: "new", photo: nil, created: start.addingTimeInterval(60))
            if seen.count == 3 { try fixture.store.delete(seen[2]) }
        } while filter.cursor != nil
        #expect(seen == all)
    }

    @Test(arguments: ["", "x", "1", "after-", "after-x", "after-1.5", "after-1 OR 1", "before-1"])
    func `refuses a cursor that is none of ours`(cursor: String) throws {
        let fixture = try RecordsFixture()
        var filter = RecordFilter()
        filter.cursor = cursor
        #expect(throws: RecordError.invalidCursor) { try fixture.store.list(filter) }
    }

    @Test(arguments: [0, -1, 1001])
    func `refuses a limit out of range`(limit: Int) throws {
        let fixture = try RecordsFixture()
        var filter = RecordFilter()
        filter.limit = limit
        #expect(throws: RecordError.self) { try fixture.store.list(filter) }
    }

    @Test func `by box, edges included, and across 180 degrees`() throws {
        let fixture = try RecordsFixture()
        let map: [(String, Double, Double)] = [
            ("Fiji west", -17, 178), ("Fiji east", -17, -179.5), ("Suva", -18, 180),
            ("Helsinki", 60.17, 24.95), ("Null", 0, 0.1),
        ]
        for (name, latitude, longitude) in map {
            try fixture.record(named: name, photo: nil, at: (latitude, longitude))
        }
        try fixture.record(named: "Nowhere", photo: nil, at: nil)
        func inBox(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws
            -> Set<String>
        {
            Set(
                try names(fixture.store) {
                    $0.boundingBox = BoundingBox(west: west, south: south, east: east, north: north)
                })
        }
        #expect(try inBox(177, -20, -179, -10) == ["Fiji west", "Fiji east", "Suva"])
        #expect(try inBox(24.95, 60.17, 24.95, 60.17) == ["Helsinki"])
        #expect(try inBox(24.950001, 60, 25, 61) == [])
        #expect(try inBox(-180, -90, 180, 90).count == 5)
    }

    @Test func `P01 within a radius, across 180 degrees and over the pole`() throws {
        let fixture = try RecordsFixture()
        try fixture.record(named: "west of the line", photo: nil, at: (0, 179.9))
        try fixture.record(named: "east of the line", photo: nil, at: (0, -179.9))
        try fixture.record(named: "beyond the pole", photo: nil, at: (89.95, -80))
        try fixture.record(named: "off", photo: nil, at: (1, -179.9))
        func near(_ latitude: Double, _ longitude: Double, _ meters: Double) throws -> [String] {
            try names(fixture.store) {
                $0.near = try RecordFilter.Circle(
                    center: Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!,
                    radiusInMeters: meters)
            }.sorted()
        }
        #expect(try near(0, 179.95, 20_000) == ["east of the line", "west of the line"])
        #expect(try near(0, 179.95, 10_000) == ["west of the line"])
        #expect(try near(89.95, 100, 12_000) == ["beyond the pole"])
        #expect(try near(89.95, 100, 10_000) == [])
        for meters in [0, -1, .nan, .infinity] {
            #expect(throws: RecordError.self) { try near(0, 0, meters) }
        }
    }

    @Test func `by time, both ends included, as instants`() throws {
        let fixture = try RecordsFixture()
        try fixture.record(named: "noon", photo: nil, eventDate: "2026-06-01T12:00:00+02:00")
        try fixture.record(named: "ten", photo: nil, eventDate: "2026-06-01T10:00:00Z")
        try fixture.record(named: "later", photo: nil, eventDate: "2026-06-01T10:00:01Z")
        func between(_ from: String?, _ to: String?) throws -> Set<String> {
            Set(
                try names(fixture.store) {
                    $0.from = from.flatMap { EventDate($0)?.instant }
                    $0.to = to.flatMap { EventDate($0)?.instant }
                })
        }
        #expect(try between("2026-06-01T10:00:00Z", "2026-06-01T10:00:00Z") == ["noon", "ten"])
        #expect(try between("2026-06-01T10:00:01Z", nil) == ["later"])
        #expect(try between(nil, "2026-06-01T11:59:59+02:00") == [])
        #expect(throws: RecordError.self) {
            try between("2026-06-02T00:00:00Z", "2026-06-01T00:00:00Z")
        }
    }

    @Test(
        arguments: [
            ("kirkko", ["Tuomiokirkko Åbo"]), ("TUOMIO", ["Tuomiokirkko Åbo"]),
            ("åbo", ["Tuomiokirkko Åbo"]), ("abo tuomio", ["Tuomiokirkko Åbo"]),
            ("ΑΘΉΝΑ", ["Αθήνα"]), ("ёж", ["Ёж"]), ("corvus", ["Raven"]), ("bridge", ["Raven"]),
            ("\"", []), ("raven OR Ёж", []), ("name:raven", []), ("*", []), ("   ", nil),
            ("한글", ["한글 박물관"]),
        ] as [(String, [String]?)])
    func `by words, whatever case and accents`(q: String, expected: [String]?) throws {
        let fixture = try RecordsFixture()
        try fixture.record(named: "Tuomiokirkko Åbo", photo: nil)
        try fixture.record(named: "Αθήνα", photo: nil)
        try fixture.record(named: "Ёж", photo: nil)
        try fixture.record(named: "한글 박물관", photo: nil)
        try fixture.record(
            named: "Raven", kind: .species, photo: nil, remarks: "on the bridge",
            scientificName: "Corvus corax")
        // Words begin words: a word's inside is not found.
        let found = try names(fixture.store) { $0.q = q }
        if q == "kirkko" {
            #expect(found == [])
        } else if let expected {
            #expect(found == expected)
        } else {
            #expect(found.count == 5)
        }
    }

    @Test func `by kind, and by all conditions together`() throws {
        let fixture = try RecordsFixture()
        try fixture.record(named: "Raven", kind: .species, photo: nil)
        try fixture.record(named: "Ravenna", kind: .place, photo: nil)
        try fixture.record(named: "Raven far", kind: .species, photo: nil, at: (0, 0))
        #expect(try names(fixture.store) { $0.kind = .species } == ["Raven far", "Raven"])
        let found = try names(fixture.store) {
            $0.kind = .species
            $0.q = "raven"
            $0.boundingBox = BoundingBox(west: 24, south: 60, east: 25, north: 61)
        }
        #expect(found == ["Raven"])
    }

    @Test func `streams one moment, whatever is written meanwhile`() throws {
        let fixture = try RecordsFixture()
        for number in 0..<20 { try fixture.record(named: "\(number)", photo: nil) }
        var seen = 0
        try fixture.store.forEach { record in
            if seen == 0 {
                for other in try fixture.store.list().records.dropFirst() {
                    try fixture.store.delete(other.occurrenceID)
                }
            }
            seen += 1
        }
        #expect(seen == 20)
        #expect(try fixture.store.list().total == 1)
    }
}

@Suite struct `Editing a record` {
    @Test func `sets, clears and leaves what the patch says, and counts the revision`() throws {
        let fixture = try RecordsFixture()
        let old = try fixture.record(remarks: "old")
        var patch = RecordPatch()
        patch.name = "Tuomiokirkko"
        patch.recordedBy = .set("Aino")
        let named = try fixture.store.update(old.occurrenceID, patch, ifRevision: 1)
        #expect(named.revision == 2)
        #expect(named.identification.name == "Tuomiokirkko")
        #expect(named.identification.confidence == nil)
        #expect(named.recordedBy == "Aino")
        #expect(named.occurrenceRemarks == "old")
        #expect(named.computation == old.computation)
        #expect(try fixture.store.record(old.occurrenceID) == named)
        patch = RecordPatch()
        patch.occurrenceRemarks = .cleared
        #expect(try fixture.store.update(old.occurrenceID, patch).occurrenceRemarks == nil)
        var filter = RecordFilter()
        filter.q = "tuomiokirkko"
        #expect(try fixture.store.list(filter).total == 1)
        filter.q = "cathedral"
        #expect(try fixture.store.list(filter).total == 0)
    }

    @Test func `of another revision than was seen is refused with the current one`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record().occurrenceID
        var patch = RecordPatch()
        patch.name = "x"
        _ = try fixture.store.update(id, patch, ifRevision: 1)
        patch.name = "y"
        #expect(throws: RecordError.revisionMismatch(id, current: 2)) {
            try fixture.store.update(id, patch, ifRevision: 1)
        }
    }

    @Test func `that changes nothing leaves the revision`() throws {
        let fixture = try RecordsFixture()
        let record = try fixture.record()
        var patch = RecordPatch()
        patch.name = record.identification.name
        #expect(try fixture.store.update(record.occurrenceID, patch) == record)
    }

    @Test func `a renamed species loses its former scientific name unless the patch gives one`()
        throws
    {
        let fixture = try RecordsFixture()
        let id = try fixture.record(
            named: "Raven", kind: .species, scientificName: "Corvus corax"
        ).occurrenceID
        var patch = RecordPatch()
        patch.name = "Crow"
        #expect(try fixture.store.update(id, patch).identification.scientificName == nil)
        patch.name = "Hooded crow"
        patch.scientificName = .set("Corvus cornix")
        #expect(
            try fixture.store.update(id, patch).identification.scientificName == "Corvus cornix")
    }

    @Test func `too long a text is refused`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record().occurrenceID
        var patch = RecordPatch()
        patch.occurrenceRemarks = .set(String(repeating: "a", count: 10_000))
        _ = try fixture.store.update(id, patch)
        patch.occurrenceRemarks = .set(String(repeating: "a", count: 10_001))
        #expect(throws: RecordError.self) { try fixture.store.update(id, patch) }
    }
}
