import GeoModel
import Geodesy
import TestSupport
import Testing

@Suite struct `The distance to a footprint` {
    @Test func `P04 is in metres in every direction`() {
        let here = at(60, 25)
        for bearing in [0.0, 90] {
            let place = Geodesic.destination(
                from: here, bearingInDegrees: bearing, distanceInMeters: 900)
            let (distance, toPlace, _) = FootprintDistance.measure(from: here, to: .point(place))
            #expect(abs(distance - 900) < 1e-6)
            #expect(abs((toPlace ?? -1) - bearing) < 1e-6)
        }
    }

    @Test func `is 0 without a bearing inside and on the edge, not in a hole`() {
        let square = Polygon(
            outer: ring([(0, 0), (0, 4), (4, 4), (4, 0)]),
            holes: [ring([(1, 1), (3, 1), (3, 3), (1, 3)])])
        let inside = FootprintDistance.measure(from: at(0.5, 2), to: .polygon(square))
        #expect(inside.distanceInMeters == 0)
        #expect(inside.bearingInDegrees == nil)
        #expect(inside.nearest == at(0.5, 2))
        #expect(
            FootprintDistance.measure(from: at(0, 2), to: .polygon(square)).distanceInMeters == 0)

        let hole = FootprintDistance.measure(from: at(1.5, 2), to: .multiPolygon([square]))
        #expect(abs(hole.nearest.decimalLatitude - 1) < 1e-3)
        #expect(abs((hole.bearingInDegrees ?? -1) - 180) < 1e-3)
        #expect(abs(hole.distanceInMeters - 55_287) < 5)
    }

    @Test func `R16 is to the line, not to its middle or its ends`() {
        let road = Geometry.lineString([at(60, 25), at(60, 25.2), at(60.1, 25.2)])
        let (distance, _, nearest) = FootprintDistance.measure(from: at(60.001, 25.01), to: road)
        #expect((111...112).contains(distance))
        #expect(abs(nearest.decimalLongitude - 25.01) < 1e-4)
        #expect(abs(nearest.decimalLatitude - 60) < 1e-9)
    }

    @Test func `P01 is right across 180 degrees and at a pole`() {
        let square = Geometry.polygon(
            Polygon(outer: ring([(0, -179.9), (0, -179.8), (0.1, -179.8), (0.1, -179.9)])))
        let across = FootprintDistance.measure(from: at(0.05, 179.9), to: square)
        #expect(abs(across.distanceInMeters - 22_263.9) < 0.1)
        #expect(abs((across.bearingInDegrees ?? -1) - 90) < 0.01)

        let line = Geometry.lineString([at(10, 179), at(10, -179)])
        #expect(FootprintDistance.measure(from: at(10, 180), to: line).distanceInMeters < 1e-3)
        #expect(FootprintDistance.measure(from: at(10, -180), to: line).distanceInMeters < 1e-3)

        let arctic = Geometry.lineString([at(89.95, 0), at(89.95, 90), at(89.95, 180)])
        for longitude in [0.0, 45, 90, 135, 180] {
            let toArc = FootprintDistance.measure(from: at(90, 0), to: arctic)
            #expect(abs(toArc.distanceInMeters - 5_584.7) < 0.1)
            let outside = FootprintDistance.measure(from: at(89.9, longitude), to: arctic)
            #expect(abs(outside.distanceInMeters - 5_584.7) < 0.1)
        }
    }

    @Test func `is infinite to a shape without any position`() {
        #expect(
            FootprintDistance.measure(from: at(1, 1), to: .lineString([])).distanceInMeters
                == .infinity)
    }

    /// Against 4,001 points along the line, measured one by one.
    @Test(arguments: [0.0, 30, 60.17, 80, 89.5, -89.99], [50.0, 5_000, 50_000])
    func `is that of the nearest of many points`(latitude: Double, reach: Double) {
        let seed = UInt64(abs(latitude) * 100 + reach)
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let origin = at(latitude, .random(in: -180...180, using: &numbers))
            let ends = (0..<2).map { _ in
                Geodesic.destination(
                    from: origin, bearingInDegrees: .random(in: 0...360, using: &numbers),
                    distanceInMeters: .random(in: reach / 10...reach, using: &numbers))
            }
            let difference = ends[1].decimalLongitude - ends[0].decimalLongitude
            let width =
                abs(difference) <= 180 ? difference : difference - 360 * (difference > 0 ? 1 : -1)
            let sampled =
                (0...4_000).map { step in
                    let share = Double(step) / 4_000
                    return Geodesic.inverse(
                        from: origin,
                        to: Coordinate(
                            clampingLatitude: ends[0].decimalLatitude
                                + share * (ends[1].decimalLatitude - ends[0].decimalLatitude),
                            wrappingLongitude: ends[0].decimalLongitude + share * width)
                    ).distanceInMeters
                }.min() ?? 0
            let shape = Geometry.lineString(ends)
            let measured = FootprintDistance.measure(from: origin, to: shape)
            // Sampling misses the nearest point by at most half a step, here 1/8,000 of a line.
            #expect(measured.distanceInMeters <= sampled + 0.02, "seed \(seed)")
            #expect(measured.distanceInMeters >= sampled - max(0.02, reach / 4_000), "seed \(seed)")

            let nearest = FootprintDistance.nearest(from: origin, to: shape)
            #expect((nearest?.chordInMeters ?? .infinity) <= measured.distanceInMeters + 1e-6)
            #expect((nearest?.chordInMeters ?? 0) >= measured.distanceInMeters - 0.2)
        }
    }
}
