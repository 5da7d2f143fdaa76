import GeoModel
import Geodesy
import TestSupport
import Testing

@Suite struct `The nearest point of a line` {
    /// Lines of a few metres to some kilometres, near and far, at all latitudes, against the geodesic to a
    /// point that is moved along each edge until it is the nearest.
    @Test func `is that of its nearest edge, on the plane and in space`() throws {
        var random = SeededGenerator(seed: 64)
        for _ in 0..<600 {
            let latitude = Double.random(in: -89...89, using: &random)
            let from = at(latitude, Double.random(in: -179...179, using: &random))
            let size = [1e-5, 1e-4, 1e-3, 0.01, 0.04, 0.3].randomElement(using: &random)!
            let offset = Double.random(in: 0...size, using: &random)
            let line = (0..<Int.random(in: 2...12, using: &random)).map { _ in
                at(
                    min(
                        max(
                            latitude + offset + Double.random(in: -size...size, using: &random), -90
                        ), 90),
                    from.decimalLongitude + offset + Double.random(in: -size...size, using: &random)
                )
            }
            let found = FootprintDistance.measure(from: from, to: .lineString(line))
            let least = zip(line, line.dropFirst()).map { distance(from, $0, $1) }.min()
            // An edge may bend away from its chord by a centimetre.
            #expect(abs(found.distanceInMeters - (least ?? 0)) < 0.011, "\(from), \(size)")
            // A box that is told beforehand spares looking at each edge, and changes nothing.
            let box = try #require(BoundingBox(enclosing: line))
            let chords = [false, true].map { isExpected in
                var search = NearestPointSearch(from: from)
                if isExpected {
                    search.expect(
                        west: box.west, south: box.south, east: box.east, north: box.north)
                }
                line.flatMap { [$0.decimalLongitude, $0.decimalLatitude] }.withUnsafeBytes {
                    search.visit(line: FlatLine($0))
                }
                return search.result?.chordInMeters
            }
            #expect(abs((chords[0] ?? -1) - (chords[1] ?? 0)) < 1e-6, "\(from), \(size)")
        }
    }

    @Test func `is in the direction that the geodesic has, all the way round`() throws {
        for latitude in [0.0, 60.17, -45] {
            let from = at(latitude, 24.94)
            for bearing in stride(from: 0.0, to: 360, by: 0.75) {
                let to = Geodesic.destination(
                    from: from, bearingInDegrees: bearing, distanceInMeters: 90)
                var search = NearestPointSearch(from: from)
                search.visit(longitude: to.decimalLongitude, latitude: to.decimalLatitude)
                let nearest = try #require(search.result)
                let found = search.frame.measure(nearest).bearingInDegrees ?? -1
                let difference = abs(found - bearing)
                #expect(min(difference, 360 - difference) < 1e-5, "\(bearing)")
            }
        }
    }

    /// To the nearest point of an edge, by dividing it into thirds.
    private func distance(_ from: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
        func meters(_ share: Double) -> Double {
            let point = Coordinate(
                clampingLatitude: start.decimalLatitude
                    + share * (end.decimalLatitude - start.decimalLatitude),
                wrappingLongitude: start.decimalLongitude
                    + share * (end.decimalLongitude - start.decimalLongitude))
            return Geodesic.inverse(from: from, to: point).distanceInMeters
        }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
            let third = (high - low) / 3
            if meters(low + third) < meters(high - third) {
                high -= third
            } else {
                low += third
            }
        }
        return meters((low + high) / 2)
    }

    @Test func `is bounded by a box of what is of interest`() {
        var random = SeededGenerator(seed: 65)
        for _ in 0..<5_000 {
            let from = at(
                Double.random(in: -89.9...89.9, using: &random),
                Double.random(in: -179.9...179.9, using: &random))
            let radius = [10.0, 100, 5_000, 50_000].randomElement(using: &random)!
            let box = Geodesic.box(around: from, radiusInMeters: radius)
            guard !box.crossesAntimeridian else { continue }
            let inside = at(
                Double.random(in: box.south...box.north, using: &random),
                Double.random(in: box.west...box.east, using: &random))
            let other = at(
                Double.random(in: box.south...box.north, using: &random),
                Double.random(in: box.west...box.east, using: &random))
            let bound = BoxDistance(from: from, within: box).squaredBound(
                west: min(inside.decimalLongitude, other.decimalLongitude),
                south: min(inside.decimalLatitude, other.decimalLatitude),
                east: max(inside.decimalLongitude, other.decimalLongitude),
                north: max(inside.decimalLatitude, other.decimalLatitude))
            let chord =
                FootprintDistance.nearest(from: from, to: .point(inside))?.chordInMeters ?? 0
            #expect(bound.squareRoot() <= chord + 1e-6, "\(from), \(radius) m")
        }
    }
}
