import Database
import FoundationEssentials
import GeoModel
import TestSupport
import Testing
@preconcurrency import Glibc

@testable import Records

@Suite struct `Checking` {
    let fixture: RecordsFixture
    /// The grace time is over for whatever is made now.
    let later = Date(timeIntervalSinceNow: 2 * 3600)

    init() throws { fixture = try RecordsFixture() }

    @discardableResult
    private func plant(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> String {
        let path = "\(fixture.directory.path)/\(name)"
        let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        try FileManager.default.createDirectory(
            atPath: String(folder), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return name
    }

    private func kinds(_ report: CheckReport) -> [String] { report.problems.map(\.kind.rawValue) }

    @Test func `of a sound store finds nothing, and says what it looked at`() throws {
        try fixture.record(photo: [1, 2, 3, 4])
        try fixture.record(photo: nil)
        try fixture.stored(fixture.capture())
        let report = try fixture.store.check(now: later)
        #expect(report.problems == [])
        #expect(report.isSound)
        #expect(report.records == 2)
        #expect(report.photos == 1)
        #expect(report.bytes == 9)
    }

    @Test func `changes nothing unless it is told to repair`() throws {
        try fixture.record()
        let orphan = UUIDv7()
        let photo = try plant("photos/\(PhotoStore.shard(of: orphan))/\(orphan).jpg")
        let upload = try plant("staging/abc.part")
        let staged = try plant("staging/\(UUIDv7()).jpg")
        let thumbnail = try plant("derived/\(PhotoStore.shard(of: orphan))/\(orphan)-120.jpg")
        let before = fixture.files
        let report = try fixture.store.check(now: later)
        #expect(fixture.files == before)
        #expect(!report.isSound)
        #expect(Set(report.orphans.map(\.name)) == [photo, upload, staged, thumbnail])

        let repaired = try fixture.store.check(repair: true, now: later)
        #expect(repaired.isSound)
        #expect(repaired.bytesFreed == 0)
        #expect(repaired.bytesInTrash == 12 && repaired.trashBytes == 12)
        #expect(fixture.files.filter { !$0.hasPrefix("trash/") }.count == 1)
        let list = String(
            decoding: try Data(contentsOf: URL(filePath: fixture.directory.trash + "/list.tsv")),
            as: UTF8.self)
        for name in [photo, upload, staged, thumbnail] { #expect(list.contains("\t\(name)\t3\t")) }
        #expect(try fixture.store.check(now: later).problems == [])
    }

    @Test func `leaves young files alone`() throws {
        try fixture.record(photo: nil)
        let id = UUIDv7()
        try plant("photos/\(PhotoStore.shard(of: id))/\(id).jpg")
        try plant("staging/abc.part")
        #expect(try fixture.store.check(repair: true).problems == [])
        #expect(fixture.files.count == 2)
    }

    @Test func `tells missing, changed and cut photos, and deletes no row for it`() throws {
        let records = try (0..<4).map { try fixture.record(photo: Array("photo \($0)".utf8)) }
        func path(_ index: Int) -> String {
            fixture.store.photos.path(of: records[index].occurrenceID)
        }
        try FileCalls.remove(path(0))
        try Data("PHOTO 1".utf8).write(to: URL(filePath: path(1)))
        try Data("pho".utf8).write(to: URL(filePath: path(2)))
        let report = try fixture.store.check(repair: true, now: later)
        let found = Dictionary(uniqueKeysWithValues: report.problems.map { ($0.name, $0.kind) })
        #expect(
            found == [
                records[0].occurrenceID.description: .missingPhoto,
                records[1].occurrenceID.description: .changedPhoto,
                records[2].occurrenceID.description: .changedPhoto,
            ])
        #expect(!report.isSound)
        #expect(try fixture.store.list().total == 4)
    }

    @Test func `tells a capture whose photo is gone`() throws {
        let id = try fixture.stored(fixture.capture())
        try FileCalls.remove(fixture.store.photos.stagedPath(of: id))
        let report = try fixture.store.check(now: later)
        #expect(report.problems.map(\.name) == [id.description])
        #expect(kinds(report) == ["missingStagedPhoto"])
        #expect(throws: RecordError.stagedPhotoMissing(id)) {
            try fixture.store.confirm(id, as: .named("x"))
        }
    }

    @Test func `survives odd files and touches none of them`() throws {
        try fixture.record()
        let id = UUIDv7()
        let shard = PhotoStore.shard(of: id)
        let odd = [
            "photos/note.txt", "photos/zz/note.jpg", "photos/zz/\(id).jpg", "staging/README",
            "derived/aa/x.png", "photos/aa/sub/file", "photos/aa/a\nb\u{1b}[2J.jpg",
        ]
        for name in odd { try plant(name) }
        let files = FileManager.default
        // A folder, a dead link, a link out of the directory and a pipe where a photo could be, a link in the
        // place of a folder, and one that leads in a circle.
        try files.createDirectory(
            atPath: "\(fixture.directory.photos)/\(shard)/\(id).jpg",
            withIntermediateDirectories: true)
        let outside = fixture.folder.file("outside")
        try FileCalls.append([9], to: outside)
        let links = [
            "staging/\(UUIDv7()).jpg": "/nowhere", "photos/\(shard)/\(UUIDv7()).jpg": outside,
            "photos/linked": fixture.folder.path, "derived/circle": ".", "staging/x.part": outside,
        ]
        for (name, target) in links {
            try files.createSymbolicLink(
                atPath: "\(fixture.directory.path)/\(name)", withDestinationPath: target)
        }
        #expect(mkfifo("\(fixture.directory.staging)/\(UUIDv7()).jpg", 0o600) == 0)
        let latin1: [CChar] =
            Array("\(fixture.directory.staging)/".utf8CString.dropLast())
            + [CChar(bitPattern: 0xE4), CChar(bitPattern: 0x2E), 0x70, 0x61, 0x72, 0x74, 0]
        #expect(creat(latin1, 0o600) >= 0)

        let before = fixture.files
        let report = try fixture.store.check(repair: true, now: later)
        #expect(Set(kinds(report)) == ["foreignFile"], "\(report.problems)")
        #expect(report.problems.count == odd.count + links.count + 3, "\(report.problems)")
        #expect(report.isSound)
        let swept = try fixture.store.sweep(now: later)
        #expect(swept == SweepReport())
        #expect(fixture.files == before)
        #expect(FileCalls.facts(of: outside)?.bytes == 1)
    }

    @Test func `takes a photo that is a link for what it leads to, and a pipe for a damaged one`()
        throws
    {
        let linked = try fixture.record(photo: [1, 2, 3]).occurrenceID
        let piped = try fixture.record(photo: [4, 5, 6]).occurrenceID
        let outside = fixture.folder.file("elsewhere.jpg")
        let path = fixture.store.photos.path(of: linked)
        try FileManager.default.moveItem(atPath: path, toPath: outside)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
        let pipe = fixture.store.photos.path(of: piped)
        try FileCalls.remove(pipe)
        #expect(mkfifo(pipe, 0o600) == 0)
        let report = try fixture.store.check(repair: true, now: later)
        #expect(report.problems.map(\.name) == [piped.description])
        #expect(kinds(report) == ["changedPhoto"])
        try Data([9, 9, 9]).write(to: URL(filePath: outside))
        #expect(try fixture.store.check(now: later).problems.count == 2)
    }

    @Test func `goes on to the next file when one cannot be moved, and says which`() throws {
        try fixture.record(photo: nil)
        let names = try (0..<2).map { try plant("staging/\($0).part") }
        // The trash cannot be made: something has its name.
        try plant("trash")
        let report = try fixture.store.check(repair: true, now: later)
        #expect(report.orphans.map(\.name) == names)
        #expect(report.problems.allSatisfy { !$0.isRepaired && $0.remedy.contains("trash") })
        let id = UUIDv7()
        let photo = try plant("photos/\(PhotoStore.shard(of: id))/\(id).jpg")
        let swept = try fixture.store.sweep(now: later)
        #expect(swept.removed.files == 2 && swept.failures.count == 1)
        #expect(fixture.files == [photo, "trash"])
    }

    @Test func `finishes a removal that a person asked for, and leaves nothing of it in the trash`()
        throws
    {
        let record = try fixture.record(photo: [1, 2, 3])
        let id = record.occurrenceID.description
        try fixture.store.writing { connection in
            try connection.run("INSERT INTO tombstone VALUES (?, ?, 1)", .text(id), .text(id))
            try connection.execute("DELETE FROM record")
        }
        #expect(kinds(try fixture.store.check(now: later)) == ["orphan"])
        let report = try fixture.store.check(repair: true, now: later)
        #expect(report.bytesFreed == 3 && report.bytesInTrash == 0)
        #expect(fixture.files == [])
    }

    @Test func `leaves photos alone beside a database that was made anew, and says so at once`()
        throws
    {
        let id = UUIDv7()
        let name = try plant("photos/\(PhotoStore.shard(of: id))/\(id).jpg")
        func expectLeft(at time: Date) throws {
            let report = try fixture.store.check(repair: true, now: time)
            #expect(kinds(report) == ["photoOfLostDatabase"])
            #expect(report.problems[0].remedy.contains("restore") && !report.isSound)
            #expect(fixture.files.contains(name))
        }
        try expectLeft(at: Date())
        try expectLeft(at: later)
        // Records that are made in it meanwhile change nothing.
        try fixture.record()
        try expectLeft(at: later)
    }

    @Test func `counts deleted records that can be restored, and tells a lost photo of theirs`()
        throws
    {
        let store = try RecordStore(fixture.directory, trashDays: 5)
        let (kept, lost) = (
            try fixture.record(photo: [1, 2, 3]), try fixture.record(photo: [4, 5])
        )
        for record in [kept, lost] { try store.delete(record.occurrenceID) }
        var report = try store.check(repair: true)
        #expect(report.deletedRecords == 2 && report.deletedBytes == 5 && report.isSound)
        try FileCalls.remove(store.photos.path(of: lost.occurrenceID))
        report = try store.check(repair: true)
        #expect(report.problems.map(\.name) == [lost.occurrenceID.description])
        #expect(kinds(report) == ["missingPhoto"])
    }

    @Test func `tells a damaged database, and looks at the rest all the same`() throws {
        for number in 0..<40 { try fixture.record(named: "record \(number)") }
        let orphan = try plant("staging/abc.part")
        let path = fixture.directory.recordsDatabase
        let root = try fixture.store.reading { connection -> Int64 in
            let row = try connection.statement(
                "SELECT rootpage FROM sqlite_master WHERE name = 'disclosure'")
            return try row.step() ? row.int64(0) : 0
        }
        try Connection(path: path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try Data(contentsOf: URL(filePath: path))
        let start = Int(root - 1) * 4096 + 3650
        bytes.replaceSubrange(start..<start + 440, with: Data(repeating: 0x55, count: 440))
        try bytes.write(to: URL(filePath: path))
        let report = try fixture.reopened().check(now: later)
        #expect(kinds(report).contains("damagedDatabase"))
        #expect(report.orphans.map(\.name) == [orphan])
        #expect(report.records == 40 && !report.isSound)
    }

    @Test func `tells a damaged species database`() throws {
        try plant("species.sqlite", Array(repeating: 7, count: 5000))
        let report = try fixture.store.check(now: later)
        #expect(kinds(report) == ["damagedDatabase"])
        #expect(report.problems[0].name.contains("species.sqlite"))
    }

    @Test func `D05 a moved or symlinked data directory has no false orphan`() throws {
        for number in 0..<5 { try fixture.record(photo: Array("photo \(number)".utf8)) }
        try fixture.stored(fixture.capture())
        let moved = fixture.folder.file("moved")
        let link = fixture.folder.file("link")
        try FileManager.default.moveItem(atPath: fixture.directory.path, toPath: moved)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: moved)
        for path in [moved, link, link + "/", moved + "/../link"] {
            let store = try RecordStore(DataDirectory(path))
            #expect(try store.check(now: later).problems == [], "\(path)")
            #expect(try store.sweep(now: later) == SweepReport(), "\(path)")
        }
        // The folders themselves may be links too.
        for name in ["photos", "staging"] {
            let place = fixture.folder.file("on another disk \(name)")
            try FileManager.default.moveItem(atPath: "\(moved)/\(name)", toPath: place)
            try FileManager.default.createSymbolicLink(
                atPath: "\(moved)/\(name)", withDestinationPath: place)
        }
        let store = try RecordStore(DataDirectory(link))
        let report = try store.check(repair: true, now: later)
        #expect(report.problems == [] && report.photos == 5)
        #expect(try store.sweep(now: later) == SweepReport())
    }

    @Test func `D03 what became a record's photo since it was found is left`() throws {
        let capture = fixture.capture()
        let id = capture.capture.id
        try fixture.store.stage(upload: try fixture.upload([1]), as: id)
        // Found as an orphan: its row does not exist yet, and it is old.
        var found: [FoundFile] = []
        FoundFile.forEach(in: fixture.directory) { found.append($0) }
        let file = try #require(found.first)
        let verdict = try fixture.store.reading {
            try file.verdict($0, in: fixture.directory, youngerThan: later)
        }
        #expect(verdict == .abandoned)
        _ = try fixture.store.insert(capture)
        #expect(
            try fixture.store.remove(file, when: [.abandoned, .ended], youngerThan: later)
                == DeletionReport())
        #expect(try fixture.store.moveToTrash(file, youngerThan: later, now: later) == nil)
        #expect(fixture.files.count == 1)

        // The same for a photo that no row explained.
        let record = UUIDv7()
        let name = try plant("photos/\(PhotoStore.shard(of: record))/\(record).jpg")
        let photo = FoundFile(name: name, role: .photo(record))
        let late = StoredCapture(
            capture: fixture.capture(photo: [1, 2, 3]).capture, occurrenceID: record, address: nil,
            addressParts: [], key: nil)
        _ = try fixture.store.insert(late)
        #expect(
            try fixture.store.moveToTrash(photo, youngerThan: later, now: later) == nil)
        #expect(try fixture.store.confirm(late.capture.id, as: .named("x")).isNew)
    }

    @Test func `a sweep moves unexplained photos to the trash, but none of a lost database`() throws
    {
        let id = UUIDv7()
        let name = try plant("photos/\(PhotoStore.shard(of: id))/\(id).jpg")
        // The photo of a capture that waited when its database was lost.
        let staged = try plant("staging/\(UUIDv7()).jpg")
        for _ in 0..<2 {
            let report = try fixture.store.sweep(now: later)
            #expect(report.leftUnexplained == [name] && report.movedToTrash == [])
            #expect(report.removed.files == 0)
            #expect(fixture.files.sorted() == [name, staged])
            try fixture.record(photo: nil)
        }
        let younger = UUIDv7()
        let photo = try plant("photos/\(PhotoStore.shard(of: younger))/\(younger).jpg")
        #expect(try fixture.store.sweep(now: later).movedToTrash == [photo])
        #expect(fixture.files.contains(name))
    }

    @Test(
        arguments: [
            ("DELETE FROM idx_record_geom", "spatialIndex"),
            ("DELETE FROM idx_saved_place_geom", "spatialIndex"),
            ("DELETE FROM saved_place_box", "spatialIndex"),
            ("INSERT INTO saved_place_box VALUES (99, 0, 1, 0, 1)", "spatialIndex"),
            (
                """
                INSERT INTO record_text (record_text, rowid, name) VALUES
                    ('delete', 1, 'Helsinki Cathedral')
                """, "textIndex"
            ),
        ])
    func `makes a damaged index anew`(damage: String, kind: String) throws {
        try fixture.record()
        let here = Coordinate(decimalLatitude: 60, decimalLongitude: 25)!
        _ = try fixture.store.addSavedPlace(
            name: "Garden", shape: .circle(center: here, radiusInMeters: 50))
        try fixture.store.writing {
            try LateIndexSchema.fill($0)
            try $0.execute(damage)
        }
        #expect(kinds(try fixture.store.check()) == [kind])
        #expect(kinds(try fixture.store.check()) == [kind])
        let repaired = try fixture.store.check(repair: true)
        #expect(repaired.isSound && repaired.problems.map(\.isRepaired) == [true])
        #expect(try fixture.store.check().problems == [])
        var filter = RecordFilter()
        filter.q = "cathedral"
        filter.boundingBox = BoundingBox(west: 24, south: 60, east: 25, north: 61)
        #expect(try fixture.store.list(filter).total == 1)
        #expect(try fixture.store.savedPlaces(near: here, radiusInMeters: 10).count == 1)
    }
}

