import Database
import TestSupport
import Testing

@testable import PlaceIndex

/// Rows are read by the places of their columns.
@Suite struct `The columns of a region file` {
    @Test func `are where the readers look for them`() throws {
        let fixture = try ImportFixture(
            "<node id='1' lat='1' lon='1'><tag k='shop' v='books'/></node>")
        func columns(_ table: String) throws -> [String] {
            try fixture.rows("SELECT name FROM pragma_table_info('\(table)')")
        }
        let place = try columns("place")
        for (name, column) in [
            ("id", PlaceColumn.id), ("osm_type", PlaceColumn.osmType),
            ("osm_id", PlaceColumn.osmID), ("lon", PlaceColumn.longitude),
            ("lat", PlaceColumn.latitude), ("importance", PlaceColumn.importance),
            ("category", PlaceColumn.category), ("type", PlaceColumn.type),
            ("name", PlaceColumn.name), ("tags", PlaceColumn.tags),
            ("geom", PlaceColumn.footprint),
        ] {
            #expect(place[column] == name)
        }
        #expect(try columns("place_piece") == ["id", "place_id", "geom"])
        #expect(try columns("idx_place_geom_node") == ["nodeno", "data"])
    }
}
