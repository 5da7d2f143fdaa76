import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Deleting a record` {
    /// A photo that can be decoded, from the repository.
    private func picture() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.palace.path)))
    }

    @Test func `D09 takes photo and thumbnails, and reports files and bytes`() throws {
        let fixture = try RecordsFixture()
        let bytes = try picture()
        let record = try fixture.record(photo: bytes)
        let thumbnails = try PhotoStore.thumbnailSizes.map {
            try fixture.store.thumbnailPath(record.occurrenceID, longestSide: $0)
        }
        let size = try thumbnails.reduce(bytes.count) {
            $0 + (try Data(contentsOf: URL(filePath: $1)).count)
        }
        #expect(fixture.files.count == 4)
        let report = try fixture.store.delete(record.occurrenceID)
        #expect(report.files == 4)
        #expect(report.bytesFreed == size)
        #expect(fixture.files == [])
        #expect(try fixture.store.check().orphans == [])
    }

    @Test func `D09 of many leaves those that stay`() throws {
        let fixture = try RecordsFixture()
        let records = try (0..<12).map { try fixture.record(photo: Array("photo \($0)".utf8)) }
        for record in records.prefix(9) { try fixture.store.delete(record.occurrenceID) }
        #expect(try fixture.store.list().total == 3)
        #expect(fixture.files.count == 3)
        #expect(try fixture.store.check().problems == [])
    }

    @Test func `D09 while the photo is being read, the reader reads on`() throws {
        let fixture = try RecordsFixture()
        let bytes = [UInt8](repeating: 7, count: 300_000)
        let record = try fixture.record(photo: bytes)
        let open = try OpenFile(try fixture.store.photoPath(record.occurrenceID))
        let first = try open.read(1000)
        try fixture.store.delete(record.occurrenceID)
        #expect(fixture.files == [])
        #expect(first + (try open.read(400_000)) == bytes)
    }

    @Test func `answers gone with the time, to everything that comes after`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record().occurrenceID
        let time = Date(timeIntervalSince1970: 1_780_000_000)
        try fixture.store.delete(id, now: time)
        let gone = RecordError.recordGone(id, deleted: time)
        #expect(throws: gone) { try fixture.store.record(id) }
        #expect(throws: gone) { try fixture.store.delete(id) }
        #expect(throws: gone) { try fixture.store.photoPath(id) }
        #expect(throws: gone) { try fixture.store.thumbnailPath(id, longestSide: 120) }
        var patch = RecordPatch()
        patch.name = "x"
        #expect(throws: gone) { try fixture.store.update(id, patch) }
    }

    @Test func `at another revision than was seen is refused`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record().occurrenceID
        #expect(throws: RecordError.revisionMismatch(id, current: 1)) {
            try fixture.store.delete(id, ifRevision: 2)
        }
        try fixture.store.delete(id, ifRevision: 1)
    }

    @Test func `one that was never there is not found`() throws {
        let fixture = try RecordsFixture()
        let id = UUIDv7()
        #expect(try fixture.store.record(id) == nil)
        #expect(throws: RecordError.recordNotFound(id)) { try fixture.store.delete(id) }
    }
}

@Suite struct `Thumbnails` {
    @Test func `are made once, in the sizes there are`() throws {
        let fixture = try RecordsFixture()
        let photo = Array(try Data(contentsOf: URL(filePath: GeoDataFiles.Photo.palace.path)))
        let id = try fixture.record(photo: photo).occurrenceID
        let path = try fixture.store.thumbnailPath(id, longestSide: 120)
        let facts = FileCalls.facts(of: path)
        #expect(try fixture.store.thumbnailPath(id, longestSide: 120) == path)
        #expect(FileCalls.facts(of: path) == facts)
        #expect(throws: RecordError.self) { try fixture.store.thumbnailPath(id, longestSide: 121) }
    }

    @Test func `of a photo that is missing or damaged are an error that says which`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record(photo: Array("not a picture".utf8)).occurrenceID
        let failure = #expect(throws: RecordError.self) {
            try fixture.store.thumbnailPath(id, longestSide: 120)
        }
        guard case .photoUnreadable(id, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        try FileCalls.remove(fixture.store.photos.path(of: id))
        #expect(throws: RecordError.photoMissing(id)) {
            try fixture.store.thumbnailPath(id, longestSide: 120)
        }
    }
}
