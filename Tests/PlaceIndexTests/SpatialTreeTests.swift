import Database
import GeoModel
import Geodesy
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `The walk over an R*Tree` {
    private func region(_ map: MapBuilder) throws -> (IndexFixture, RegionFile) {
        let fixture = try IndexFixture(map)
        return (fixture, try #require(fixture.index.regionFiles.first))
    }

    @Test func `has the rows that SQLite's own walk has`() throws {
        let directory = try TemporaryDirectory()
        _ = try OSMImporter(region: "fi", directory: directory.path)
            .run(files: [GeoDataFiles.helsinkiCentre])
        let path = directory.file("fi.sqlite")
        let region = try RegionFile(path: path, connections: 1)
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        var random = SeededGenerator(seed: 41)
        for table in SpatialTable.allCases {
            for size in [0, 0.0005, 0.01, 1] {
                let west = Double.random(in: 24.92...24.96, using: &random)
                let south = Double.random(in: 60.15...60.18, using: &random)
                let box = BoundingBox(
                    west: west, south: south, east: west + size, north: south + size)!
                var found: [Int64] = []
                region.layers[table].tree.visit(meeting: box) {
                    found.append($0)
                    return true
                }
                let row = try connection.statement(table.select("t.id"))
                try row.bind(box)
                var expected: [Int64] = []
                while try row.step() { expected.append(row.int64(0)) }
                #expect(found.sorted() == expected.sorted(), "\(table) \(box)")
            }
        }
    }

    @Test(arguments: [(60.17, 24.94), (-17, 180), (-17, -180), (90, 0), (0, 0)])
    func `P01 is nearest first, and has all within a reach, at poles and 180 degrees too`(
        latitude: Double, longitude: Double
    ) throws {
        let from = position(latitude, longitude)
        var random = SeededGenerator(seed: 7)
        var map = MapBuilder()
        var chords: [Double] = []
        for _ in 0..<600 {
            let place = Geodesic.destination(
                from: from, bearingInDegrees: Double.random(in: 0..<360, using: &random),
                distanceInMeters: Double.random(in: 1...20_000, using: &random))
            // As the file has it: seven decimals.
            let (y, x) = (
                (place.decimalLatitude * 1e7).rounded() / 1e7,
                (place.decimalLongitude * 1e7).rounded() / 1e7
            )
            map.node(y, x, ["amenity": "bench"])
            chords.append(
                FootprintDistance.nearest(from: from, to: .point(position(y, x)))!.chordInMeters)
        }
        let (fixture, region) = try region(map)
        defer { withExtendedLifetime(fixture) {} }
        let layer = region.layers[.place]
        let reach = 8_000.0
        var walk = layer.tree.nearest(to: BoxDistance(from: from))
        var found: [Double] = []
        while let id = walk.next(squaredReach: reach * reach) {
            let row = try #require(layer.rows.row(id))
            found.append(
                FootprintDistance.nearest(
                    from: from, to: .point(row.position(PlaceColumn.longitude)))!.chordInMeters)
        }
        #expect(Set(found).isSuperset(of: chords.filter { $0 <= reach }))
        #expect((found.max() ?? 0) < reach * 1.02, "the bound is near the distance")
        // Rows come by their bound, which is up to 2 % less than the distance.
        for (earlier, later) in zip(found, found.dropFirst()) {
            #expect(earlier <= later * 1.02 + 1)
        }
    }
}
