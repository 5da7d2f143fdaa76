import GeoModel
import Testing

@Suite struct `A coordinate` {
    @Test(
        arguments: [
            (0, 0), (90, 0), (-90, 0), (0, 180), (0, -180), (90, 180), (-33.9, 151.2),
        ] as [(Double, Double)])
    func `takes latitudes of ±90 and longitudes of ±180 and all between`(
        latitude: Double, longitude: Double
    ) throws {
        let position = try #require(
            Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
        #expect(position.decimalLatitude == latitude)
        #expect(position.decimalLongitude == longitude)
    }

    @Test(
        arguments: [
            (95, 0), (-90.000001, 0), (0, 180.000001), (0, -200), (.nan, 0), (0, .nan),
            (.infinity, 0), (0, -.infinity),
        ] as [(Double, Double)])
    func `refuses everything else`(latitude: Double, longitude: Double) {
        #expect(Coordinate(decimalLatitude: latitude, decimalLongitude: longitude) == nil)
    }

    @Test(
        arguments: [
            ("-33.9,151.2", -33.9, 151.2), ("60.17, 24.95", 60.17, 24.95), (" 1 ,\t2 ", 1, 2),
            ("+1.5,-0", 1.5, 0), ("1e1,2", 10, 2),
        ] as [(String, Double, Double)])
    func `reads latitude, comma, longitude`(text: String, latitude: Double, longitude: Double)
        throws
    {
        let position = try #require(Coordinate(latitudeThenLongitude: text))
        #expect(position.decimalLatitude == latitude)
        #expect(position.decimalLongitude == longitude)
        #expect(Coordinate(latitudeThenLongitude: position.description) == position)
    }

    @Test(arguments: [
        "", ",", "60.17", "60.17,", ",24.95", "60.17,24.95,3", "60,17;24,95", "a,b", "95,0",
        "0,200",
        "nan,0", "0,inf", "6 0,24", "0x10,5", "5,0x1p3",
    ])
    func `reads nothing else`(text: String) {
        #expect(Coordinate(latitudeThenLongitude: text) == nil)
    }

    @Test(
        arguments: [
            ("60.1702,24.9522", 60.1702, 24.9522), (" 60.1702\t 24.9522 ", 60.1702, 24.9522),
            ("-33.9, +151.2", -33.9, 151.2), ("60.1702; 24.9522", 60.1702, 24.9522),
            ("N 60.5 E 24.25", 60.5, 24.25), ("60.5n,24.25w", 60.5, -24.25),
            ("24.25°E 60.5°S", -60.5, 24.25), ("N 60° 30' E 24° 15'", 60.5, 24.25),
            ("60°30.6′N 24°15′36″E", 60.51, 24.26), ("S60°30'36.0\"W24°15'36.0\"", -60.51, -24.26),
            ("60° N, 24° E", 60, 24),
        ] as [(String, Double, Double)])
    func `reads what people write`(text: String, latitude: Double, longitude: Double) throws {
        let position = try #require(Coordinate(written: text))
        #expect(abs(position.decimalLatitude - latitude) < 1e-9)
        #expect(abs(position.decimalLongitude - longitude) < 1e-9)
    }

    @Test(arguments: [
        "", "60.17", "60 24", "60,24", "60.17,24.95,3.5", "91.5,0.5", "0.5,181.5", "60.17,24",
        "5 N 10 E", "500 S 300 W", "N 60.5 N 24.5", "60.5 E 24.5 E", "N 60.5 24.5 E",
        "60.5 N E 24.5", "-60.5N 24.5E", "60°60′N 24°E", "60.5°30′N 24°E", "60.5.1,24.5", ".,.",
        "pub 60.17,24.95", "1.5e1,2.5", "0x1.0,2.5", "nan,1.5", "N.E.", "+.-,1.5", "٦٠.٥,24.5",
        "60.1702,24.9522" + String(repeating: " ", count: 100),
    ])
    func `reads no position where there is more, or less`(text: String) {
        #expect(Coordinate(written: text) == nil)
    }

    @Test(
        arguments: [
            (91, 0, 90, 0), (-123, 0, -90, 0), (0, 181, 0, -179), (0, -181, 0, 179),
            (0, 540, 0, -180), (0, 180, 0, 180), (0, -180, 0, -180), (0, 725, 0, 5),
        ] as [(Double, Double, Double, Double)])
    func `clamps latitude and wraps longitude when asked to`(
        latitude: Double, longitude: Double, clamped: Double, wrapped: Double
    ) {
        let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        #expect(position.decimalLatitude == clamped)
        #expect(position.decimalLongitude == wrapped)
    }
}
