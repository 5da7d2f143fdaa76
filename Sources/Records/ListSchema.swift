internal import Database

/// What version 5 of `records.sqlite` adds: what `ListColumns` are read from, and what tells that they changed.
enum ListSchema {
    /// `eventDay` is the local date as the number YYYYMMDD. The index holds all that a list's filters look at: 60
    /// bytes of a record of a kilobyte. It takes the place of those that filters were answered from.
    private static let index = """
        ALTER TABLE record ADD COLUMN eventDay INTEGER GENERATED ALWAYS AS (CAST(
            substr(eventDate, 1, 4) || substr(eventDate, 6, 2) || substr(eventDate, 9, 2)
            AS INTEGER)) VIRTUAL;
        DROP INDEX record_walk;
        DROP INDEX record_by_kind;
        CREATE INDEX record_columns ON record
            (id, eventInstant, eventDay, kind, decimalLatitude, decimalLongitude);
        """

    /// Records whose columns changed, or that went, or came at another place than the end of the list; those that
    /// come at its end, as all that are confirmed, need no row. The sweep lets go of old rows; the last stays, so
    /// that numbers never come again.
    private static let changes = """
        CREATE TABLE record_change (
            number INTEGER PRIMARY KEY,
            recordID INTEGER NOT NULL
        );
        CREATE TRIGGER record_change_insert AFTER INSERT ON record
            WHEN new.id < (SELECT max(id) FROM record)
        BEGIN
            INSERT INTO record_change (recordID) VALUES (new.id);
        END;
        CREATE TRIGGER record_change_update
            AFTER UPDATE OF id, eventDate, eventInstant, kind, decimalLatitude, decimalLongitude
            ON record
        BEGIN
            INSERT INTO record_change (recordID) VALUES (new.id);
        END;
        CREATE TRIGGER record_change_delete AFTER DELETE ON record BEGIN
            INSERT INTO record_change (recordID) VALUES (old.id);
        END;
        CREATE TRIGGER record_change_disclosed AFTER INSERT ON disclosure
            WHEN new.recordID < (SELECT max(id) FROM record)
        BEGIN
            INSERT INTO record_change (recordID) VALUES (new.recordID);
        END;
        CREATE TRIGGER record_change_concealed AFTER UPDATE ON disclosure BEGIN
            INSERT INTO record_change (recordID) VALUES (new.recordID);
        END;
        """

    /// SpatiaLite keeps a spatial index by functions that prepare their SQL for each row, and notes the time of each
    /// change in a table: an eighth of the work of a confirmation. The index is kept by triggers of the same names,
    /// which put in what those would; of the times nothing is read.
    private static let spatialTriggers = """
        DROP TRIGGER IF EXISTS tmi_record_geom;
        DROP TRIGGER IF EXISTS tmu_record_geom;
        DROP TRIGGER IF EXISTS tmd_record_geom;
        DROP TRIGGER IF EXISTS gii_record_geom;
        CREATE TRIGGER gii_record_geom AFTER INSERT ON record WHEN new.geom IS NOT NULL BEGIN
            INSERT OR REPLACE INTO idx_record_geom (pkid, xmin, xmax, ymin, ymax)
            VALUES (new.id, ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom),
                ST_MaxY(new.geom));
        END;
        """

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(index)
        try connection.execute(changes)
        try connection.execute(spatialTriggers)
    }

    /// Changes that are kept: whoever comes back behind more reads all columns again.
    private static let keptChanges = 10_000

    /// Lets go of changes that everybody has seen by now.
    static func forgetOldChanges(_ connection: Connection) throws {
        try connection.execute(
            """
            DELETE FROM record_change
            WHERE number < (SELECT max(number) FROM record_change) - \(keptChanges)
            """)
    }
}
