import FoundationEssentials
import GeoModel
import HTTPServer
import TestSupport
import Testing

@testable import API

/// Results as a geocoder has them, and what each format makes of them.
private enum Sample {
    static func position(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!
    }

    static let tags = [
        "amenity": "cafe", "name": "Café \"Engel\" & <Co>", "name:sv": "Ängeln",
        "alt_name": "Engel", "name:etymology": "angel", "ref": "7",
        "addr:street": "Aleksanterinkatu", "addr:housename": "Talo", "is_in:city": "Helsinki",
        "opening_hours": "24/7", "source": "survey", "admin_level": "9",
    ]

    static func cafe(
        ref: OSMRef? = OSMRef(osmType: .node, osmID: 4_727_972_447), tags: [String: String] = tags,
        footprint: Geometry? = nil
    ) -> GeocoderResult {
        GeocoderResult(
            ref: ref, category: "amenity", type: "cafe", placeRank: 30, addressRank: 30,
            addressType: "amenity", importance: 0.25, name: tags["name"],
            displayName: "Café \"Engel\" & <Co>, 26, Aleksanterinkatu, Helsinki, 00170, Suomi",
            address: [
                AddressPart(key: "amenity", value: "Café \"Engel\" & <Co>", addressRank: 30),
                AddressPart(key: "house_number", value: "26", addressRank: 28),
                AddressPart(key: "road", value: "Aleksanterinkatu", addressRank: 26),
                AddressPart(key: "neighbourhood", value: "Keskusta", addressRank: 24),
                AddressPart(key: "suburb", value: "Kluuvi", isInferred: true, addressRank: 20),
                AddressPart(key: "city", value: "Helsinki", addressRank: 16, adminLevel: 8),
                AddressPart(key: "ISO3166-2-lvl4", value: "FI-18"),
                AddressPart(key: "postcode", value: "00170", isInferred: true, addressRank: 5),
                AddressPart(key: "country", value: "Suomi", addressRank: 4, adminLevel: 2),
                AddressPart(key: "country_code", value: "fi"),
            ],
            tags: tags, position: position(60.1689, 24.95),
            boundingBox: BoundingBox(position(60.1689, 24.95)), distanceInMeters: 12.34,
            footprint: footprint)
    }

    static let town = GeocoderResult(
        ref: OSMRef(osmType: .relation, osmID: 1_155_956), category: "boundary",
        type: "administrative", placeRank: 16, addressRank: 16, addressType: "town",
        importance: 0.4, name: "Vaduz", displayName: "Vaduz, Oberland, Liechtenstein",
        address: [
            AddressPart(key: "town", value: "Vaduz", addressRank: 16, adminLevel: 8),
            AddressPart(key: "county", value: "Oberland", addressRank: 12, adminLevel: 6),
            AddressPart(key: "country", value: "Liechtenstein", addressRank: 4, adminLevel: 2),
            AddressPart(key: "country_code", value: "li"),
        ],
        tags: [
            "boundary": "administrative", "admin_level": "8", "type": "boundary",
            "name": "Vaduz", "population": "5229",
        ],
        position: position(47.1392862, 9.5227962),
        boundingBox: BoundingBox(
            west: 9.4950763, south: 47.0870567, east: 9.6116778, north: 47.1940393)!,
        distanceInMeters: 0)

    static func write(
        _ answer: GeocoderAnswer, as format: GeocoderFormat,
        _ change: (inout GeocoderDetails) -> Void = { _ in }
    ) throws -> String {
        var details = GeocoderDetails()
        change(&details)
        return String(decoding: try format.bytes(of: answer, details), as: UTF8.self)
    }
}

private let licence = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"

