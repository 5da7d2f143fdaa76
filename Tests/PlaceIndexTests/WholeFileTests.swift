import Database
import PlaceIndex
import TestSupport
import Testing

/// What holds for every row of a region file, whatever was imported: another program opens it, and
/// finds what is there.
@Suite struct `A whole region file` {
    /// Tables with a geometry that are there whatever else is.
    private static let leastLayers: Set = [
        "address", "area", "area_piece", "place", "settlement", "street",
    ]

    @Test(arguments: [GeoDataFiles.helsinkiCentre, GeoDataFiles.liechtenstein])
    func `of a bundled extract is sound in every row`(extract: String) throws {
        try expectSound(extract)
    }

    @Test(
        .needsSharedData,
        arguments: ["monaco.osm.pbf", "fiji-antimeridian.osm.pbf", "odd-8shaped-multipolygon.osm"])
    func `of a shared extract is sound in every row`(extract: String) throws {
        try expectSound(try SharedData.path("data/osm/\(extract)"))
    }

    private func expectSound(_ extract: String) throws {
        let region = try SharedRegions.region(of: extract)
        #expect(try region.rows("SELECT * FROM pragma_integrity_check") == ["ok"])
        #expect(try region.rows("SELECT count(*) FROM pragma_foreign_key_check") == ["0"])
        let layers = try region.rows("SELECT f_table_name FROM geometry_columns ORDER BY 1")
        #expect(Self.leastLayers.isSubset(of: layers))
        // None with an R*Tree is left out of what readers are told.
        #expect(
            try region.rows(
                """
                SELECT substr(name, 5, length(name) - 9) FROM sqlite_schema
                WHERE name LIKE 'idx!_%!_geom' ESCAPE '!' ORDER BY 1
                """) == layers)
        #expect(
            try region.rows(
                "SELECT DISTINCT srid, spatial_index_enabled, f_geometry_column "
                    + "FROM geometry_columns") == ["4326|1|geom"])
        for table in layers { try expectSound(table, in: region) }
        // SpatiaLite writes while it checks.
        let copy = try SharedRegions.copy(of: extract)
        let writable = try Connection(path: copy.path, mode: .readWrite, spatial: true)
        #expect(try writable.rows("SELECT CheckSpatialIndex()") == ["1"])
        #expect(
            try region.rows("SELECT coalesce(max(ST_NPoints(geom)), 0) <= 256 FROM area_piece")
                == ["1"])
        try expectReadable(layers, of: region)
    }

    /// Geometries are valid, of the declared type and where they may be; each has the one entry in
    /// the R*Tree that holds its box, and the tree's nodes fit together.
    private func expectSound(_ table: String, in region: ImportFixture) throws {
        #expect(
            try region.rows(
                """
                SELECT id FROM \(table)
                WHERE ST_IsValid(geom) IS NOT 1 OR ST_SRID(geom) IS NOT 4326
                    OR ST_IsEmpty(geom) IS NOT 0
                    OR MbrMinX(geom) < -180 OR MbrMaxX(geom) > 180
                    OR MbrMinY(geom) < -90 OR MbrMaxY(geom) > 90
                """) == [], "\(table)")
        #expect(try region.rows("SELECT rtreecheck('idx_\(table)_geom')") == ["ok"], "\(table)")
        #expect(
            try region.rows(
                """
                SELECT (SELECT count(*) FROM \(table)), (SELECT count(*) FROM idx_\(table)_geom),
                    (SELECT count(*) FROM \(table) AS t JOIN idx_\(table)_geom AS i ON i.pkid = t.id
                     WHERE i.xmin <= MbrMinX(t.geom) AND i.xmax >= MbrMaxX(t.geom)
                         AND i.ymin <= MbrMinY(t.geom) AND i.ymax >= MbrMaxY(t.geom))
                """
            ).allSatisfy { Set($0.split(separator: "|")).count == 1 }, "\(table)")
        // A box is wider than its geometry by the rounding to 32 bits alone.
        #expect(
            try region.rows(
                """
                SELECT count(*) FROM \(table) AS t JOIN idx_\(table)_geom AS i ON i.pkid = t.id
                WHERE i.xmin < MbrMinX(t.geom) - 0.0001 OR i.xmax > MbrMaxX(t.geom) + 0.0001
                    OR i.ymin < MbrMinY(t.geom) - 0.0001 OR i.ymax > MbrMaxY(t.geom) + 0.0001
                """) == ["0"], "\(table)")
    }

    /// QGIS reads through the same library as ogrinfo.
    private func expectReadable(_ layers: [String], of region: ImportFixture) throws {
        guard ExternalTool.ogrinfo.path != nil else {
            print("ogrinfo is not installed: the file was not read with it.")
            return
        }
        for table in layers {
            let result = try ExternalTool.ogrinfo.run([
                "-ro", "-al", "-geom=SUMMARY", region.path, table,
            ])
            #expect(result.exitCode == 0, "\(table)")
            #expect(result.standardError.isEmpty, "\(table): \(result.standardError)")
            let lines = result.standardOutput.split(separator: "\n")
            let rows = try region.rows("SELECT count(*) FROM \(table)")
            let features = lines.filter { $0.hasPrefix("OGRFeature(\(table)):") }.count
            #expect(["\(features)"] == rows, "\(table)")
            #expect(lines.contains("Feature Count: \(features)"), "\(table)")
        }
    }
}
