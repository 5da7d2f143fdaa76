import GeoModel
import Records
import TestSupport
import Testing

@testable import API

@Suite struct `OGC API Features` {
    private static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    private static let epsg4326 = "http://www.opengis.net/def/crs/EPSG/0/4326"
    private static let items = "/ogc/collections/records/items"

    // MARK: What there is

    @Test func `E10: every link leads somewhere, of the type that it says`() throws {
        let service = try FeatureService()
        for _ in 0..<3 { try service.add(at: (60.17, 24.95)) }
        var seen: Set<String> = []
        var targets = ["/ogc", "\(Self.items)?limit=2"]
        while let target = targets.popLast() {
            guard seen.insert(target).inserted else { continue }
            let answer = try service.client.get(target)
            #expect(answer.status == 200, "\(target)")
            for link in answer.json["links"].all
                + answer.json["collections"].all.flatMap({
                    $0["links"].all
                })
            {
                let href = try #require(link["href"].text)
                let type = try #require(link["type"].text)
                #expect(href.hasPrefix("\(FeatureService.base)/ogc"))
                let linked = String(href.dropFirst(FeatureService.base.count))
                #expect(try service.client.get(linked).header("content-type") == type, "\(href)")
                targets.append(linked)
            }
        }
        for relation in ["self", "service-desc", "conformance", "data"] {
            #expect(service.target(relation, of: try service.page("/ogc")) != nil, "\(relation)")
        }
        let collections = try service.page("/ogc/collections")
        #expect(service.target("self", of: collections) == "/ogc/collections")
        let page = try service.page("\(Self.items)?limit=2")
        #expect(service.target("self", of: page) == "\(Self.items)?limit=2")
        #expect(service.target("collection", of: page) == "/ogc/collections/records")
        #expect(service.target("next", of: page) != nil)
        let id = try #require(page.featureIDs.first)
        let feature = try service.page("\(Self.items)/\(id)")
        #expect(feature["id"].text == id && feature["type"].text == "Feature")
        #expect(service.target("self", of: feature) == "\(Self.items)/\(id)")
        #expect(service.target("collection", of: feature) == "/ogc/collections/records")
    }

