internal import Database

/// How much of each record the public sees: a step of `Schema`.
///
/// A record without a row here, or one that nobody has compared with the list of sensitive taxa, is hidden
/// from the public: whatever is forgotten elsewhere, nothing leaks.
enum DisclosureSchema {
    /// - `proposedNames`: every name ever proposed, a line each; empty where there is none.
    /// - `listedGeoprivacy`: what the list of sensitive taxa asks for; NULL while it was not asked.
    /// - `concealed…`: what is shown instead of id and position; drawn once, then kept.
    /// - `publicGeoprivacy`: the stricter of the two; all that the public is told follows from it.
    /// - `publicOrder`: the order of public lists. That of a concealed record is the beginning of the month
    ///   in which it was made: its neighbours would tell when, and so where.
    ///
    /// `disclosure_state` holds the generation of the species store that the rows were compared with.
    private static let tables = """
        CREATE TABLE disclosure (
            recordID INTEGER PRIMARY KEY,
            occurrenceID TEXT NOT NULL,
            created INTEGER NOT NULL,
            geoprivacy TEXT NOT NULL CHECK (geoprivacy IN ('open', 'obscured', 'private')),
            proposedNames TEXT NOT NULL,
            listedGeoprivacy TEXT
                CHECK (listedGeoprivacy IN ('open', 'obscured', 'private')),
            concealedID TEXT,
            concealedLatitude REAL CHECK (concealedLatitude BETWEEN -90 AND 90),
            concealedLongitude REAL CHECK (concealedLongitude BETWEEN -180 AND 180),
            publicGeoprivacy TEXT GENERATED ALWAYS AS (CASE
                WHEN listedGeoprivacy IS NULL THEN NULL
                WHEN 'private' IN (geoprivacy, listedGeoprivacy) THEN 'private'
                WHEN 'obscured' IN (geoprivacy, listedGeoprivacy) THEN 'obscured'
                ELSE 'open' END) VIRTUAL,
            publicID TEXT GENERATED ALWAYS AS (CASE
                WHEN publicGeoprivacy = 'open' THEN occurrenceID ELSE concealedID END) VIRTUAL,
            publicOrder INTEGER GENERATED ALWAYS AS (CASE
                WHEN publicGeoprivacy = 'open' THEN created
                ELSE 1000 * CAST(strftime(
                    '%s', created / 1000, 'unixepoch', 'start of month') AS INTEGER) END) VIRTUAL,
            CHECK (publicGeoprivacy IS NULL OR publicID IS NOT NULL),
            CHECK ((concealedLatitude IS NULL) = (concealedLongitude IS NULL))
        );
        CREATE INDEX disclosure_order ON disclosure (publicOrder, publicID)
            WHERE publicGeoprivacy IS NOT NULL;
        CREATE UNIQUE INDEX disclosure_id ON disclosure (concealedID)
            WHERE concealedID IS NOT NULL;
        CREATE INDEX disclosure_point ON disclosure (concealedLatitude)
            WHERE concealedLatitude IS NOT NULL;
        CREATE INDEX disclosure_names ON disclosure (proposedNames) WHERE proposedNames <> '';
        CREATE INDEX disclosure_listed ON disclosure (listedGeoprivacy)
            WHERE listedGeoprivacy IS NULL OR listedGeoprivacy <> 'open';
        CREATE TABLE disclosure_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL
        );
        """

    /// What changes a record's names, place or choice asks for a new comparison.
    private static let triggers = """
        CREATE TRIGGER disclosure_delete AFTER DELETE ON record BEGIN
            DELETE FROM disclosure WHERE recordID = old.id;
        END;
        CREATE TRIGGER disclosure_update AFTER UPDATE OF geoprivacy, name, kind, scientificName,
            vernacularName, candidates, addressParts, eventDate, decimalLatitude, decimalLongitude
            ON record
        BEGIN
            UPDATE disclosure SET geoprivacy = new.geoprivacy, listedGeoprivacy = NULL
            WHERE recordID = new.id;
        END;
        """

    /// Rows for the records that have none.
    static let missingRows = """
        INSERT INTO disclosure (recordID, occurrenceID, created, geoprivacy, proposedNames)
        SELECT id, occurrenceID, created, geoprivacy, '' FROM record
        WHERE id NOT IN (SELECT recordID FROM disclosure)
        """

    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(tables)
        try connection.execute(triggers)
        try connection.execute(missingRows)
    }
}
