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
