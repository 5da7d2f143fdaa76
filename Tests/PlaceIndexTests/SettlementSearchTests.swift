import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `Settlements of every kind` {
    @Test func `a place node of any type has an answer, by name and by id`() throws {
        var map = MapBuilder()
        let types = [
            "country", "state", "region", "province", "district", "county", "municipality", "city",
            "borough", "suburb", "quarter", "neighbourhood", "city_block", "town", "village",
            "hamlet", "isolated_dwelling", "farm", "allotments", "locality", "island", "islet",
            "archipelago",
        ]
        map.boundary("Kunta", level: 8, 59, 24, 61, 26)
        for (index, type) in types.enumerated() {
            map.node(60 + Double(index) / 100, 25, ["place": type, "name": "Nimi \(index)x"])
        }
        map.box(60.5, 25.1, 60.6, 25.2, ["place": "island", "name": "Saari"])
        let fixture = try IndexFixture(map)
        for (index, type) in types.enumerated() {
            let found = try fixture.index.search(SearchQuery(.free("nimi \(index)x")))
            #expect(found.map(\.type) == [type], "\(type)")
            #expect(found.first?.displayName.hasPrefix("Nimi \(index)x, ") == true, "\(type)")
            let ref = try #require(found.first?.ref)
            #expect(try fixture.index.lookup([ref]).map(\.name) == ["Nimi \(index)x"])
        }
        let island = try #require(try fixture.index.search(SearchQuery(.free("saari"))).first)
        #expect(island.displayName.hasPrefix("Saari, Kunta"))
    }

    @Test(arguments: [("Finland", "fi"), ("suomi", "fi"), ("Deutschland", "de"), ("中国", "cn")])
    func `a country is known without its boundary`(text: String, code: String) throws {
        var map = MapBuilder()
        map.node(60.2, 25, ["amenity": "cafe", "name": "Finland"])
        let index = try IndexFixture(map).index
        let first = try #require(try index.search(SearchQuery(.free(text))).first)
        #expect(first.placeRank == 4)
        #expect(first.ref == nil)
        #expect(first["country_code"] == code)
        var address = SearchQuery.StructuredAddress()
        address.country = text
        var query = try SearchQuery(.structured(address))
        #expect(try index.search(query).first?["country_code"] == code)
        query.featureType = .city
        #expect(try index.search(query).isEmpty)
    }
}
