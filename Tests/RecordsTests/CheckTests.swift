import Database
import FoundationEssentials
import GeoModel
import TestSupport
import Testing

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
        #expect(repaired.bytesFreed == 9)
        #expect(repaired.bytesInTrash == 3)
        #expect(fixture.files.filter { !$0.hasPrefix("trash/") }.count == 1)
        let list = String(
            decoding: try Data(contentsOf: URL(filePath: fixture.directory.trash + "/list.tsv")),
            as: UTF8.self)
        #expect(list.contains("\t\(photo)\t3\t"))
        #expect(try fixture.store.check(now: later).problems == [])
    }

    @Test func `leaves young files alone`() throws {
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
        let id = UUIDv7()
        let odd = [
            "photos/note.txt", "photos/zz/note.jpg", "photos/zz/\(id).jpg", "staging/README",
            "derived/aa/x.png", "photos/aa/sub/file",
        ]
        for name in odd { try plant(name) }
        try FileManager.default.createDirectory(
            atPath: "\(fixture.directory.photos)/\(PhotoStore.shard(of: id))/\(id).jpg",
            withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(fixture.directory.staging)/\(UUIDv7()).jpg", withDestinationPath: "/nowhere")
        let before = fixture.files
        let report = try fixture.store.check(repair: true, now: later)
        #expect(Set(kinds(report)) == ["foreignFile"])
        #expect(report.problems.count == odd.count + 2)
        #expect(report.isSound)
        _ = try fixture.store.sweep(now: later)
        #expect(fixture.files == before)
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
    }

    @Test func `D03 what became a record's photo since it was found is left`() throws {
        let capture = fixture.capture()
        let id = capture.capture.id
        try fixture.store.stage(upload: try fixture.upload([1]), as: id)
        // Found as an orphan: its row does not exist yet, and it is old.
        let file = try #require(FoundFile.all(in: fixture.directory).first)
        let verdict = try fixture.store.reading {
            try file.verdict($0, in: fixture.directory, youngerThan: later)
        }
        #expect(verdict == .over)
        _ = try fixture.store.insert(capture)
        #expect(try fixture.store.remove(file, youngerThan: later) == DeletionReport())
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

    @Test func `a sweep moves unexplained photos to the trash, but not before an empty database`()
        throws
    {
        let id = UUIDv7()
        let name = try plant("photos/\(PhotoStore.shard(of: id))/\(id).jpg")
        let first = try fixture.store.sweep(now: later)
        #expect(first.leftUnexplained == [name])
        #expect(fixture.files == [name])
        try fixture.record(photo: nil)
        let second = try fixture.store.sweep(now: later)
        #expect(second.movedToTrash == [name])
        #expect(fixture.files.allSatisfy { $0.hasPrefix("trash/") })
    }

    @Test func `makes a damaged spatial index anew`() throws {
        try fixture.record()
        try fixture.store.writing { try $0.execute("DELETE FROM idx_record_geom") }
        let report = try fixture.store.check()
        #expect(kinds(report) == ["spatialIndex"])
        #expect(try fixture.store.check(repair: true).isSound)
        #expect(try fixture.store.check().problems == [])
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
