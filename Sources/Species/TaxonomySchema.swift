internal import Database

/// The taxonomy's tables. Columns bear Darwin Core's names where it has one.
///
/// A taxon is never deleted and its id never given to another, so that records, ranges and links
/// that name it stay right. A name is looked up by `ScientificName.key`.
enum TaxonomySchema {
    /// Step 1 of `SpeciesSchema`.
    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(state)
        try connection.execute(taxon)
        try connection.execute(names)
        try connection.execute(details)
        try connection.execute(search)
    }

    /// `generation` goes up by one with each import that changed something: what is kept in memory
    /// belongs to one generation.
    ///
    /// `taxonomy_source` are the lists that were imported; `taxon_source` tells which of them has a
    /// taxon, under which id. `taxonomy_change` is what imports found for a person to look at.
    private static let state = """
        CREATE TABLE species_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL
        );
        INSERT INTO species_state (id, generation) VALUES (1, 0);
        CREATE TABLE taxonomy_source (
            name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
            file TEXT NOT NULL,
            imported INTEGER NOT NULL,
            taxa INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE taxonomy_change (
            id INTEGER PRIMARY KEY,
            imported INTEGER NOT NULL,
            source TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('renamed', 'lumped', 'split', 'vanished', 'returned')),
            taxonID INTEGER NOT NULL REFERENCES taxon,
            otherID INTEGER REFERENCES taxon,
            oldName TEXT, newName TEXT
        );
        """

    /// - `taxonRank`: Darwin Core's; besides `hybrid`, `slash` (one of several species) and `spuh`
    ///   (of a genus or group, not told further).
    /// - `taxonomicStatus`: `synonym` is a taxon that became part of another, `acceptedNameUsageID`;
    ///   `vanished` one that no list has any more.
    /// - `speciesID`: The species as which it counts in lists, itself for a species; NULL for all that
    ///   is no species. `familyID`: the family it is in, itself for one.
    /// - `taxon_order`: Places of all taxa in lists: species in the order of their list, then genera,
    ///   families and above, then what is below species, then what is uncertain. Synonyms have none.
    private static let taxon = """
        CREATE TABLE taxon (
            taxonID INTEGER PRIMARY KEY AUTOINCREMENT,
            scientificName TEXT NOT NULL CHECK (scientificName <> ''),
            scientificNameAuthorship TEXT,
            taxonRank TEXT NOT NULL CHECK (taxonRank <> ''),
            taxonomicStatus TEXT NOT NULL
                CHECK (taxonomicStatus IN ('accepted', 'synonym', 'vanished')),
            acceptedNameUsageID INTEGER REFERENCES taxon,
            parentNameUsageID INTEGER REFERENCES taxon,
            speciesID INTEGER REFERENCES taxon,
            familyID INTEGER REFERENCES taxon,
            conservationStatus TEXT,
            CHECK ((taxonomicStatus = 'synonym') = (acceptedNameUsageID IS NOT NULL))
        );
        CREATE INDEX taxon_by_parent ON taxon (parentNameUsageID);
        CREATE INDEX taxon_by_accepted ON taxon (acceptedNameUsageID)
            WHERE acceptedNameUsageID IS NOT NULL;
        CREATE INDEX taxon_by_family ON taxon (familyID);
        CREATE INDEX taxon_by_species ON taxon (speciesID);
        CREATE TABLE taxon_order (
            position INTEGER PRIMARY KEY,
            taxonID INTEGER NOT NULL UNIQUE REFERENCES taxon
        );
        CREATE TABLE taxon_source (
            source TEXT NOT NULL,
            taxonID INTEGER NOT NULL REFERENCES taxon,
            sourceID TEXT,
            PRIMARY KEY (source, taxonID)
        ) WITHOUT ROWID;
        CREATE INDEX taxon_source_by_id ON taxon_source (source, sourceID)
            WHERE sourceID IS NOT NULL;
        """

    /// Scientific names of all taxa but synonyms, whose names are their accepted taxon's. A key has
    /// several taxa where a name is used twice (homonyms). `language` is a BCP 47 tag, `und` unknown.
    private static let names = """
        CREATE TABLE taxon_name (
            key TEXT NOT NULL,
            taxonID INTEGER NOT NULL REFERENCES taxon,
            isAccepted INTEGER NOT NULL CHECK (isAccepted IN (0, 1)),
            scientificName TEXT NOT NULL,
            PRIMARY KEY (key, taxonID)
        ) WITHOUT ROWID;
        CREATE INDEX taxon_name_by_taxon ON taxon_name (taxonID);
        CREATE UNIQUE INDEX taxon_name_accepted ON taxon_name (taxonID) WHERE isAccepted = 1;
        CREATE TABLE vernacular_name (
            taxonID INTEGER NOT NULL REFERENCES taxon,
            language TEXT NOT NULL CHECK (language <> ''),
            place INTEGER NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            source TEXT NOT NULL,
            PRIMARY KEY (taxonID, language, place)
        ) WITHOUT ROWID;
        """

    /// `scheme` names who gives the codes: `ebird`, `bbl`, `ibp`, `ibp6`, `avibase` ... `topic` is one
    /// of the field guide's.
    private static let details = """
        CREATE TABLE taxon_code (
            scheme TEXT NOT NULL,
            code TEXT NOT NULL CHECK (code <> ''),
            taxonID INTEGER NOT NULL REFERENCES taxon,
            PRIMARY KEY (scheme, code, taxonID)
        ) WITHOUT ROWID;
        CREATE INDEX taxon_code_by_taxon ON taxon_code (taxonID);
        CREATE TABLE taxon_text (
            taxonID INTEGER NOT NULL REFERENCES taxon,
            topic TEXT NOT NULL
                CHECK (topic IN ('habitat', 'diet', 'voice', 'nesting', 'migration')),
            language TEXT NOT NULL,
            text TEXT NOT NULL CHECK (text <> ''),
            PRIMARY KEY (taxonID, topic, language)
        ) WITHOUT ROWID;
        CREATE TABLE year_goal (
            year INTEGER PRIMARY KEY CHECK (year BETWEEN 1 AND 9999),
            species INTEGER NOT NULL CHECK (species > 0)
        );
        """

    /// Names of every kind as they are asked for: `position` is that of `taxon_order`, `name` folded
    /// to letters without spaces. `taxon_words` has a row for each taxon, its rowid the position.
    private static let search = """
        CREATE TABLE folded_name (
            name TEXT NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (name, position)
        ) WITHOUT ROWID;
        CREATE VIRTUAL TABLE taxon_words USING fts5 (
            terms, content = '', columnsize = 0, detail = none,
            tokenize = "ascii tokenchars '~=#@'");
        """
}
