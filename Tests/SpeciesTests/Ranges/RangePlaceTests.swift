import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite(.needsGDAL) struct `What range holds a place` {
    // One character is a degree. Alpha and beta share the edge from b to c; d to e is a hole of alpha.
    private let map = MapSketch(
        origin: Coordinate(decimalLatitude: 40, decimalLongitude: 10)!, degrees: 1,
        """
        d......c......j
        ...............
        ..h.i..........
        ...x...m.y...z.
        ..g.k..........
        ...............
        a......b......e
        """)

    private func fixture() throws -> RangeFixture {
        let fixture = try RangeFixture()
        let hole = map.line("hikgh")
        let alpha = Polygon(outer: map.polygon("abcd").outer, holes: [hole])
        try fixture.add([
            RangeFixture.drawn("Larus alpha", "\"seasonal\": 1", [alpha]),
            RangeFixture.drawn("Larus beta", "\"seasonal\": 1", [map.polygon("bejc")]),
        ])
        try fixture.expectSound()
        return fixture
    }

    private func names(_ fixture: RangeFixture, at mark: Character) throws -> [String] {
        try fixture.names(map[mark].decimalLatitude, map[mark].decimalLongitude)
    }

    @Test func `G04: an edge and a corner are inside, a shared edge in both`() throws {
        let fixture = try fixture()
        for mark in "ad" { #expect(try names(fixture, at: mark) == ["Larus alpha"]) }
        for mark in "bcm" {
            #expect(try names(fixture, at: mark) == ["Larus alpha", "Larus beta"])
        }
        for mark in "eyj" { #expect(try names(fixture, at: mark) == ["Larus beta"]) }
        #expect(try names(fixture, at: "z") == ["Larus beta"])
    }

    @Test func `a hole is outside, its edge inside`() throws {
        let fixture = try fixture()
        #expect(try names(fixture, at: "x") == [])
        for mark in "hikg" { #expect(try names(fixture, at: mark) == ["Larus alpha"]) }
        let answer = try fixture.answer(
            "Larus alpha", map["x"].decimalLatitude, map["x"].decimalLongitude)
        #expect(answer.status == .absent)
        // A degree of longitude west, at 43 degrees north.
        #expect(abs((answer.distanceInMeters ?? 0) - 81_500) < 1000)
    }

    @Test func `the edge reaches 50 km, and the distance is geodesic`() throws {
        let fixture = try fixture()
        let (latitude, west) = (map["a"].decimalLatitude + 2, map["a"].decimalLongitude)
        for (degrees, status) in [(0.1, RangeStatus.edge), (0.55, .edge), (0.65, .absent)] {
            let answer = try fixture.answer("Larus alpha", latitude, west - degrees)
            let place = Coordinate(decimalLatitude: latitude, decimalLongitude: west - degrees)!
            let edge = Coordinate(decimalLatitude: latitude, decimalLongitude: west)!
            #expect(answer.status == status)
            #expect(abs((answer.distanceInMeters ?? 0) - place.meters(to: edge)) < 100)
        }
        #expect(try fixture.answer("Larus alpha", -40, -170).status == .absent)
        #expect(try fixture.answer("Larus alpha", -40, -170).distanceInMeters ?? 0 > 1.5e7)
    }

    @Test func `a huge range of many pieces holds what its outline holds`() throws {
        let fixture = try RangeFixture()
        // A coast: 2,000 corners on a circle that swings.
        let ring = (0...2000).map { step -> (Double, Double) in
            let turn = Double(step % 2000) / 2000
            let reach = 20 + (step % 7 < 3 ? 1.0 : -1)
            return (20 + reach * Turn.cosine(turn), 10 + reach * Turn.sine(turn))
        }
        try fixture.add([RangeFixture.feature("Larus magnus", "", [[ring]])])
        try fixture.expectSound()
        #expect(Int(try fixture.rows("SELECT count(*) FROM range_piece")[0]) ?? 0 > 30)
        let corners = ring.compactMap {
            Coordinate(decimalLatitude: $0.1, decimalLongitude: $0.0)
        }
        var random = SeededGenerator(seed: 4_102_026)
        for _ in 0..<300 {
            let place = Coordinate(
                decimalLatitude: .random(in: -15...35, using: &random),
                decimalLongitude: .random(in: -5...45, using: &random))!
            let isInside = corners.holds(place)
            #expect(
                try fixture.store.ranges(covering: place).isEmpty == !isInside, "\(place)")
        }
    }
}

/// Sines without a C library, good to 1e-9.
enum Turn {
    static func sine(_ turns: Double) -> Double {
        let x = turns.remainder(dividingBy: 1) * 2 * .pi
        var (term, sum) = (x, x)
        for n in stride(from: 2.0, to: 40, by: 2) {
            term *= -x * x / (n * (n + 1))
            sum += term
        }
        return sum
    }

    static func cosine(_ turns: Double) -> Double { sine(turns + 0.25) }
}

extension [Coordinate] {
    /// Whether the closed line goes round a place: crossings of the parallel to its east.
    fileprivate func holds(_ place: Coordinate) -> Bool {
        let y = place.decimalLatitude
        return zip(self, dropFirst()).count { start, end in
            guard (start.decimalLatitude > y) != (end.decimalLatitude > y) else { return false }
            let share = (y - start.decimalLatitude) / (end.decimalLatitude - start.decimalLatitude)
            let x =
                start.decimalLongitude + share * (end.decimalLongitude - start.decimalLongitude)
            return x > place.decimalLongitude
        } % 2 == 1
    }
}

extension Coordinate {
    /// On a sphere, which is right to half a percent.
    fileprivate func meters(to other: Coordinate) -> Double {
        let narrowing = Turn.cosine(decimalLatitude / 360)
        let east = (other.decimalLongitude - decimalLongitude) * narrowing
        let north = other.decimalLatitude - decimalLatitude
        return (east * east + north * north).squareRoot() * 111_400
    }
}
