internal import Database

/// What version 7 of `records.sqlite` changes: new records come into the text index and the R*Tree many at a time.
///
/// The two cost one record more than all else of a confirmation, and many hardly more than one: FTS5 writes four pages,
/// the R*Tree runs six statements, and both prepare for it where a trigger may write to them. So no trigger does behind
/// an insertion. Filters by words look at the records that wait one by one (`UnindexedRecords`), those by position at
/// none of the two; other programs find a record by its place a moment later (`RecordStore.indexWaiting`).
enum LateIndexSchema {
    /// So many records wait at most, where one follows another: looking at their words takes two milliseconds.
    static let mostWaiting = 512

    private static let words = "name, occurrenceRemarks, scientificName, vernacularName"
    private static let box = "pkid, xmin, xmax, ymin, ymax"
    private static let last = "(SELECT lastID FROM index_state)"

    /// The records that wait are those behind `lastID`. Those up to it are what the text index is compared with and
    /// made of anew: the view is its content.
    private static let tables = """
        CREATE TABLE index_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            lastID INTEGER NOT NULL
        );
        INSERT INTO index_state (id, lastID) SELECT 1, coalesce(max(id), 0) FROM record;
        CREATE VIEW indexed_record AS SELECT id, \(words) FROM record WHERE id <= \(last);
        """

    /// The next record has the `id` of the last one when that was deleted, and waits then as any other.
    private static let triggers = """
        DROP TRIGGER record_text_insert;
        DROP TRIGGER record_text_delete;
        DROP TRIGGER record_text_update;
        CREATE TRIGGER record_text_delete AFTER DELETE ON record WHEN old.id <= \(last) BEGIN
            INSERT INTO record_text (record_text, rowid, \(words))
                VALUES ('delete', \(values(of: "old")));
            UPDATE index_state SET lastID = coalesce((SELECT max(id) FROM record), 0)
                WHERE lastID > coalesce((SELECT max(id) FROM record), 0);
        END;
        CREATE TRIGGER record_text_update
            AFTER UPDATE OF name, occurrenceRemarks, scientificName, vernacularName ON record
            WHEN old.id <= \(last)
        BEGIN
            INSERT INTO record_text (record_text, rowid, \(words))
                VALUES ('delete', \(values(of: "old")));
            INSERT INTO record_text (rowid, \(words)) VALUES (\(values(of: "new")));
        END;
        """

    /// SpatiaLite's own trigger looks in its tables, for each row, for what the column may hold. A POINT in EPSG:4326 is
    /// 60 bytes of SpatiaLite's format, of which these are the same in all:
    /// <https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html>.
    private static let spatialTriggers = """
        DROP TRIGGER IF EXISTS ggi_record_geom;
        DROP TRIGGER IF EXISTS gii_record_geom;
        CREATE TRIGGER ggi_record_geom BEFORE INSERT ON record
            WHEN new.geom IS NOT NULL AND (length(new.geom) <> 60
                OR substr(new.geom, 1, 6) <> x'0001E6100000'
                OR substr(new.geom, 39, 5) <> x'7C01000000')
        BEGIN
            SELECT RAISE(ABORT, 'record.geom violates Geometry constraint [POINT, SRID 4326]');
        END;
        """

    private static func values(of row: String) -> String {
        "\(row).id, "
            + words.split(separator: ", ").map { "\(row).\($0)" }.joined(separator: ", ")
    }

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(tables)
        try connection.execute(triggers)
        try connection.execute(spatialTriggers)
        // Statistics count by the columns of lists.
        try connection.execute("DROP INDEX IF EXISTS record_by_event")
        try Schema.rewrite(["record_text"], connection) { sql in
            sql.replacing("content = 'record',", with: "content = 'indexed_record',")
        }
    }

    /// How many records wait.
    static func waiting(_ connection: Connection) throws -> Int {
        let row = try connection.statement(
            "SELECT count(*) FROM record WHERE id > \(last)")
        return try row.step() ? Int(row.int64(0)) : 0
    }

    /// Brings all records that wait into both.
    static func fill(_ connection: Connection) throws {
        try bringIn("id > \(last)", connection)
        try connection.run(
            """
            UPDATE index_state SET lastID = (SELECT max(id) FROM record)
            WHERE lastID < (SELECT max(id) FROM record)
            """)
    }

    /// Brings in a record that was just put in the middle, where a deleted one came back.
    ///
    /// - Parameter id: `record.id`; one at the end waits.
    static func bringIn(_ id: Int64, _ connection: Connection) throws {
        try bringIn("id = \(id) AND id <= \(last)", connection)
    }

    private static func bringIn(_ condition: String, _ connection: Connection) throws {
        try connection.execute(
            """
            INSERT INTO record_text (rowid, \(words))
                SELECT id, \(words) FROM record WHERE \(condition) ORDER BY id;
            INSERT OR REPLACE INTO idx_record_geom (\(box))
                SELECT id, decimalLongitude, decimalLongitude, decimalLatitude, decimalLatitude
                FROM record WHERE \(condition) AND geom IS NOT NULL ORDER BY id;
            """)
    }
}
