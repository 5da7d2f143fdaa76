import Database
import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `The rows of a region` {
    @Test func `lie beside those of what is near, whatever the order of the file`() throws {
        var map = MapBuilder()
        let towns = [(60.0, 25.0), (60.2, 24.0), (59.9, 24.6)]
        for step in 0..<60 {
            let (latitude, longitude) = towns[step % 3]
            let offset = Double(step) * 1e-5
            map.node(latitude + offset, longitude, ["amenity": "bench"])
            map.node(latitude, longitude + offset, ["addr:housenumber": "\(step)"])
            map.way(
                [(latitude, longitude + offset), (latitude + 1e-4, longitude + offset)],
                ["highway": "residential", "name": "Kuja \(step)"])
        }
        let fixture = try IndexFixture(map)
        let region = try #require(fixture.index.regionFiles.first)
        defer { withExtendedLifetime(fixture) {} }
        for (table, position) in [
            ("place", "lat, lon"), ("address", "lat, lon"),
            ("street", "ST_Y(ST_Centroid(geom)), ST_X(ST_Centroid(geom))"),
        ] {
            let connection = try Connection(
                path: region.path, mode: .readOnly(immutable: true), spatial: true)
            let towns = try connection.rows("SELECT \(position) FROM \(table) ORDER BY id").map {
                $0.split(separator: "|").map { Int((Double($0) ?? 0) * 10) }
            }
            #expect(towns.count == 60)
            let changes = zip(towns, towns.dropFirst()).count { $0 != $1 }
            #expect(changes == 2, "\(table): one run of rows for each town")
        }
    }
}
