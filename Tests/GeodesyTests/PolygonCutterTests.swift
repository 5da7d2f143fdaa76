import GeoModel
import TestSupport
import Testing

@testable import Geodesy

@Suite struct `Cutting areas into pieces` {
    /// A closed ring of `count` corners whose radius swings: concave many times over.
    func star(
        around x: Double, _ y: Double, radius: Double, swing: Double, count: Int,
        clockwise: Bool = false
    ) -> [Coordinate] {
        let ring = (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            let r = radius * (1 + swing * (index % 7 < 3 ? 1 : -0.8))
            return Coordinate(
                clampingLatitude: ((y + r * sine(angle)) * 1e7).rounded() / 1e7,
                wrappingLongitude: ((x + r * sine(angle + .pi / 2)) * 1e7).rounded() / 1e7)
        }
        let closed = ring + ring.prefix(1)
        return clockwise ? closed.reversed() : closed
    }

    /// A sine good to 1e-12, so that the test needs no C library.
    func sine(_ angle: Double) -> Double {
        let x = angle.remainder(dividingBy: 2 * .pi)
        var (term, sum) = (x, x)
        for n in stride(from: 2.0, to: 40, by: 2) {
            term *= -x * x / (n * (n + 1))
            sum += term
        }
        return sum
    }

    static let limits = [8, 20, 64, 256]

    @Test(arguments: limits)
    func `R02 pieces cover what the polygon covers, holes and all`(limit: Int) throws {
        var random = SeededGenerator(seed: 4_041_982)
        let polygon = Polygon(
            outer: star(around: 9.5, 47.1, radius: 0.2, swing: 0.3, count: 900),
            holes: [
                star(around: 9.5, 47.1, radius: 0.05, swing: 0.4, count: 300, clockwise: true),
                star(around: 9.6, 47.16, radius: 0.02, swing: 0.2, count: 40, clockwise: true),
                star(around: 9.42, 47.02, radius: 0.01, swing: 0, count: 4, clockwise: true),
            ])
        let pieces = PolygonCutter(limit: limit).pieces(of: polygon)
        #expect(pieces.allSatisfy { $0.positions.count <= limit })
        let sum = pieces.reduce(0) { $0 + $1.planarArea }
        #expect(abs(sum - polygon.planarArea) < 1e-12)
        for _ in 0..<3_000 {
            let position = Coordinate(
                clampingLatitude: Double.random(in: 46.8...47.4, using: &random),
                wrappingLongitude: Double.random(in: 9.2...9.8, using: &random))
            let holders = pieces.count { Containment.covers($0, position) }
            #expect(holders == (Containment.covers(polygon, position) ? 1 : 0))
        }
    }

    @Test func `a small polygon is left as it is`() {
        let polygon = Polygon(outer: star(around: 0, 0, radius: 1, swing: 0, count: 12))
        #expect(PolygonCutter(limit: 256).pieces(of: polygon) == [polygon])
    }

    @Test func `pieces keep the orientation of outlines and holes`() {
        let polygon = Polygon(
            outer: star(around: 0, 0, radius: 10, swing: 0.2, count: 600),
            holes: [star(around: 1, 1, radius: 1, swing: 0.2, count: 60, clockwise: true)])
        for piece in PolygonCutter(limit: 100).pieces(of: polygon) {
            #expect(piece.outer.planarArea > 0)
            #expect(piece.holes.allSatisfy { $0.planarArea < 0 })
            #expect(piece.outer.first == piece.outer.last)
        }
    }

    @Test func `a thousand positions on a line of the grid are cut all the same`() throws {
        // A comb whose teeth lie on the cut lines' own places.
        var ring: [Coordinate] = []
        for tooth in 0..<500 {
            for (x, y) in [(0.0, 0.0), (0, 1), (0.5, 1), (0.5, 0)] {
                ring.append(
                    Coordinate(
                        clampingLatitude: y == 0 ? 0.1 : 1,
                        wrappingLongitude: Double(tooth) * 0.001 + x * 0.001))
            }
        }
        ring.append(Coordinate(clampingLatitude: 0, wrappingLongitude: 0.5))
        ring.append(Coordinate(clampingLatitude: 0, wrappingLongitude: 0))
        let closed = ring + ring.prefix(1)
        let polygon = Polygon(outer: closed.planarArea > 0 ? closed : closed.reversed())
        let pieces = PolygonCutter(limit: 64).pieces(of: polygon)
        #expect(pieces.allSatisfy { $0.positions.count <= 64 })
        #expect(abs(pieces.reduce(0) { $0 + $1.planarArea } - polygon.planarArea) < 1e-12)
    }
}
