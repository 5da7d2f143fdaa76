import Database
import FoundationEssentials
import GeoModel
import Geodesy
import Synchronization
import TestSupport
import Testing

@testable import Records

enum DisclosureTests {
    /// Takes away what version 4 added.
    static let backToVersion3 = """
        \(ListSchemaTests.backToVersion4)
        DROP TRIGGER disclosure_delete; DROP TRIGGER disclosure_update; DROP TABLE disclosure;
        DROP TABLE disclosure_state;
        """
}

/// A list of sensitive names that a test changes.
private final class TestList: Sendable {
    private let entries = Mutex<[String: Geoprivacy]>([:])
    private let generation = Mutex<Int64>(0)

    func set(_ new: [String: Geoprivacy]) {
        entries.withLock { $0 = new }
        generation.withLock { $0 += 1 }
    }

    var judge: SensitivityJudge {
        SensitivityJudge(
            state: {
                .init(
                    generation: self.generation.withLock { $0 },
                    isEmpty: self.entries.withLock { $0.isEmpty })
            },
            isListed: { names in
                self.entries.withLock { list in names.contains { list[$0] != nil } }
            },
            geoprivacy: { question in
                self.entries.withLock { list in
                    question.names.compactMap { list[$0] }.max() ?? .open
                }
            })
    }
}

@Suite struct `Disclosure` {
    private let fixture: RecordsFixture
    private let list = TestList()
    private let store: RecordStore

    init() throws {
        fixture = try RecordsFixture()
        store = try RecordStore(fixture.directory, judge: list.judge)
    }

    private func confirmed(
        _ identification: Identification, geoprivacy: Geoprivacy = .open,
        at position: (Double, Double)? = (60.16987, 24.93843), candidates: [Candidate] = [],
        created: Date = Date(), eventDate: String = "2026-06-01T12:05:00+02:00",
        remarks: String? = nil
    ) throws -> Record {
        let capture = fixture.capture(
            at: position, created: created, eventDate: eventDate, candidates: candidates)
        try fixture.stored(capture)
        return try store.confirm(
            capture.capture.id,
            as: ConfirmedAnswer(
                identification: identification, occurrenceRemarks: remarks,
                geoprivacy: geoprivacy), now: created
        ).record
    }

    private func owl(_ geoprivacy: Geoprivacy = .open, named name: String = "Strix nebulosa") throws
        -> Record
    {
        try confirmed(
            Identification(name: name, kind: .species, scientificName: name, confidence: 0.9),
            geoprivacy: geoprivacy)
    }

    private func shown(_ record: Record) throws -> PublicRecord {
        try #require(try store.publicRecord(of: record.occurrenceID, dates: .month))
    }

    private func edit(_ record: Record, _ change: (inout RecordPatch) -> Void) throws -> Record {
        var patch = RecordPatch()
        change(&patch)
        return try store.update(record.occurrenceID, patch)
    }

    // MARK: The point

