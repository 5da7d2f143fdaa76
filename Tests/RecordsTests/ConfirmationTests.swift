import Database
import Hashing
import FoundationEssentials
import GeoModel
import Synchronization
import TestSupport
import Testing

@testable import Records

@Suite struct `Confirming a capture` {
    @Test func `makes a record with the photo byte for byte, and leaves nothing in staging`() throws
    {
        let fixture = try RecordsFixture()
        let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let capture = fixture.capture(photo: bytes)
        try fixture.stored(capture, photo: bytes)
        let answer = ConfirmedAnswer(
            identification: Identification(
                name: "Helsinki Cathedral", kind: .place,
                ref: OSMRef(osmType: .way, osmID: 419_479_428), category: "amenity",
                type: "place_of_worship", confidence: 0.91),
            occurrenceRemarks: "white", recordedBy: "Aino")
        let (record, isNew) = try fixture.store.confirm(capture.capture.id, as: answer)
        #expect(isNew)
        #expect(record.identification == answer.identification)
        #expect(record.position == capture.capture.position)
        #expect(record.computation.candidates == [.cathedral])
        #expect(try fixture.store.record(record.occurrenceID) == record)
        let path = try fixture.store.photoPath(record.occurrenceID)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        #expect(record.photo?.sha256 == SHA256.hexadecimal(of: bytes))
        let shard = record.occurrenceID.description.suffix(2)
        #expect(fixture.files == ["photos/\(shard)/\(record.occurrenceID).jpg"])
    }

    @Test func `stores nothing in a database that was taken away, and goes on when it is back`()
        throws
    {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let database = fixture.store.directory.recordsDatabase
        try FileManager.default.moveItem(atPath: database, toPath: "\(database).away")
        #expect(throws: RecordError.databaseMoved(path: database)) {
            try fixture.store.confirm(id, as: .named("x"))
        }
        #expect(throws: RecordError.databaseMoved(path: database)) {
            try fixture.stored(fixture.capture())
        }
        // Nor in one that somebody else put there meanwhile.
        try Data().write(to: URL(filePath: database))
        #expect(throws: RecordError.databaseMoved(path: database)) {
            try fixture.store.cancel(id)
        }
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: "\(database).away", toPath: database)
        #expect(try fixture.store.confirm(id, as: .named("x")).isNew)
    }

    @Test func `D01 twenty at once, and one after a lost answer, make one record and one file`()
        throws
    {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let answers = Mutex<[(UUIDv7, Bool)]>([])
        let failures = Mutex<[String]>([])
        Threads(20) { _ in
            do {
                let (record, isNew) = try fixture.store.confirm(id, as: .named("x", key: "k"))
                answers.withLock { $0.append((record.occurrenceID, isNew)) }
            } catch { failures.withLock { $0.append("\(error)") } }
        }.join()
        #expect(failures.withLock { $0 } == [])
        let all = answers.withLock { $0 }
        #expect(all.count == 20)
        #expect(all.filter(\.1).count == 1)
        #expect(Set(all.map(\.0)).count == 1)
        let late = try fixture.reopened().confirm(id, as: .named("x", key: "k"))
        #expect(!late.isNew)
        #expect(late.record.occurrenceID == all[0].0)
        #expect(try fixture.store.list().total == 1)
        #expect(fixture.files.count == 1)
    }

    @Test func `repeated without a key is the same when it says the same, and refused otherwise`()
        throws
    {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let record = try fixture.store.confirm(id, as: .named("x")).record
        #expect(try fixture.store.confirm(id, as: .named("x")).record == record)
        #expect(throws: RecordError.captureConfirmed(id, record: record.occurrenceID)) {
            try fixture.store.confirm(id, as: .named("y"))
        }
    }

    @Test func `repeated after its photo was lost answers the record all the same`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let record = try fixture.store.confirm(id, as: .named("x", key: "k")).record
        try FileManager.default.removeItem(
            atPath: try fixture.store.photoPath(record.occurrenceID))
        let again = try fixture.store.confirm(id, as: .named("x", key: "k"))
        #expect(again.record == record)
        #expect(!again.isNew)
    }

    @Test func `of a capture that another process ended leaves no photo behind`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        // As a crash behind the commit of a cancellation leaves it: ended, its photo staged.
        let other = try fixture.reopened()
        try other.writing { connection in
            try connection.run(
                "UPDATE capture SET state = 'cancelled', ended = ?2 WHERE id = ?1",
                .text(id.description), .integer(Date().milliseconds))
        }
        #expect(throws: RecordError.captureCancelled(id)) {
            try fixture.store.confirm(id, as: .named("x"))
        }
        #expect(fixture.files.count == 1)
        #expect(try fixture.store.list().total == 0)
        _ = try fixture.store.sweep()
        #expect(fixture.files == [])
    }

    @Test func `whose photo cannot be moved stores nothing, and succeeds when it can`() throws {
        let fixture = try RecordsFixture()
        let capture = fixture.capture()
        let id = try fixture.stored(capture)
        let shard = "\(fixture.directory.photos)/\(capture.occurrenceID.description.suffix(2))"
        try Data().write(to: URL(filePath: shard))
        #expect(throws: RecordError.self) { try fixture.store.confirm(id, as: .named("x")) }
        #expect(try fixture.store.list().total == 0)
        #expect(try fixture.store.capture(id)?.capture.state == .pending)
        try FileManager.default.removeItem(atPath: shard)
        #expect(try fixture.store.confirm(id, as: .named("x")).isNew)
        #expect(try fixture.store.list().total == 1)
    }

    @Test func `of a capture that ended says how it ended`() throws {
        let fixture = try RecordsFixture()
        let cancelled = try fixture.stored(fixture.capture())
        try fixture.store.cancel(cancelled)
        #expect(throws: RecordError.captureCancelled(cancelled)) {
            try fixture.store.confirm(cancelled, as: .named("x"))
        }
        let late = try fixture.stored(fixture.capture(lifetime: -1))
        #expect(throws: RecordError.captureExpired(late)) {
            try fixture.store.confirm(late, as: .named("x"))
        }
        _ = try fixture.store.sweep()
        #expect(throws: RecordError.captureExpired(late)) {
            try fixture.store.confirm(late, as: .named("x"))
        }
        let never = UUIDv7()
        #expect(throws: RecordError.captureNotFound(never)) {
            try fixture.store.confirm(never, as: .named("x"))
        }
    }

    @Test func `whose record was deleted since says that it is gone`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let record = try fixture.store.confirm(id, as: .named("x", key: "k")).record
        try fixture.store.delete(record.occurrenceID, now: Date(timeIntervalSince1970: 1e9))
        let gone = RecordError.recordGone(
            record.occurrenceID, deleted: Date(timeIntervalSince1970: 1e9))
        #expect(throws: gone) { try fixture.store.confirm(id, as: .named("x", key: "k")) }
    }

    @Test func `that ended long ago still answers its record`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let record = try fixture.store.confirm(id, as: .named("x", key: "k")).record
        _ = try fixture.store.sweep(now: Date(timeIntervalSinceNow: 31 * 86400))
        #expect(try fixture.store.capture(id) == nil)
        #expect(try fixture.store.confirm(id, as: .named("x", key: "k")).record == record)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 501), "name"), ("", "name"), (" \n", "name"),
        ("a\0", "name"),
        // Nothing to be seen: a space without width, a mark of direction, a filler, a bell, a selector.
        ("\u{200B}", "name"), ("\u{202E} ", "name"), ("\u{3164}\u{115F}", "name"),
        ("\u{7}", "name"), ("\u{FE0F}", "name"),
    ])
    func `refuses a name that is none`(name: String, field: String) throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let failure = #expect(throws: RecordError.self) {
            try fixture.store.confirm(id, as: .named(name))
        }
        guard case .invalidField(field, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try fixture.store.capture(id)?.capture.state == .pending)
    }

    @Test func `a scientific name that is none is told under its own name`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.record().occurrenceID
        var patch = RecordPatch()
        patch.scientificName = .set(" ")
        let failure = #expect(throws: RecordError.self) { try fixture.store.update(id, patch) }
        guard case .invalidField("scientificName", _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// Short to the eye, and long on disk.
    @Test func `a name of few characters and many bytes is told by its bytes`() throws {
        let name = String(repeating: "a" + String(repeating: "\u{301}", count: 100), count: 50)
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        let failure = #expect(throws: RecordError.self) {
            try fixture.store.confirm(id, as: .named(name))
        }
        #expect(failure?.description.contains("10050 bytes, more than 8000") == true)
    }

    @Test func `without a photo needs no file`() throws {
        let fixture = try RecordsFixture()
        let record = try fixture.record(photo: nil)
        #expect(fixture.files == [])
        #expect(throws: RecordError.noPhoto(record.occurrenceID)) {
            try fixture.store.photoPath(record.occurrenceID)
        }
    }
}