    @Test func `the conformance classes are those that hold`() throws {
        let service = try FeatureService()
        let classes = try service.page("/ogc/conformance")["conformsTo"].all.compactMap(\.text)
        #expect(
            classes.map { $0.split(separator: "/").suffix(4).joined(separator: "/") } == [
                "ogcapi-features-1/1.0/conf/core", "ogcapi-features-1/1.0/conf/oas30",
                "ogcapi-features-1/1.0/conf/geojson", "ogcapi-features-2/1.0/conf/crs",
            ])
        let api = try service.client.get("/ogc/api")
        #expect(
            api.header("content-type") == "application/vnd.oai.openapi+json;version=3.0")
        #expect(api.json["openapi"].text == "3.0.3")
    }

    @Test func `E10: records have what their schema says, for the owner and for others`() throws {
        let service = try FeatureService()
        try service.add(at: (60.17, 24.95))
        try service.add(at: nil)
        try service.add(at: (60.17, 24.95), geoprivacy: .obscured)
        try service.add(at: (60.17, 24.95), geoprivacy: .private)
        try service.expectItemsAsTheSchemaSays("records")
        try service.expectItemsAsTheSchemaSays("records", query: "?scope=public")
    }

    @Test func `a slash at the end of an address changes nothing`() throws {
        let service = try FeatureService()
        for path in ["/ogc", "/ogc/collections", "/ogc/collections/records"] {
            let (bare, slashed) = (try service.page(path), try service.page(path + "/"))
            #expect(bare["title"] == slashed["title"] && bare["id"] == slashed["id"])
        }
    }

    @Test func `the own description has the paths and the query names that there are`() throws {
        let service = try FeatureService()
        let paths = try service.page("/ogc/api")["paths"].object ?? [:]
        let described = paths.map { path, operations in
            let names = operations["get"]["parameters"].all.filter { $0["in"].text == "query" }
            return (
                "GET /ogc\(path == "/" ? "" : path)", Set(names.compactMap { $0["name"].text })
            )
        }
        #expect(
            Dictionary(uniqueKeysWithValues: described)
                == QueryNames.known.filter { $0.key.hasPrefix("GET /ogc") })
    }

    @Test(
        arguments: [
            ([], "http://127.0.0.1/ogc"),
            ([("X-Forwarded-Proto", "https")], "https://127.0.0.1/ogc"),
            (
                [
                    ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "map.example, inner"),
                    ("X-Forwarded-Prefix", "/turnstone/"),
                ], "https://map.example/turnstone/ogc"
            ),
            ([("X-Forwarded-Host", "[2001:db8::1]:8443")], "http://[2001:db8::1]:8443/ogc"),
            (
                [
                    ("X-Forwarded-Proto", "javascript"), ("X-Forwarded-Host", "a\"b<c>"),
                    ("X-Forwarded-Prefix", "//evil.example"),
                ], "http://127.0.0.1/ogc"
            ),
        ] as [([(String, String)], String)])
    func `links begin with the address by which a proxy is reached`(
        headers: [(String, String)], expected: String
    ) throws {
        let service = try FeatureService()
        let answer = try service.client.get(
            "/ogc", headers: headers)
        let link = answer.json["links"].all.first { $0["rel"].text == "self" }
        #expect(link?["href"].text == expected)
    }

    @Test func `links say https where the service itself speaks TLS`() throws {
        let service = try FeatureService(isTLS: true)
        let link = try service.page("/ogc")["links"][0]["href"].text
        #expect(link?.hasPrefix("https://127.0.0.1") == true)
    }

    // MARK: Pages

    @Test func `E10: next shows each record once, while others come and go`() throws {
        let service = try FeatureService()
        let made = try (0..<25).map { _ in try service.add(at: (1, 2)).occurrenceID.description }
        let (ids, pages) = try service.walk("\(Self.items)?limit=10") { count in
            guard count < 3 else { return }
            try service.add(at: (1, 2))
            // Shown already: its going moves nothing.
            let shown = try #require(UUIDv7(made[24 - (count - 1) * 10]))
            try service.records.delete(shown)
        }
        #expect(ids == made.reversed())
        #expect(pages.map { $0["numberReturned"].integer } == [10, 10, 5])
        #expect(pages[0]["numberMatched"].integer == 25)
        let time = try #require(pages[0]["timeStamp"].text)
        #expect(EventDate(time)?.offsetInMinutes == 0)
    }

    @Test func `E10: limit=10 offset=10 answers the second ten, and its next the rest`() throws {
        let service = try FeatureService()
        let made = try (0..<25).map { _ in try service.add(at: (1, 2)).occurrenceID.description }
        let second = try service.page("\(Self.items)?limit=10&offset=10")
        #expect(second.featureIDs == made.reversed()[10..<20].map(\.self))
        #expect(second["numberMatched"].integer == 25)
        let rest = try service.walk("\(Self.items)?limit=10&offset=10")
        #expect(rest.ids == made.reversed()[10...].map(\.self))
        let behind = try service.page("\(Self.items)?offset=25")
        #expect(behind.featureIDs.isEmpty && service.target("next", of: behind) == nil)
        let shown = try service.page("\(Self.items)?limit=10&offset=10&scope=public")
        // The public's order of records that were made in the same millisecond is by their ids.
        let open = try service.page("\(Self.items)?limit=25&scope=public").featureIDs
        #expect(open.count == 25 && Set(open) == Set(made))
        #expect(shown.featureIDs == open[10..<20].map(\.self))
    }

    @Test func `a limit above the greatest is taken for it`() throws {
        let service = try FeatureService()
        for _ in 0..<3 { try service.add(at: (1, 2)) }
        for limit in ["1001", "100000", "99999999999999999999"] {
            let page = try service.page("\(Self.items)?limit=\(limit)")
            #expect(page["numberReturned"].integer == 3)
        }
    }

    // MARK: Geometry

    @Test func `E01: coordinates are numbers, longitude first, with at most seven decimals`()
        throws
    {
        let service = try FeatureService()
        try service.add(at: (-33.9, 151.2))
        try service.add(at: (-33.123456789, -0.000000123))
        let answer = try service.client.get(Self.items)
        #expect(answer.header("content-type") == "application/geo+json")
        let features = answer.json["features"].all
        #expect(
            features.map { $0["geometry"]["coordinates"] } == [
                .list([.number(-0.0000001), .number(-33.1234568)]),
                .list([.number(151.2), .number(-33.9)]),
            ])
    }

    @Test func `E04: a record without a position has a null geometry, and is counted`() throws {
        let service = try FeatureService()
        let nowhere = try service.add(at: nil).occurrenceID
        try service.add(at: (1, 2))
        let page = try service.page(Self.items)
        #expect(page["numberMatched"].integer == 2)
        let feature = page["features"].all.first { $0["id"].text == nowhere.description }
        #expect(feature?["geometry"] == .null)
        #expect(try service.page("\(Self.items)/\(nowhere)")["geometry"] == .null)
        #expect(
            try service.page("\(Self.items)?bbox=-180,-90,180,90")["numberMatched"].integer == 1)
    }

    @Test func `E09: a box is longitude first, and latitude first where EPSG:4326 is named`() throws
    {
        let service = try FeatureService()
        let helsinki = try service.add(at: (60.17, 24.95)).occurrenceID.description
        let red = try service.add(at: (24.95, 60.17)).occurrenceID.description
        for (query, expected) in [
            ("bbox=24,60,25,61", [helsinki]), ("bbox=60,24,61,25", [red]),
            ("bbox=24,60,25,61&bbox-crs=\(Self.crs84)", [helsinki]),
            ("bbox=60,24,61,25&bbox-crs=\(Self.epsg4326)", [helsinki]),
            ("bbox=24,60,25,61&bbox-crs=\(Self.epsg4326)", [red]),
            ("bbox=24,60,-10,25,61,100", [helsinki]),
            ("bbox=60,24,-10,61,25,100&bbox-crs=\(Self.epsg4326)", [helsinki]),
            ("bbox=-200,-100,200,100", [red, helsinki]),
            ("bbox=384,60,385,61", [helsinki]), ("bbox=170,-90,25,61", [helsinki]),
        ] {
            #expect(try service.page("\(Self.items)?\(query)").featureIDs == expected, "\(query)")
        }
        for (crs, header, expected) in [
            ("", Self.crs84, [24.95, 60.17]), ("&crs=\(Self.crs84)", Self.crs84, [24.95, 60.17]),
            ("&crs=\(Self.epsg4326)", Self.epsg4326, [60.17, 24.95]),
        ] {
            for target in [
                "\(Self.items)?limit=1&offset=1\(crs)", "\(Self.items)/\(helsinki)?\(crs)",
            ] {
                let answer = try service.client.get(target)
                let feature = target.contains("limit") ? answer.json["features"][0] : answer.json
                #expect(answer.header("content-crs") == "<\(header)>")
                #expect(
                    feature["geometry"]["coordinates"].all.compactMap(\.number) == expected,
                    "\(target)")
            }
        }
    }

    @Test(arguments: [
        "bbox=1,2,3", "bbox=1,2,3,4,5", "bbox=a,b,c,d", "bbox=1,4,3,2", "bbox=1,2,3,nan", "bbox=",
        "bbox=10,120,20,130", "bbox=1,2,9,3,4,5", "bbox=300,1,-300,2", "bbox-crs=EPSG:4326",
        "crs=http://www.opengis.net/def/crs/EPSG/0/3857", "crs=", "limit=0", "limit=-1",
        "limit=ten",
        "limit=1.5", "limit=", "offset=-1", "offset=1000001", "datetime=yesterday",
        "datetime=2026-06-02T00:00:00Z/2026-06-01T00:00:00Z", "cursor=x", "f=gml", "bboxx=1,2,3,4",
        "properties=name", "kind=bird", "scope=mine",
    ])
    func `E09: what is not understood is 400, and names the parameter`(query: String) throws {
        let service = try FeatureService()
        let answer = try service.client.get("\(Self.items)?\(query)")
        #expect(answer.status == 400)
        #expect(answer.header("content-type") == "application/problem+json")
        #expect(answer.json["field"].text == String(query.prefix { $0 != "=" }), "\(answer)")
    }

    @Test func `what is not there is 404, and what was deleted 410`() throws {
        let service = try FeatureService()
        for target in [
            "/ogc/collections/birds", "/ogc/collections/birds/items", "/ogc/nothing",
            "\(Self.items)/nothing", "\(Self.items)/\(UUIDv7())",
        ] {
            let answer = try service.client.get(target)
            #expect(answer.status == 404, "\(target)")
            #expect(answer.header("content-type") == "application/problem+json")
        }
        let record = try service.add(at: (1, 2))
        try service.records.delete(record.occurrenceID)
        #expect(try service.client.get("\(Self.items)/\(record.occurrenceID)").status == 410)
    }

    // MARK: Time

    @Test(arguments: [
        ("2026-06-01T12:00:00Z", [1]), ("2026-06-01T14:00:00%2B02:00", [1]),
        ("2026-06-01T00:00:00Z/2026-06-02T12:00:00Z", [2, 1]),
        ("../2026-06-01T12:00:00Z", [1]), ("2026-06-01T12:00:01Z/..", [3, 2]),
        ("/2026-06-01T12:00:00Z", [1]), ("2026-06-02", [2]), ("2026-06-01/2026-06-02", [2, 1]),
        ("../..", [3, 2, 1]),
    ])
    func `datetime is a moment or an interval, open at either end`(
        datetime: String, expected: [Int]
    ) throws {
        let service = try FeatureService()
        var days: [String: Int] = [:]
        for day in 1...3 {
            let record = try service.add(at: (1, 2), "2026-06-0\(day)T12:00:00Z")
            days[record.occurrenceID.description] = day
        }
        let page = try service.page("\(Self.items)?datetime=\(datetime)")
        #expect(page.featureIDs.compactMap { days[$0] } == expected)
    }

    @Test func `the extent is that of the records`() throws {
        let service = try FeatureService()
        let empty = try service.page("/ogc/collections/records")
        #expect(empty["extent"] == .absent && empty["id"].text == "records")
        try service.add(at: (60.25, 24.5), "2026-06-01T12:00:00+03:00")
        try service.add(at: (-33.5, 151.25), "2025-01-02T03:04:05Z")
        try service.add(at: nil, "2024-02-29T00:00:00Z")
        let extent = try service.page("/ogc/collections/records")["extent"]
        #expect(
            extent["spatial"]["bbox"][0].all.compactMap(\.number) == [24.5, -33.5, 151.25, 60.25])
        #expect(extent["spatial"]["crs"].text == Self.crs84)
        #expect(
            extent["temporal"]["interval"][0].all.compactMap(\.text) == [
                "2024-02-29T00:00:00Z", "2026-06-01T09:00:00Z",
            ])
    }
}
