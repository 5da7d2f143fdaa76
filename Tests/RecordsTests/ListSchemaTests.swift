import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// What version 5 of the database adds.
@Suite struct `The schema of lists` {
    @Test func `comes to a database of version 4, whose records stay and are listed`() throws {
        let fixture = try RecordsFixture()
        let first = try fixture.record(named: "first")
        let second = try fixture.record(named: "second", kind: .species)
        try fixture.store.writing { connection in
            try connection.execute("\(ListSchemaTests.backToVersion4) PRAGMA user_version = 4")
        }
        let store = try RecordStore(fixture.directory)
        #expect(try store.record(first.occurrenceID) == first)
        let ids = [second, first].map(\.occurrenceID)
        #expect(try store.list().records.map(\.occurrenceID) == ids)
        var filter = RecordFilter()
        filter.kind = .species
        filter.lastDay = first.eventDate
        #expect(try store.list(filter).records.map(\.occurrenceID) == [second.occurrenceID])
        // Captures that waited are confirmed, and what is not known is not made up.
        let capture = fixture.capture()
        #expect(capture.capture.timeZoneSource == nil && first.timeZoneSource == nil)
        try fixture.stored(capture)
        _ = try store.confirm(capture.capture.id, as: .named("third"))
        #expect(try store.list().total == 3)
    }

    @Test func `keeps no row for what comes at the end of the list, and few for the rest`() throws {
        let fixture = try RecordsFixture()
        func changes() throws -> Int64 {
            try fixture.store.reading { connection in
                let row = try connection.statement("SELECT count(*) FROM record_change")
                return try row.step() ? row.int64(0) : -1
            }
        }
        let records = try (0..<3).map { try fixture.record(named: "\($0)", photo: nil) }
        #expect(try changes() == 0)
        try fixture.store.delete(records[1].occurrenceID)
        #expect(try changes() == 1)
        try fixture.store.writing { connection in
            try connection.execute(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number
                    WHERE n < 10010)
                INSERT INTO record_change (recordID) SELECT 1 FROM number
                """)
        }
        _ = try fixture.store.sweep()
        #expect(try changes() == 10_001)
        #expect(try fixture.store.list().total == 2)
    }
}

enum ListSchemaTests {
    /// Takes away what version 5 added.
    static let backToVersion4 =
        ConfirmationSchemaTests.backToVersion5 + """

            DROP TRIGGER record_change_insert; DROP TRIGGER record_change_update;
            DROP TRIGGER record_change_delete; DROP TRIGGER record_change_disclosed;
            DROP TRIGGER record_change_concealed; DROP TABLE record_change;
            DROP INDEX record_columns; ALTER TABLE record DROP COLUMN eventDay;
            CREATE INDEX record_walk
                ON record (id, eventInstant, kind, decimalLatitude, decimalLongitude);
            CREATE INDEX record_by_kind ON record (kind);
            ALTER TABLE record DROP COLUMN timeZoneSource;
            ALTER TABLE capture DROP COLUMN timeZoneSource;
            """
}