@Suite struct `Opening a data directory` {
    @Test func `that is not there says how to get one`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("absent")
        #expect(throws: RecordError.noDataDirectory(path: path)) {
            try RecordStore(DataDirectory(path))
        }
        #expect("\(RecordError.noDataDirectory(path: path))".contains("--data"))
        #expect(folder.files == [])
    }

    @Test func `a file in the data directory's place is told as one`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write([1], as: "data")
        #expect(throws: RecordError.notADirectory(path: path)) {
            try RecordStore(DataDirectory(path))
        }
    }

    @Test func `with a newer database is refused, and so is one of another program`() throws {
        let fixture = try RecordsFixture()
        let database = fixture.directory.recordsDatabase
        let known = Schema.version
        try fixture.store.writing { try $0.execute("PRAGMA user_version = \(known + 1)") }
        #expect(
            throws: RecordError.newerSchema(path: database, found: known + 1, known: known)
        ) {
            try fixture.reopened()
        }
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        let other = try Connection(path: directory.recordsDatabase, mode: .create)
        try other.execute("CREATE TABLE note (text)")
        #expect(throws: RecordError.foreignDatabase(path: directory.recordsDatabase)) {
            try RecordStore(directory)
        }
    }

    @Test func `twice at once makes one database`() throws {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.path)
        try directory.create()
        let first = try RecordStore(directory)
        let second = try RecordStore(directory)
        #expect(try first.list().total == 0)
        #expect(try second.list().total == 0)
    }

    @Test func `its records are a point layer in EPSG 4326 for other programs`() throws {
        let fixture = try RecordsFixture()
        try fixture.record(at: (60.17, 24.95))
        try fixture.record(at: nil)
        try fixture.store.indexWaiting(quietFor: .zero)
        let layer = try fixture.store.writing { connection -> [Int64] in
            let statement = try connection.statement(
                """
                SELECT srid, geometry_type, spatial_index_enabled,
                    (SELECT count(*) FROM idx_record_geom),
                    (SELECT count(*) FROM record WHERE geom IS NULL),
                    (SELECT count(*) FROM record
                        WHERE ST_X(geom) = decimalLongitude AND ST_Y(geom) = decimalLatitude)
                FROM geometry_columns WHERE f_table_name = 'record'
                """)
            #expect(try statement.step())
            return (0..<6).map { statement.int64($0) }
        }
        #expect(layer == [4326, 1, 1, 1, 1, 1])
    }
}
