internal import Database

/// The tables of `records.sqlite`. Columns bear Darwin Core's names where it has one.
///
/// The file is a SpatiaLite database: `record` is a point layer in EPSG:4326 with a spatial index
/// that triggers keep, and a text index likewise. Times are milliseconds since 1970 in UTC, except
/// `eventDate`, the text as recorded, and `eventInstant`, its whole seconds.
enum Schema {
    /// Each step brings a file of the version before to the next: version n is what the first n make.
    static let steps: [@Sendable (Connection) throws -> Void] = [
        createFirst, SavedPlaceSchema.create, UpkeepSchema.create,
        DisclosureSchema.create,
        {
            try ListSchema.create($0)
            try TimeZoneSchema.create($0)
        },
        ConfirmationSchema.create,
        LateIndexSchema.create,
    ]
    static var version: Int { steps.count }
    /// "TSTN"; tells our databases from others'.
    static let applicationID = 0x5453_544E

    /// Sets the file up when it is new, and brings one of an older version to this one; one transaction,
    /// so that a crash leaves it as it was.
    ///
    /// - Throws: `RecordError.newerSchema`, `.foreignDatabase`, `.schemaNotMade`; `DatabaseError`.
    static func prepare(_ connection: Connection) throws {
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        if try found(connection) == version { return }
        try connection.transaction {
            // Another process may have been faster.
            for step in steps.dropFirst(try found(connection)) { try step(connection) }
            try connection.execute(
                "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    /// Version 1: records, captures and the text index.
    private static func createFirst(_ connection: Connection) throws {
        try require("InitSpatialMetaData(0, 'WGS84')", connection)
        try connection.execute(recordTable)
        try require("AddGeometryColumn('record', 'geom', 4326, 'POINT', 'XY', 0)", connection)
        try require("CreateSpatialIndex('record', 'geom')", connection)
        try connection.execute(textIndex)
        try connection.execute(captureTable)
    }

    /// The version of our database; 0 of a new, empty one.
    private static func found(_ connection: Connection) throws -> Int {
        let found = try number("PRAGMA user_version", connection)
        let application = try number("PRAGMA application_id", connection)
        if application == applicationID {
            guard found <= version else {
                throw RecordError.newerSchema(
                    path: connection.path, found: found, known: version)
            }
            return found
        }
        guard try number("SELECT count(*) FROM sqlite_master", connection) == 0 else {
            throw RecordError.foreignDatabase(path: connection.path)
        }
        return 0
    }

    private static func number(_ sql: String, _ connection: Connection) throws -> Int {
        let statement = try connection.statement(sql)
        return try statement.step() ? Int(statement.int64(0)) : 0
    }

    /// Writes the definitions of tables anew, without a change of their rows, as SQLite's manual says how:
    /// <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Parameter change: Gives the new definition for one that means the same for the rows that are there.
    static func rewrite(
        _ tables: [String], _ connection: Connection, _ change: (String) -> String
    ) throws {
        try connection.execute("PRAGMA writable_schema = ON")
        defer { try? connection.execute("PRAGMA writable_schema = RESET") }
        for table in tables {
            let row = try connection.statement(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
            try row.bind(.text(table))
            guard try row.step() else { continue }
            try connection.run(
                "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
                .text(change(row.text(0))), .text(table))
        }
        let version = try number("PRAGMA schema_version", connection)
        try connection.execute("PRAGMA schema_version = \(version + 1)")
    }

    /// Calls one of SpatiaLite's functions, which say 0 where they failed.
    static func require(_ call: String, _ connection: Connection) throws {
        guard try number("SELECT \(call)", connection) == 1 else {
            throw RecordError.schemaNotMade(path: connection.path, step: call)
        }
    }

    private static let position = """
        decimalLatitude REAL CHECK (decimalLatitude BETWEEN -90 AND 90),
        decimalLongitude REAL CHECK (decimalLongitude BETWEEN -180 AND 180),
        coordinateUncertaintyInMeters REAL CHECK (coordinateUncertaintyInMeters > 0),
        positionSource TEXT CHECK (positionSource IN ('request', 'exif')),
        headingInDegrees REAL CHECK (headingInDegrees BETWEEN 0 AND 360),
        photoWidth INTEGER, photoHeight INTEGER, photoBytes INTEGER, photoSHA256 TEXT,
        address TEXT,
        addressParts TEXT NOT NULL
        """

    private static let positionChecks = """
        CHECK ((decimalLatitude IS NULL) = (decimalLongitude IS NULL)),
        CHECK ((decimalLatitude IS NULL) = (positionSource IS NULL)),
        CHECK ((photoWidth IS NULL) = (photoSHA256 IS NULL))
        """

    /// A capture makes one record at most: the schema says so.
    private static let recordTable = """
        CREATE TABLE record (
            id INTEGER PRIMARY KEY,
            occurrenceID TEXT NOT NULL UNIQUE,
            captureID TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            eventDate TEXT NOT NULL,
            eventInstant INTEGER NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind IN ('place', 'address', 'species', 'thing', 'time')),
            scientificName TEXT, vernacularName TEXT,
            osm_type TEXT CHECK (osm_type IN ('node', 'way', 'relation')), osm_id INTEGER,
            category TEXT, type TEXT,
            confidence REAL CHECK (confidence BETWEEN 0 AND 1),
            occurrenceRemarks TEXT,
            recordedBy TEXT,
            geoprivacy TEXT NOT NULL CHECK (geoprivacy IN ('open', 'obscured', 'private')),
            \(position),
            candidates TEXT NOT NULL,
            CHECK ((osm_type IS NULL) = (osm_id IS NULL)),
            \(positionChecks)
        );
        CREATE INDEX record_by_created ON record (created, occurrenceID);
        CREATE INDEX record_by_event ON record (eventInstant);
        CREATE TABLE tombstone (
            occurrenceID TEXT PRIMARY KEY NOT NULL,
            captureID TEXT NOT NULL,
            deleted INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tombstone_by_capture ON tombstone (captureID);
        """

    /// Words are found whatever their case, in any script, and whatever accents on Latin letters.
    private static let textIndex = """
        CREATE VIRTUAL TABLE record_text USING fts5 (
            name, occurrenceRemarks, scientificName, vernacularName,
            content = 'record', content_rowid = 'id', prefix = '2 3',
            tokenize = 'unicode61 remove_diacritics 2');
        CREATE TRIGGER record_text_insert AFTER INSERT ON record BEGIN
            INSERT INTO record_text
                (rowid, name, occurrenceRemarks, scientificName, vernacularName)
            VALUES (new.id, new.name, new.occurrenceRemarks, new.scientificName,
                new.vernacularName);
        END;
        CREATE TRIGGER record_text_delete AFTER DELETE ON record BEGIN
            INSERT INTO record_text
                (record_text, rowid, name, occurrenceRemarks, scientificName, vernacularName)
            VALUES ('delete', old.id, old.name, old.occurrenceRemarks, old.scientificName,
                old.vernacularName);
        END;
        CREATE TRIGGER record_text_update
            AFTER UPDATE OF name, occurrenceRemarks, scientificName, vernacularName ON record
        BEGIN
            INSERT INTO record_text
                (record_text, rowid, name, occurrenceRemarks, scientificName, vernacularName)
            VALUES ('delete', old.id, old.name, old.occurrenceRemarks, old.scientificName,
                old.vernacularName);
            INSERT INTO record_text
                (rowid, name, occurrenceRemarks, scientificName, vernacularName)
            VALUES (new.id, new.name, new.occurrenceRemarks, new.scientificName,
                new.vernacularName);
        END;
        """

    /// `occurrenceID` is the id that the record of the capture has, or will have.
    private static let captureTable = """
        CREATE TABLE capture (
            id TEXT PRIMARY KEY NOT NULL,
            occurrenceID TEXT NOT NULL UNIQUE,
            key TEXT UNIQUE,
            state TEXT NOT NULL
                CHECK (state IN ('pending', 'confirmed', 'cancelled', 'expired')),
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            ended INTEGER,
            eventDate TEXT NOT NULL,
            \(position),
            sources TEXT NOT NULL,
            candidates TEXT NOT NULL,
            notices TEXT NOT NULL,
            confirmationKey TEXT,
            confirmation TEXT,
            CHECK ((state = 'pending') = (ended IS NULL)),
            \(positionChecks)
        ) WITHOUT ROWID;
        CREATE INDEX capture_by_state ON capture (state, expires);
        """
}
