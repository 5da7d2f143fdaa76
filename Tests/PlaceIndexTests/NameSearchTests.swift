import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

/// A town with streets, houses and shops, and a village with some of the same names.
private struct Town {
    let fixture: IndexFixture
    let cathedral, cathedralCafe, mainStreet, farMainStreet, house, town, village: Int64

    init() throws {
        var map = MapBuilder()
        map.boundary(
            "Springfield", level: 8, 60.0, 25.0, 60.1, 25.2,
            ["name:de": "Springfeld", "name:zh": "春田市", "place": "town", "population": "20000"])
        town = map.node(
            60.05, 25.1, ["place": "town", "name": "Springfield", "population": "20000"])
        village = map.node(60.5, 25.5, ["place": "village", "name": "Shelbyville"])
        cathedral = map.node(
            60.05, 25.11,
            [
                "amenity": "place_of_worship", "name": "Tuomiokirkko", "name:en": "Great Cathedral",
                "wikidata": "Q1", "wikipedia": "en:C",
            ])
        cathedralCafe = map.node(60.5, 25.501, ["amenity": "cafe", "name": "Cathedral Café"])
        mainStreet = map.way(
            [(60.05, 25.10), (60.05, 25.12)], ["highway": "residential", "name": "Main Street"])
        map.way(
            [(60.05, 25.12), (60.05, 25.13)], ["highway": "residential", "name": "Main Street"])
        farMainStreet = map.way(
            [(60.5, 25.50), (60.5, 25.51)], ["highway": "residential", "name": "Main Street"])
        house = map.node(
            60.0501, 25.111,
            [
                "addr:housenumber": "10B", "addr:street": "Main Street", "addr:postcode": "00720",
                "addr:city": "Springfield",
            ])
        map.node(60.5001, 25.501, ["addr:housenumber": "10B", "addr:street": "Main Street"])
        map.node(60.0502, 25.112, ["addr:housenumber": "12-16", "addr:street": "Main Street"])
        map.node(60.0503, 25.113, ["addr:housenumber": "7", "addr:housename": "Evergreen Terrace"])
        fixture = try IndexFixture(map)
    }

    func search(
        _ text: String, near: Coordinate? = nil, languages: String = "", limit: Int = 10
    ) throws -> [GeocoderResult] {
        var query = try SearchQuery(
            .free(text), limit: limit, languages: LanguagePreferences(acceptLanguage: languages))
        query.near = near
        return try fixture.index.search(query)
    }

    func first(_ text: String, near: Coordinate? = nil) throws -> OSMRef? {
        try search(text, near: near).first?.ref
    }
}

private func node(_ id: Int64) -> OSMRef { OSMRef(osmType: .node, osmID: id) }
private func way(_ id: Int64) -> OSMRef { OSMRef(osmType: .way, osmID: id) }

@Suite struct `A search by name` {
    @Test(arguments: [
        "Tuomiokirkko", "tuomiokirkko", "GREAT CATHEDRAL", "cathedral great",
        "Great Cathedral, Springfield",
        "cathedral springfield", "springfield cathedral", "great cathedral springfeld",
        "cathedral 春田市",
        "Tuomiokirkko, Springfield, Finland", "Cathedral, Suomi", "tuomiok",
    ])
    func `finds a place by any name, alone or with what it lies in`(text: String) throws {
        let town = try Town()
        #expect(try town.first(text) == node(town.cathedral))
    }

    @Test(arguments: [
        "cathedral shelbyville", "Café Cathedral", "cathedral cafe", "Cathedral Cafe, Shelbyville",
        "cafe", "cathedral cafe main street",
    ])
    func `all words have to fit`(text: String) throws {
        let town = try Town()
        #expect(try town.first(text) == node(town.cathedralCafe))
    }

    @Test(arguments: [
        "cathedral atlantis", "xyzzy", "cafe springfield", "tuomiokirkko shelbyville", "—", "  ",
        "Main Street, Sweden",
    ])
    func `a word that fits nothing, or lies elsewhere, finds nothing`(text: String) throws {
        #expect(try Town().search(text).isEmpty)
    }