/// Keys, their order and their types are those of Nominatim 5.3.3, read off its answers.
@Suite struct `Formats of the geocoder` {
    private static let own =
        #""turnstone":{"locality":"Helsinki","distanceInMeters":12.3,"inferred":["suburb","postcode"]}"#
    private static let address =
        #"""
        "address":{"amenity":"Café \"Engel\" & <Co>","house_number":"26","road":"Aleksanterinkatu",\#
        "neighbourhood":"Keskusta","suburb":"Kluuvi","city":"Helsinki","ISO3166-2-lvl4":"FI-18",\#
        "postcode":"00170","country":"Suomi","country_code":"fi"}
        """#
    private static let label =
        #"Café \"Engel\" & <Co>, 26, Aleksanterinkatu, Helsinki, 00170, Suomi"#

    @Test(arguments: [(GeocoderFormat.json, "class"), (.jsonv2, "category")])
    func `json and jsonv2 have texts for degrees and numbers for the rest`(
        format: GeocoderFormat, categoryKey: String
    ) throws {
        #expect(
            try Sample.write(.one(Sample.cafe(), querystring: ""), as: format)
                == #"""
                {"place_id":47279724471,"licence":"\#(licence)","osm_type":"node",\#
                "osm_id":4727972447,"lat":"60.1689000","lon":"24.9500000",\#
                "\#(categoryKey)":"amenity","type":"cafe","place_rank":30,"importance":0.25,\#
                "addresstype":"amenity","name":"Café \"Engel\" & <Co>","display_name":"\#(Self.label)",\#
                \#(Self.address),\#
                "boundingbox":["60.1688500","60.1689500","24.9499500","24.9500500"],\#
                \#(Self.own)}
                """#)
    }

    @Test func `geojson is a FeatureCollection with numbers, longitude first`() throws {
        #expect(
            try Sample.write(.one(Sample.cafe(), querystring: ""), as: .geojson)
                == #"""
                {"type":"FeatureCollection","licence":"\#(licence)","features":[{"type":"Feature",\#
                "properties":{"place_id":47279724471,"osm_type":"node","osm_id":4727972447,\#
                "place_rank":30,"category":"amenity","type":"cafe","importance":0.25,\#
                "addresstype":"amenity","name":"Café \"Engel\" & <Co>","display_name":"\#(Self.label)",\#
                \#(Self.address),\#(Self.own)},\#
                "bbox":[24.94995,60.16885,24.95005,60.16895],\#
                "geometry":{"type":"Point","coordinates":[24.95,60.1689]}}]}
                """#)
    }

    @Test func `geocodejson names the lines of an address by their rank`() throws {
        #expect(
            try Sample.write(.one(Sample.cafe(), querystring: ""), as: .geocodejson)
                == #"""
                {"type":"FeatureCollection","geocoding":{"version":"0.1.0","attribution":"\#(licence)",\#
                "licence":"ODbL","query":""},"features":[{"type":"Feature","properties":{\#
                "geocoding":{"place_id":47279724471,"osm_type":"node","osm_id":4727972447,\#
                "osm_key":"amenity","osm_value":"cafe","type":"house","accuracy":12,\#
                "label":"\#(Self.label)","name":"Café \"Engel\" & <Co>","housenumber":"26",\#
                "postcode":"00170","street":"Aleksanterinkatu","locality":"Keskusta",\#
                "district":"Kluuvi","city":"Helsinki","country":"Suomi","country_code":"fi",\#
                "admin":{"level8":"Helsinki"}},\#(Self.own)},\#
                "geometry":{"type":"Point","coordinates":[24.95,60.1689]}}]}
                """#)
    }

    @Test func `geocodejson does not repeat the object as a line of its address`() throws {
        let town = try Sample.write(.one(Sample.town, querystring: ""), as: .geocodejson)
        #expect(
            town.contains(#""type":"city","accuracy":0,"label":"Vaduz, Oberland, Liechtenstein","#))
        #expect(
            town.contains(
                #"""
                "name":"Vaduz","county":"Oberland","country":"Liechtenstein","country_code":"li",\#
                "admin":{"level8":"Vaduz","level6":"Oberland"}}
                """#))
    }

    @Test func `xml has the result, and its parts beside it`() throws {
        let text = try Sample.write(
            .one(Sample.cafe(), querystring: "lat=60.1&lon=24.9&format=xml"), as: .xml
        ) {
            $0.extratags = true
            $0.namedetails = true
        }
        let label = "Café \"Engel\" &amp; &lt;Co&gt;, 26, Aleksanterinkatu, Helsinki, 00170, Suomi"
        let start = try #require(text.firstRange(of: "<reversegeocode timestamp=\""))
        #expect(
            text[..<start.lowerBound] == "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n")
        let rest = text[start.upperBound...]
        // `Mon, 30 Nov 2026 09:28:22 +00:00`
        #expect(
            try rest.prefixMatch(
                of: Regex("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} [0-9:]{8} \\+00:00\"")) != nil
        )
        let body = try #require(rest.firstRange(of: "\" attribution=")).upperBound
        #expect(
            rest[body...]
                == #"""
                "\#(licence)" querystring="lat=60.1&amp;lon=24.9&amp;format=xml"><result \#
                place_id="47279724471" osm_type="node" osm_id="4727972447" ref="7" lat="60.1689000" \#
                lon="24.9500000" boundingbox="60.1688500,60.1689500,24.9499500,24.9500500" \#
                place_rank="30" address_rank="30">\#(label)</result><addressparts>\#
                <amenity>Café "Engel" &amp; &lt;Co&gt;</amenity><house_number>26</house_number>\#
                <road>Aleksanterinkatu</road><neighbourhood>Keskusta</neighbourhood>\#
                <suburb>Kluuvi</suburb><city>Helsinki</city><ISO3166-2-lvl4>FI-18</ISO3166-2-lvl4>\#
                <postcode>00170</postcode><country>Suomi</country><country_code>fi</country_code>\#
                </addressparts><extratags><tag key="name:etymology" value="angel" />\#
                <tag key="opening_hours" value="24/7" /></extratags><namedetails>\#
                <name desc="addr:housename">Talo</name><name desc="alt_name">Engel</name>\#
                <name desc="name">Café "Engel" &amp; &lt;Co&gt;</name><name desc="name:sv">Ängeln</name>\#
                <name desc="ref">7</name></namedetails><turnstone locality="Helsinki" \#
                distanceInMeters="12.3" inferred="suburb,postcode" /></reversegeocode>
                """#)
    }

    @Test func `a list in xml has places with their parts inside`() throws {
        let text = try Sample.write(
            .list(
                [Sample.town], query: "vaduz",
                attributes: [("more_url", "/search?q=vaduz&format=xml")]),
            as: .xml)
        let place = try #require(text.firstRange(of: " querystring=")).lowerBound
        #expect(
            text[place...]
                == #"""
                 querystring="vaduz" more_url="/search?q=vaduz&amp;format=xml"><place \#
                place_id="11559563" osm_type="relation" osm_id="1155956" ref="Vaduz" \#
                lat="47.1392862" lon="9.5227962" boundingbox="47.0870567,47.1940393,9.4950763,9.6116778" \#
                place_rank="16" address_rank="16" display_name="Vaduz, Oberland, Liechtenstein" \#
                class="boundary" type="administrative" importance="0.4"><town>Vaduz</town>\#
                <county>Oberland</county><country>Liechtenstein</country><country_code>li</country_code>\#
                <turnstone locality="Vaduz" distanceInMeters="0.0" inferred="" /></place></searchresults>
                """#
        )
    }

    @Test func `R37 nothing found is an error in one answer and an empty list in several`() throws {
        let nothing = #"{"error":"Unable to geocode"}"#
        for format in [GeocoderFormat.json, .jsonv2, .geojson, .geocodejson] {
            #expect(try Sample.write(.one(nil, querystring: ""), as: format) == nothing)
        }
        #expect(
            try Sample.write(.one(nil, querystring: "lat=1.0"), as: .xml)
                .hasSuffix(
                    #" querystring="lat=1.0"><error>Unable to geocode</error></reversegeocode>"#))
        for format in [GeocoderFormat.json, .jsonv2] {
            #expect(try Sample.write(.list([]), as: format) == "[]")
        }
        #expect(
            try Sample.write(.list([]), as: .geojson)
                == #"{"type":"FeatureCollection","licence":"\#(licence)","features":[]}"#)
        #expect(
            try Sample.write(.list([], query: "q"), as: .geocodejson)
                == #"""
                {"type":"FeatureCollection","geocoding":{"version":"0.1.0","attribution":"\#(licence)",\#
                "licence":"ODbL","query":"q"},"features":[]}
                """#)
        let list = try Sample.write(.list([], query: "q"), as: .xml)
        #expect(list.contains("<searchresults timestamp="))
        #expect(list.hasSuffix(#" querystring="q" />"#))
    }

    @Test func `details that there are none of are null, and details not asked for are absent`()
        throws
    {
        let bare = Sample.cafe(tags: ["amenity": "cafe"])
        let asked = try Sample.write(.one(bare, querystring: ""), as: .jsonv2) {
            $0.extratags = true
            $0.namedetails = true
            $0.addressdetails = false
        }
        #expect(asked.contains(#","extratags":null,"namedetails":null,"boundingbox":"#))
        #expect(!asked.contains(#""address":"#))
        #expect(asked.contains(#""name":"","display_name":"#))
        let plain = try Sample.write(.one(Sample.cafe(), querystring: ""), as: .jsonv2)
        #expect(!plain.contains("extratags") && !plain.contains("namedetails"))
    }

    @Test func `tags are names or extra, and never both`() throws {
        let asked = try Sample.write(.one(Sample.cafe(), querystring: ""), as: .jsonv2) {
            $0.extratags = true
            $0.namedetails = true
        }
        #expect(
            asked.contains(
                #"""
                "extratags":{"name:etymology":"angel","opening_hours":"24/7"},"namedetails":{\#
                "addr:housename":"Talo","alt_name":"Engel","name":"Café \"Engel\" & <Co>",\#
                "name:sv":"Ängeln","ref":"7"},
                """#))
        let town = try Sample.write(.one(Sample.town, querystring: ""), as: .jsonv2) {
            $0.extratags = true
        }
        #expect(town.contains(#""extratags":{"admin_level":"8","population":"5229"}"#))
    }

    @Test func `a country that no map object stands for has no ids`() throws {
        let country = GeocoderResult(
            ref: nil, category: "place", type: "country", placeRank: 4, addressRank: 4,
            addressType: "country", importance: 0.5, name: "Deutschland",
            displayName: "Deutschland",
            address: [
                AddressPart(key: "country", value: "Deutschland", addressRank: 4),
                AddressPart(key: "country_code", value: "de"),
            ], tags: ["name": "Deutschland"], position: Sample.position(50, 10),
            boundingBox: BoundingBox(west: 5.8, south: 47.2, east: 15.1, north: 55.1)!,
            distanceInMeters: 0)
        let json = try Sample.write(.one(country, querystring: ""), as: .jsonv2)
        #expect(json.hasPrefix(#"{"licence":"\#(licence)","lat":"50.0000000","#))
        let geocode = try Sample.write(.one(country, querystring: ""), as: .geocodejson)
        #expect(
            geocode.contains(
                #"""
                "geocoding":{"osm_key":"place","osm_value":"country","type":"country","accuracy":0,\#
                "label":"Deutschland","name":"Deutschland","country":"Deutschland","country_code":"de",
                """#
            ), "\(geocode)")
    }

    @Test func `a shape is shown in the form that was asked for`() throws {
        let ring = [(0.0, 0.0), (0, 2), (1, 2), (0, 0)].map { Sample.position($0.0, $0.1) }
        let result = Sample.cafe(footprint: .polygon(Polygon(outer: ring)))
        func write(_ format: GeocoderFormat, _ shape: GeocoderDetails.Shape) throws -> String {
            try Sample.write(.one(result, querystring: ""), as: format) { $0.shape = shape }
        }
        let geojson = #"{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,1],[0,0]]]}"#
        for format in [GeocoderFormat.json, .jsonv2] {
            #expect(try write(format, .geojson).contains(#"],"geojson":\#(geojson),"turnstone""#))
            #expect(try write(format, .text).contains(#""geotext":"POLYGON((0 0,2 0,2 1,0 0))""#))
            #expect(try write(format, .kml).contains(#""geokml":"<Polygon><outerBoundaryIs>"#))
            #expect(try write(format, .svg).contains(#""svg":"M 0 0 L 2 0 2 -1 Z""#))
        }
        for format in [GeocoderFormat.geojson, .geocodejson] {
            #expect(try write(format, .geojson).contains(#""geometry":\#(geojson)}"#))
        }
        #expect(try write(.xml, .text).contains(#" geotext="POLYGON((0 0,2 0,2 1,0 0))">"#))
        #expect(try write(.xml, .svg).contains(#" geosvg="M 0 0 L 2 0 2 -1 Z">"#))
        #expect(
            try write(.xml, .geojson).contains(
                #" geojson="{&quot;type&quot;:&quot;Polygon&quot;,"#))
        #expect(try write(.xml, .kml).contains("</result><geokml><Polygon><outerBoundaryIs>"))
    }

    @Test func `R29 the box of what crosses 180 degrees has its west greater than its east`() throws
    {
        let across = GeocoderResult(
            ref: OSMRef(osmType: .relation, osmID: 1), category: "leisure",
            type: "nature_reserve", placeRank: 30, addressRank: 30, addressType: "leisure",
            importance: 0, name: "Across", displayName: "Across", address: [], tags: [:],
            position: Sample.position(-16.5, 179.5),
            boundingBox: BoundingBox(west: 177, south: -17, east: -178, north: -16)!,
            distanceInMeters: nil)
        #expect(
            try Sample.write(.one(across, querystring: ""), as: .geojson)
                .contains(#""bbox":[177,-17,-178,-16]"#))
        #expect(
            try Sample.write(.one(across, querystring: ""), as: .jsonv2).contains(
                #""boundingbox":["-17.0000000","-16.0000000","177.0000000","-178.0000000"]"#))
    }

    @Test func `a node's box is as large as what it stands for`() throws {
        let city = GeocoderResult(
            ref: OSMRef(osmType: .node, osmID: 1), category: "place", type: "city", placeRank: 16,
            addressRank: 16, addressType: "city", importance: 0, name: "C", displayName: "C",
            address: [], tags: [:], position: Sample.position(60, 25),
            boundingBox: BoundingBox(Sample.position(60, 25)), distanceInMeters: nil)
        #expect(
            try Sample.write(.one(city, querystring: ""), as: .geojson)
                .contains(#""bbox":[24.84,59.84,25.16,60.16]"#))
    }
}
