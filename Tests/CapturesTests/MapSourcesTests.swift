import FoundationEssentials
import GeoModel
import PlaceIndex
import TestSupport
import Testing

@testable import Captures

/// Captures on a map of a few objects.
@Suite struct `Candidates from a map` {
    private let folder: TemporaryDirectory
    private let index: PlaceIndex

    /// A building with an address and a workshop in it; and three cafes of one name, in three streets of two
    /// settlements.
    private static let map = """
        <node id='1' version='1' lat='50.89730' lon='4.35770'/>
        <node id='2' version='1' lat='50.89730' lon='4.35790'/>
        <node id='3' version='1' lat='50.89738' lon='4.35790'/>
        <node id='4' version='1' lat='50.89738' lon='4.35770'/>
        <way id='10' version='1'>
         <nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/><nd ref='1'/>
         <tag k='building' v='industrial'/><tag k='name' v='Mill'/>
         <tag k='addr:street' v='Mill Lane'/><tag k='addr:housenumber' v='7'/>
        </way>
        <node id='20' version='1' lat='50.89734' lon='4.35780'>
         <tag k='craft' v='carpenter'/><tag k='name' v='Joiner'/>
        </node>
        <node id='31' version='1' lat='50.8990' lon='4.3600'>
         <tag k='amenity' v='cafe'/><tag k='name' v='Brooklyn'/>
        </node>
        <node id='32' version='1' lat='50.8990' lon='4.3608'>
         <tag k='amenity' v='cafe'/><tag k='name' v='Brooklyn'/>
        </node>
        <node id='33' version='1' lat='50.8998' lon='4.3600'>
         <tag k='amenity' v='cafe'/><tag k='name' v='Brooklyn'/>
        </node>
        <node id='41' version='1' lat='50.89895' lon='4.35995'/>
        <node id='42' version='1' lat='50.89895' lon='4.36010'/>
        <way id='43' version='1'><nd ref='41'/><nd ref='42'/>
         <tag k='highway' v='residential'/><tag k='name' v='First Street'/></way>
        <node id='44' version='1' lat='50.89895' lon='4.36075'/>
        <node id='45' version='1' lat='50.89895' lon='4.36090'/>
        <way id='46' version='1'><nd ref='44'/><nd ref='45'/>
         <tag k='highway' v='residential'/><tag k='name' v='Second Street'/></way>
        <node id='47' version='1' lat='50.89985' lon='4.35995'/>
        <node id='48' version='1' lat='50.89985' lon='4.36010'/>
        <way id='49' version='1'><nd ref='47'/><nd ref='48'/>
         <tag k='highway' v='residential'/><tag k='name' v='Third Street'/></way>
        """

    /// Thirty benches 60 m west of where one stands, and an inn 170 m north of it.
    private static let town =
        (0..<30).map {
            """
            <node id='\(100 + $0)' version='1' lat='50.95' lon='\(4.3491 + Double($0) * 1e-5)'>
             <tag k='amenity' v='bench'/></node>
            """
        }.joined() + """
            <node id='200' version='1' lat='50.9515' lon='4.35'>
             <tag k='tourism' v='hotel'/><tag k='name' v='Inn'/></node>
            """

    init() throws {
        folder = try TemporaryDirectory()
        let file = try folder.write(
            "<osm version='0.6'>\(Self.map)\(Self.town)</osm>".utf8, as: "map.osm")
        _ = try OSMImporter(region: "map", directory: folder.file("places")).run(files: [file])
        index = try PlaceIndex(
            directory: folder.file("places"), countries: GeoDataFiles.countries, connections: 1)
    }

    private func analysis(_ latitude: Double, _ longitude: Double) throws -> CaptureAnalysis {
        var request = CaptureRequest().at(latitude, longitude, uncertainty: 10)
        request.eventDate = EventDate("2026-06-01T12:00:00Z")
        return try CaptureFlow.identify(request, places: index, classifiers: [])
    }

    @Test func `R14 a workshop in its building: both are offered, in one order fifty times`() throws
    {
        let first = try analysis(50.89734, 4.35780)
        let names = first.candidates.map(\.name)
        #expect(names.contains("Joiner") && names.contains("Mill"))
        #expect(
            first.candidates.filter { ["Joiner", "Mill"].contains($0.name) }
                .allSatisfy { $0.distanceInMeters == 0 })
        for _ in 1..<50 {
            #expect(try analysis(50.89734, 4.35780).candidates == first.candidates)
        }
    }

    @Test func `R36 of three cafes of one name each shows its street and its distance`() throws {
        let found = try analysis(50.8991, 4.3601)
        let cafes = found.candidates.filter { $0.name == "Brooklyn" }
        #expect(cafes.count == 3)
        let contexts = Dictionary(
            uniqueKeysWithValues: cafes.compactMap { cafe in
                cafe.ref.map { ($0.osmID, cafe.context) }
            })
        #expect(contexts[31]??.hasPrefix("First Street") == true, "\(contexts)")
        #expect(contexts[32]??.hasPrefix("Second Street") == true, "\(contexts)")
        #expect(contexts[33]??.hasPrefix("Third Street") == true, "\(contexts)")
        #expect(Set(cafes.compactMap(\.distanceInMeters)).count == 3)
        // What has a name of its own needs no look-up.
        let sources = MapSources(index, found.position, .local)
        #expect(Set(sources.contexts.keys.map(\.osmID)) == [31, 32, 33])
    }

    @Test func `in the country a place 240 m away is asked for, in a town one 170 m away is not`()
        throws
    {
        func found(_ latitude: Double, _ longitude: Double) throws -> Set<Int64> {
            let position = try analysis(latitude, longitude).position
            return Set(MapSources(index, position, .local).places.map(\.place.ref.osmID))
        }
        #expect(try found(50.89734, 4.35780) == [10, 20, 31])
        #expect(try found(50.95, 4.35) == Set(100..<130))
        #expect(
            try analysis(50.89734, 4.35780).candidates.contains {
                $0.ref?.osmID == 31 && ($0.distanceInMeters ?? 0) > 200
            })
    }
}
