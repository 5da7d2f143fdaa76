import GeoModel
import Geodesy
import TestSupport
import Testing

/// A ring through latitudes and longitudes, closed here.
func ring(_ vertices: [(Double, Double)]) -> [Coordinate] {
    (vertices + vertices.prefix(1)).map { at($0.0, $0.1) }
}

@Suite struct `Containment in a polygon` {
    let square = Polygon(
        outer: ring([(0, 0), (0, 4), (4, 4), (4, 0)]),
        holes: [ring([(1, 1), (2, 1), (2, 2), (1, 2)])])

    @Test(
        arguments: [
            (3, 3, true), (0.5, 1.5, true), (1.5, 0.5, true), (-1, 2, false), (5, 2, false),
            (2, -1, false), (2, 5, false),
        ] as [(Double, Double, Bool)])
    func `is inside the ring and outside without`(latitude: Double, longitude: Double, isIn: Bool) {
        #expect(Containment.covers(square, at(latitude, longitude)) == isIn)
    }

    @Test func `R02 leaves a hole out`() {
        #expect(!Containment.covers(square, at(1.5, 1.5)))
        let filling = Polygon(outer: ring([(1, 1), (1, 2), (2, 2), (2, 1)]))
        #expect(Containment.covers(filling, at(1.5, 1.5)))
    }

    @Test(arguments: [(0, 0), (4, 4), (0, 2), (4, 2), (2, 0), (2, 4), (1, 1), (2, 1.5), (1.5, 2)])
    func `counts edges and corners in, of the ring and of the hole`(
        latitude: Double, longitude: Double
    ) {
        #expect(Containment.covers(square, at(latitude, longitude)))
    }

    /// A corner on the meridian of the point must not count twice, nor not at all.
    @Test func `is not misled by corners due north or south`() {
        let diamond = Polygon(outer: ring([(0, 1), (1, 2), (2, 1), (1, 0)]))
        #expect(Containment.covers(diamond, at(1, 1)))
        #expect(!Containment.covers(diamond, at(-1, 1)))
        #expect(!Containment.covers(diamond, at(3, 1)))
        let notched = Polygon(outer: ring([(0, 0), (0, 4), (3, 4), (1, 2), (3, 0)]))
        #expect(Containment.covers(notched, at(0.5, 2)))
        #expect(!Containment.covers(notched, at(2, 2)))
    }

    @Test func `R30 holds across 180 degrees`() {
        let wide = Polygon(outer: ring([(0, 170), (0, -170), (20, -170), (20, 170)]))
        #expect(Containment.covers(wide, at(10, -179)))
        #expect(Containment.covers(wide, at(10, 179)))
        #expect(Containment.covers(wide, at(10, 180)))
        #expect(Containment.covers(wide, at(10, -180)))
        #expect(!Containment.covers(wide, at(10, 169)))
        #expect(!Containment.covers(wide, at(10, -169)))
        #expect(!Containment.covers(wide, at(10, 0)))
    }

    @Test func `P02 holds at the poles of a polygon drawn along them`() {
        let south = Polygon(outer: ring([(-70, -180), (-90, -180), (-90, 180), (-70, 180)]))
        let north = Polygon(outer: ring([(90, -180), (70, -180), (70, 180), (90, 180)]))
        for longitude in [-180, -90.5, 0, 33, 180] {
            #expect(Containment.covers(south, at(-80, longitude)))
            #expect(Containment.covers(south, at(-90, longitude)))
            #expect(!Containment.covers(south, at(-60, longitude)))
            #expect(Containment.covers(north, at(80, longitude)))
            #expect(Containment.covers(north, at(90, longitude)))
            #expect(!Containment.covers(north, at(60, longitude)))
        }
    }

    @Test func `holds the same in any part of a random star`() {
        var numbers = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let center = at(
                .random(in: -60...60, using: &numbers), .random(in: -180...180, using: &numbers))
            // Radii in degrees round the centre: what is in is known without counting edges.
            let radii = (0..<12).map { _ in Double.random(in: 0.2...1, using: &numbers) }
            let star = Polygon(
                outer: ring(
                    radii.enumerated().map { index, radius in
                        spoke(from: center, part: Double(index) / 12, length: radius)
                    }))
            for (index, radius) in radii.enumerated() {
                for (share, isIn) in [(0.99, true), (1.01, false)] {
                    let (latitude, longitude) = spoke(
                        from: center, part: Double(index) / 12, length: radius * share)
                    #expect(Containment.covers(star, at(latitude, longitude)) == isIn)
                }
            }
        }
    }

    private func spoke(from center: Coordinate, part: Double, length: Double) -> (Double, Double) {
        let directions: [(Double, Double)] = [
            (1, 0), (0.866, 0.5), (0.5, 0.866), (0, 1), (-0.5, 0.866), (-0.866, 0.5), (-1, 0),
            (-0.866, -0.5), (-0.5, -0.866), (0, -1), (0.5, -0.866), (0.866, -0.5),
        ]
        let (north, east) = directions[Int((part * 12).rounded())]
        let position = Coordinate(
            clampingLatitude: center.decimalLatitude + north * length,
            wrappingLongitude: center.decimalLongitude + east * length)
        return (position.decimalLatitude, position.decimalLongitude)
    }
}
