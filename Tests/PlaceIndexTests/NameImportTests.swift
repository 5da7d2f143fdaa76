import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `The import of names` {
    private func fixture(_ map: MapBuilder) throws -> ImportFixture {
        try ImportFixture(map.elements)
    }

    /// The objects that a term is kept for, the most important first.
    private func found(_ expression: String, in fixture: ImportFixture) throws -> [String] {
        let quoted = expression.replacing("'", with: "''")
        return try fixture.rows("SELECT rowid FROM name_index WHERE name_index MATCH '\(quoted)'")
            .map {
                let id = SearchRowID(value: Int64($0)!)
                return "\(id.kind!) \(id.row)"
            }
    }

    @Test func `every name tag is kept, each value of several by itself`() throws {
        var map = MapBuilder()
        map.node(
            60.17, 24.94,
            [
                "amenity": "cafe", "name": "Kappeli", "name:sv": "Kapellet",
                "alt_name": "Espa; Iso K",
                "old_name:ru": "Каппели", "brand": "Ketju", "name:etymology": "chapel",
                "addr:housename": "Esplanadi", "description": "nice",
            ])
        let fixture = try fixture(map)
        for word in ["kappeli", "kapellet", "espa", "iso", "каппели", "ketju", "esplanadi"] {
            #expect(try found("\"\(word)\"", in: fixture) == ["place 1"], "\(word)")
        }
        for word in ["chapel", "nice"] { #expect(try found("\"\(word)\"", in: fixture).isEmpty) }
        #expect(try found("\"=kappeli\"", in: fixture) == ["place 1"])
        #expect(try found("\"=iso\"", in: fixture).isEmpty)
        #expect(try found("\"kap~\" AND \"@place\"", in: fixture) == ["place 1"])
        #expect(try found("\"kapel\" *", in: fixture) == ["place 1"])
    }

    @Test func `the most important comes first, whatever the order of the file`() throws {
        var map = MapBuilder()
        map.node(60.1, 24.9, ["shop": "books", "name": "Turku"])
        map.node(60.4, 22.2, ["place": "city", "name": "Turku", "population": "195000"])
        map.way([(60.2, 24.9), (60.2, 24.91)], ["highway": "residential", "name": "Turku"])
        #expect(
            try found("\"turku\"", in: fixture(map)) == ["settlement 1", "road 1", "place 1"])
    }

    @Test func `any part of a name in a script without spaces is kept`() throws {
        var map = MapBuilder()
        map.node(35.7, 139.7, ["tourism": "attraction", "name": "東京タワー"])
        let fixture = try fixture(map)
        for part in ["東", "京た", "東京た", "わー", "ー"] {
            #expect(try found("\"\(part)\"", in: fixture) == ["place 1"], "\(part)")
        }
        #expect(try found("\"東京たわ\"", in: fixture).isEmpty)
    }

    @Test func `ways of one name are one street where they lie together`() throws {
        var map = MapBuilder()
        // Two ways with a gap of 100 m; the same name 3 km away; another name between.
        map.way([(60, 25), (60, 25.01)], ["highway": "residential", "name": "Kuja"])
        map.way(
            [(60, 25.012), (60, 25.02)], ["highway": "primary", "name": "Kuja", "name:sv": "Gränd"])
        map.way([(60, 25.08), (60, 25.09)], ["highway": "residential", "name": "Kuja"])
        map.way(
            [(60, 25.01), (60, 25.012)], ["highway": "residential", "name": "Väli", "ref": "E 18"])
        let fixture = try fixture(map)
        #expect(
            try fixture.rows(
                """
                SELECT s.name, s.type, r.ways, round(r.west, 3), round(r.east, 3)
                FROM road AS r JOIN street AS s ON s.id = r.street_id ORDER BY r.west
                """) == [
                    "Kuja|primary|2|25.0|25.02", "Väli|residential|1|25.01|25.012",
                    "Kuja|residential|1|25.08|25.09",
                ])
        #expect(try found("\"kuja\"", in: fixture) == ["road 1", "road 2"])
        #expect(try found("\"grand\"", in: fixture) == ["road 1"])
        #expect(try found("\"e18\"", in: fixture) == ["road 3"])
    }

    @Test func `postcodes of addresses are kept with their centre, and house names`() throws {
        var map = MapBuilder()
        for (longitude, postcode) in [(24.90, "00100"), (24.92, "00100"), (24.95, "00200")] {
            map.node(60, longitude, ["addr:housenumber": "1", "addr:postcode": postcode])
        }
        map.node(60, 24.97, ["addr:housenumber": "2", "addr:housename": "Villa Elfvik"])
        let fixture = try fixture(map)
        #expect(
            try fixture.rows("SELECT postcode, round(lon, 4) FROM postcode_centre ORDER BY id")
                == ["00100|24.91", "00200|24.95"])
        #expect(try found("\"00100\"", in: fixture) == ["postcode 1"])
        #expect(try found("\"elfvik\"", in: fixture) == ["address 4"])
    }

    @Test func `a building counts for a postcode's centre by its middle, a road by its line`()
        throws
    {
        var map = MapBuilder()
        map.box(60, 24.90, 60.01, 24.94, ["addr:housenumber": "1", "addr:postcode": "00100"])
        map.box(60, 25.90, 60.01, 25.94, ["highway": "service", "postal_code": "00200"])
        #expect(
            try fixture(map).rows(
                """
                SELECT postcode, round(lon, 4), round(lat, 4) = 60.005 FROM postcode_centre
                ORDER BY id
                """
            ).map { $0.split(separator: "|").map(String.init) }.map { $0[0] + $0[1] }
                == ["0010024.92", "0020025.94"])
    }

    @Test func `a cell holds what is in it, on both sides of 180 degrees`() throws {
        var map = MapBuilder()
        for longitude in [179.999, -179.999, 170] {
            map.node(-17, longitude, ["place": "village", "name": "Naselesele"])
        }
        let fixture = try fixture(map)
        let block = SearchCell(position(-17, 179.999), level: 14).block
        #expect(block.count == 9)
        #expect(
            try found("\"naselesele\" AND \(SearchCell.terms(block))", in: fixture) == [
                "settlement 1", "settlement 2",
            ])
    }

    @Test func `a rowid is less the more important its row is`() {
        let ids = [1.0, 0.9, 0.5, 0].map {
            SearchRowID(importance: $0, kind: $0 == 0.5 ? .area : .address, row: 1).value
        }
        #expect(ids == ids.sorted())
    }

    @Test(arguments: [0.0, 0.25, 0.5, 0.9999, 1])
    func `a rowid keeps importance, kind and row`(importance: Double) {
        for kind in SearchKind.allCases {
            let id = SearchRowID(importance: importance, kind: kind, row: 12_345_678_901)
            #expect(id.kind == kind)
            #expect(id.row == 12_345_678_901)
            #expect(abs(id.importance - importance) < 0.002)
        }
    }

    @Test func `a draft gives back more than its memory holds, in order`() throws {
        let directory = try TemporaryDirectory()
        let draft = try NameDraft(path: directory.file("names"))
        for row in 1...Int64(5_000) {
            try draft.add(
                NameDraft.Entry(
                    rowID: SearchRowID(
                        importance: Double(row % 7) / 7, kind: row % 2 == 0 ? .road : .place,
                        row: row),
                    positions: [position(Double(row % 90), Double(row % 180))],
                    names: "name \(row)\nother"))
        }
        var last = Int64.min
        var rows: Set<Int64> = []
        try draft.drain { entry in
            #expect(entry.rowID.value > last)
            last = entry.rowID.value
            let row = entry.rowID.row
            rows.insert(row)
            #expect(entry.names == "name \(row)\nother")
            #expect(entry.positions == [position(Double(row % 90), Double(row % 180))])
        }
        #expect(rows.count == 5_000)
    }
}
