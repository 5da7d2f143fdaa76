import GeoModel
import OSMReader
import TestSupport

/// OSM XML in a file of its own, read with every key that the tests use.
struct OSMFixture {
    let directory: TemporaryDirectory
    let path: String

    /// - Parameter elements: What stands inside `<osm>`.
    init(_ elements: String, name: String = "fixture.osm") throws {
        directory = try TemporaryDirectory()
        path = try directory.write("<osm version='0.6'>\(elements)</osm>".utf8, as: name)
    }

    func read() throws -> ReadObjects { try ReadObjects(paths: [path]) }
}

/// Everything a reader handed over, in order.
struct ReadObjects {
    var nodes: [OSMNode] = []
    var ways: [OSMWay] = []
    var relations: [OSMRelation] = []
    var areas: [OSMArea] = []
    var summary: OSMSummary?

    static let keys = [
        "name", "amenity", "highway", "building", "landuse", "natural", "boundary",
        "addr:housenumber",
        "test:id",
    ]

    init(paths: [String], keys: [String] = keys, locationFile: String? = nil) throws {
        let reader = OSMReader(
            files: try paths.map { try OSMFile(path: $0) }, keys: keys,
            relationTypes: ["associatedStreet"], locationFile: locationFile)
        var read = ReadObjects()
        read.summary = try reader.read { element in
            switch element {
            case .node(let node): read.nodes.append(node)
            case .way(let way): read.ways.append(way)
            case .relation(let relation): read.relations.append(relation)
            case .area(let area): read.areas.append(area)
            }
        }
        self = read
    }

    private init() {}
}

extension OSMAreaOutcome {
    var polygons: [Polygon] {
        if case .polygons(let polygons) = self { polygons } else { [] }
    }

    var problem: OSMAreaProblem? {
        if case .problem(let problem) = self { problem } else { nil }
    }
}