    @Test func `a street of several ways is one result, with the box of all`() throws {
        let town = try Town()
        let found = try town.search("main street springfield")
        #expect(found.map(\.ref) == [way(town.mainStreet)])
        #expect(found.first?.category == "highway")
        #expect(found.first?.addressType == "road")
        let box = try #require(found.first?.boundingBox)
        #expect(abs(box.west - 25.10) < 0.001 && abs(box.east - 25.13) < 0.001)
        #expect(try town.search("main street").count == 2)
        #expect(try town.first("main st") != nil)
    }

    @Test(arguments: [
        "Main Street 10B", "main street 10 b", "10b Main Street", "10B Main Street, Springfield",
        "Main Street 10b, 00720 Springfield", "main st 10b 00720",
    ])
    func `a house number may stand before or after its street`(text: String) throws {
        let town = try Town()
        let found = try town.search(text, near: position(60.05, 25.1))
        let first = try #require(found.first)
        #expect(first.ref == node(town.house))
        #expect(first["house_number"] == "10B")
        #expect(first["road"] == "Main Street")
        #expect(first.displayName.hasPrefix("10B, Main Street"))
        #expect(first.placeRank == 30)
    }

    @Test func `a number in a range is found, and the street where the number is not known`() throws
    {
        let town = try Town()
        #expect(try town.search("Main Street 14").first?["house_number"] == "12-16")
        let unknown = try town.search("Main Street 999, Springfield")
        #expect(unknown.map(\.ref) == [way(town.mainStreet)])
    }

