import GeoModel
import OSMReader
import TestSupport
import Testing

@Suite struct `Reading several files, and positions of any kind` {
    static let line = "<node id='1' version='1' lat='0' lon='0'/><node id='2' lat='0' lon='1'/>"

    /// The older and the newer state of the same node, way and relation.
    func fixture(version: Int, _ word: String, visible: Bool = true) throws -> OSMFixture {
        let about = "version='\(version)' visible='\(visible)'"
        return try OSMFixture(
            """
            \(Self.line)
            <node id='5' \(about) lat='\(version)' lon='2'><tag k='name' v='\(word)'/></node>
            <way id='1' \(about)><nd ref='1'/><nd ref='5'/><tag k='highway' v='path'/>
            <tag k='name' v='\(word)'/></way>
            <relation id='1' \(about)><member type='way' ref='1' role='street'/>
            <tag k='type' v='associatedStreet'/><tag k='name' v='\(word)'/></relation>
            """)
    }

    @Test(arguments: [false, true])
    func `the newest version of an object wins, whichever file comes first`(isNewFirst: Bool)
        throws
    {
        let (old, new) = (try fixture(version: 3, "old"), try fixture(version: 7, "new"))
        let read = try ReadObjects(
            paths: isNewFirst ? [new.path, old.path] : [old.path, new.path])
        #expect(read.nodes.map { $0.tags["name"] } == ["new"])
        #expect(read.ways.map { $0.tags["name"] } == ["new"])
        #expect(read.ways.first?.positions.last??.decimalLatitude == 7)
        #expect(read.relations.map { $0.tags["name"] } == ["new"])
        #expect(read.summary?.nodes == 3)
        #expect(read.summary?.ways == 1)
        #expect(read.summary?.relations == 1)
        #expect(read.summary?.repeated == 5)
    }

    @Test func `of equal versions the first file's wins`() throws {
        let (first, second) = (try fixture(version: 3, "a"), try fixture(version: 3, "b"))
        let read = try ReadObjects(paths: [first.path, second.path])
        #expect(read.ways.map { $0.tags["name"] } == ["a"])
    }

    @Test func `what a newer file marks as deleted is gone`() throws {
        let old = try fixture(version: 3, "old")
        let gone = try fixture(version: 4, "gone", visible: false)
        let read = try ReadObjects(paths: [old.path, gone.path])
        #expect(read.ways.isEmpty && read.nodes.isEmpty)
        #expect(read.summary?.deleted == 3)
    }

    @Test func `positions are kept whatever the ids and wherever they are`() throws {
        var random = SeededGenerator(seed: 11)
        var nodes: [(id: Int64, x: Int32, y: Int32)] = []
        var id: Int64 = 0
        for index in 0..<5_000 {
            // Neighbours, gaps, ids beyond 32 bits, and now and then one out of order.
            id += index % 400 == 0 ? 1_000_000_000 : Int64.random(in: 1...40, using: &random)
            let place = index % 97 == 0 ? id - 500_000_000 : id
            nodes.append(
                (
                    index % 7 == 0 ? -place : place,
                    Int32.random(in: -1_800_000_000...1_800_000_000, using: &random),
                    Int32.random(in: -900_000_000...900_000_000, using: &random)
                ))
        }
        func degrees(_ units: Int32) -> String {
            let digits = String(units.magnitude)
            let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
            return "\(units < 0 ? "-" : "")\(padded.dropLast(7)).\(padded.suffix(7))"
        }
        let xml = nodes.map {
            "<node id='\($0.id)' lat='\(degrees($0.y))' lon='\(degrees($0.x))'/>"
        }.joined()
        let refs = nodes.shuffled(using: &random)
        let ways = stride(from: 0, to: refs.count, by: 500).map { start in
            "<way id='\(start + 1)'>"
                + refs[start..<start + 500].map { "<nd ref='\($0.id)'/>" }.joined()
                + "<tag k='highway' v='path'/></way>"
        }.joined()
        let read = try OSMFixture(xml + ways).read()
        let positions = read.ways.flatMap(\.positions)
        #expect(positions.count == refs.count)
        for (position, node) in zip(positions, refs) {
            let found = try #require(position, "node/\(node.id) is lost")
            #expect(abs(found.decimalLongitude - Double(node.x) / 1e7) < 1e-9)
            #expect(abs(found.decimalLatitude - Double(node.y) / 1e7) < 1e-9)
        }
    }
}
