import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// What version 3 of the database adds.
@Suite struct `The upkeep schema` {
    @Test func `comes to a database of version 2, whose records stay`() throws {
        let fixture = try RecordsFixture()
        let record = try fixture.record()
        try fixture.store.writing { connection in
            try connection.execute("\(UpkeepTests.backToVersion2) PRAGMA user_version = 2")
        }
        let store = try RecordStore(fixture.directory, trashDays: 1)
        #expect(try store.record(record.occurrenceID)?.with(nil) == record.with(nil))
        #expect(try store.list().records.map(\.occurrenceID) == [record.occurrenceID])
        try store.delete(record.occurrenceID)
        #expect(try store.restore(record.occurrenceID).record == record)
    }
}

enum UpkeepTests {
    /// Takes away what version 3 added.
    static let backToVersion2 = """
        \(DisclosureTests.backToVersion3)
        DROP TABLE deleted_record; DROP TRIGGER refreshed_delete; DROP TABLE refreshed;
        DROP INDEX record_walk; DROP INDEX record_by_kind;
        CREATE INDEX record_by_created ON record (created, occurrenceID);
        """
}

@Suite struct `Undoing a deletion` {
    let fixture: RecordsFixture
    let store: RecordStore

    init() throws {
        fixture = try RecordsFixture()
        store = try RecordStore(fixture.directory, trashDays: 7)
    }

