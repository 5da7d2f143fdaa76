internal import GeoModel

/// The tables of a region file: the contract between the import and the queries.
///
/// All geometry is in EPSG:4326, in columns named `geom`, each with an R*Tree
/// `idx_TABLE_geom(pkid, xmin, xmax, ymin, ymax)`. `osm_type` is N, W or R. `osm_id` is declared
/// BIGINT, as GDAL and so QGIS read an INTEGER as 32 bits, which node ids outgrew. `tags` holds all
/// tags of the object as a JSON object of strings.
enum RegionSchema {
    static let version = 6
    /// "TSTN".
    static let applicationID = 0x5453_544E

    /// The tables with geometry and SpatiaLite's type of it.
    static let geometries: [(table: String, type: String)] = [
        ("place", "GEOMETRY"), ("place_piece", "GEOMETRY"), ("address", "GEOMETRY"),
        ("interpolation", "LINESTRING"),
        ("street", "LINESTRING"), ("area", "MULTIPOLYGON"), ("area_piece", "POLYGON"),
        ("settlement", "POINT"), ("postcode_centre", "POINT"), ("settlement_reach", "MULTIPOLYGON"),
        ("landmark_reach", "MULTIPOLYGON"),
    ]

    /// As comparisons: for a list of three SQLite makes a temporary table at every row.
    private static let typeCheck =
        "CHECK (osm_type = 'N' OR osm_type = 'W' OR osm_type = 'R')"

    /// Run before the first row; `EmptyRegion` registers the geometry columns.
    static let tables = """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        -- Things people point at; geom is the whole footprint, lon and lat a point on it.
        CREATE TABLE place (
            id INTEGER PRIMARY KEY,
            -- What a radius search answers, as `PlaceAnswer` says. It and the tags come first, where they
            -- are found without a look at the other columns.
            answer BLOB NOT NULL,
            tags TEXT NOT NULL,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            lon REAL NOT NULL,
            lat REAL NOT NULL,
            importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
            category TEXT NOT NULL,
            type TEXT NOT NULL,
            name TEXT,
            geom GEOMETRY NOT NULL,
            UNIQUE (osm_type, osm_id)
        );

        -- Footprints of more than \(PlaceColumn.wholeFootprintBytes) bytes, cut into parts of at most
        -- \(PlaceColumn.piecePositions) positions: the distance to a place is the least of those to its parts.
        CREATE TABLE place_piece (
            id INTEGER PRIMARY KEY,
            place_id INTEGER NOT NULL REFERENCES place (id),
            geom GEOMETRY NOT NULL
        );

        -- Whatever has a house number: node, way or area.
        CREATE TABLE address (
            id INTEGER PRIMARY KEY,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            house_number TEXT NOT NULL,
            -- 0 for a stretch of land with a number.
            is_house INTEGER NOT NULL DEFAULT 1,
            street TEXT,
            postcode TEXT,
            city TEXT,
            tags TEXT NOT NULL,
            lon REAL NOT NULL,
            lat REAL NOT NULL,
            geom GEOMETRY NOT NULL
        );

        -- Lines along which house numbers run; numbers is [[vertex index, "12"], ...].
        CREATE TABLE interpolation (
            id INTEGER PRIMARY KEY,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            kind TEXT NOT NULL,
            street TEXT,
            numbers TEXT NOT NULL,
            geom LINESTRING NOT NULL
        );

        -- Named ways people travel on, and squares by their outline. A way cut by the edge of the
        -- extract may be in several rows.
        CREATE TABLE street (
            id INTEGER PRIMARY KEY,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            type TEXT NOT NULL,
            name TEXT NOT NULL,
            tags TEXT NOT NULL,
            geom LINESTRING NOT NULL
        );

        CREATE TABLE area (
            id INTEGER PRIMARY KEY,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            kind TEXT NOT NULL
                CHECK (kind IN ('administrative', 'postal', 'place', 'landuse', 'timezone')),
            admin_level INTEGER,
            type TEXT,
            name TEXT NOT NULL,
            tags TEXT NOT NULL,
            lon REAL NOT NULL,
            lat REAL NOT NULL,
            square_meters REAL NOT NULL,
            geom MULTIPOLYGON NOT NULL,
            CHECK ((kind = 'administrative') = (admin_level IS NOT NULL))
        );

        -- Areas cut into parts of at most 256 positions; a point is in an area when it is in one.
        CREATE TABLE area_piece (
            id INTEGER PRIMARY KEY,
            area_id INTEGER NOT NULL REFERENCES area (id),
            geom POLYGON NOT NULL
        );

        CREATE TABLE settlement (
            id INTEGER PRIMARY KEY,
            osm_type TEXT NOT NULL \(typeCheck),
            osm_id BIGINT NOT NULL,
            type TEXT NOT NULL,
            name TEXT NOT NULL,
            tags TEXT NOT NULL,
            population INTEGER,
            lon REAL NOT NULL,
            lat REAL NOT NULL,
            -- Rows of area that it lies in, and the one whose centre it is.
            areas TEXT NOT NULL DEFAULT '',
            linked_area INTEGER,
            is_capital INTEGER NOT NULL DEFAULT 0,
            geom POINT NOT NULL
        );

        -- A street as people know it: ways of one name that lie together, by the way that stands
        -- for them.
        CREATE TABLE road (
            id INTEGER PRIMARY KEY,
            street_id INTEGER NOT NULL REFERENCES street (id),
            ways INTEGER NOT NULL,
            west REAL NOT NULL,
            south REAL NOT NULL,
            east REAL NOT NULL,
            north REAL NOT NULL
        );

        \(nameIndex)

        -- The square round each row of settlement in which its name is used; ids are the same.
        CREATE TABLE settlement_reach (
            id INTEGER PRIMARY KEY REFERENCES settlement (id),
            geom MULTIPOLYGON NOT NULL
        );

        -- The box in which a place that is known or tall is recognised from afar; ids are those of place.
        CREATE TABLE landmark_reach (
            id INTEGER PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
            geom MULTIPOLYGON NOT NULL
        );

        -- The mean position of all that has a postcode.
        CREATE TABLE postcode_centre (
            id INTEGER PRIMARY KEY,
            postcode TEXT NOT NULL,
            lon REAL NOT NULL,
            lat REAL NOT NULL,
            geom POINT NOT NULL
        );

        -- Every name of a street, as StreetName compares it, by the cells of 0.02 degrees it is in.
        CREATE TABLE street_name (
            name TEXT NOT NULL,
            cell INTEGER NOT NULL,
            street_id INTEGER NOT NULL,
            PRIMARY KEY (name, cell, street_id)
        ) WITHOUT ROWID;
        """

    /// Every name, as `NameTerms` says; the rowid is a `SearchRowID`.
    static let nameIndex = """
        CREATE VIRTUAL TABLE name_index USING fts5 (
            terms, content = '', columnsize = 0, detail = none, tokenize = "\(NameTerms.tokenizer)"
        );
        """

    /// Run after the last row.
    static let indexes = """
        CREATE INDEX area_osm ON area (osm_type, osm_id);
        CREATE INDEX street_osm ON street (osm_type, osm_id);
        CREATE INDEX settlement_osm ON settlement (osm_type, osm_id);
        CREATE INDEX settlement_linked ON settlement (linked_area) WHERE linked_area IS NOT NULL;
        CREATE INDEX interpolation_osm ON interpolation (osm_type, osm_id);
        CREATE INDEX address_street ON address (street, house_number);
        """
}
