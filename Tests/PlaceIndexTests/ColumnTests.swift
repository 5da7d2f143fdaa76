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
        let expected: [(table: String, columns: [(String, Int)])] = [
            (
                "place",
                [
                    ("id", PlaceColumn.id), ("osm_type", PlaceColumn.osmType),
                    ("osm_id", PlaceColumn.osmID), ("lon", PlaceColumn.longitude),
                    ("lat", PlaceColumn.latitude), ("importance", PlaceColumn.importance),
                    ("category", PlaceColumn.category), ("type", PlaceColumn.type),
                    ("name", PlaceColumn.name), ("tags", PlaceColumn.tags),
                    ("geom", PlaceColumn.footprint),
                ]
            ),
            (
                "street",
                [
                    ("osm_type", StreetColumn.osmType), ("osm_id", StreetColumn.osmID),
                    ("type", StreetColumn.type), ("name", StreetColumn.name),
                    ("tags", StreetColumn.tags), ("geom", StreetColumn.line),
                ]
            ),
            (
                "address",
                [
                    ("osm_type", AddressColumn.osmType), ("osm_id", AddressColumn.osmID),
                    ("house_number", AddressColumn.houseNumber),
                    ("is_house", AddressColumn.isHouse), ("street", AddressColumn.street),
                    ("postcode", AddressColumn.postcode), ("city", AddressColumn.city),
                    ("tags", AddressColumn.tags), ("lon", AddressColumn.longitude),
                    ("lat", AddressColumn.latitude), ("geom", AddressColumn.footprint),
                ]
            ),
            (
                "settlement",
                [
                    ("osm_type", SettlementColumn.osmType), ("osm_id", SettlementColumn.osmID),
                    ("type", SettlementColumn.type), ("name", SettlementColumn.name),
                    ("tags", SettlementColumn.tags), ("lon", SettlementColumn.longitude),
                    ("lat", SettlementColumn.latitude), ("areas", SettlementColumn.areas),
                    ("linked_area", SettlementColumn.linkedArea),
                    ("is_capital", SettlementColumn.isCapital),
                ]
            ),
        ]
        for (table, wanted) in expected {
            let names = try columns(table)
            for (name, column) in wanted { #expect(names[column] == name, "\(table)") }
        }
        #expect(try columns("postcode_centre").prefix(4) == ["id", "postcode", "lon", "lat"])
        #expect(try columns("area_piece") == ["id", "area_id", "geom"])
        #expect(try columns("place_piece") == ["id", "place_id", "geom"])
        #expect(try columns("idx_place_geom_node") == ["nodeno", "data"])
    }
}
