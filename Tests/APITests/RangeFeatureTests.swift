import FoundationEssentials
import GeoModel
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `Ranges as OGC API Features` {
    private static let items = "/ogc/collections/ranges/items"

    /// The text of a feature whose rings are longitude and latitude, one after the other.
    private static func feature(_ name: String, _ properties: String, _ rings: String...) -> String
    {
        """
        {"type": "Feature", "properties": {"sci_name": "\(name)", \(properties)}, "geometry":
         {"type": "Polygon", "coordinates": [\(rings.joined(separator: ", "))]}}
        """
    }

    private static func box(_ west: Int, _ south: Int, _ east: Int, _ north: Int) -> String {
        "[[\(west), \(south)], [\(east), \(south)], [\(east), \(north)], [\(west), \(north)], [\(west), \(south)]]"
    }

    /// A tit, a ring with a hole, and an owl across 180 degrees, drawn the wrong way round.
    private func service(_ caller: Caller = .local) throws -> FeatureService {
        let service = try FeatureService(caller: caller)
        _ = try TaxonomyImporter(service.species).run(file: GeoDataFiles.birds)
        let text = """
            {"type": "FeatureCollection", "features": [
            \(Self.feature("Parus major", "\"seasonal\": 1", Self.box(0, 0, 10, 10))),
            \(Self.feature("Parus major", "\"seasonal\": 2, \"presence\": 5", Self.box(20, 0, 30, 10),
                Self.box(22, 2, 28, 8))),
            \(Self.feature("Strix aluco", "\"seasonal\": 3",
                "[[178, 0], [178, 10], [182, 10], [182, 0], [178, 0]]"))
            ]}
            """
        let path = try service.folder.write(Array(text.utf8), as: "ranges.geojson")
        _ = try service.species.importRanges([path])
        return service
    }

    private func names(_ page: JSON) -> [String] {
        page["features"].all.compactMap { $0["properties"]["scientificName"].text }
    }

    @Test func `have their area, season and codes`() throws {
        let service = try service()
        let page = try service.page(Self.items)
        #expect(names(page) == ["Parus major", "Parus major", "Strix aluco"])
        #expect(page["numberMatched"].integer == 3)
        let properties = page["features"].all.map { $0["properties"] }
        #expect(
            properties.map { $0["season"].text } == ["resident", "breeding", "nonbreeding"])
        #expect(properties.map { $0["isExpected"].bool } == [true, false, true])
        #expect(properties[1]["presence"].integer == 5)
        let id = try #require(page.featureIDs.first)
        let one = try service.page("\(Self.items)/\(id)")
        #expect(one["geometry"] == page["features"][0]["geometry"])
        #expect(service.target("collection", of: one) == "/ogc/collections/ranges")
        for wrong in ["0", "x", "99999"] {
            #expect(try service.client.get("\(Self.items)/\(wrong)").status == 404)
        }
    }

    @Test func `E10: have what their schema says`() throws {
        try service().expectItemsAsTheSchemaSays("ranges")
    }

    @Test func `E02: one across 180 degrees is cut there, its rings counter-clockwise`() throws {
        let page = try service().page("\(Self.items)?taxon=Strix%20aluco")
        let geometry = page["features"][0]["geometry"]
        #expect(geometry["type"].text == "MultiPolygon")
        let polygons = geometry["coordinates"].all
        #expect(polygons.count == 2)
        for polygon in polygons {
            let ring = polygon[0].all.map { ($0[0].number ?? 999, $0[1].number ?? 999) }
            let area = zip(ring, ring.dropFirst()).reduce(0) {
                $0 + $1.0.0 * $1.1.1 - $1.1.0 * $1.0.1
            }
            #expect(area > 0 && ring.allSatisfy { abs($0.0) >= 178 && abs($0.0) <= 180 })
        }
    }

    @Test(arguments: [
        ("1,1,2,2", 1), ("9,9,21,11", 2), ("23,3,27,7", 0), ("23,3,29,7", 1), ("10,10,11,11", 1),
        ("11,0,19,10", 0), ("179,1,-179,2", 1), ("-180,1,-179,2", 1), ("170,1,177,2", 0),
        ("-180,-90,180,90", 3), ("21,1,29,9", 1),
    ])
    func `are found by a box where their area meets it`(box: String, count: Int) throws {
        let page = try service().page("\(Self.items)?bbox=\(box)")
        #expect(page.featureIDs.count == count && page["numberMatched"].integer == count)
    }

    @Test(arguments: [
        ("Parus%20major", 2), ("Great%20Tit", 2), ("Strix", 1), ("Strigidae", 1), ("Nobody", 0),
        ("Parus%20major%20newtoni", 2), ("0", 0),
    ])
    func `are found by their taxon, by any name of it, and by what it belongs to`(
        taxon: String, count: Int
    ) throws {
        let service = try service()
        #expect(try service.page("\(Self.items)?taxon=\(taxon)").featureIDs.count == count)
        let id = try #require(try service.species.taxonID(named: "Parus major"))
        #expect(try service.page("\(Self.items)?taxon=\(id.rawValue)").featureIDs.count == 2)
    }

    @Test func `E10: next and offset show each once`() throws {
        let service = try service()
        let all = try service.page(Self.items).featureIDs
        for filter in ["", "bbox=-180,-90,180,90&", "bbox=5,5,179,6&"] {
            let (ids, pages) = try service.walk("\(Self.items)?\(filter)limit=1")
            #expect(ids == all && pages.count == 3, "\(filter)")
            let rest = try service.walk("\(Self.items)?\(filter)limit=1&offset=1")
            #expect(rest.ids == all.dropFirst().map(\.self))
        }
        #expect(try service.client.get("\(Self.items)?cursor=x").status == 400)
    }

    @Test func `those of sensitive taxa are shown, as on the taxon's own page`() throws {
        let service = try service()
        _ = try service.species.importSensitive(
            file: service.folder.write(
                Array("scientificName,area\nStrigidae,\n".utf8), as: "sensitive.csv"))
        let owls = try service.page("\(Self.items)?taxon=Strix%20aluco")
        let id = try #require(try service.species.taxonID(named: "Strix aluco"))
        let own = try service.page("/v1/species/\(id.rawValue)?tolerance=0")
        #expect(own["range"]["features"][0]["geometry"] == owls["features"][0]["geometry"])
    }

    @Test func `their extent is that of all`() throws {
        let extent = try service().page("/ogc/collections/ranges")["extent"]["spatial"]
        #expect(extent["bbox"][0].all.compactMap(\.number) == [-180, 0, 180, 10])
        #expect(try FeatureService().page("/ogc/collections/ranges")["extent"] == .absent)
    }
}
