import Database
import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Records

/// A crash between two steps of DurableOrder.swift: the steps before it are done one by one, then the
/// directory is opened anew.
@Suite struct `After a crash` {
    let fixture: RecordsFixture
    /// Older than the grace time, seen from here.
    let later = Date(timeIntervalSinceNow: 2 * 3600)

    init() throws { fixture = try RecordsFixture() }

    private func sweptStore(at time: Date) throws -> RecordStore {
        let store = try fixture.reopened()
        _ = try store.sweep(now: time)
        #expect(try store.check(now: time).problems == [])
        return store
    }

    @Test func `behind 1, half an upload is gone once it is old`() throws {
        _ = try fixture.upload([1, 2, 3])
        _ = try sweptStore(at: Date())
        #expect(fixture.files.count == 1)
        _ = try sweptStore(at: later)
        #expect(fixture.files == [])
    }

    @Test func `behind 3, a staged photo without a row is gone once it is old`() throws {
        try fixture.store.stage(upload: try fixture.upload([1]), as: UUIDv7())
        _ = try sweptStore(at: Date())
        #expect(fixture.files.count == 1)
        _ = try sweptStore(at: later)
        #expect(fixture.files == [])
    }

    @Test func `behind 4, the capture waits and can be confirmed`() throws {
        let id = try fixture.stored(fixture.capture())
        let store = try sweptStore(at: later)
        #expect(try store.confirm(id, as: .named("x")).isNew)
        #expect(fixture.files.count == 1)
    }

    @Test(arguments: ["confirmed", "cancelled", "expired"])
    func `behind 6 and 7, the photo is in place and the capture still waits, then is`(
        end: String
    ) throws {
        let capture = fixture.capture()
        let id = try fixture.stored(capture)
        try fixture.store.photos.moveToPhotos(capture: id, as: capture.occurrenceID)
        let store = try sweptStore(at: later)
        #expect(fixture.files.count == 1)
        switch end {
        case "confirmed":
            let record = try store.confirm(id, as: .named("x")).record
            #expect(try store.photoPath(record.occurrenceID).hasSuffix(fixture.files[0]))
            #expect(try store.check(now: later).problems == [])
        case "cancelled":
            try store.cancel(id)
            #expect(fixture.files == [])
        default:
            _ = try sweptStore(at: Date(timeIntervalSinceNow: 90_000))
            #expect(fixture.files == [])
        }
    }

    @Test func `behind 7, a failed commit leaves a capture that can be confirmed`() throws {
        let capture = fixture.capture()
        let id = try fixture.stored(capture)
        // A record of another capture that has this id makes the insert fail, after the rename.
        let other = StoredCapture(
            capture: fixture.capture(photo: nil).capture, occurrenceID: UUIDv7(), address: nil,
            addressParts: [], key: nil)
        _ = try fixture.store.insert(other)
        try fixture.store.writing { connection in
            try RecordRow.insert(
                other.record(.named("blocker"), now: Date()), into: connection)
            try connection.run(
                "UPDATE record SET occurrenceID = ?", .text(capture.occurrenceID.description))
        }
        #expect(throws: DatabaseError.self) { try fixture.store.confirm(id, as: .named("x")) }
        #expect(try fixture.store.capture(id)?.capture.state == .pending)
        try fixture.store.writing { try $0.execute("DELETE FROM record") }
        #expect(try fixture.store.confirm(id, as: .named("x")).isNew)
        #expect(try sweptStore(at: later).list().total == 1)
        #expect(fixture.files.count == 1)
    }

    @Test func `behind 9, the photo of a deleted record is gone at once`() throws {
        let record = try fixture.record()
        let id = record.occurrenceID.description
        try fixture.store.writing { connection in
            try connection.run(
                "INSERT INTO tombstone VALUES (?, ?, 1)", .text(id), .text(id))
            try connection.run("DELETE FROM record WHERE occurrenceID = ?", .text(id))
        }
        _ = try sweptStore(at: Date())
        #expect(fixture.files == [])
    }

    @Test func `behind 12, the photo of an ended capture is gone at once`() throws {
        let id = try fixture.stored(fixture.capture())
        try fixture.store.writing { connection in
            try connection.run(
                "UPDATE capture SET state = 'cancelled', ended = 1 WHERE id = ?",
                .text(id.description))
        }
        // The row is dropped in the same sweep, as it ended long ago: the file must go all the same.
        _ = try sweptStore(at: later)
        #expect(fixture.files == [])
    }

    @Test func `while the database was made, it is made at the next start`() throws {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        // What SQLite leaves of a transaction that never ended: a file without tables.
        let connection = try Connection(
            path: directory.recordsDatabase, mode: .create, spatial: true)
        try connection.execute("PRAGMA journal_mode = WAL; BEGIN; CREATE TABLE x (a); ROLLBACK")
        #expect(try RecordStore(directory).list().total == 0)
    }
}
