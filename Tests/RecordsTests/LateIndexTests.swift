import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// What version 7 of the database changes: records come into the text index and the R*Tree many at a time.
@Suite struct `The late indexes` {
    private let fixture: RecordsFixture
    private var store: RecordStore { fixture.store }

    init() throws { fixture = try RecordsFixture() }

    /// Records in both indexes.
    private func indexed() throws -> Int64 {
        let words = try number("SELECT count(*) FROM record_text_docsize")
        #expect(try number("SELECT count(*) FROM idx_record_geom") == words)
        return words
    }

    private func number(_ sql: String) throws -> Int64 {
        try store.reading { connection in
            let row = try connection.statement(sql)
            return try row.step() ? row.int64(0) : -1
        }
    }

    private func found(_ words: String, where change: (inout RecordFilter) -> Void = { _ in })
        throws
        -> [String]
    {
        var filter = RecordFilter()
        filter.q = words
        change(&filter)
        return try store.list(filter).records.map(\.identification.name)
    }

    /// Brings all that waits into the index.
    private func fill() throws { try store.writing { try LateIndexSchema.fill($0) } }

    @Test func `do not have the last records, which are found all the same`() throws {
        for name in ["Old Lighthouse", "Lighthouse Road", "Garden"] {
            try fixture.record(named: name, photo: nil)
        }
        #expect(try indexed() == 0)
        #expect(try found("light") == ["Lighthouse Road", "Old Lighthouse"])
        #expect(try found("house") == [])
        #expect(try found("LIGHT old") == ["Old Lighthouse"])
        #expect(try found("light") { $0.kind = .place } == ["Lighthouse Road", "Old Lighthouse"])
        #expect(try found("light") { $0.kind = .species } == [])
        // A word without a letter finds nothing, there and in the index.
        #expect(try found("!!! light") == [])
        try fill()
        #expect(try indexed() == 3)
        #expect(try found("light") == ["Lighthouse Road", "Old Lighthouse"])
        #expect(try found("!!! light") == [])
        #expect(try store.check().problems == [])
    }

