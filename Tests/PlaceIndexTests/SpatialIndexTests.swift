import Database
import Foundation
import PlaceIndex
import TestSupport
import Testing

/// The packed R*Trees of a region file, by the judgement of SQLite, SpatiaLite and GDAL.
@Suite struct `The R*Trees of a region` {
    private static let tables = [
        "place", "address", "interpolation", "street", "area", "area_piece", "settlement",
    ]

    /// A region that may be written to.
    private func region(of file: String) throws -> (TemporaryDirectory, Connection) {
        let copy = try SharedRegions.copy(of: file)
        return (
            copy.directory, try Connection(path: copy.path, mode: .readWrite, spatial: true)
        )
    }

    private func expectWhole(_ connection: Connection) throws {
        for table in Self.tables {
            let rows = try connection.rows(
                """
                SELECT rtreecheck('main', 'idx_\(table)_geom'), CheckSpatialIndex('\(table)', 'geom'),
                (SELECT count(*) FROM idx_\(table)_geom) = (SELECT count(*) FROM \(table))
                """)
            #expect(rows == ["ok|1|1"], "\(table)")
        }
    }

    @Test(arguments: [GeoDataFiles.helsinkiCentre, GeoDataFiles.liechtenstein])
    func `are as SQLite and SpatiaLite want them, in full nodes`(file: String) throws {
        let (directory, connection) = try region(of: file)
        defer { withExtendedLifetime(directory) {} }
        try expectWhole(connection)
        let nodes = try connection.rows(
            """
            SELECT (SELECT count(*) FROM idx_place_geom_node WHERE nodeno NOT IN
                (SELECT parentnode FROM idx_place_geom_parent)) AS leaves,
                ((SELECT count(*) FROM place) + 50) / 51
            """)
        let parts = try #require(nodes.first).split(separator: "|")
        #expect(parts[0] == parts[1])
    }

    @Test(.needsSharedData, arguments: ["malta.osm.pbf", "fiji-antimeridian.osm.pbf"])
    func `hold on real extracts, at 180 degrees too`(file: String) throws {
        let (directory, connection) = try region(of: SharedData.path("data/osm/\(file)"))
        defer { withExtendedLifetime(directory) {} }
        try expectWhole(connection)
    }

    /// As someone may do who opens the file in QGIS.
    @Test func `follow rows that are added, changed and deleted afterwards`() throws {
        let (directory, connection) = try region(of: GeoDataFiles.helsinkiCentre)
        defer { withExtendedLifetime(directory) {} }
        let triggers = try connection.rows(
            "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'place'")
        #expect(triggers == ["8"])
        for number in 1...200 {
            try connection.run(
                """
                INSERT INTO settlement (osm_type, osm_id, type, name, tags, lon, lat, geom)
                VALUES ('N', ?1, 'hamlet', 'x', '{}', 25, 60, MakePoint(25 + ?1 / 1000.0, 60, 4326))
                """, .integer(Int64(number)))
        }
        try connection.execute("DELETE FROM place WHERE id % 3 = 0")
        try connection.execute(
            "UPDATE address SET geom = ShiftCoords(geom, 0.01, 0) WHERE id % 2 = 0")
        try expectWhole(connection)
        #expect(throws: DatabaseError.self, "SpatiaLite's triggers refuse a wrong geometry") {
            try connection.execute("UPDATE settlement SET geom = MakePoint(25, 60, 3067)")
        }
    }

    @Test(.needs(.ogrinfo)) func `answer GDAL's filter by a box`() throws {
        let region = try SharedRegions.region(of: GeoDataFiles.helsinkiCentre)
        let box = ["24.940", "60.168", "24.945", "60.170"]
        let expected = try region.rows(
            "SELECT count(*) FROM place WHERE ST_Intersects(geom, BuildMbr(24.940, 60.168, 24.945, 60.170, 4326))"
        )
        let result = try ExternalTool.ogrinfo.run(
            ["-ro", "-so", "-spat"] + box + [region.path, "place"])
        let line = "Feature Count: "
        let count = result.standardOutput.split(separator: "\n").first { $0.hasPrefix(line) }
        #expect(result.exitCode == 0)
        let found = try #require(count.flatMap { Int($0.dropFirst(line.count)) })
        #expect(found > 0)
        #expect("\(found)" == expected.first)
    }
}
