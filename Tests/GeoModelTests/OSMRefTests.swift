import FoundationEssentials
import GeoModel
import Testing

@Suite struct `An OSM reference` {
    @Test func `sorts as an OSM file does: nodes, ways, relations, each by id`() {
        let sorted = [
            OSMRef(osmType: .node, osmID: -2), OSMRef(osmType: .node, osmID: 7),
            OSMRef(osmType: .node, osmID: 10), OSMRef(osmType: .way, osmID: 1),
            OSMRef(osmType: .way, osmID: 419_479_428), OSMRef(osmType: .relation, osmID: 1),
        ]
        #expect(sorted.reversed().sorted() == sorted)
        #expect(sorted.shuffled().sorted() == sorted)
    }

    @Test func `of one id but another type is another object`() {
        let refs = OSMType.allCases.map { OSMRef(osmType: $0, osmID: 4) }
        #expect(Set(refs).count == 3)
        #expect(refs.map(\.description) == ["node/4", "way/4", "relation/4"])
    }

    @Test(
        arguments: [
            ("N", .node), ("w", .way), ("R", .relation), ("node", .node), ("Way", .way),
            ("relation", .relation), ("", nil), ("area", nil), ("nodes", nil),
        ] as [(String, OSMType?)])
    func `type is read from a letter or a word`(text: String, type: OSMType?) {
        #expect(OSMType(letterOrWord: text) == type)
        if let type { #expect(OSMType(letterOrWord: String(type.letter)) == type) }
    }

    @Test func `has Nominatim's keys in JSON`() throws {
        let ref = OSMRef(osmType: .way, osmID: 4)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(ref)
        #expect(String(decoding: json, as: UTF8.self) == #"{"osm_id":4,"osm_type":"way"}"#)
        #expect(try JSONDecoder().decode(OSMRef.self, from: json) == ref)
    }
}