    private func picture() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.palace.path)))
    }

    @Test func `brings back the record as it was, with photo, candidates, edits and place`() throws
    {
        let bytes = try picture()
        let older = try fixture.record(named: "older", photo: nil)
        let id = try fixture.record(photo: bytes, remarks: "from the quay").occurrenceID
        let newer = try fixture.record(named: "newer", photo: nil)
        var patch = RecordPatch()
        patch.recordedBy = .set("Aino")
        _ = try store.update(id, patch)
        let record = try #require(try store.record(id))
        let thumbnail = try store.thumbnailPath(id, longestSide: 120)
        let size = try #require(FileCalls.facts(of: thumbnail)?.bytes)

        let report = try store.delete(id)
        #expect(report.files == 1 && report.bytesFreed == size)
        #expect(report.bytesKept == bytes.count)
        let end = try #require(report.restorableUntil)
        #expect(abs(end.timeIntervalSinceNow - 7 * 86_400) < 60)
        #expect(fixture.files.map { $0.hasPrefix("photos/") } == [true])
        #expect(try store.list().total == 2)

        let deleted = try store.deletedRecords().records
        #expect(deleted.map(\.record) == [record])
        #expect(deleted.map(\.restorableUntil) == [end])
        let (restored, isNew) = try store.restore(id)
        #expect(isNew && restored == record)
        #expect(try fixture.reopened().record(id) == record)
        #expect(try store.deletedRecords().records == [])
        let order = try store.list().records.map(\.occurrenceID)
        #expect(order == [newer.occurrenceID, id, older.occurrenceID])
        var filter = RecordFilter()
        filter.q = "quay"
        filter.boundingBox = BoundingBox(west: 24, south: 60, east: 25, north: 61)
        #expect(try store.list(filter).records.map(\.occurrenceID) == [id])
        #expect(try Data(contentsOf: URL(filePath: store.photoPath(id))) == Data(bytes))
        #expect(try store.check(now: Date(timeIntervalSinceNow: 7200)).problems == [])
        // A lost answer is asked for again.
        let again = try store.restore(id)
        #expect(!again.isNew && again.record == record)
    }

    @Test func `D11 is told to whoever comes too late, with the time it is possible till`() throws {
        let id = try fixture.record().occurrenceID
        let end = try #require(try store.delete(id).restorableUntil)
        let failure = #expect(throws: RecordError.self) { try store.update(id, RecordPatch()) }
        guard case .recordGone(id, _, let told) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(told == end)
        #expect(failure?.description.contains("can be restored until") == true)
        #expect(throws: RecordError.self) { try store.delete(id) }
        #expect(throws: RecordError.self) { try store.photoPath(id) }
        #expect(throws: RecordError.self) { try store.thumbnailPath(id, longestSide: 120) }
    }

    @Test func `ends with the sweep behind its time, which frees the photo`() throws {
        let id = try fixture.record(photo: [1, 2, 3]).occurrenceID
        try store.delete(id)
        let early = try store.sweep(now: Date(timeIntervalSinceNow: 6 * 86_400))
        #expect(early.endedDeletions == 0 && fixture.files.count == 1)
        let late = try store.sweep(now: Date(timeIntervalSinceNow: 8 * 86_400))
        #expect(late.endedDeletions == 1)
        #expect(late.removed.files == 1 && late.removed.bytesFreed == 3)
        #expect(fixture.files == [])
        #expect(throws: RecordError.self) { try store.restore(id) }
        #expect(try store.check().problems == [])
    }

    @Test func `is not possible after its time, swept or not, nor for what never was`() throws {
        let id = try fixture.record().occurrenceID
        try store.delete(id, now: Date(timeIntervalSinceNow: -8 * 86_400))
        #expect(try store.deletedRecords().records == [])
        let failure = #expect(throws: RecordError.self) { try store.restore(id) }
        guard case .recordGone(id, _, nil) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let never = UUIDv7()
        #expect(throws: RecordError.recordNotFound(never)) { try store.restore(never) }
    }

    @Test func `is not possible without a time for it, and the time once told holds`() throws {
        let (kept, gone) = (try fixture.record(), try fixture.record())
        try store.delete(kept.occurrenceID)
        let hasty = try fixture.reopened()
        let report = try hasty.delete(gone.occurrenceID)
        #expect(report.restorableUntil == nil && report.bytesKept == 0)
        #expect(throws: RecordError.self) { try hasty.restore(gone.occurrenceID) }
        _ = try hasty.sweep()
        #expect(try hasty.restore(kept.occurrenceID).record == kept)
    }

    @Test func `gives another place when a newer record has it`() throws {
        let id = try fixture.record(photo: nil).occurrenceID
        try store.delete(id)
        let newer = try fixture.record(named: "newer", photo: nil)
        _ = try store.restore(id)
        #expect(try store.list().records.map(\.occurrenceID) == [id, newer.occurrenceID])
    }

    @Test func `lists what is deleted in pages, the last deleted first`() throws {
        var expected: [UUIDv7] = []
        for number in 0..<5 {
            let id = try fixture.record(named: "\(number)", photo: nil).occurrenceID
            try store.delete(id, now: Date(timeIntervalSinceNow: Double(number) - 60))
            expected.insert(id, at: 0)
        }
        var (seen, cursor): ([UUIDv7], String?) = ([], nil)
        repeat {
            let page = try store.deletedRecords(limit: 2, cursor: cursor)
            seen += page.records.map(\.record.occurrenceID)
            cursor = page.nextCursor
        } while cursor != nil
        #expect(seen == expected)
        #expect(throws: RecordError.invalidCursor) { try store.deletedRecords(cursor: "1") }
        #expect(throws: RecordError.self) { try store.deletedRecords(limit: 0) }
    }

    @Test func `is in a backup, with its photo`() throws {
        let record = try fixture.record(photo: [1, 2, 3])
        try store.delete(record.occurrenceID)
        let target = fixture.folder.file("backup")
        let report = try RecordBackup.make(of: fixture.directory, at: target)
        #expect(report.records == 0 && report.photos == 1 && report.isWhole)
        let directory = DataDirectory(fixture.folder.file("restored"))
        _ = try RecordBackup.restore(target, into: directory)
        let copy = try RecordStore(directory)
        #expect(try copy.restore(record.occurrenceID).record == record)
        #expect(try copy.check(now: Date(timeIntervalSinceNow: 7200)).problems == [])
    }

    @Test func `of a missing photo is told by a backup`() throws {
        let id = try fixture.record(photo: [1, 2, 3]).occurrenceID
        try store.delete(id)
        try FileCalls.remove(store.photos.path(of: id))
        let report = try RecordBackup.make(
            of: fixture.directory, at: fixture.folder.file("backup"))
        #expect(report.missingPhotos == [id.description])
    }

    @Test
    func `behind a crash between commit and thumbnails, the photo stays and the sweep is right`()
        throws
    {
        let record = try fixture.record(photo: try picture())
        _ = try store.thumbnailPath(record.occurrenceID, longestSide: 120)
        // Step 9a without 10a.
        try store.writing { connection in
            try DeletedRow.insert(
                record, deleted: Date(), until: Date(timeIntervalSinceNow: 60), into: connection)
            try connection.run(
                "INSERT INTO tombstone VALUES (?1, ?1, 1)", .text(record.occurrenceID.description))
            try connection.execute("DELETE FROM record")
        }
        _ = try fixture.reopened().sweep(now: Date(timeIntervalSinceNow: 30))
        #expect(fixture.files.map { $0.hasPrefix("photos/") } == [true])
        #expect(try store.restore(record.occurrenceID).isNew)
    }
}
