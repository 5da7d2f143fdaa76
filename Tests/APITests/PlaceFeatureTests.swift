import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import API

@Suite struct `Places as OGC API Features` {
    private static let items = "/ogc/collections/places/items"

    /// Benches in a row, from 0.01 degrees east of Greenwich on; a U of a building round a yard; a path.
    ///
    ///     10  7 9     building: 0 0 – 10 10 thousandths, its yard 3 3 – 7 10 open to the north
    ///      |  | |
    ///      +----+
    private static func map(benches: Int) -> String {
        func node(_ id: Int, _ longitude: Double, _ latitude: Double, _ tags: String = "") -> String
        {
            "<node id=\"\(id)\" lat=\"\(latitude)\" lon=\"\(longitude)\">\(tags)</node>\n"
        }
        let corners = [(0, 0), (10, 0), (10, 10), (7, 10), (7, 3), (3, 3), (3, 10), (0, 10)]
        var text = "<osm version=\"0.6\">\n"
        for index in 0..<benches {
            text += node(
                index + 1, 0.1 + Double(index) * 0.001, 0.1, "<tag k=\"amenity\" v=\"bench\"/>")
        }
        for (index, corner) in corners.enumerated() {
            text += node(90_000 + index, Double(corner.0) / 1000, Double(corner.1) / 1000)
        }
        text += node(95_000, 0.02, 0) + node(95_001, 0.04, 0.02)
        let refs = (90_000..<90_008).map { "<nd ref=\"\($0)\"/>" }.joined() + "<nd ref=\"90000\"/>"
        text += """
            <way id="7">\(refs)<tag k="building" v="school"/><tag k="amenity" v="school"/>
            <tag k="name" v="School"/><tag k="name:fi" v="Koulu"/></way>
            <way id="8"><nd ref="95000"/><nd ref="95001"/><tag k="waterway" v="stream"/>
            <tag k="name" v="Brook"/></way>
            """
        return text + "</osm>"
    }

