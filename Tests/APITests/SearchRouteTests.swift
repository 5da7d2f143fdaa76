import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import TestSupport
import Testing

@testable import API

/// A region with a street, a house and a cafe, asked through the routes.
private struct Served {
    let directory: TemporaryDirectory
    let routes: [Route]

    init() throws {
        directory = try TemporaryDirectory()
        let map = """
            <osm version='0.6'>
            <node id='1' version='1' lat='60.17' lon='24.94'>
            <tag k='amenity' v='cafe'/><tag k='name' v='Kappeli'/><tag k='name:sv' v='Kapellet'/>
            <tag k='cuisine' v='cake'/></node>
            <node id='2' version='1' lat='60.171' lon='24.941'>
            <tag k='addr:housenumber' v='7'/><tag k='addr:street' v='Katu'/></node>
            <node id='3' version='1' lat='60.17' lon='24.941'/>
            <node id='4' version='1' lat='60.18' lon='24.941'/>
            <way id='5' version='1'><nd ref='3'/><nd ref='4'/>
            <tag k='highway' v='residential'/><tag k='name' v='Katu'/></way>
            </osm>
            """
        let file = try directory.write(map.utf8, as: "map.osm")
        _ = try OSMImporter(region: "map", directory: directory.file("places")).run(files: [file])
        let index = try PlaceIndex(
            directory: directory.file("places"), countries: nil, connections: 1)
        routes = PlaceRoutes(index).routes + GeocoderRoutes(index).routes
    }

    func get(_ path: String, _ query: [(String, String)]) throws -> (status: Int, body: JSON) {
        let route = try #require(routes.first { $0.pattern == path })
        let response = try route.handler(
            Request("GET", path, query: query.map { Request.QueryItem($0.0, $0.1) }))
        guard case .bytes(let bytes) = response.body else { return (response.status, .absent) }
        return (response.status, try JSON(parsing: bytes))
    }
}

@Suite struct `The routes of the name search` {
    @Test func `search answers with a list in Nominatim's words`() throws {
        let served = try Served()
        let (status, body) = try served.get("/search", [("q", "kapellet"), ("format", "jsonv2")])
        #expect(status == 200)
        #expect(body.all.count == 1)
        #expect(body[0]["place_id"].integer == 11)
        #expect(body[0]["osm_type"].text == "node")
        #expect(body[0]["osm_id"].integer == 1)
        #expect(body[0]["lat"].text == "60.1700000")
        #expect(body[0]["category"].text == "amenity")
        #expect(body[0]["type"].text == "cafe")
        #expect(body[0]["place_rank"].integer == 30)
        #expect(body[0]["name"].text == "Kappeli")
        #expect(body[0]["display_name"].text?.hasPrefix("Kappeli, ") == true)
        #expect(body[0]["boundingbox"].all.count == 4)
        #expect(body[0]["licence"].text?.contains("OpenStreetMap") == true)
        #expect(body[0]["address"] == .absent)

        let full = try served.get(
            "/search",
            [
                ("q", "kappeli"), ("format", "json"), ("addressdetails", "1"), ("namedetails", "1"),
                ("extratags", "1"), ("accept-language", "sv"), ("near", "60.17,24.95"),
            ]
        ).body
        #expect(full[0]["class"].text == "amenity")
        #expect(full[0]["name"].text == "Kapellet")
        #expect(full[0]["address"]["amenity"].text == "Kapellet")
        #expect(full[0]["namedetails"]["name:sv"].text == "Kapellet")
        #expect(full[0]["extratags"]["cuisine"].text == "cake")
        #expect((500...600).contains(full[0]["turnstone"]["distanceInMeters"].number ?? 0))
    }

    @Test func `nothing found is an empty list`() throws {
        let served = try Served()
        for query in [
            [("q", "nowhere")], [("q", "kappeli"), ("countrycodes", "zz")], [("city", "x")],
        ] {
            let (status, body) = try served.get("/search", query)
            #expect(status == 200)
            #expect(body.list?.isEmpty == true)
        }
        #expect(try served.get("/lookup", [("osm_ids", "N99")]).body.list != nil)
        let geojson = try served.get("/search", [("q", "nowhere"), ("format", "geojson")]).body
        #expect(geojson["features"].list?.isEmpty == true)
    }

    @Test(
        arguments: [
            [], [("q", "")], [("q", "a"), ("city", "b")], [("q", "a"), ("limit", "x")],
            [("q", "a"), ("viewbox", "1,2,3")], [("q", "a"), ("viewbox", "1,2,3,200")],
            [("q", "a"), ("featureType", "shop")], [("q", "a"), ("layer", "shop")],
            [("q", "a"), ("near", "91,0")],
        ] as [[(String, String)]])
    func `a wrong question is an error in Nominatim's shape`(query: [(String, String)]) throws {
        let (status, body) = try Served().get("/search", query)
        #expect(status == 400)
        #expect(body["error"]["code"].integer == 400)
        #expect(body["error"]["message"].text?.isEmpty == false)
    }

    @Test func `a limit that is no number is refused with one that counts`() throws {
        let body = try Served().get("/search", [("q", "a"), ("limit", "x")]).body
        let message = try #require(body["error"]["message"].text)
        #expect(message.hasSuffix("Send a whole number; up to 40 count."), "\(message)")
    }

    @Test(arguments: ["", "1", "X1", "N", "N0", "N1,", "Nx", "N-1"])
    func `an object is N, W or R and a number`(text: String) throws {
        let (status, body) = try Served().get("/lookup", [("osm_ids", text)])
        #expect(status == (text == "N1," ? 200 : 400), "\(body)")
    }

    @Test func `objects are looked up, with their address`() throws {
        let served = try Served()
        let body = try served.get("/lookup", [("osm_ids", "W5,N2 ,n1,N77")]).body
        #expect(body.all.map { $0["osm_id"].integer } == [5, 2, 1])
        #expect(body[1]["address"]["house_number"].text == "7")
        #expect(body[1]["address"]["road"].text == "Katu")
        let many = (1...51).map { "N\($0)" }.joined(separator: ",")
        #expect(try served.get("/lookup", [("osm_ids", many)]).status == 400)
    }

    @Test func `what was seen is excluded by place_id or by object, and limit is clamped`() throws {
        let served = try Served()
        for ids in ["11", "N1", "5, 11"] {
            let query = [("q", "kappeli"), ("exclude_place_ids", ids)]
            #expect(try served.get("/search", query).body.all.isEmpty, "\(ids)")
        }
        for limit in ["0", "-3", "1000"] {
            #expect(
                try served.get("/search", [("q", "kappeli"), ("limit", limit)]).body.all.count == 1)
        }
    }

    @Test func `suggestions have label, context, kind, position and distance`() throws {
        let served = try Served()
        let (status, body) = try served.get(
            "/v1/places/suggest", [("q", "kap"), ("near", "60.17,24.94")])
        #expect(status == 200)
        #expect(body["suggestions"].all.map { $0["label"].text } == ["Kappeli"])
        let first = body["suggestions"][0]
        #expect(first["kind"].text == "place")
        #expect(first["osm_id"].integer == 1)
        #expect(first["distanceInMeters"].number == 0)
        #expect(first["decimalLatitude"].number == 60.17)
        #expect(first["context"].list != nil)
        #expect(try served.get("/v1/places/suggest", [("q", "")]).body["suggestions"].all.isEmpty)
        for query in [[], [("q", "a"), ("limit", "21")], [("q", "a"), ("near", "north")]] {
            #expect(throws: (any Error).self) { try served.get("/v1/places/suggest", query) }
        }
    }
}
