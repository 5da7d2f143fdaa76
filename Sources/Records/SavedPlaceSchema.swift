internal import Database

/// What version 2 of `records.sqlite` adds to version 1: saved places, and two indexes for counting
/// species.
enum SavedPlaceSchema {
    /// `geom` is the area, or of a circle its centre; the box holds the whole, for the R*Tree.
    private static let tables = """
        CREATE TABLE saved_place (
            id INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL CHECK (name <> ''),
            radiusInMeters REAL CHECK (radiusInMeters > 0),
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0)
        );
        CREATE VIRTUAL TABLE saved_place_box USING rtree(id, west, east, south, north);
        CREATE TRIGGER saved_place_delete AFTER DELETE ON saved_place BEGIN
            DELETE FROM saved_place_box WHERE id >= old.id * 2 AND id <= old.id * 2 + 1;
        END;
        """

    private static let speciesIndexes = """
        CREATE INDEX record_by_species ON record (scientificName, eventDate)
            WHERE scientificName IS NOT NULL;
        CREATE INDEX record_by_own_name ON record (name, eventDate)
            WHERE scientificName IS NULL AND kind = 'species';
        """

    static func create(_ connection: Connection) throws {
        try connection.execute(tables)
        try Schema.require(
            "AddGeometryColumn('saved_place', 'geom', 4326, 'GEOMETRY', 'XY', 1)", connection)
        try Schema.require("CreateSpatialIndex('saved_place', 'geom')", connection)
        try connection.execute(speciesIndexes)
    }
}
