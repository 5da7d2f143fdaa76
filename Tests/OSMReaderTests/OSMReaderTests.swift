import GeoModel
import OSMReader
import TestSupport
import Testing

@Suite struct `Reading OpenStreetMap files` {
    static let square = """
        <node id='1' lat='0' lon='0'/><node id='2' lat='0' lon='1'/>
        <node id='3' lat='1' lon='1'/><node id='4' lat='1' lon='0'/>
        """

    @Test func `a node is handed over with its position and all its tags`() throws {
        let read = try OSMFixture(
            """
            <node id='7' lat='60.1702' lon='24.9522'><tag k='name' v='Tuomiokirkko'/>
            <tag k='note' v='&#x1F426; ä'/></node><node id='8' lat='1' lon='1'/>
            """
        ).read()
        let node = try #require(read.nodes.first)
        #expect(read.nodes.count == 1)
        #expect(node.ref == OSMRef(osmType: .node, osmID: 7))
        #expect(
            node.position == Coordinate(decimalLatitude: 60.1702, decimalLongitude: 24.9522))
        #expect(node.tags == ["name": "Tuomiokirkko", "note": "\u{1F426} ä"])
        #expect(read.summary?.nodes == 2)
    }

    @Test func `a closed way comes with its line and its area, an open one without area`() throws {
        let read = try OSMFixture(
            """
            \(Self.square)
            <way id='1'><nd ref='1'/><nd ref='4'/><nd ref='3'/><nd ref='2'/><nd ref='1'/>
            <tag k='building' v='yes'/></way>
            <way id='2'><nd ref='1'/><nd ref='2'/><tag k='highway' v='path'/></way>
            """
        ).read()
        let closed = try #require(read.ways.first)
        #expect(closed.nodeIDs == [1, 4, 3, 2, 1])
        let outer = try #require(closed.area?.polygons.first?.outer)
        #expect(outer.count == 5)
        #expect(outer.first == outer.last)
        #expect(signedArea(outer) == 1)
        #expect(read.ways.last?.area == nil)
    }

    @Test func `R02 the holes of a multipolygon are kept, clockwise`() throws {
        let read = try OSMFixture(
            """
            \(Self.square)
            <node id='5' lat='0.2' lon='0.2'/><node id='6' lat='0.2' lon='0.8'/>
            <node id='7' lat='0.8' lon='0.8'/><node id='8' lat='0.8' lon='0.2'/>
            <way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/></way>
            <way id='2'><nd ref='3'/><nd ref='4'/><nd ref='1'/></way>
            <way id='3'><nd ref='5'/><nd ref='6'/><nd ref='7'/><nd ref='8'/><nd ref='5'/></way>
            <relation id='1'><member type='way' ref='1' role='outer'/>
            <member type='way' ref='2' role='outer'/><member type='way' ref='3' role='inner'/>
            <tag k='type' v='boundary'/><tag k='boundary' v='administrative'/></relation>
            """
        ).read()
        let polygon = try #require(read.areas.first?.outcome.polygons.first)
        #expect(abs(signedArea(polygon.outer) - 1) < 1e-12)
        #expect(polygon.holes.count == 1)
        #expect(abs(signedArea(try #require(polygon.holes.first)) + 0.36) < 1e-12)
    }

    @Test func `R32 broken rings are named and their neighbours are unharmed`() throws {
        let read = try OSMFixture(
            """
            \(Self.square)
            <way id='1'><nd ref='1'/><nd ref='3'/><nd ref='2'/><nd ref='4'/><nd ref='1'/></way>
            <way id='2'><nd ref='1'/><nd ref='2'/><nd ref='3'/></way>
            <way id='3'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='1'/></way>
            <relation id='1'><member type='way' ref='1' role='outer'/>
            <tag k='type' v='multipolygon'/><tag k='name' v='crossing'/></relation>
            <relation id='2'><member type='way' ref='2' role='outer'/>
            <tag k='type' v='multipolygon'/><tag k='name' v='open'/></relation>
            <relation id='3'><member type='way' ref='3' role='outer'/>
            <tag k='type' v='multipolygon'/><tag k='name' v='good'/></relation>
            """
        ).read()
        let problems = Dictionary(
            uniqueKeysWithValues: read.areas.map { ($0.ref.osmID, $0.outcome.problem) })
        #expect(problems == [1: .intersection, 2: .openRing, 3: nil])
    }

    @Test func `I01 negative ids are read as any others`() throws {
        let read = try OSMFixture(
            """
            <node id='-1' lat='0' lon='0'/><node id='-2' lat='0' lon='1'/>
            <node id='-3' lat='1' lon='1'/><node id='-4' lat='1' lon='0'/>
            <way id='-5'><nd ref='-1'/><nd ref='-2'/><nd ref='-3'/><nd ref='-4'/><nd ref='-1'/>
            <tag k='building' v='yes'/></way>
            """
        ).read()
        let way = try #require(read.ways.first)
        #expect(way.ref.osmID == -5)
        #expect(!way.lacksNodes)
        #expect(way.area?.polygons.count == 1)
    }

    @Test func `I03 missing nodes and members are told, the rest of the line is known`() throws {
        let read = try OSMFixture(
            """
            \(Self.square)
            <way id='1'><nd ref='98'/><nd ref='1'/><nd ref='2'/><nd ref='99'/><nd ref='3'/>
            <nd ref='4'/><tag k='highway' v='path'/></way>
            <way id='2'><nd ref='1'/><nd ref='2'/><nd ref='99'/><nd ref='1'/>
            <tag k='building' v='yes'/></way>
            <relation id='1'><member type='way' ref='1' role='outer'/>
            <member type='way' ref='97' role='outer'/>
            <tag k='type' v='multipolygon'/><tag k='natural' v='wood'/></relation>
            """
        ).read()
        let path = try #require(read.ways.first)
        #expect(path.knownParts.map(\.start) == [1, 4])
        #expect(path.knownParts.map(\.line.count) == [2, 2])
        #expect(read.ways.last?.area?.problem == .missingNodes)
        #expect(read.areas.map(\.outcome.problem) == [.missingMembers])
        #expect(read.summary?.waysWithMissingNodes == 2)
    }

    @Test func `a member way of the id 0 is a missing one`() throws {
        let read = try OSMFixture(
            """
            \(Self.square)
            <way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='1'/></way>
            <relation id='1'><member type='way' ref='1' role='outer'/>
            <member type='way' ref='0' role='inner'/>
            <tag k='type' v='multipolygon'/><tag k='natural' v='wood'/></relation>
            """
        ).read()
        #expect(read.areas.map(\.outcome.problem) == [.missingMembers])
    }

    @Test func `I04 a history file is refused and told so`() throws {
        let fixture = try OSMFixture(
            """
            <node id='1' version='1' lat='0' lon='0'><tag k='name' v='old'/></node>
            <node id='1' version='2' visible='false'/>
            """)
        #expect(throws: OSMReaderError.history(path: fixture.path)) { try fixture.read() }
        #expect("\(OSMReaderError.history(path: "x.osm"))".contains("osmium time-filter"))
    }

    @Test func `objects in any order give the same result`() throws {
        let read = try OSMFixture(
            """
            <relation id='1'><member type='way' ref='2' role='outer'/>
            <tag k='type' v='multipolygon'/><tag k='landuse' v='forest'/></relation>
            <way id='2'><nd ref='4'/><nd ref='3'/><nd ref='2'/><nd ref='1'/><nd ref='4'/></way>
            <node id='4' lat='1' lon='0'/><node id='1' lat='0' lon='0'/>
            <node id='3' lat='1' lon='1'/><node id='2' lat='0' lon='1'/>
            <way id='1'><nd ref='4'/><nd ref='1'/><tag k='highway' v='path'/></way>
            """
        ).read()
        #expect(read.areas.first?.outcome.polygons.count == 1)
        #expect(read.ways.first?.knownParts.first?.line.count == 2)
    }

    @Test func `several files are read as one, and what both hold counts once`() throws {
        let first = try OSMFixture(
            Self.square + "<node id='5' lat='2' lon='2'><tag k='name' v='five'/></node>")
        let second = try OSMFixture(
            """
            <node id='5' lat='2' lon='2'><tag k='name' v='five again'/></node>
            <way id='1'><nd ref='1'/><nd ref='5'/><tag k='highway' v='path'/></way>
            """)
        let read = try ReadObjects(paths: [second.path, first.path])
        #expect(read.nodes.map(\.tags) == [["name": "five again"]])
        #expect(read.ways.first?.lacksNodes == false)
        #expect(read.summary?.repeated == 1)
    }

    @Test func `a location file gives the same and leaves nothing behind`() throws {
        let directory = try TemporaryDirectory()
        let inMemory = try ReadObjects(paths: [GeoDataFiles.helsinkiCentre])
        let inFile = try ReadObjects(
            paths: [GeoDataFiles.helsinkiCentre], locationFile: directory.file("locations"))
        #expect(inFile.ways.map(\.positions) == inMemory.ways.map(\.positions))
        #expect(directory.files == [])
    }

    @Test func `what the caller throws ends the reading and comes back`() throws {
        struct Enough: Error {}
        let reader = OSMReader(
            files: [try OSMFile(path: GeoDataFiles.helsinkiCentre)], keys: ["name"])
        #expect(throws: Enough.self) { _ = try reader.read { _ in throw Enough() } }
        #expect(throws: Enough.self) {
            _ = try reader.read(progress: { _ in throw Enough() }) { _ in }
        }
    }

    /// Square degrees, positive when counter-clockwise.
    func signedArea(_ ring: [Coordinate]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + ($1.0.decimalLongitude * $1.1.decimalLatitude)
                - ($1.1.decimalLongitude * $1.0.decimalLatitude)
        } / 2
    }
}
