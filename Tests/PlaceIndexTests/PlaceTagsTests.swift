import OSMReader
import Testing

@testable import PlaceIndex

@Suite struct `What tags make of an object` {
    @Test(
        arguments: [
            (
                ["amenity": "place_of_worship", "building": "cathedral", "tourism": "attraction"],
                "amenity=place_of_worship"
            ),
            (["historic": "castle", "tourism": "museum"], "tourism=museum"),
            (["historic": "castle", "tourism": "attraction"], "historic=castle"),
            (["tourism": "attraction"], "tourism=attraction"),
            (["building": "train_station"], "building=train_station"),
            (["building": "yes", "tourism": "attraction"], "tourism=attraction"),
            (["building": "yes", "tourism": "yes"], "building=yes"),
            (["shop": "no", "office": "company"], "office=company"),
            (["place": "square", "highway": "pedestrian"], "place=square"),
            (["boundary": "national_park"], "boundary=national_park"),
            (["highway": "bus_stop"], "highway=bus_stop"),
            (["highway": "residential"], nil), (["boundary": "administrative"], nil),
            (["place": "village"], nil), (["railway": "rail"], nil), (["disused:shop": "yes"], nil),
            (["boundary": "historic"], nil), (["natural": "coastline"], nil),
        ] as [([String: String], String?)])
    func `a named object is the most telling of its kinds`(tags: [String: String], kind: String?) {
        let all = tags.merging(["name": "x"]) { $1 }.map { OSMTags.Tag(key: $0, value: $1) }
        #expect(PlaceKind(OSMTags(all)).map { "\($0.category)=\($0.type)" } == kind)
    }

    @Test func `more signs of fame never lower importance, and it stays in 0...1`() throws {
        let cathedral: [(String, String)] = [
            ("amenity", "place_of_worship"), ("name", "x"), ("wikidata", "Q1"),
            ("wikipedia", "fi:x"), ("name:en", "x"), ("name:sv", "y"), ("height", "62 m"),
            ("heritage", "2"), ("tourism", "attraction"), ("population", "100000"),
        ]
        var last = 0.0
        for count in 1...cathedral.count {
            let tags = OSMTags(
                cathedral.prefix(count).map { OSMTags.Tag(key: $0.0, value: $0.1) })
            let importance = Importance.of(tags, kind: try #require(PlaceKind(tags)))
            #expect(importance > last)
            last = importance
        }
        #expect(last < 1)
    }

    @Test(arguments: [("12", 12.0), ("12.5 m", 12.5), ("40'", 12.192), ("10 ft", 3.048)])
    func `heights are read with their unit`(text: String, meters: Double) throws {
        #expect(abs(try #require(Importance.meters(text)) - meters) < 1e-9)
    }

    @Test(arguments: ["tall", "", "3 stories"])
    func `what is no length has no height`(text: String) {
        #expect(Importance.meters(text) == nil)
    }

    @Test(arguments: [("5696", 5696), ("5 696", 5696), ("1,234,567", 1_234_567), ("ca. 300", 300)])
    func `populations are read as people write them`(text: String, people: Int) {
        #expect(SettlementTags.population(["population": text]) == people)
    }
}