    @Test func `a street through two towns is found in either, and the house in the one asked for`()
        throws
    {
        var map = MapBuilder()
        map.boundary("Länsi", level: 8, 60.0, 25.0, 60.1, 25.1)
        map.boundary("Itä", level: 8, 60.0, 25.1, 60.1, 25.3)
        map.way([(60.05, 25.02), (60.05, 25.09)], ["highway": "residential", "name": "Katu"])
        map.way([(60.05, 25.09), (60.05, 25.29)], ["highway": "residential", "name": "Katu"])
        for longitude in [25.03, 25.2] {
            map.node(60.0501, longitude, ["addr:housenumber": "5", "addr:street": "Katu"])
        }
        let index = try IndexFixture(map).index
        for (town, longitude) in [("Länsi", 25.03), ("Itä", 25.2)] {
            for text in ["Katu 5, \(town)", "katu 5 \(town)", "\(town) katu 5"] {
                let found = try index.search(SearchQuery(.free(text)))
                #expect(found.map(\.position.decimalLongitude) == [longitude], "\(text)")
            }
            let street = try #require(
                try index.search(SearchQuery(.free("katu, \(town)"))).first)
            #expect(street.category == "highway")
            #expect((street.position.decimalLongitude < 25.1) == (town == "Länsi"))
        }
        #expect(try index.search(SearchQuery(.free("katu 5"))).count == 2)
    }

    @Test func `a house is found by its name, a postcode by its code`() throws {
        let town = try Town()
        #expect(try town.search("evergreen terrace").first?["house_number"] == "7")
        let postcode = try #require(try town.search("00720").first)
        #expect(postcode.category == "place" && postcode.type == "postcode")
        #expect(postcode.ref == nil)
        #expect(postcode.name == "00720")
        #expect(postcode.displayName.hasPrefix("00720, "))
    }

    @Test func `a settlement and its boundary are one result, before what is named after it`()
        throws
    {
        var map = MapBuilder()
        map.node(60.06, 25.11, ["amenity": "cafe", "name": "Springfield"])
        map.way([(60.05, 25.1), (60.05, 25.11)], ["highway": "path", "name": "Springfield"])
        map.boundary("Springfield", level: 8, 60.0, 25.0, 60.1, 25.2)
        map.node(60.05, 25.1, ["place": "town", "name": "Springfield"])
        let found = try IndexFixture(map).index.search(SearchQuery(.free("springfield")))
        #expect(found.count == 3)
        #expect(found.map(\.category).dropFirst() == ["highway", "amenity"])
        #expect(found[0].category == "boundary")
        #expect(found[0].importance > 0.4)
    }

    @Test func `the whole name comes before its beginning, and that before a part`() throws {
        var map = MapBuilder()
        for (index, name) in ["Old Park Lane", "Parkside", "Park Lane", "Park"].enumerated() {
            map.node(60 + Double(index) / 10, 25, ["shop": "books", "name": name])
        }
        let index = try IndexFixture(map).index
        #expect(
            try index.search(SearchQuery(.free("park"))).map(\.name) == [
                "Park", "Park Lane", "Old Park Lane",
            ])
        #expect(
            try index.suggest(SuggestQuery("park")).map(\.label) == [
                "Park", "Park Lane", "Parkside", "Old Park Lane",
            ])
    }

    @Test func `what is nearer comes first`() throws {
        let town = try Town()
        for (here, street) in [
            (position(60.05, 25.1), town.mainStreet), (position(60.5, 25.5), town.farMainStreet),
        ] {
            let found = try town.search("main street", near: here)
            #expect(found.map(\.ref).first == way(street))
            #expect(found.allSatisfy { $0.distanceInMeters != nil })
        }
        #expect(try town.search("main street").allSatisfy { $0.distanceInMeters == nil })
    }

    @Test func `a name is one of thousands, near or alone in its exactness`() throws {
        var map = MapBuilder()
        for number in 0..<600 {
            map.node(
                60 + Double(number) / 1_000, 25,
                ["tourism": "museum", "name": "Park \(number)", "wikidata": "Q\(number)"])
        }
        let alone = map.node(61, 25, ["shop": "books", "name": "Park"])
        let near = map.node(10, 10, ["shop": "books", "name": "Park Books"])
        let index = try IndexFixture(map).index
        #expect(
            try index.search(SearchQuery(.free("park"), limit: 40)).contains {
                $0.ref == node(alone)
            })
        for far in [false, true] {
            let suggestions = try index.suggest(
                SuggestQuery("pa", near: far ? position(60, 25) : position(10.01, 10)))
            #expect((suggestions.first?.result.ref == node(near)) == !far)
        }
    }

    @Test(arguments: ["street", "s", "street 7", "s s s s s s s s s s s s s s s s s s s s"])
    func `work is bounded for the commonest words`(text: String) throws {
        var map = MapBuilder()
        for number in 0..<1_500 {
            map.node(
                60 + Double(number) / 1_000, 25, ["shop": "books", "name": "Street \(number)"])
        }
        let index = try IndexFixture(map).index
        let search = NameSearch(index, languages: .local, near: position(60.2, 25))
        for reading in SearchReading.readings(of: text, endsInPrefix: true) {
            try search.add(reading)
        }
        #expect((1...NameSearch.rowsOfAQuestion).contains(search.rowsRead) || text.count > 20)
        #expect(search.rowsRead <= NameSearch.rowsOfAQuestion)
    }

    @Test func `a text of many numbers is read in no more ways than an address needs`() throws {
        func readings(_ text: String) -> [SearchReading] {
            SearchReading.readings(of: text, endsInPrefix: true)
        }
        let numbers = (1...16).map { "\($0)" }.joined(separator: " ")
        #expect(readings(numbers).count == SearchReading.limit)
        #expect(readings(numbers).first?.name.count == 16)
        let address = readings("12 B Long Acre Main Street 3, 00100 Springfield")
        #expect((20..<SearchReading.limit).contains(address.count), "\(address.count)")
    }

    @Test(arguments: [
        ("東京タワー", 1), ("東京", 1), ("タワー", 1), ("ﾀﾜｰ", 1), ("塔", 0), ("京", 1), ("東京たわー", 1),
        ("東京駅", 0), ("京東", 0), ("東京 港区", 1), ("港区, 東京タワー", 1),
    ])
    func `any part of a name without spaces is found, however short`(text: String, count: Int)
        throws
    {
        var map = MapBuilder()
        map.boundary("港区", level: 7, 35.6, 139.7, 35.7, 139.8)
        map.node(35.65, 139.75, ["tourism": "attraction", "name": "東京タワー"])
        let found = try IndexFixture(map).index.search(SearchQuery(.free(text)))
        #expect(found.filter { $0.name == "東京タワー" }.count == count)
        if text == "東京駅" { #expect(found.isEmpty) }
    }

    @Test func `R36 things of one name are told apart by their parents, and by distance`() throws {
        var map = MapBuilder()
        for (latitude, county) in [(60.0, "Kings"), (61.0, "Queens"), (62.0, "Windham")] {
            map.boundary(county, level: 6, latitude - 0.3, 24, latitude + 0.3, 26)
            map.node(latitude, 25, ["place": "town", "name": "Brooklyn"])
        }
        let index = try IndexFixture(map).index
        let found = try index.search(SearchQuery(.free("brooklyn")))
        #expect(Set(found.map(\.displayName)).count == 3)
        for county in ["Kings", "Queens", "Windham"] {
            #expect(found.contains { $0.displayName.contains(county) }, "\(county)")
        }
        let near = try index.suggest(SuggestQuery("brook", near: position(61, 25)))
        #expect(near.first?.distanceInMeters == 0)
        #expect(near.map(\.kind) == ["settlement", "settlement", "settlement"])
    }

    @Test func `an object of two regions is found once`() throws {
        var map = MapBuilder()
        map.node(60, 25, ["amenity": "cafe", "name": "Kappeli"])
        map.way([(60, 25), (60, 25.01)], ["highway": "residential", "name": "Kappelikuja"])
        let index = try IndexFixture(map, map).index
        #expect(try index.search(SearchQuery(.free("kappeli"))).count == 1)
        #expect(try index.search(SearchQuery(.free("kappelikuja"))).count == 1)
    }

    @Test func `one question has one answer, fifty times`() throws {
        var map = MapBuilder()
        for number in 0..<30 {
            map.node(60 + Double(number % 3), 25, ["amenity": "cafe", "name": "Same"])
        }
        let index = try IndexFixture(map).index
        var query = try SearchQuery(.free("same"), limit: 40)
        query.removesDuplicates = false
        let first = try index.search(query).map(\.ref)
        #expect(first.count == 30)
        #expect(first == first.sorted { $0! < $1! })
        for _ in 0..<50 { #expect(try index.search(query).map(\.ref) == first) }
    }
}

@Suite struct `The filters of a search` {
    @Test func `a position in words asks for what is there, within the filters`() throws {
        let town = try Town()
        func search(_ text: String, _ change: (inout SearchQuery) -> Void = { _ in }) throws
            -> [OSMRef?]
        {
            var query = try SearchQuery(.free(text))
            change(&query)
            return try town.fixture.index.search(query).map(\.ref)
        }
        for text in ["60.05,25.11", "60.05 25.11", "N 60.05 E 25.11", "25.11°E 60.05°N"] {
            #expect(try search(text) == [node(town.cathedral)], "\(text)")
        }
        #expect(try search("Main Street 60.05,25.11").isEmpty)
        let far = BoundingBox(west: 0, south: 0, east: 1, north: 1)
        let changes: [(inout SearchQuery) -> Void] = [
            { $0.countryCodes = ["se"] }, { $0.excluded = [node(town.cathedral)] },
            { $0.featureType = .country },
            {
                $0.viewbox = far
                $0.isBounded = true
            },
        ]
        for change in changes { #expect(try search("60.05,25.11", change).isEmpty) }
        #expect(try search("60.05,25.11") { $0.layers = [.address] } != [node(town.cathedral)])
        #expect(try search("60.05,25.11") { $0.viewbox = far }.count == 1)
    }

    @Test func `viewbox, country, kind and what was seen already`() throws {
        let town = try Town()
        func search(_ text: String, _ change: (inout SearchQuery) -> Void) throws -> [OSMRef?] {
            var query = try SearchQuery(.free(text))
            change(&query)
            return try town.fixture.index.search(query).map(\.ref)
        }
        let shelbyville = BoundingBox(west: 25.4, south: 60.4, east: 25.6, north: 60.6)
        #expect(
            try search("main street") { $0.viewbox = shelbyville }.first == way(town.farMainStreet))
        #expect(try search("main street") { $0.viewbox = shelbyville }.count == 2)
        #expect(
            try search("main street") {
                $0.viewbox = shelbyville
                $0.isBounded = true
            } == [way(town.farMainStreet)])
        #expect(try search("cathedral") { $0.countryCodes = ["fi"] }.count == 2)
        #expect(try search("cathedral") { $0.countryCodes = ["se", "no"] }.isEmpty)
        #expect(try search("cathedral") { $0.layers = [.address] }.isEmpty)
        #expect(try search("main street") { $0.layers = [.poi] }.isEmpty)
        #expect(
            try search("cathedral") { $0.excluded = [node(town.cathedral)] } == [
                node(town.cathedralCafe)
            ])
        #expect(try search("main street") { $0.featureType = .settlement }.isEmpty)
        #expect(try search("springfield") { $0.featureType = .settlement }.count == 1)
    }

    @Test func `limits are 1 to 40, and 1 to 20 for suggestions`() throws {
        for limit in [0, 41] {
            #expect(throws: PlaceIndexError.limitOutOfRange(1...40)) {
                try SearchQuery(.free("a"), limit: limit)
            }
        }
        for limit in [0, 21] {
            #expect(throws: PlaceIndexError.limitOutOfRange(1...20)) {
                try SuggestQuery("a", limit: limit)
            }
        }
        #expect(try Town().search("main street", limit: 1).count == 1)
    }

    @Test func `an address by its parts`() throws {
        let town = try Town()
        func search(_ fill: (inout SearchQuery.StructuredAddress) -> Void) throws -> [OSMRef?] {
            var address = SearchQuery.StructuredAddress()
            fill(&address)
            return try town.fixture.index.search(SearchQuery(.structured(address))).map(\.ref)
        }
        #expect(
            try search {
                $0.street = "10B Main Street"
                $0.city = "Springfield"
            }.first == node(town.house))
        #expect(
            try search {
                $0.street = "Main Street"
                $0.city = "Springfield"
                $0.country = "Finland"
            } == [way(town.mainStreet)])
        #expect(
            try search {
                $0.amenity = "cathedral cafe"
                $0.city = "Shelbyville"
            } == [node(town.cathedralCafe)])
        #expect(try search { $0.city = "Shelbyville" } == [node(town.village)])
        #expect(try search { $0.postalcode = "00720" } == [nil])
        #expect(
            try search {
                $0.street = "Main Street"
                $0.city = "Atlantis"
            }.isEmpty)
        #expect(
            try search {
                $0.street = "Main Street"
                $0.country = "Sweden"
            }.isEmpty)
    }

    @Test func `objects are looked up by their ids, in the order asked`() throws {
        let town = try Town()
        let refs = [
            way(town.mainStreet), node(9_999), node(town.cathedral), node(town.house),
            node(town.village), OSMRef(osmType: .relation, osmID: 1),
        ]
        let found = try town.fixture.index.lookup(
            refs, languages: LanguagePreferences(acceptLanguage: "en"))
        #expect(found.map(\.ref) == refs.filter { $0 != node(9_999) })
        #expect(found[1].name == "Great Cathedral")
        #expect(found[2]["house_number"] == "10B")
        #expect(found.allSatisfy { !$0.displayName.isEmpty && $0.distanceInMeters == nil })
    }
}

@Suite struct `Suggestions while someone types` {
    @Test func `each letter narrows, and each has a label and what tells it apart`() throws {
        let town = try Town()
        let index = town.fixture.index
        for text in ["g", "gr", "grea", "great", "great c", "great cath", "great cathedral spr"] {
            let found = try index.suggest(
                SuggestQuery(text, languages: LanguagePreferences(acceptLanguage: "en")))
            let first = try #require(found.first, "\(text)")
            #expect(first.label == "Great Cathedral", "\(text)")
            #expect(first.kind == "place")
            #expect(first.context.contains("Springfield"))
            #expect(first.context.last == "Finland")
            #expect(first.distanceInMeters == nil)
        }
        #expect(try index.suggest(SuggestQuery("great x")).isEmpty)
        #expect(try index.suggest(SuggestQuery("")).isEmpty)
    }

    @Test func `a street with a number offers the house`() throws {
        let town = try Town()
        let found = try town.fixture.index.suggest(
            SuggestQuery("main street 10b", near: position(60.05, 25.11)))
        let first = try #require(found.first)
        #expect(first.label == "Main Street 10B")
        #expect(first.kind == "address")
        #expect((10...200).contains(try #require(first.distanceInMeters)))
    }
}
