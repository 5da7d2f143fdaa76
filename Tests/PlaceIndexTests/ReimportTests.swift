import Database
import GeoModel
import PlaceIndex
import TestSupport
import Testing

/// Importing a newer extract in place of an older one: what updates by change files are elsewhere.
@Suite struct `Importing the newer extract` {
    /// An index over a region of which `osm` is imported, then `newer`.
    struct Reimported {
        let directory: TemporaryDirectory
        let index: PlaceIndex
        let report: ImportReport

        init(_ older: String, then newer: String) throws {
            directory = try TemporaryDirectory()
            let importer = try OSMImporter(region: "a", directory: directory.file("places"))
            let first = try directory.write(
                "<osm version='0.6'>\(older)</osm>".utf8, as: "older.osm")
            _ = try importer.run(files: [first])
            index = try PlaceIndex(
                directory: directory.file("places"), countries: nil, connections: 1)
            let second = try directory.write(
                "<osm version='0.6'>\(newer)</osm>".utf8, as: "newer.osm")
            report = try importer.run(files: [second])
            try index.refresh()
        }

        func nearby(_ latitude: Double, _ longitude: Double) throws -> [OSMRef] {
            try index.nearby(
                NearbyQuery(
                    position: position(latitude, longitude), radiusInMeters: 200, limit: 20,
                    languages: LanguagePreferences(acceptLanguage: ""))
            ).map(\.place.ref)
        }
    }

    /// A park round node 4, with a corner that the newer state moves far east, and a street to it.
    static func map(cornerLongitude: Double, version: Int) -> String {
        """
        <node id='1' version='1' lat='0' lon='0'/><node id='2' version='1' lat='0' lon='0.001'/>
        <node id='3' version='1' lat='0.001' lon='0'/>
        <node id='4' version='\(version)' lat='0.001' lon='\(cornerLongitude)'/>
        <way id='1' version='1'><nd ref='1'/><nd ref='2'/><nd ref='4'/><nd ref='3'/><nd ref='1'/>
        <tag k='leisure' v='park'/><tag k='name' v='Park'/></way>
        <way id='2' version='1'><nd ref='3'/><nd ref='4'/>
        <tag k='highway' v='residential'/><tag k='name' v='Street'/></way>
        <way id='3' version='1'><nd ref='2'/><nd ref='4'/><nd ref='3'/></way>
        <way id='4' version='1'><nd ref='3'/><nd ref='1'/><nd ref='2'/></way>
        <relation id='1' version='1'><member type='way' ref='3' role='outer'/>
        <member type='way' ref='4' role='outer'/><tag k='type' v='boundary'/>
        <tag k='boundary' v='administrative'/><tag k='admin_level' v='8'/>
        <tag k='name' v='Town'/></relation>
        """
    }

    @Test func `I06 a moved node moves every way, street and area that uses it`() throws {
        let moved = try Reimported(
            Self.map(cornerLongitude: 0.001, version: 1),
            then: Self.map(cornerLongitude: 0.05, version: 2))
        #expect(try moved.nearby(0.001, 0.045).map(\.osmID) == [1])
        let answer = try moved.index.reverse(
            ReverseQuery(
                position: position(0.0009, 0.045), zoom: 18,
                languages: LanguagePreferences(acceptLanguage: ""), layers: [.address]))
        let names = answer?.address.map(\.value) ?? []
        #expect(names.contains("Street") && names.contains("Town"), "\(names)")
    }

    @Test func `I07 an object that is gone from the map is gone, and counts agree`() throws {
        let shops = { (ids: [Int]) in
            ids.map {
                "<node id='\($0)' version='1' lat='0' lon='0'><tag k='shop' v='books'/></node>"
            }.joined()
        }
        let region = try Reimported(shops([1, 2, 3]), then: shops([1, 3]))
        #expect(try region.nearby(0, 0).map(\.osmID) == [1, 3])
        #expect(region.report.places == 2)
        #expect(region.index.regions.first?.counts["place"] == 2)
    }

    @Test(.needsSharedData)
    func `I06 a country imported anew answers as if the older state had never been`() throws {
        let (older, newer) = (
            try SharedData.path("data/osm/monaco-20150428.osm.pbf"),
            try SharedData.path("data/osm/monaco.osm.pbf")
        )
        let directory = try TemporaryDirectory()
        let importer = try OSMImporter(region: "monaco", directory: directory.path)
        _ = try importer.run(files: [older])
        _ = try importer.run(files: [newer])
        let fresh = try ImportFixture(files: [newer], directory: try TemporaryDirectory())
        let again = try Connection(
            path: directory.file("monaco.sqlite"), mode: .readOnly(immutable: true))
        for table in ["place", "address", "street", "area", "settlement"] {
            let rows = "SELECT osm_type, osm_id, tags, hex(geom) FROM \(table) ORDER BY 1, 2, 4"
            let (found, expected) = (try again.rows(rows), try fresh.rows(rows))
            #expect(found.count == expected.count, "\(table)")
            #expect(zip(found, expected).count { $0 != $1 } == 0, "\(table)")
        }
    }

    @Test(.needsSharedData)
    func `of two states of a country in one region the newer one's objects win`() throws {
        let (older, newer) = (
            try SharedData.path("data/osm/monaco-20150428.osm.pbf"),
            try SharedData.path("data/osm/monaco.osm.pbf")
        )
        let fresh = try ImportFixture(files: [newer], directory: try TemporaryDirectory())
        for files in [[older, newer], [newer, older]] {
            let both = try ImportFixture(files: files, directory: try TemporaryDirectory())
            #expect(both.report.nodesRead >= fresh.report.nodesRead)
            #expect(both.report.skipped["object that was met before"]?.count ?? 0 > 10_000)
            // The order of tags is each file's own.
            let streets = "SELECT osm_id, name, hex(geom) FROM street"
            let all = Set(try both.rows(streets))
            let lost = try fresh.rows(streets).filter { !all.contains($0) }
            #expect(lost.count == 0)
            #expect(
                try both.rows(
                    "SELECT osm_type, osm_id FROM place GROUP BY 1, 2 HAVING count(*) > 1") == [])
        }
    }
}
