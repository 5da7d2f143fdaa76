import GeoModel
import Geodesy
import Testing

func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!
}

@Suite struct `A geodesic` {
    /// From PROJ's own `geod +ellps=WGS84 -I`.
    @Test(arguments: [
        (at(60.1699, 24.9384), at(59.437, 24.7536), 82_307.766),
        (at(0, 0), at(0, 1), 111_319.491),
        (at(0, 0), at(1, 0), 110_574.389),
        (at(0, 179.5), at(0, -179.5), 111_319.491),
        (at(90, 17), at(89, -120), 111_693.865),
    ])
    func `has the length that PROJ's geod prints`(from: Coordinate, to: Coordinate, meters: Double)
    {
        #expect(abs(Geodesic.inverse(from: from, to: to).distanceInMeters - meters) < 0.001)
        #expect(abs(Geodesic.inverse(from: to, to: from).distanceInMeters - meters) < 0.001)
    }

    @Test(
        arguments: [
            (at(0, 0), at(1, 0), 0), (at(0, 0), at(0, 1), 90), (at(0, 0), at(-1, 0), 180),
            (at(0, 0), at(0, -1), 270), (at(0, 179.9), at(0, -179.9), 90),
            (at(89, 0), at(89, 180), 0),
        ] as [(Coordinate, Coordinate, Double)])
    func `leaves at a bearing clockwise from north`(
        from: Coordinate, to: Coordinate, bearing: Double
    ) {
        #expect(abs(Geodesic.inverse(from: from, to: to).bearingInDegrees - bearing) < 1e-9)
    }

    @Test func `is walked back by its own length and bearing`() {
        let start = at(-41.3, 174.8)
        let end = Geodesic.destination(
            from: start, bearingInDegrees: 100, distanceInMeters: 900_000)
        let (distance, bearing) = Geodesic.inverse(from: start, to: end)
        #expect(end.decimalLongitude < -174)
        #expect(abs(distance - 900_000) < 1e-6)
        #expect(abs(bearing - 100) < 1e-9)
    }

    /// P02: a pole and 180 degrees are positions like others.
    @Test(arguments: [at(90, 0), at(-90, 0), at(90, 180), at(0, 180), at(0, -180)])
    func `P02 starts at a pole and at 180 degrees`(position: Coordinate) {
        for bearing in stride(from: 0.0, to: 360, by: 30) {
            let end = Geodesic.destination(
                from: position, bearingInDegrees: bearing, distanceInMeters: 1000)
            #expect(abs(Geodesic.inverse(from: position, to: end).distanceInMeters - 1000) < 1e-6)
        }
    }
}

@Suite struct `The box round a circle` {
    @Test(
        arguments: [
            (at(0, 179.5), 200_000.0), (at(89.9, 100), 100_000), (at(90, 0), 100_000),
            (at(-90, 0), 5), (at(60.17, 24.94), 100), (at(-41, -180), 3_000),
            (at(88, 10), 222_000), (at(88, 10), 225_000), (at(10, 10), 9_900_000), (at(45, 7), 0),
        ] as [(Coordinate, Double)])
    func `P01 holds every position of the circle`(center: Coordinate, radius: Double) {
        let box = Geodesic.box(around: center, radiusInMeters: radius)
        for step in 0..<720 {
            for share in [1, 0.5] {
                let position = Geodesic.destination(
                    from: center, bearingInDegrees: Double(step) / 2,
                    distanceInMeters: radius * share)
                #expect(box.contains(position), "bearing \(Double(step) / 2)")
            }
        }
    }

    @Test func `is no wider than it must be`() {
        let box = Geodesic.box(around: at(60, 25), radiusInMeters: 1000)
        let east = Geodesic.inverse(from: at(60, 25), to: at(60, box.east)).distanceInMeters
        let north = Geodesic.inverse(from: at(60, 25), to: at(box.north, 25)).distanceInMeters
        #expect((1000...1004).contains(east))
        #expect((1000...1000.01).contains(north))
    }

    @Test func `P01 crosses 180 degrees, and takes all longitudes at a pole`() {
        let across = Geodesic.box(around: at(0, 179.5), radiusInMeters: 200_000)
        #expect(across.crossesAntimeridian)
        #expect(across.contains(at(0, -178.8)))
        #expect(!across.contains(at(0, 0)))
        let pole = Geodesic.box(around: at(89.9, 100), radiusInMeters: 100_000)
        #expect((pole.west, pole.east, pole.north) == (-180, 180, 90))
    }
}
