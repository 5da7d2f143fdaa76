internal import Database

/// The tables of range maps.
///
/// `species_range` is a layer of polygons on WGS 84 for maps: what a file's feature showed, with its codes as
/// the file has them. `range_piece` are the same areas in small pieces for asking what is at a place, and
/// `range_piece_box` is the R*Tree of their boxes.
enum RangeSchema {
    /// The second step of `SpeciesSchema`.
    static let create: @Sendable (Connection) throws -> Void = { connection in
        try connection.execute(tables)
        try SpeciesSchema.require(
            "AddGeometryColumn('species_range', 'geom', 4326, 'MULTIPOLYGON', 'XY', 1)", connection)
        try SpeciesSchema.require("CreateSpatialIndex('species_range', 'geom')", connection)
    }

    /// - `range_source.report`: What the import said, as JSON.
    /// - `species_range.nameKey`: `ScientificName.key`. `presence`, `origin`, `seasonal` are the numbers as
    ///   given, also those that mean nothing, NULL when there was none; `season` the word when it was one.
    ///   `firstDay` and `lastDay` are month times 100 plus day. `northShare` is the part of the area north
    ///   of the equator. Pieces are those from `firstPiece`, `pieceCount` of them.
    /// - `range_override.months`: bit 0 is January; NULL for all.
    private static let tables = """
        CREATE TABLE range_source (
            name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
            files TEXT NOT NULL,
            referenceSystem TEXT,
            imported INTEGER NOT NULL,
            ranges INTEGER NOT NULL,
            species INTEGER NOT NULL,
            pieces INTEGER NOT NULL,
            report TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE species_range (
            id INTEGER PRIMARY KEY,
            source TEXT NOT NULL REFERENCES range_source,
            feature INTEGER NOT NULL,
            scientificName TEXT NOT NULL CHECK (scientificName <> ''),
            nameKey TEXT NOT NULL,
            commonName TEXT,
            sourceID TEXT,
            presence INTEGER, origin INTEGER, seasonal INTEGER, season TEXT,
            firstDay INTEGER CHECK (firstDay BETWEEN 101 AND 1231),
            lastDay INTEGER CHECK (lastDay BETWEEN 101 AND 1231),
            squareKilometers REAL NOT NULL,
            northShare REAL NOT NULL CHECK (northShare BETWEEN 0 AND 1),
            firstPiece INTEGER NOT NULL, pieceCount INTEGER NOT NULL,
            CHECK ((firstDay IS NULL) = (lastDay IS NULL))
        );
        CREATE INDEX species_range_by_key ON species_range (nameKey);
        CREATE INDEX species_range_by_source ON species_range (source);
        CREATE TABLE range_piece (
            id INTEGER PRIMARY KEY,
            rangeID INTEGER NOT NULL,
            geom BLOB NOT NULL
        );
        CREATE VIRTUAL TABLE range_piece_box USING rtree (id, west, east, south, north);
        CREATE TABLE range_override (
            id INTEGER PRIMARY KEY,
            scientificName TEXT NOT NULL,
            nameKey TEXT NOT NULL,
            decimalLatitude REAL NOT NULL CHECK (decimalLatitude BETWEEN -90 AND 90),
            decimalLongitude REAL NOT NULL CHECK (decimalLongitude BETWEEN -180 AND 180),
            radiusInMeters REAL NOT NULL CHECK (radiusInMeters > 0),
            status TEXT NOT NULL
                CHECK (status IN ('present', 'otherSeason', 'edge', 'absent', 'unknown')),
            months INTEGER CHECK (months BETWEEN 1 AND 4095),
            reason TEXT NOT NULL CHECK (reason <> ''),
            created INTEGER NOT NULL
        );
        """
}
