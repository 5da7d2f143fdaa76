internal import Database

/// The lists of sensitive taxa. `area` and `dates` are text as `SensitiveArea` and `SensitiveDates` have it;
/// empty is everywhere and always. `generation` goes up with each change of a list.
enum SensitiveSchema {
    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(
            """
            CREATE TABLE sensitive_list (
                name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
                file TEXT NOT NULL,
                imported INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE sensitive_taxon (
                id INTEGER PRIMARY KEY,
                list TEXT NOT NULL REFERENCES sensitive_list,
                scientificName TEXT NOT NULL CHECK (scientificName <> ''),
                geoprivacy TEXT NOT NULL CHECK (geoprivacy IN ('obscured', 'private')),
                area TEXT NOT NULL,
                dates TEXT NOT NULL,
                reason TEXT
            );
            CREATE TABLE sensitive_state (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                generation INTEGER NOT NULL
            );
            INSERT INTO sensitive_state (id, generation) VALUES (1, 0);
            CREATE INDEX sensitive_taxon_by_list ON sensitive_taxon (list);
            """)
    }
}