    /// The same with a campus of a relation, whose number is smaller than any other.
    private static func mapWithRelation(benches: Int) -> String {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].enumerated().map { index, corner in
            "<node id=\"\(96_000 + index)\" lat=\"\(2 + corner.1)\" lon=\"\(2 + corner.0)\"/>"
        }
        let refs = [0, 1, 2, 3, 0].map { "<nd ref=\"\(96_000 + $0)\"/>" }.joined()
        let relation = """
            <way id="9">\(refs)</way>
            <relation id="1"><member type="way" ref="9" role="outer"/><tag k="type" v="multipolygon"/>
            <tag k="amenity" v="university"/><tag k="name" v="Campus"/></relation></osm>
            """
        return map(benches: benches)
            .replacing("<way id=\"7\">", with: "\(corners.joined(separator: "\n"))\n<way id=\"7\">")
            .replacing("</osm>", with: relation)
    }

    @Test(arguments: [3, 5_600], ["", "amenity"])
    func `E10: next shows nodes, ways and relations once each, in this order`(
        benches: Int, category: String
    ) throws {
        let folder = try TemporaryDirectory()
        let map = Array(Self.mapWithRelation(benches: benches).utf8)
        let service = try FeatureService(map: try folder.write(map, as: "map.osm"))
        let expected =
            (1...benches).map { "N\($0)" }
            + (category.isEmpty ? ["W7", "W8", "R1"] : ["W7", "R1"])
        let filter = category.isEmpty ? "" : "category=\(category)&"
        for limit in benches > 10 ? [1_000] : [1, 2, 4] {
            let (ids, _) = try service.walk("\(Self.items)?\(filter)limit=\(limit)")
            #expect(ids == expected, "\(limit): \(ids.count), \(ids.suffix(4))")
        }
    }

    private func service(benches: Int = 3, caller: Caller = .local) throws -> FeatureService {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(Self.map(benches: benches).utf8), as: "map.osm")
        return try FeatureService(caller: caller, map: path)
    }

    @Test func `have footprint, name, category, type and the object's identity`() throws {
        let service = try service()
        let page = try service.page(Self.items)
        #expect(page.featureIDs == ["N1", "N2", "N3", "W7", "W8"])
        #expect(page["numberMatched"].integer == 5 && page["numberReturned"].integer == 5)
        let school = page["features"][3]
        #expect(school["geometry"]["type"].text == "Polygon")
        #expect(school["geometry"]["coordinates"][0].all.count == 9)
        let properties = school["properties"]
        #expect(properties["osm_type"].text == "way" && properties["osm_id"].integer == 7)
        #expect(properties["category"].text == "amenity" && properties["type"].text == "school")
        #expect(properties["name"].text == "School" && properties["named"].bool == true)
        #expect(page["features"][4]["geometry"]["type"].text == "LineString")
        let one = try service.client.get(
            "\(Self.items)/W7", headers: [("Accept-Language", "fi")])
        #expect(one.json["properties"]["name"].text == "Koulu")
        #expect(service.target("collection", of: one.json) == "/ogc/collections/places")
        for id in ["W9", "N7", "7", "X7", "W", "w7x"] {
            #expect(try service.client.get("\(Self.items)/\(id)").status == 404, "\(id)")
        }
    }

    @Test func `E10: have what their schema says`() throws {
        try service().expectItemsAsTheSchemaSays("places")
    }

    @Test(arguments: [
        // The whole school, its edge, its corner.
        ("-0.001,-0.001,0.011,0.011", ["W7"]), ("0.009,0.004,0.02,0.005", ["W7"]),
        ("0.01,0.01,0.015,0.05", ["W7"]),
        // All inside its wall; in its yard, which is none of it; across both.
        ("0.001,0.001,0.002,0.002", ["W7"]), ("0.004,0.004,0.006,0.009", []),
        ("0.004,0.004,0.008,0.009", ["W7"]),
        // The brook runs through the middle of its box, and not through its corners.
        ("0.029,0.009,0.031,0.011", ["W8"]), ("0.021,0.015,0.025,0.019", []),
        ("0.03,0.0,0.05,0.005", []),
        // Benches.
        ("0.1,0.1,0.101,0.1", ["N1", "N2"]), ("0.1001,0.09,0.1009,0.11", []),
        ("170,-1,0.005,1", ["W7"]), ("10,10,11,11", []),
    ])
    func `are found by a box where their footprint meets it`(
        box: String, expected: [String]
    ) throws {
        let page = try service().page("\(Self.items)?bbox=\(box)")
        #expect(page.featureIDs == expected)
        #expect(page["numberMatched"].integer == expected.count)
    }

    @Test func `are filtered by category and type, and answered with latitude first`() throws {
        let service = try service()
        #expect(try service.page("\(Self.items)?category=waterway").featureIDs == ["W8"])
        #expect(
            try service.page("\(Self.items)?category=amenity&type=bench&limit=2").featureIDs == [
                "N1", "N2",
            ])
        #expect(try service.client.get("\(Self.items)?category=house").status == 400)
        let crs = "http://www.opengis.net/def/crs/EPSG/0/4326"
        let bench = try service.page("\(Self.items)/N3?crs=\(crs)")
        #expect(bench["geometry"]["coordinates"].all.compactMap(\.number) == [0.1, 0.102])
        // No time of a place is known, so that every time will do; what is no time will not.
        #expect(try service.page("\(Self.items)?datetime=2026-06-01").featureIDs.count == 5)
        #expect(try service.client.get("\(Self.items)?datetime=soon").status == 400)
        #expect(try service.client.get("\(Self.items)?cursor=after-7").status == 400)
        #expect(try service.client.get("\(Self.items)?q=school").status == 400)
    }

    @Test(arguments: ["", "bbox=-1,-1,50,1&", "bbox=0.1,0.1,6,0.1&", "category=amenity&"])
    func `E10: next shows each once, with more of them than are counted`(filter: String) throws {
        let service = try service(benches: 5_600)
        let all = (1...5_600).map { "N\($0)" } + (filter.contains("0.1,0.1") ? [] : ["W7"])
        let expected = filter.isEmpty || filter.contains("-1,-1") ? all + ["W8"] : all
        let (ids, pages) = try service.walk("\(Self.items)?\(filter)limit=1000")
        #expect(ids == expected.prefix(ids.count).map(\.self) && ids.count == expected.count)
        #expect(pages.count == 6)
        let part = try service.page("\(Self.items)?\(filter)limit=10&offset=2500")
        #expect(part.featureIDs == expected[2500..<2510].map(\.self))
        // A small box among many places, and one page of a large one.
        let few = try service.page("\(Self.items)?bbox=2.1,0,2.11,1&limit=3")
        #expect(few.featureIDs == ["N2001", "N2002", "N2003"])
        #expect(few["numberMatched"].integer == 11)
    }

    @Test func `their extent is that of the imported regions`() throws {
        let collection = try service().page("/ogc/collections/places")
        let box = collection["extent"]["spatial"]["bbox"][0].all.compactMap(\.number)
        #expect(box.count == 4 && box[0] <= 0 && box[2] >= 0.102, "\(box)")
        #expect(collection["extent"]["temporal"] == .absent)
        #expect(try FeatureService().page(Self.items).featureIDs.isEmpty)
    }
}