    @Test func `draws the point once: edits, restarts and a way back to open leave it`() throws {
        let record = try owl(.obscured)
        let first = try shown(record)
        let point = try #require(first.position)
        let true1 = try #require(record.position)
        #expect(ObscuredCell(holding: true1.coordinate).box.contains(point))
        #expect(
            Geodesic.inverse(from: true1.coordinate, to: point).distanceInMeters
                <= first.coordinateUncertaintyInMeters ?? 0)
        _ = try edit(record) { $0.occurrenceRemarks = .set("x") }
        _ = try edit(record) { $0.geoprivacy = .private }
        #expect(try shown(record).position == nil)
        _ = try edit(record) { $0.geoprivacy = .open }
        #expect(try shown(record).id == record.occurrenceID.description)
        _ = try edit(record) { $0.geoprivacy = .obscured }
        #expect(try shown(record) == first)
        let reopened = try RecordStore(fixture.directory, judge: list.judge)
        #expect(try reopened.publicRecord(of: record.occurrenceID, dates: .month) == first)
    }

    @Test func `keeps the point in a backup that is restored`() throws {
        let first = try shown(try owl(.obscured))
        _ = try RecordBackup.make(of: fixture.directory, at: fixture.folder.file("backup"))
        let restored = try RecordStore(
            DataDirectory(fixture.folder.file("backup")), judge: list.judge)
        #expect(try restored.publicList(dates: .month).records == [first])
    }

    @Test func `keeps the point and all names proposed when a deletion is undone`() throws {
        list.set(["Falco rusticolus": .obscured])
        let kept = try RecordStore(fixture.directory, judge: list.judge, trashDays: 1)
        let record = try owl(named: "Falco rusticolus")
        _ = try edit(record) {
            $0.name = "Falco"
            $0.scientificName = .set("Falco")
        }
        let first = try shown(record)
        try kept.delete(record.occurrenceID)
        #expect(try store.publicList(dates: .month).records.isEmpty)
        _ = try kept.restore(record.occurrenceID)
        #expect(try shown(record) == first && first.geoprivacy == .obscured)
    }

    @Test func `draws points and ids that tell nothing of each other`() throws {
        let all = try (0..<20).map { _ in try shown(owl(.obscured)) }
        #expect(Set(all.map(\.position)).count == 20)
        #expect(Set(all.map(\.id)).count == 20)
    }

    @Test func `knows a record by its id in public, and no longer by its own`() throws {
        let record = try owl()
        let own = record.occurrenceID.description
        #expect(try store.publicRecord(own, dates: .month)?.id == own)
        _ = try edit(record) { $0.geoprivacy = .obscured }
        #expect(try store.publicRecord(own, dates: .month) == nil)
        let id = try shown(record).id
        #expect(try store.publicRecord(id.uppercased(), dates: .month)?.id == id)
        #expect(try store.occurrenceID(publicID: id) == record.occurrenceID)
        try store.delete(record.occurrenceID)
        #expect(try store.publicRecord(id, dates: .month) == nil)
    }

    // MARK: Sensitive names

    @Test func `V03: the blur holds while any name that was proposed is sensitive`() throws {
        list.set(["Falco rusticolus": .obscured])
        var record = try owl(named: "Falco rusticolus")
        #expect(record.disclosure?.publicGeoprivacy(.open) == .obscured)
        let first = try shown(record)
        record = try edit(record) {
            $0.name = "Falco"
            $0.scientificName = .set("Falco")
        }
        record = try edit(record) {
            $0.name = "Falco peregrinus"
            $0.scientificName = .set("Falco peregrinus")
        }
        let last = try shown(record)
        #expect(last.geoprivacy == .obscured && last.position == first.position)
        #expect(last.identification?.name == "Falco peregrinus")
    }

    @Test func `V03: a candidate that was only offered counts too`() throws {
        list.set(["Falco rusticolus": .private])
        let offered = Candidate(
            id: "2", kind: .species, name: "Gyrfalcon", score: 0.2,
            scientificName: "Falco rusticolus", evidence: [])
        let record = try confirmed(
            Identification(name: "A bird", kind: .thing), candidates: [offered])
        #expect(try shown(record).geoprivacy == .private)
    }

    @Test func `conceals what was confirmed before the taxon was listed, and shows it after`()
        throws
    {
        let record = try owl()
        #expect(try shown(record).geoprivacy == .open)
        list.set(["Strix nebulosa": .obscured, "Bubo bubo": .obscured])
        #expect(try shown(record).geoprivacy == .obscured)
        list.set(["Bubo bubo": .obscured])
        #expect(try shown(record).geoprivacy == .open)
    }

    @Test func `a list that was lost lifts nothing, one that was removed does`() throws {
        list.set(["Strix nebulosa": .obscured])
        let record = try owl()
        list.set([:])
        #expect(try shown(record).geoprivacy == .obscured)
        #expect(try shown(edit(record) { $0.name = "Owl" }).geoprivacy == .obscured)
        #expect(try store.compareWithList(mayLift: true) == 0)
        #expect(try shown(record).geoprivacy == .open)
    }

    @Test func `the stricter of list and choice counts`() throws {
        list.set(["Strix nebulosa": .obscured])
        let record = try owl(.private)
        #expect(try shown(record).geoprivacy == .private)
        #expect(try shown(edit(record) { $0.geoprivacy = .open }).geoprivacy == .obscured)
    }

    @Test func `a record that nobody compared with the list is hidden`() throws {
        let plain = try RecordStore(fixture.directory)
        let record = try owl()
        var patch = RecordPatch()
        patch.name = "Bubo bubo"
        _ = try plain.update(record.occurrenceID, patch)
        #expect(try plain.publicList(dates: .month).records.isEmpty)
        #expect(try plain.publicRecord(of: record.occurrenceID, dates: .month) == nil)
        #expect(try store.publicList(dates: .month).records.count == 1)
    }

    @Test func `a list that cannot be asked hides the record, and does not fail the confirmation`()
        throws
    {
        struct Broken: Error {}
        let broken = try RecordStore(
            fixture.directory,
            judge: SensitivityJudge(
                state: { throw Broken() }, isListed: { _ in throw Broken() },
                geoprivacy: { _ in throw Broken() }))
        let capture = fixture.capture()
        try fixture.stored(capture)
        let record = try broken.confirm(
            capture.capture.id,
            as: ConfirmedAnswer(identification: Identification(name: "Owl", kind: .species))
        ).record
        #expect(record.disclosure?.listedGeoprivacy == nil)
        #expect(throws: Broken.self) { try broken.publicList(dates: .month) }
        #expect(try store.publicList(dates: .month).total == 1)
    }

    @Test func `records of a version without disclosure are compared when the public first asks`()
        throws
    {
        list.set(["Strix nebulosa": .obscured])
        let (record, place) = (try owl(), try fixture.record())
        do {
            let connection = try Connection(
                path: fixture.directory.recordsDatabase, mode: .readWrite, spatial: true)
            try connection.execute(
                "\(DisclosureTests.backToVersion3) PRAGMA user_version = 3")
        }
        let upgraded = try RecordStore(fixture.directory, judge: list.judge)
        let page = try upgraded.publicList(dates: .month)
        #expect(Set(page.records.map(\.geoprivacy)) == [.open, .obscured])
        #expect(
            try upgraded.publicRecord(of: place.occurrenceID, dates: .month)?.geoprivacy == .open)
        #expect(
            try upgraded.publicRecord(of: record.occurrenceID, dates: .month)?.geoprivacy
                == .obscured)
    }

    // MARK: Lists of the public

    private func ids(_ change: (inout RecordFilter) -> Void) throws -> [String] {
        var filter = RecordFilter()
        change(&filter)
        let page = try store.publicList(filter, dates: .month)
        #expect(page.total == page.records.count)
        return page.records.map(\.id)
    }

    @Test func `a box or a circle finds the point that is shown, never the true one`() throws {
        let record = try owl(.obscured)
        let point = try #require(try shown(record).position)
        func box(_ position: Coordinate) -> BoundingBox? {
            BoundingBox(
                west: position.decimalLongitude - 0.00005,
                south: position.decimalLatitude - 0.00005,
                east: position.decimalLongitude + 0.00005,
                north: position.decimalLatitude + 0.00005)
        }
        let hidden = try #require(record.position?.coordinate)
        let circles = try [point, hidden].map {
            try RecordFilter.Circle(center: $0, radiusInMeters: 5)
        }
        #expect(try ids { $0.boundingBox = box(point) }.count == 1)
        #expect(try ids { $0.near = circles[0] }.count == 1)
        #expect(try ids { $0.boundingBox = box(hidden) }.isEmpty)
        #expect(try ids { $0.near = circles[1] }.isEmpty)
        _ = try edit(record) { $0.geoprivacy = .private }
        #expect(
            try ids { $0.boundingBox = BoundingBox(west: -180, south: -90, east: 180, north: 90) }
                .isEmpty)
        #expect(try ids { _ in }.count == 1)
    }

    @Test func `V05: words of notes, places and withheld names find nothing`() throws {
        let owl = try confirmed(
            Identification(
                name: "Great Grey Owl", kind: .species, scientificName: "Strix nebulosa"),
            geoprivacy: .obscured, remarks: "Behind the chapel")
        let place = try confirmed(
            Identification(name: "Chapel of Rest", kind: .place, confidence: 0.9),
            geoprivacy: .obscured)
        #expect(try ids { $0.q = "chapel" }.isEmpty)
        #expect(try ids { $0.q = "nebulosa" } == [shown(owl).id])
        #expect(try ids { $0.q = "grey ow" } == [shown(owl).id])
        #expect(try ids { $0.kind = .place } == [shown(place).id])
        _ = try edit(place) { $0.geoprivacy = .open }
        #expect(try ids { $0.q = "chapel" } == [place.occurrenceID.description])
    }

    @Test func `V05: neither order, cursor nor date tells which open records are its neighbours`()
        throws
    {
        let noon = try #require(EventDate("2026-06-14T12:00:00Z")).instant
        let names = ["before", "hidden", "after"]
        let records = try names.enumerated().map { index, name in
            let time = noon.addingTimeInterval(Double(index) * 180)
            return try confirmed(
                Identification(name: name, kind: .species),
                geoprivacy: name == "hidden" ? .obscured : .open, created: time,
                eventDate: EventDate(utc: time).description)
        }
        let page = try store.publicList(dates: .month)
        #expect(page.records.map { $0.identification?.name } == ["after", "before", "hidden"])
        var filter = RecordFilter()
        filter.limit = 2
        filter.cursor = try store.publicList(filter, dates: .month).nextCursor
        #expect(
            try store.publicList(filter, dates: .month).records.map { $0.identification?.name }
                == ["hidden"])
        // Any moment of its month finds it; the cursor behind it holds the month's first instant.
        let id = try shown(records[1]).id
        for day in ["2026-06-01", "2026-06-14", "2026-06-30"] {
            let date = try #require(EventDate(day)).instant
            #expect(
                try ids {
                    $0.from = date
                    $0.to = date.addingTimeInterval(60)
                }.contains(id))
        }
        #expect(try !ids { $0.from = EventDate("2026-07-01")?.instant }.contains(id))
        #expect(try !ids { $0.to = EventDate("2026-05-31")?.instant }.contains(id))
        filter = RecordFilter()
        filter.limit = 3
        _ = try confirmed(
            Identification(name: "May", kind: .species),
            created: try #require(EventDate("2026-05-01T00:00:00Z")).instant)
        let cursor = try #require(try store.publicList(filter, dates: .month).nextCursor)
        let june = try #require(EventDate("2026-06-01T00:00:00Z")).instant
        #expect(cursor == "public_\(june.milliseconds)_\(id)")
    }

    @Test func `pages show each record once`() throws {
        for index in 0..<7 { _ = try owl(index % 2 == 0 ? .open : .obscured) }
        var filter = RecordFilter()
        filter.limit = 2
        var seen: [String] = []
        repeat {
            let page = try store.publicList(filter, dates: .month)
            seen += page.records.map(\.id)
            filter.cursor = page.nextCursor
        } while filter.cursor != nil
        #expect(seen.count == 7 && Set(seen).count == 7)
        #expect(throws: RecordError.invalidCursor) {
            filter.cursor = "1.2"
            _ = try store.publicList(filter, dates: .month)
        }
    }

    @Test func `counts near a place are of what is shown`() throws {
        let record = try owl(.obscured)
        let point = try #require(try shown(record).position)
        let hidden = try #require(record.position?.coordinate)
        func count(_ center: Coordinate) throws -> Int {
            try store.publicMonthlyCounts(near: .init(center: center, radiusInMeters: 5)).count
        }
        #expect(try count(point) == 1)
        #expect(try count(hidden) == 0)
    }

    @Test func `the database shows the same names as the function`() throws {
        let cases = [
            Identification(name: "Owl", kind: .species),
            Identification(name: "Owl 7", kind: .species),
            Identification(name: "Owl", kind: .species, scientificName: "Strix 1"),
            Identification(name: "Owl", kind: .thing, confidence: 0.5),
            Identification(name: "Owl", kind: .place),
            Identification(name: "Strix", kind: .species, vernacularName: "Pöllö 2"),
        ]
        for identification in cases {
            let record = try confirmed(identification, geoprivacy: .obscured)
            let found = try ids { $0.q = "owl" } + ids { $0.q = "strix" }
            #expect(
                found.contains(try shown(record).id)
                    == PublicRecord.showsNames(identification), "\(identification)")
        }
    }

    // MARK: Photos

    @Test func `a public copy goes with its record, and may be deleted at any time`() throws {
        let flat = FlatJPEG(levels: [90, 128, 128], hasAdobeMarker: false).bytes
        let bytes = ExifSegment(at: 60.16987, 24.93843).inserted(into: flat)
        let capture = fixture.capture(photo: bytes)
        try fixture.stored(capture, photo: bytes)
        let record = try store.confirm(capture.capture.id, as: .named("Bench")).record
        let path = try store.publicPhotoPath(record.occurrenceID, longestSide: nil, dates: .month)
        #expect(fixture.files.contains { $0.hasSuffix("-public.jpg") })
        #expect(try store.check().problems.isEmpty)
        try FileManager.default.removeItem(atPath: path)
        #expect(
            try store.publicPhotoPath(record.occurrenceID, longestSide: nil, dates: .month) == path)
        try store.delete(record.occurrenceID)
        #expect(fixture.files.isEmpty)
    }

    @Test(arguments: [Geoprivacy.obscured, .private])
    func `a photo that would show the place is not given out`(geoprivacy: Geoprivacy) throws {
        let record = try confirmed(
            Identification(name: "Chapel", kind: .place), geoprivacy: geoprivacy)
        for size in [nil, 120] {
            #expect(throws: RecordError.noPhoto(record.occurrenceID)) {
                _ = try store.publicPhotoPath(record.occurrenceID, longestSide: size, dates: .month)
            }
        }
    }
}
