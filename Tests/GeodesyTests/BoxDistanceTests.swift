import GeoModel
import Geodesy
import TestSupport
import Testing

@Suite struct `The bound of the distance to a box` {
    /// Positions all over, on the poles and at 180 degrees, and boxes from a metre to the whole earth.
    @Test func `P01 is never more than the chord to a position in the box`() {
        var random = SeededGenerator(seed: 180)
        for _ in 0..<20_000 {
            let from = at(
                [-90, 90, 0, Double.random(in: -90...90, using: &random)]
                    .randomElement(using: &random)!,
                [-180, 180, Double.random(in: -180...180, using: &random)]
                    .randomElement(using: &random)!)
            let size = [1e-5, 0.01, 1, 30, 180, 360].randomElement(using: &random)!
            let west = Double.random(in: -180...180, using: &random)
            let east = min(180, west + Double.random(in: 0...size, using: &random))
            let south = Double.random(in: -90...90, using: &random)
            let north = min(90, south + Double.random(in: 0...size, using: &random))
            let bound = BoxDistance(from: from).squaredBound(
                west: west, south: south, east: east, north: north)
            for _ in 0..<5 {
                let inside = at(
                    Double.random(in: south...north, using: &random),
                    Double.random(in: west...east, using: &random))
                let chord =
                    FootprintDistance.nearest(from: from, to: .point(inside))?.chordInMeters ?? 0
                #expect(
                    bound.squareRoot() <= chord + 1e-6, "\(from) to \(inside), box \(west) \(south)"
                )
            }
        }
    }

    @Test(arguments: [(0.0, 0.0), (60.17, 24.94), (-45, 180), (89, -180)])
    func `is within 2 percent of it near by, and 0 inside`(latitude: Double, longitude: Double) {
        let from = at(latitude, longitude)
        for bearing in stride(from: 0.0, to: 360, by: 15) {
            let place = Geodesic.destination(
                from: from, bearingInDegrees: bearing, distanceInMeters: 500)
            let bound = BoxDistance(from: from).squaredBound(
                west: place.decimalLongitude, south: place.decimalLatitude,
                east: place.decimalLongitude, north: place.decimalLatitude)
            #expect((490...500).contains(bound.squareRoot()), "\(bearing)")
        }
        #expect(
            BoxDistance(from: from).squaredBound(
                west: longitude - 1, south: latitude - 1, east: longitude + 1, north: latitude + 1)
                == 0)
    }

    @Test(arguments: [0.001, 1, 99, 5_000, 9_999, 10_001, 50_000])
    func `belongs to a distance that is the geodesic's to a tenth of a millimetre`(meters: Double) {
        for latitude in [-90.0, -60, 0, 45, 89.9999, 90] {
            let from = at(latitude, 179.9)
            for bearing in [0.0, 33, 90, 200, 300] {
                let place = Geodesic.destination(
                    from: from, bearingInDegrees: bearing, distanceInMeters: meters)
                var search = NearestPointSearch(from: from)
                search.visit(
                    longitude: place.decimalLongitude, latitude: place.decimalLatitude)
                guard let nearest = search.result else {
                    Issue.record("nothing found")
                    continue
                }
                let (distance, toPlace) = search.frame.measure(nearest)
                let expected = Geodesic.inverse(from: from, to: place)
                #expect(abs(distance - expected.distanceInMeters) < 1e-4)
                let turn = abs((toPlace ?? -1) - expected.bearingInDegrees)
                // A position has 1e-14 of a turn, which near a metre is a visible angle.
                #expect(min(turn, 360 - turn) < (meters < 1 ? 0.01 : 1e-4))
            }
        }
    }
}