@Suite struct `Storing a capture` {
    @Test func `a key sent again is the same capture, and with another photo an error`() throws {
        let fixture = try RecordsFixture()
        let first = fixture.capture(key: "k")
        try fixture.stored(first)
        let again = try fixture.store.insert(fixture.capture(key: "k"))
        #expect(again.capture == first.capture)
        #expect(throws: RecordError.keyReused) {
            try fixture.store.insert(fixture.capture(photo: Array("other".utf8), key: "k"))
        }
    }

    @Test func `reads back as it was answered`() throws {
        let fixture = try RecordsFixture()
        let capture = fixture.capture()
        try fixture.stored(capture)
        let read = try #require(try fixture.reopened().capture(capture.capture.id))
        #expect(read.capture == capture.capture)
        #expect(read.occurrenceID == capture.occurrenceID)
        #expect(read.addressParts == capture.addressParts)
    }

    @Test func `cancelling leaves no file, can be repeated, and not once confirmed`() throws {
        let fixture = try RecordsFixture()
        let id = try fixture.stored(fixture.capture())
        #expect(fixture.files.count == 1)
        try fixture.store.cancel(id)
        try fixture.store.cancel(id)
        #expect(fixture.files == [])
        let confirmed = try fixture.stored(fixture.capture())
        let record = try fixture.store.confirm(confirmed, as: .named("x")).record
        #expect(throws: RecordError.captureConfirmed(confirmed, record: record.occurrenceID)) {
            try fixture.store.cancel(confirmed)
        }
    }

    @Test func `expiry leaves no file`() throws {
        let fixture = try RecordsFixture()
        let old = try fixture.stored(fixture.capture(lifetime: 60))
        let young = try fixture.stored(fixture.capture(lifetime: 600))
        let report = try fixture.store.sweep(now: Date(timeIntervalSinceNow: 120))
        #expect(report.expiredCaptures == 1)
        #expect(report.removed.files == 1)
        #expect(report.removed.bytesFreed == 5)
        #expect(fixture.files == ["staging/\(young).jpg"])
        #expect(try fixture.store.capture(old)?.capture.state == .expired)
        #expect(try fixture.store.capture(young)?.capture.state == .pending)
    }
}
