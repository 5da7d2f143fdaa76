import GeoModel
import Testing

private func line(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(decimalLatitude: $0.1, decimalLongitude: $0.0)! }
}

@Suite struct `Simplifying a shape` {
    private let wave = line([(0, 0), (1, 0.1), (2, -0.1), (3, 5), (4, 6), (5, 7.05), (6, 8)])

    @Test func `leaves out what lies within the tolerance of the line`() {
        #expect(
            Geometry.lineString(wave).simplified(toleranceInDegrees: 0.2)
                == .lineString(line([(0, 0), (2, -0.1), (3, 5), (6, 8)])))
        #expect(
            Geometry.lineString(wave).simplified(toleranceInDegrees: 100)
                == .lineString(line([(0, 0), (6, 8)])))
    }

    @Test(arguments: [0, -1, .nan] as [Double])
    func `with no tolerance it is the shape itself`(tolerance: Double) {
        #expect(
            Geometry.lineString(wave).simplified(toleranceInDegrees: tolerance)
                == .lineString(wave))
    }

    @Test func `a ring stays a ring`() {
        let ring = line([(0, 0), (1, 0.01), (2, 0), (2, 2), (1, 2.01), (0, 2), (0, 0)])
        let square = line([(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)])
        let shape = Geometry.multiPolygon([Polygon(outer: ring, holes: [ring])])
        #expect(
            shape.simplified(toleranceInDegrees: 0.1)
                == .multiPolygon([Polygon(outer: square, holes: [square])]))
        // Coarser than the shape: nothing of an area would be left.
        #expect(shape.simplified(toleranceInDegrees: 10) == shape)
    }
}
