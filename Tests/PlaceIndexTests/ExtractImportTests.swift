import Database
import FoundationEssentials
import PlaceIndex
import TestSupport
import Testing

@Suite struct `Importing the bundled extracts` {
    @Test func `Helsinki has its cathedral, shops, addresses and streets`() throws {
        let region = try SharedRegions.region(of: GeoDataFiles.helsinkiCentre)
        let report = region.report
        #expect(report.nodesRead == 24_260)
        #expect(report.waysRead == 5_130)
        #expect(report.relationsRead == 620)
        #expect(report.places > 2_000)
        #expect(report.addresses > 1_400)
        #expect(report.streets > 700)
        #expect(report.sourceTimestamp?.hasPrefix("2019-04-21") == true)
        #expect(
            try region.rows(
                """
                SELECT osm_type, category, type, name,
                    ST_Covers(geom, MakePoint(24.9522, 60.1702, 4326))
                FROM place WHERE osm_id = 419479428
                """) == ["W|amenity|place_of_worship|Helsingin tuomiokirkko|1"])
        #expect(
            try region.rows(
                """
                SELECT osm_id FROM place
                WHERE lon BETWEEN 24.945 AND 24.96 AND lat BETWEEN 60.167 AND 60.174
                ORDER BY importance DESC LIMIT 1
                """) == ["419479428"])
        #expect(
            try region.rows("SELECT max(importance) < 0.05 FROM place WHERE type = 'bench'")
                == ["1"])
    }

    @Test func `Liechtenstein has its closed boundaries, Vaduz by containment`() throws {
        let region = try SharedRegions.region(of: GeoDataFiles.liechtenstein)
        #expect(region.report.administrativeAreas == 14)
        #expect(
            try region.rows(
                """
                SELECT admin_level, name FROM area
                WHERE id IN (
                    SELECT area_id FROM area_piece
                    WHERE ST_Covers(geom, MakePoint(9.5225, 47.1396, 4326)))
                ORDER BY admin_level
                """) == ["2|Liechtenstein", "6|Wahlkreis Oberland", "8|Vaduz"])
        // The country is 160.5 km2 by its own statistics office.
        #expect(
            try region.rows(
                "SELECT round(square_meters / 1e6) FROM area WHERE name = 'Liechtenstein'")
                == ["160.0"])
        #expect(
            try region.rows(
                "SELECT osm_type, osm_id FROM place WHERE name = 'Schloss Vaduz' AND type = 'castle'"
            ) == ["R|52"])
    }

    @Test(.needs(.ogrinfo))
    func `ogrinfo opens a region and lists its layers in EPSG 4326`() throws {
        let region = try SharedRegions.region(of: GeoDataFiles.liechtenstein)
        let result = try ExternalTool.ogrinfo.run(["-ro", "-so", "-al", region.path])
        #expect(result.exitCode == 0)
        for layer in [
            "place", "address", "street", "area", "area_piece", "settlement", "postcode_centre",
        ] {
            #expect(result.standardOutput.contains("Layer name: \(layer)\n"))
        }
        #expect(
            result.standardOutput.components(separatedBy: "ID[\"EPSG\",4326]]\n").count == 12)
        #expect(result.standardOutput.contains("Feature Count: \(region.report.places)\n"))
    }
}
