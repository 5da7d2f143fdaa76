import Database
import GeoModel
import Testing

@Suite struct `A SpatiaLite BLOB` {
    static func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
        Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)!
    }

    static let square = [at(0, 0), at(4, 0), at(4, 4), at(0, 4), at(0, 0)]
    static let hole = [at(1, 1), at(1, 2), at(2, 2), at(2, 1), at(1, 1)]
    static let far = [at(179, -9), at(180, -9), at(180, -8), at(179, -9)]

    static let shapes: [(Geometry, String)] = [
        (.point(at(24.5, -60.25)), "POINT(24.5 -60.25)"),
        (.lineString([at(1, 2), at(3, 4), at(5, 6)]), "LINESTRING(1 2, 3 4, 5 6)"),
        (
            .multiLineString([[at(1, 2), at(3, 4)], [at(5, 6), at(7, 8)]]),
            "MULTILINESTRING((1 2, 3 4), (5 6, 7 8))"
        ),
        (
            .polygon(Polygon(outer: square, holes: [hole])),
            "POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))"
        ),
        (
            .multiPolygon([Polygon(outer: square, holes: [hole]), Polygon(outer: far)]),
            "MULTIPOLYGON(((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1)), "
                + "((179 -9, 180 -9, 180 -8, 179 -9)))"
        ),
    ]

    @Test(arguments: shapes)
    func `is byte for byte SpatiaLite's own`(geometry: Geometry, text: String) throws {
        let connection = try Connection(path: ":memory:", mode: .create, spatial: true)
        let row = try connection.statement("SELECT GeomFromText(?1, 4326)")
        try row.bind(.text(text))
        #expect(try row.step())
        #expect(SpatialBlob.encode(geometry) == row.blob(0))
        #expect(row.withBlob(0) { SpatialBlob.decode($0) } == geometry)
    }

    @Test(arguments: shapes)
    func `is nil when cut short or longer, wherever`(geometry: Geometry, text: String) throws {
        let bytes = try #require(SpatialBlob.encode(geometry))
        for count in 0..<bytes.count {
            #expect(SpatialBlob.decode([UInt8](bytes[..<count])) == nil)
            // With the end mark restored; at the last byte that would be the whole again.
            guard count < bytes.count - 1 else { continue }
            #expect(SpatialBlob.decode([UInt8](bytes[..<count]) + [0xFE]) == nil)
        }
        #expect(SpatialBlob.decode(bytes + [0xFE]) == nil)
    }

    /// A count of two thousand million vertices must not become an allocation.
    @Test func `is nil, not a crash, with any byte changed to FF or 7F`() throws {
        for (geometry, _) in Self.shapes {
            let bytes = try #require(SpatialBlob.encode(geometry))
            for index in bytes.indices {
                for value: UInt8 in [0xFF, 0x7F] {
                    var damaged = bytes
                    damaged[index] = value
                    _ = SpatialBlob.decode(damaged)
                }
            }
        }
        let text = "POINT Z(1 2 3)"
        let connection = try Connection(path: ":memory:", mode: .create, spatial: true)
        let row = try connection.statement("SELECT GeomFromText(?1, 4326), MakePoint(1, 2, 3067)")
        try row.bind(.text(text))
        #expect(try row.step())
        #expect(row.withBlob(0) { SpatialBlob.decode($0) } == nil)
        #expect(row.withBlob(1) { SpatialBlob.decode($0) } == nil)
    }

    @Test func `is not made for a shape without positions`() {
        #expect(SpatialBlob.encode(.lineString([])) == nil)
        #expect(SpatialBlob.encode(.multiPolygon([])) == nil)
    }
}
