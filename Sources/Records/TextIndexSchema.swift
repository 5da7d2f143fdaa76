internal import Database

/// What version 7 of `records.sqlite` changes: the words of new records come into the text index many records at a
/// time.
///
/// FTS5 writes four pages for one record, and hardly more for a hundred: they were a quarter of the work of a
/// confirmation. Triggers keep the index, so that whoever writes keeps it; the last records, whose words are not in it
/// yet, are looked at one by one (`UnindexedRecords`).
enum TextIndexSchema {
    /// So many records may wait at most: looking at them takes half a millisecond.
    static let mostWaiting = 128

    private static let columns = "name, occurrenceRemarks, scientificName, vernacularName"

    /// Of the records, those that wait: all behind `lastID`. Those up to it are what the index is compared with and
    /// made of anew, so the view is its content.
    private static let tables = """
        CREATE TABLE text_index_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            lastID INTEGER NOT NULL
        );
        INSERT INTO text_index_state (id, lastID)
            SELECT 1, coalesce(max(id), 0) FROM record;
        CREATE VIEW text_indexed_record AS
            SELECT id, \(columns) FROM record
            WHERE id <= (SELECT lastID FROM text_index_state);
        """

    /// Whichever of the first two comes first, the new record waits when others are brought in; it may come in the
    /// middle, where a deleted record comes back.
    private static let triggers = """
        DROP TRIGGER record_text_insert;
        DROP TRIGGER record_text_delete;
        DROP TRIGGER record_text_update;
        CREATE TRIGGER record_text_insert AFTER INSERT ON record
            WHEN new.id <= (SELECT lastID FROM text_index_state)
        BEGIN
            INSERT INTO record_text (rowid, \(columns)) VALUES (\(values(of: "new")));
        END;
        CREATE TRIGGER record_text_fill AFTER INSERT ON record
            WHEN new.id > (SELECT lastID FROM text_index_state) + \(mostWaiting)
        BEGIN
            INSERT INTO record_text (rowid, \(columns)) SELECT id, \(columns) FROM record
                WHERE id > (SELECT lastID FROM text_index_state) AND id < new.id ORDER BY id;
            UPDATE text_index_state SET lastID = new.id - 1;
        END;
        CREATE TRIGGER record_text_delete AFTER DELETE ON record
            WHEN old.id <= (SELECT lastID FROM text_index_state)
        BEGIN
            INSERT INTO record_text (record_text, rowid, \(columns))
                VALUES ('delete', \(values(of: "old")));
        END;
        CREATE TRIGGER record_text_update
            AFTER UPDATE OF name, occurrenceRemarks, scientificName, vernacularName ON record
            WHEN old.id <= (SELECT lastID FROM text_index_state)
        BEGIN
            INSERT INTO record_text (record_text, rowid, \(columns))
                VALUES ('delete', \(values(of: "old")));
            INSERT INTO record_text (rowid, \(columns)) VALUES (\(values(of: "new")));
        END;
        """

    private static func values(of row: String) -> String {
        "\(row).id, "
            + columns.split(separator: ", ").map { "\(row).\($0)" }.joined(separator: ", ")
    }

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(tables)
        try connection.execute(triggers)
        try Schema.rewrite(["record_text"], connection) { sql in
            sql.replacing("content = 'record',", with: "content = 'text_indexed_record',")
        }
    }

    /// Brings the words of all records that wait into the index.
    static func fill(_ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO record_text (rowid, \(columns)) SELECT id, \(columns) FROM record
            WHERE id > (SELECT lastID FROM text_index_state) ORDER BY id
            """)
        try connection.run(
            """
            UPDATE text_index_state SET lastID = (SELECT max(id) FROM record)
            WHERE lastID < (SELECT max(id) FROM record)
            """)
    }
}
