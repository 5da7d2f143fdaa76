import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// The triggers of a record's geometry.
@Suite struct `The geometry of records` {
    @Test(
        arguments: [
            "MakePoint(25, 60, 3067)", "MakePointZ(25, 60, 1, 4326)", "x'00'", "'POINT (25 60)'",
            "GeomFromText('LINESTRING (25 60, 26 61)', 4326)",
        ])
    func `is a point in EPSG 4326, or none`(other: String) throws {
        let fixture = try RecordsFixture()
        try fixture.record(photo: nil)
        try fixture.record(photo: nil, at: nil)
        func copy(_ geometry: String) -> String {
            """
            INSERT INTO record (occurrenceID, captureID, created, modified, revision, eventDate,
                    eventInstant, name, kind, geoprivacy, addressParts, candidates, geom)
                VALUES ('\(UUIDv7())', '\(UUIDv7())', 1, 1, 1, '2026-05-01T10:00:00Z', 1777629600,
                    'other', 'place', 'open', '[]', '[]', \(geometry))
            """
        }
        let error = #expect(throws: DatabaseError.self) {
            try fixture.store.writing { try $0.execute(copy(other)) }
        }
        #expect("\(error!)".contains("POINT, SRID 4326"))
        try fixture.store.writing { try $0.execute(copy("NULL")) }
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        arguments: [(90.0, 180.0), (-90, -180), (0, 0), (60.123_456_789, -0.000_000_1)])
    func `has its place in the R*Tree`(latitude: Double, longitude: Double) throws {
        let fixture = try RecordsFixture()
        try fixture.record(photo: nil, at: (latitude, longitude))
        try fixture.store.indexWaiting(quietFor: .zero)
        let places = try fixture.store.writing { connection in
            let row = try connection.statement(
                """
                SELECT count(*) FROM idx_record_geom, record WHERE pkid = id
                    AND ST_X(geom) BETWEEN xmin AND xmax AND ST_Y(geom) BETWEEN ymin AND ymax
                    AND xmax - xmin < 0.0001 AND ymax - ymin < 0.0001
                    AND ST_X(geom) = decimalLongitude AND ST_Y(geom) = decimalLatitude
                """)
            return try row.step() ? row.int64(0) : -1
        }
        #expect(places == 1)
        #expect(try fixture.store.check().problems == [])
    }
}
