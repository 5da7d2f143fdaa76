import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// What version 6 of the database changes.
@Suite struct `The schema of confirmations` {
    /// A database as the first `version` steps make it, with one record of that time.
    private func make(_ version: Int, in directory: DataDirectory, _ id: UUIDv7) throws {
        let connection = try Connection(
            path: directory.recordsDatabase, mode: .create, spatial: true)
        try connection.transaction {
            for step in Schema.steps.prefix(version) { try step(connection) }
            try connection.execute(
                """
                PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version);
                INSERT INTO record (occurrenceID, captureID, created, modified, revision, eventDate,
                    eventInstant, name, kind, geoprivacy, addressParts, candidates)
                VALUES ('\(id)', '\(UUIDv7())', 1, 1, 1, '2026-05-01T10:00:00Z', 1777629600, 'old',
                    'place', 'open', '[]', '[]');
                """)
        }
    }

    @Test(arguments: 1..<Schema.version)
    func `comes to a database of any version before, whose records stay and are listed`(
        version: Int
    ) throws {
        let fixture = try RecordsFixture()
        let directory = DataDirectory(fixture.folder.file("old"))
        try directory.create()
        let id = UUIDv7()
        try make(version, in: directory, id)
        let store = try RecordStore(directory)
        let record = try #require(try store.record(id))
        #expect(record.identification.name == "old" && record.computation.languages == nil)
        #expect(try store.list().records.map(\.occurrenceID) == [id])
        let capture = fixture.capture(photo: nil)
        _ = try store.insert(capture)
        _ = try store.confirm(capture.capture.id, as: .named("new"))
        #expect(try store.list().total == 2)
        #expect(try store.check().problems == [])
    }

    @Test(
        arguments: [
            "UPDATE record SET kind = 'bird'", "UPDATE record SET geoprivacy = 'hidden'",
            "UPDATE record SET osm_type = 'area', osm_id = 1",
            "UPDATE record SET positionSource = 'guess', decimalLatitude = 1, decimalLongitude = 1",
            "UPDATE record SET timeZoneSource = 'clock'", "UPDATE capture SET state = 'lost'",
            "UPDATE capture SET timeZoneSource = 'clock'",
            "UPDATE disclosure SET listedGeoprivacy = 'hidden'",
        ])
    func `refuses as before what is not in a list`(change: String) throws {
        let fixture = try RecordsFixture()
        try fixture.record()
        let error = #expect(throws: DatabaseError.self) {
            try fixture.store.writing { try $0.execute(change) }
        }
        #expect("\(error!)".contains("CHECK"))
        try fixture.store.writing {
            // As another program may write it, and one that is absent.
            try $0.execute("UPDATE record SET kind = 'thing', timeZoneSource = NULL")
        }
    }

    @Test func `leaves no list in a check, for which SQLite would make a table each time`() throws {
        let fixture = try RecordsFixture()
        let lists = try fixture.store.reading { connection in
            let row = try connection.statement(
                """
                SELECT count(*) FROM sqlite_schema WHERE name IN ('record', 'capture', 'disclosure')
                    AND sql LIKE '% IN (''%'
                """)
            return try row.step() ? row.int64(0) : -1
        }
        #expect(lists == 0)
    }
}

enum ConfirmationSchemaTests {
    /// Takes away what version 6 added; what its checks hold is the same as before.
    static let backToVersion5 =
        LateIndexTests.backToVersion6 + """

            DROP INDEX capture_pending; ALTER TABLE record DROP COLUMN languages;
            ALTER TABLE capture DROP COLUMN languages;
            """
}