    @Test func `take many records at once, whose order in lists is theirs`() throws {
        let count = LateIndexSchema.mostWaiting + 90
        for number in 1...count {
            try fixture.record(named: "Tower \(number)", photo: nil)
            guard number % 30 == 0 || number > LateIndexSchema.mostWaiting else { continue }
            let waiting = Int64(number) - (try indexed())
            #expect((0...Int64(LateIndexSchema.mostWaiting)).contains(waiting))
        }
        #expect(try indexed() == Int64(LateIndexSchema.mostWaiting + 1))
        let names = try found("tower") { $0.limit = 1000 }
        #expect(names == (1...count).reversed().map { "Tower \($0)" })
        #expect(
            try found("tower 25") == (250...259).reversed().map { "Tower \($0)" } + ["Tower 25"])
        #expect(try store.check().problems == [])
    }

    @Test func `give pages of records that wait and that do not`() throws {
        for number in 1...6 { try fixture.record(named: "Bench \(number)", photo: nil) }
        try fill()
        for number in 7...12 { try fixture.record(named: "Bench \(number)", photo: nil) }
        var filter = RecordFilter()
        filter.q = "bench"
        filter.limit = 5
        var (names, cursor): ([String], String?) = ([], nil)
        repeat {
            filter.cursor = cursor
            let page = try store.list(filter)
            #expect(page.total == 12)
            names += page.records.map(\.identification.name)
            cursor = page.nextCursor
        } while cursor != nil
        #expect(names == (1...12).reversed().map { "Bench \($0)" })
    }

    @Test func `keep up with edits and deletions of records that wait`() throws {
        let first = try fixture.record(named: "Mill", photo: nil)
        let second = try fixture.record(named: "Windmill", photo: nil)
        var patch = RecordPatch()
        patch.name = "Watermill"
        _ = try store.update(first.occurrenceID, patch)
        #expect(try found("mill") == [] && found("water") == ["Watermill"])
        try store.delete(second.occurrenceID)
        #expect(try found("wind") == [])
        try fill()
        #expect(try found("mill") == [] && found("water") == ["Watermill"])
        #expect(try store.check().problems == [])
        // In the index, and out of it.
        patch.name = "Sawmill"
        _ = try store.update(first.occurrenceID, patch)
        #expect(try found("water") == [] && found("saw") == ["Sawmill"])
        try store.delete(first.occurrenceID)
        #expect(try found("saw") == [])
        #expect(try store.check().problems == [])
    }

    @Test func `take a record that has the place of the last deleted one`() throws {
        try fixture.record(named: "Quay", photo: nil)
        let last = try fixture.record(named: "Pier", photo: nil)
        try fill()
        try store.delete(last.occurrenceID)
        try fixture.record(named: "Jetty", photo: nil)
        #expect(try found("pier") == [] && found("jetty") == ["Jetty"])
        try fixture.record(named: "Slipway", photo: nil)
        #expect(try found("slip") == ["Slipway"])
        #expect(try store.check().problems == [])
        try fill()
        #expect(try indexed() == 3)
        #expect(try found("pier") == [] && found("jetty") == ["Jetty"])
        // All are deleted, and the first has the place of the first.
        for record in try store.list().records { try store.delete(record.occurrenceID) }
        try fixture.record(named: "Mole", photo: nil)
        #expect(try indexed() == 0 && found("mole") == ["Mole"])
        #expect(try store.check().problems == [])
    }

    @Test(arguments: [false, true])
    func `have a deleted record again that comes back`(filled: Bool) throws {
        let undoable = try RecordStore(fixture.directory, trashDays: 1)
        let record = try fixture.record(named: "Belfry", photo: nil)
        try fixture.record(named: "Chapel", photo: nil)
        if filled { try fill() }
        try undoable.delete(record.occurrenceID)
        #expect(try found("belf") == [])
        _ = try undoable.restore(record.occurrenceID)
        #expect(try found("belf") == ["Belfry"])
        #expect(try store.check().problems == [])
    }

    @Test func `have all records when nobody has confirmed one for a moment`() throws {
        try store.indexWaiting(quietFor: .zero)
        try fixture.record(named: "Gate", photo: nil)
        try store.indexWaiting(quietFor: .seconds(3600))
        #expect(try indexed() == 0)
        try store.indexWaiting(quietFor: .zero)
        #expect(try indexed() == 1)
        // What is done is not done again: that another program waits for.
        try store.writing { try $0.execute("UPDATE index_state SET lastID = 0") }
        try store.indexWaiting(quietFor: .zero)
        #expect(try number("SELECT lastID FROM index_state") == 0)
    }

    @Test func `have a point as often as it is brought in`() throws {
        try fixture.record(photo: nil)
        try fixture.record(photo: nil, at: nil)
        // As a program of others may repair it.
        _ = try store.writing { connection in
            let row = try connection.statement("SELECT RecoverSpatialIndex('record', 'geom', 1)")
            return try row.step()
        }
        #expect(try number("SELECT count(*) FROM idx_record_geom") == 1)
        try fill()
        #expect(try number("SELECT count(*) FROM idx_record_geom") == 1)
        #expect(try store.check().problems == [])
    }

    @Test func `have all records behind a sweep`() throws {
        for number in 1...3 { try fixture.record(named: "Gate \(number)", photo: nil) }
        _ = try store.sweep()
        #expect(try indexed() == 3)
        // Without a record there is nothing to do.
        let empty = try RecordsFixture()
        _ = try empty.store.sweep()
        #expect(try empty.store.check().problems == [])
    }

    @Test func `tell the public of names that it is shown, of records that wait too`() throws {
        let open = try fixture.record(named: "Common Kestrel", photo: nil)
        var patch = RecordPatch()
        patch.geoprivacy = .obscured
        patch.occurrenceRemarks = .set("seen by the kestrel box")
        let hidden = try fixture.record(named: "Heron", photo: nil)
        _ = try store.update(hidden.occurrenceID, patch)
        var filter = RecordFilter()
        filter.q = "kestrel"
        for _ in 0..<2 {
            let found = try store.publicList(filter, dates: .day).records
            #expect(found.map(\.identification?.name) == [open.identification.name])
            try fill()
        }
    }
}

enum LateIndexTests {
    /// Takes away what version 7 added; the index has all records then, as it had.
    static let backToVersion6 = """
        INSERT INTO record_text
                (rowid, name, occurrenceRemarks, scientificName, vernacularName)
            SELECT id, name, occurrenceRemarks, scientificName, vernacularName FROM record
            WHERE id > (SELECT lastID FROM index_state);
        DROP TRIGGER record_text_delete;
        DROP TRIGGER record_text_update;
        DROP VIEW indexed_record; DROP TABLE index_state;
        CREATE TRIGGER record_text_insert AFTER INSERT ON record BEGIN SELECT 1; END;
        CREATE TRIGGER record_text_delete AFTER DELETE ON record BEGIN SELECT 1; END;
        CREATE TRIGGER record_text_update AFTER UPDATE ON record BEGIN SELECT 1; END;
        """
}
