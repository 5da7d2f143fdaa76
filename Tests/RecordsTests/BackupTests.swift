import Database
import FoundationEssentials
import GeoModel
import Glibc
import Hashing
import Synchronization
import TestSupport
import Testing

@testable import Records

@Suite struct `A backup` {
    let fixture: RecordsFixture
    let target: String

    init() throws {
        fixture = try RecordsFixture()
        target = fixture.folder.file("backup")
    }

    private func make(since older: String? = nil, at path: String? = nil) throws -> BackupReport {
        try RecordBackup.make(of: fixture.directory, at: path ?? target, since: older)
    }

    private func restored(_ path: String) throws -> (RecordStore, RestoreReport) {
        let directory = DataDirectory(fixture.folder.file("restored-\(UUIDv7())"))
        let report = try RecordBackup.restore(path, into: directory)
        return (try RecordStore(directory), report)
    }

    private func names(_ store: RecordStore) throws -> [String] {
        try store.list(RecordFilter()).records.map(\.identification.name).sorted()
    }

    @Test func `restores to the same records, photos and captures`() throws {
        let record = try fixture.record(named: "Cathedral", photo: [1, 2, 3])
        try fixture.record(named: "Bench", photo: nil)
        let pending = try fixture.stored(fixture.capture(photo: [7]), photo: [7])
        let deleted = try fixture.record(named: "Gone")
        try fixture.store.delete(deleted.occurrenceID)
        let report = try make()
        #expect(report.records == 2 && report.photos == 2 && report.pendingCaptures == 1)
        #expect(report.isWhole)

        let (store, brought) = try restored(target)
        #expect(brought.records == 2 && brought.photos == 2 && brought.isWhole)
        #expect(try names(store) == ["Bench", "Cathedral"])
        #expect(try store.record(record.occurrenceID) == record)
        #expect(throws: RecordError.self) { try store.record(deleted.occurrenceID) }
        #expect(try store.check(now: Date(timeIntervalSinceNow: 7200)).problems == [])
        let answer = ConfirmedAnswer(identification: Identification(name: "Later", kind: .thing))
        #expect(try store.confirm(pending, as: answer).isNew)
        #expect(
            try Data(contentsOf: URL(filePath: store.photoPath(record.occurrenceID)))
                == Data([1, 2, 3]))
    }

    @Test func `is a data directory by itself`() throws {
        try fixture.record(named: "Cathedral")
        _ = try make()
        let store = try RecordStore(DataDirectory(target))
        #expect(try names(store) == ["Cathedral"])
        #expect(try store.check().isSound)
    }

    @Test func `never overwrites`() throws {
        try fixture.record()
        _ = try make()
        #expect(throws: BackupError.targetExists(path: target)) { try make() }
        let database = fixture.directory.recordsDatabase
        #expect(throws: BackupError.targetExists(path: database)) {
            try RecordBackup.restore(target, into: fixture.directory)
        }
        let other = DataDirectory(fixture.folder.file("other"))
        let record = try fixture.store.list(RecordFilter()).records[0].occurrenceID
        let photo = PhotoStore(directory: other).path(of: record)
        try FileCalls.makeDirectory(FileCalls.parent(of: photo))
        try FileCalls.append([9, 9], to: photo)
        #expect(throws: BackupError.targetExists(path: photo)) {
            try RecordBackup.restore(target, into: other)
        }
    }

    @Test func `shares photos with the one before`() throws {
        let first = try fixture.record(named: "Cathedral", photo: [1, 2, 3])
        _ = try make()
        try fixture.record(named: "Bench", photo: [4])
        let newer = fixture.folder.file("newer")
        let report = try make(since: target, at: newer)
        #expect(report.photos == 2 && report.photosShared == 1)
        func inode(_ folder: String) throws -> Int? {
            let path = PhotoStore(directory: DataDirectory(folder)).path(of: first.occurrenceID)
            return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        #expect(try inode(target) == inode(newer))
        try FileManager.default.removeItem(atPath: target)
        let (store, _) = try restored(newer)
        #expect(try names(store) == ["Bench", "Cathedral"])
    }

    @Test func `copies a photo anew that the one before has lost or has damaged`() throws {
        let record = try fixture.record(photo: [1, 2, 3])
        _ = try make()
        let old = PhotoStore(directory: DataDirectory(target)).path(of: record.occurrenceID)
        try Data([1, 2, 4]).write(to: URL(filePath: old))
        let report = try make(since: target, at: fixture.folder.file("newer"))
        #expect(report.photosShared == 0 && report.isWhole)
    }

    @Test func `tells missing and changed photos, and keeps their records`() throws {
        let missing = try fixture.record(named: "Missing")
        let changed = try fixture.record(named: "Changed", photo: [1, 2, 3])
        let photos = fixture.store.photos
        try FileCalls.remove(photos.path(of: missing.occurrenceID))
        try Data([3, 2, 1]).write(to: URL(filePath: photos.path(of: changed.occurrenceID)))
        let report = try make()
        #expect(report.missingPhotos == [missing.occurrenceID.description])
        #expect(report.changedPhotos == [changed.occurrenceID.description])
        let (store, brought) = try restored(target)
        #expect(try names(store) == ["Changed", "Missing"])
        #expect(brought.missingPhotos == report.missingPhotos)
        #expect(brought.changedPhotos == report.changedPhotos)
    }

    @Test func `that was interrupted is begun anew, and is no backup until it is whole`() throws {
        try fixture.record()
        let left: DataDirectory
        do {
            // It holds its lock as long as it is there, as a process does.
            let draft = try BackupFolder.draft(for: DataDirectory(target))
            left = draft.directory
            #expect(throws: BackupError.anotherRuns(path: fixture.folder.path)) { try make() }
        }
        try FileCalls.append([1], to: "\(left.photos)/rest")
        #expect(throws: BackupError.notABackup(path: left.path)) { try restored(left.path) }
        #expect(try make().records == 1)
        #expect(FileCalls.facts(of: left.path) == nil)
    }

    @Test func `leaves a folder of another's alone`() throws {
        try fixture.record()
        try FileCalls.makeDirectory("\(target).part")
        try FileCalls.append([1], to: "\(target).part/diary")
        #expect(throws: BackupError.targetExists(path: "\(target).part")) { try make() }
        #expect(FileCalls.facts(of: "\(target).part/diary") != nil)
    }

    @Test func `is not made within the data directory, nor of nothing`() throws {
        let inside = fixture.directory.path + "/backups/today"
        #expect(throws: BackupError.targetInSource(path: inside)) { try make(at: inside) }
        let empty = DataDirectory(fixture.folder.file("empty"))
        #expect(throws: BackupError.nothingToCopy(path: empty.path)) {
            try RecordBackup.make(of: empty, at: target)
        }
    }

    @Test func `that is damaged is not restored`() throws {
        for index in 1...60 { try fixture.record(named: "\(index)", photo: nil) }
        _ = try make()
        let path = DataDirectory(target).recordsDatabase
        var bytes = try Data(contentsOf: URL(filePath: path))
        for page in 4..<bytes.count / 4096 {
            bytes.replaceSubrange(
                page * 4096..<page * 4096 + 16, with: Data(repeating: 7, count: 16))
        }
        try bytes.write(to: URL(filePath: path))
        #expect(throws: (any Error).self) { try restored(target) }
    }

    @Test func `restored after an interruption is whole`() throws {
        let record = try fixture.record(photo: [1, 2, 3])
        _ = try make()
        let directory = DataDirectory(fixture.folder.file("again"))
        let photo = PhotoStore(directory: directory).path(of: record.occurrenceID)
        try FileCalls.makeDirectory(FileCalls.parent(of: photo))
        try FileCalls.append([1, 2], to: "\(photo).tmp")
        try FileCalls.append([0], to: "\(directory.recordsDatabase).tmp")
        #expect(try RecordBackup.restore(target, into: directory).photos == 1)
        #expect(try RecordStore(directory).check().problems == [])
    }

    /// Four writers confirm and delete as fast as the disk lets them; each backup made meanwhile must be one state by
    /// itself.
    @Test func `D16 made under many writes a second is one consistent state`() throws {
        let fixture = self.fixture
        let (isOver, writes) = (Shared(), Shared())
        let reports = Mutex<[BackupReport]>([])
        let rate = Mutex(0.0)
        let failures = Mutex<[String]>([])
        for index in 1...50 { try fixture.record(named: "before \(index)", photo: [UInt8(index)]) }
        Threads(5) { thread in
            do {
                if thread > 0 {
                    try Self.write(fixture, seed: UInt64(thread), until: isOver, counting: writes)
                } else {
                    defer { isOver.count.store(1, ordering: .releasing) }
                    let start = ContinuousClock.now
                    try reports.withLock { $0 = try Self.backUp(fixture, under: writes) }
                    let seconds = (ContinuousClock.now - start) / .seconds(1)
                    rate.withLock {
                        $0 = Double(writes.count.load(ordering: .relaxed)) / seconds
                    }
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }.join()
        #expect(failures.withLock { $0 } == [])
        let made = reports.withLock { $0 }
        print("Backup under \(Int(rate.withLock { $0 })) writes a second: \(made)")
        for (index, report) in made.enumerated() {
            #expect(report.isWhole, "\(report)")
            let (store, brought) = try restored(fixture.folder.file("backup-\(index + 1)"))
            #expect(brought.records == report.records && brought.photos == report.photos)
            let found = try store.check(now: Date(timeIntervalSinceNow: 7200))
            #expect(found.problems == [] && found.records == report.records)
        }
        #expect(Set(made.map(\.records)).count > 1)
    }

    @Test func `D08 has the photo of a capture whose confirmation was broken off`() throws {
        let fixture = try RecordsFixture()
        let capture = fixture.capture()
        let id = try fixture.stored(capture)
        try fixture.store.photos.moveToPhotos(capture: id, as: capture.occurrenceID)
        let target = fixture.folder.file("backup")
        let report = try RecordBackup.make(of: fixture.directory, at: target)
        #expect(report.pendingCaptures == 1 && report.photos == 1)
        let store = try RecordStore(DataDirectory(target))
        #expect(try store.confirm(id, as: .named("x")).isNew)
        #expect(try store.check().problems == [])
    }

    @Test func `D08 a restore that was broken off keeps the directory shut until it is done`()
        throws
    {
        let fixture = try RecordsFixture()
        try fixture.record()
        let backup = fixture.folder.file("backup")
        _ = try RecordBackup.make(of: fixture.directory, at: backup)
        let target = DataDirectory(fixture.folder.file("restored"))
        try target.create()
        try FileCalls.append([], to: target.unfinishedRestore)
        #expect(throws: RecordError.restoreUnfinished(path: target.path)) {
            try RecordStore(target)
        }
        #expect(try RecordBackup.restore(backup, into: target).records == 1)
        #expect(try RecordStore(target).list().total == 1)
        #expect(throws: BackupError.self) { try RecordBackup.restore(backup, into: target) }
    }

    private static func write(
        _ fixture: RecordsFixture, seed: UInt64, until isOver: Shared, counting writes: Shared
    ) throws {
        var random = SeededGenerator(seed: seed)
        while isOver.count.load(ordering: .acquiring) == 0 {
            let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
            let record = try fixture.record(named: "during \(seed)", photo: bytes)
            writes.count.add(2, ordering: .relaxed)
            if Bool.random(using: &random) {
                try fixture.store.delete(record.occurrenceID)
                writes.count.add(1, ordering: .relaxed)
            }
        }
    }

    /// Six backups, each begun when forty writes were done since the one before.
    private static func backUp(
        _ fixture: RecordsFixture, under writes: Shared
    ) throws -> [BackupReport] {
        try (1...6).map { index in
            let end = ContinuousClock.now + .seconds(20)
            while writes.count.load(ordering: .relaxed) < 40 * index, ContinuousClock.now < end {
                usleep(1000)
            }
            return try RecordBackup.make(
                of: fixture.directory, at: fixture.folder.file("backup-\(index)"),
                since: index > 1 ? fixture.folder.file("backup-\(index - 1)") : nil)
        }
    }
}

/// A number that several threads share.
private final class Shared: Sendable {
    let count = Atomic<Int>(0)
}
