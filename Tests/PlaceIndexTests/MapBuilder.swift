import GeoModel
import PlaceIndex
import TestSupport

/// A few objects as OpenStreetMap XML, and the index over the region they make.
///
/// Nodes, ways and relations count their ids from 1, each by itself, in the order they are added.
struct MapBuilder {
    private var nodes: [String] = []
    private var ways: [String] = []
    private var relations: [String] = []

    @discardableResult
    mutating func node(_ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:])
        -> Int64
    {
        let id = Int64(nodes.count + 1)
        nodes.append(
            "<node id='\(id)' version='1' lat='\(latitude)' lon='\(longitude)'>\(Self.xml(tags))</node>"
        )
        return id
    }

    /// A line through latitudes and longitudes.
    @discardableResult
    mutating func way(_ vertices: [(Double, Double)], _ tags: [String: String] = [:]) -> Int64 {
        way(nodes: vertices.map { node($0.0, $0.1) }, tags)
    }

    @discardableResult
    mutating func way(nodes: [Int64], _ tags: [String: String] = [:]) -> Int64 {
        let id = Int64(ways.count + 1)
        ways.append(
            "<way id='\(id)' version='1'>\(nodes.map { "<nd ref='\($0)'/>" }.joined())"
                + "\(Self.xml(tags))</way>")
        return id
    }

    /// A closed way round a box.
    @discardableResult
    mutating func box(
        _ south: Double, _ west: Double, _ north: Double, _ east: Double,
        _ tags: [String: String] = [:]
    ) -> Int64 {
        let corners = [(south, west), (south, east), (north, east), (north, west)].map {
            node($0.0, $0.1)
        }
        return way(nodes: corners + corners.prefix(1), tags)
    }

    /// A multipolygon or boundary of closed ways.
    @discardableResult
    mutating func relation(
        outer: [Int64], inner: [Int64] = [], _ tags: [String: String]
    ) -> Int64 {
        let id = Int64(relations.count + 1)
        let members =
            outer.map { "<member type='way' ref='\($0)' role='outer'/>" }
            + inner.map { "<member type='way' ref='\($0)' role='inner'/>" }
        let type = tags["boundary"] == nil ? "multipolygon" : "boundary"
        relations.append(
            "<relation id='\(id)' version='1'>\(members.joined())"
                + "\(Self.xml(tags.merging(["type": type]) { own, _ in own }))</relation>")
        return id
    }

    /// An administrative boundary round a box.
    @discardableResult
    mutating func boundary(
        _ name: String, level: Int, _ south: Double, _ west: Double, _ north: Double,
        _ east: Double, _ tags: [String: String] = [:]
    ) -> Int64 {
        let ring = box(south, west, north, east)
        return relation(
            outer: [ring],
            ["boundary": "administrative", "admin_level": "\(level)", "name": name].merging(tags) {
                $1
            })
    }

    private static func xml(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }
            .map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
    }

    var elements: String { (nodes + ways + relations).joined() }
}

/// An index over regions made of fixtures, with the bundled country polygons.
struct IndexFixture {
    let directory: TemporaryDirectory
    let index: PlaceIndex

    init(_ maps: MapBuilder...) throws {
        directory = try TemporaryDirectory()
        for (number, map) in maps.enumerated() {
            let file = try directory.write(
                "<osm version='0.6'>\(map.elements)</osm>".utf8, as: "map\(number).osm")
            _ = try OSMImporter(region: "map\(number)", directory: directory.file("places"))
                .run(files: [file])
        }
        index = try PlaceIndex(
            directory: directory.file("places"), countries: GeoDataFiles.countries, connections: 2)
    }

    func reverse(
        _ latitude: Double, _ longitude: Double, zoom: Int = 18, languages: String = "",
        layers: Set<Layer> = [.address, .poi]
    ) throws -> GeocoderResult? {
        try index.reverse(
            ReverseQuery(
                position: position(latitude, longitude), zoom: zoom,
                languages: LanguagePreferences(acceptLanguage: languages), layers: layers))
    }

    func nearby(
        _ latitude: Double, _ longitude: Double, radius: Double, limit: Int = 20,
        languages: String = ""
    ) throws -> [NearbyPlace] {
        try index.nearby(
            NearbyQuery(
                position: position(latitude, longitude), radiusInMeters: radius, limit: limit,
                languages: LanguagePreferences(acceptLanguage: languages)))
    }
}

func position(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!
}
