internal import Database

/// What version 3 of `records.sqlite` adds: deleted records that may be restored, what was computed anew, and
/// indexes for long lists.
enum UpkeepSchema {
    /// `record` is the record as JSON, with its candidates; `rowid` its place in the list. The row goes when
    /// the time is over; the tombstone stays.
    private static let deletedTable = """
        CREATE TABLE deleted_record (
            occurrenceID TEXT PRIMARY KEY NOT NULL,
            deleted INTEGER NOT NULL,
            until INTEGER NOT NULL,
            place INTEGER NOT NULL,
            photoBytes INTEGER, photoSHA256 TEXT,
            record TEXT NOT NULL
        );
        CREATE INDEX deleted_record_by_time ON deleted_record (deleted, occurrenceID);
        CREATE INDEX deleted_record_by_end ON deleted_record (until);
        """

    /// How often what was computed for a record has changed since its capture, and by which sources it was
    /// computed last. A record that never was has no row.
    private static let refreshedTable = """
        CREATE TABLE refreshed (
            id INTEGER PRIMARY KEY,
            revision INTEGER NOT NULL CHECK (revision >= 0),
            sources TEXT NOT NULL
        );
        CREATE TRIGGER refreshed_delete AFTER DELETE ON record BEGIN
            DELETE FROM refreshed WHERE id = old.id;
        END;
        """

    /// A list goes by `id`. The first index holds what its filters look at, so that a walk past a million records
    /// reads 50 MB in order, not 1 GB; a list by kind needs no walk at all.
    private static let listIndexes = """
        DROP INDEX record_by_created;
        CREATE INDEX record_walk
            ON record (id, eventInstant, kind, decimalLatitude, decimalLongitude);
        CREATE INDEX record_by_kind ON record (kind);
        """

    static func create(_ connection: Connection) throws {
        try connection.execute(deletedTable)
        try connection.execute(refreshedTable)
        try connection.execute(listIndexes)
    }
}
