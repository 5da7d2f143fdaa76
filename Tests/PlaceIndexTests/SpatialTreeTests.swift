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
        let path = try SharedRegions.region(of: GeoDataFiles.helsinkiCentre).path
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
                // Ours asks with 32-bit edges, rounded outwards as those of the rows are.
                let cell = SpatialTreeCell(id: 0, box)
                try row.bind(
                    BoundingBox(
                        west: Double(cell.west), south: Double(cell.south), east: Double(cell.east),
                        north: Double(cell.north))!)
                var expected: [Int64] = []
                while try row.step() { expected.append(row.int64(0)) }
                #expect(found.sorted() == expected.sorted(), "\(table) \(box)")
            }
        }
    }

    @Test
    func `finds what is nearest of streets, houses and places, as a look at all of them does`()
        throws
    {
        let region = try RegionFile(
            path: SharedRegions.region(of: GeoDataFiles.helsinkiCentre).path, connections: 1)
        var random = SeededGenerator(seed: 15)
        for _ in 0..<150 {
            let scope = ReverseScope(
                measure: PlanarMeasure(
                    from: position(
                        Double.random(in: 60.155...60.185, using: &random),
                        Double.random(in: 24.92...24.97, using: &random))),
                finest: 30, layers: [.address, .poi])
            let all =
                try region.streets(
                    near: scope.measure, withinDegrees: ReverseScope.reachInDegrees)
                + region.addresses(
                    near: scope.measure, withinDegrees: ReverseScope.reachInDegrees)
                + region.places(scope, withinDegrees: ReverseScope.reachInDegrees)
            var reach = ReverseScope.reachInDegrees * ReverseScope.reachInDegrees
            let nearest = try region.nearest(scope, squaredReach: &reach).min(by: <)
            let expected = all.min(by: <)
            #expect(nearest?.ref == expected?.ref)
            #expect(nearest?.nearest.squaredDegrees == expected?.nearest.squaredDegrees)
            // All that is as near is among the hits, so that the order among equals is as before.
            #expect(nearest?.isPlace == expected?.isPlace)
        }
    }

    @Test func `finds the areas that SQL finds`() throws {
        let path = try SharedRegions.region(of: GeoDataFiles.liechtenstein).path
        let region = try RegionFile(path: path, connections: 1)
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        var random = SeededGenerator(seed: 9)
        var found = 0
        for _ in 0..<300 {
            let here = position(
                Double.random(in: 47.04...47.28, using: &random),
                Double.random(in: 9.46...9.65, using: &random))
            let ids = try region.areaIDs(containing: here)
            #expect(
                ids.sorted() == (try RegionFile.areaIDs(containing: here, connection)).sorted())
            found += ids.count
        }
        #expect(found > 300)
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

    @Test func `in a box has all within the reach, and only as far as is asked for`() throws {
        let region = try RegionFile(
            path: SharedRegions.region(of: GeoDataFiles.helsinkiCentre).path, connections: 1)
        let layer = region.layers[.place]
        var random = SeededGenerator(seed: 3)
        for meters in [30.0, 150, 3_000] {
            for _ in 0..<20 {
                let from = position(
                    Double.random(in: 60.165...60.178, using: &random),
                    Double.random(in: 24.935...24.965, using: &random))
                let distance = BoxDistance(from: from)
                func ids(
                    _ walk: SpatialTree.NearestWalk<BoxDistance>, _ meters: Double
                ) -> [Int64] {
                    var (walk, ids): (_, [Int64]) = (walk, [])
                    while let id = walk.next(squaredReach: meters * meters) { ids.append(id) }
                    return ids
                }
                let box = Geodesic.box(around: from, radiusInMeters: meters)
                let within = ids(layer.tree.nearest(to: distance, in: box), meters)
                let all = ids(layer.tree.nearest(to: distance), meters)
                // The bound is up to 2 % less than the distance.
                let near = ids(layer.tree.nearest(to: distance), meters * 0.97)
                #expect(Set(within).isSubset(of: all) && Set(within).isSuperset(of: near))
                #expect(Set(within).count == within.count)

                // Bound by bound, nothing is left out and nothing comes too early.
                var (walk, steps): (_, [Int64]) = (layer.tree.nearest(to: distance), [])
                for limit in stride(from: 0, through: meters, by: meters / 7) {
                    while let id = walk.next(squaredReach: meters * meters, upTo: limit * limit) {
                        #expect(walk.bound <= limit * limit)
                        steps.append(id)
                    }
                }
                while let id = walk.next(squaredReach: meters * meters) { steps.append(id) }
                #expect(steps == all)
            }
        }
    }
}

@Suite struct `Rows kept in memory` {
    @Test func `are read once, and those of large ids let go of when they are too many`() throws {
        let cache = RowCache<String>(limit: 2)
        var reads: [Int64] = []
        func row(_ id: Int64) -> String? {
            cache.row(id) {
                reads.append(id)
                return id == 0 ? nil : "row \(id)"
            }
        }
        #expect(row(1) == "row 1" && row(1) == "row 1" && row(2) == "row 2")
        #expect(row(0) == nil && row(0) == nil, "what is not there is asked for again")
        #expect(reads == [1, 2, 0, 0])
        #expect(row(3) == "row 3" && row(4) == "row 4" && row(2) == "row 2")
        #expect(reads == [1, 2, 0, 0, 3, 4, 2], "2, 3 and 4 are not below the limit")
        #expect(row(1) == "row 1" && row(2) == "row 2" && row(-1) == "row -1")
        #expect(
            row(4) == "row 4" && cache.rows([1, 4, 2]) { row($0) } == ["row 1", "row 4", "row 2"])
    }
}
