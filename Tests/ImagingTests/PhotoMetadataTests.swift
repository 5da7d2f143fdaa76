import GeoModel
import Imaging
import TestSupport
import Testing

@Suite struct `Reading EXIF` {
    private func metadata(_ fixture: PhotoFixture) throws -> PhotoMetadata {
        PhotoMetadata(of: try JPEGFile(bytes: fixture.jpeg(from: .cat)))
    }

    private func angles(latitudeRef: String?, longitudeRef: String?) -> [PhotoFixture.Entry] {
        var entries: [PhotoFixture.Entry] = [
            .rationals(0x0002, [(36, 1), (48, 1), (0, 1)]),
            .rationals(0x0004, [(174, 1), (42, 1), (0, 1)]),
        ]
        if let latitudeRef { entries.append(.ascii(0x0001, latitudeRef)) }
        if let longitudeRef { entries.append(.ascii(0x0003, longitudeRef)) }
        return entries
    }

    @Test func `a photo without EXIF says nothing`() throws {
        #expect(PhotoMetadata(of: try JPEGFile(.cat)) == PhotoMetadata())
    }

    @Test(
        arguments: [
            ("N", "E", 36.8, 174.7), ("S", "E", -36.8, 174.7), ("N", "W", 36.8, -174.7),
            ("s", "w", -36.8, -174.7), ("S\0", "W\0\0", -36.8, -174.7),
            ("South", "west", -36.8, -174.7), ("North", " East", 36.8, 174.7),
        ])
    func `F02 a ref gives the sign, in whatever spelling`(
        latitudeRef: String, longitudeRef: String, latitude: Double, longitude: Double
    ) throws {
        let found = try metadata(
            PhotoFixture(gps: angles(latitudeRef: latitudeRef, longitudeRef: longitudeRef)))
        let position = try #require(found.position)
        #expect(abs(position.decimalLatitude - latitude) < 1e-9)
        #expect(abs(position.decimalLongitude - longitude) < 1e-9)
        #expect(!found.positionWasZeroed)
    }

    @Test(
        arguments: [(nil, "E"), ("S", nil), ("", "E"), ("X", "E"), ("S", "N")]
            as [(String?, String?)])
    func `a position whose side is not told is no position`(
        latitudeRef: String?, longitudeRef: String?
    ) throws {
        let found = try metadata(
            PhotoFixture(gps: angles(latitudeRef: latitudeRef, longitudeRef: longitudeRef)))
        #expect(found.position == nil)
        #expect(!found.positionWasZeroed)
    }

    @Test(
        arguments: [[(0, 1), (0, 1), (0, 1)], [(0, 0), (0, 0), (0, 0)], [(0, 0)]]
            as [[(UInt32, UInt32)]])
    func `F04 zeroed GPS is no position, and is told`(parts: [(UInt32, UInt32)]) throws {
        for refs in [true, false] {
            var gps: [PhotoFixture.Entry] = [.rationals(0x0002, parts), .rationals(0x0004, parts)]
            if refs { gps += [.ascii(0x0001, "N"), .ascii(0x0003, "E")] }
            let found = try metadata(PhotoFixture(gps: gps))
            #expect(found.position == nil)
            #expect(found.positionWasZeroed)
        }
    }

    @Test func `a position on the equator is one`() throws {
        let found = try metadata(PhotoFixture(gps: PhotoFixture.position(0, 36.5)))
        #expect(found.position == Coordinate(decimalLatitude: 0, decimalLongitude: 36.5))
    }

    @Test(
        arguments: [
            [(91, 1), (0, 1), (0, 1)], [(4_294_967_295, 1)], [(36, 0), (48, 1), (0, 1)],
            [(1, 1), (2, 1), (3, 1), (4, 1)], [],
        ] as [[(UInt32, UInt32)]])
    func `an angle that is none is no position`(latitude: [(UInt32, UInt32)]) throws {
        let found = try metadata(
            PhotoFixture(gps: [
                .ascii(0x0001, "N"), .rationals(0x0002, latitude), .ascii(0x0003, "E"),
                .rationals(0x0004, [(24, 1), (57, 1), (0, 1)]),
            ]))
        #expect(found.position == nil)
    }

    @Test func `GPS tags are read in the GPS directory alone`() throws {
        var fixture = PhotoFixture()
        fixture.picture = PhotoFixture.position(60.17, 24.95)
        fixture.photo = PhotoFixture.position(60.17, 24.95)
        #expect(try metadata(fixture).position == nil)
    }

    @Test(
        arguments: [((12, 1), 12.0), ((655, 100), 6.55), ((0, 1), nil), ((5, 0), nil)]
            as [((UInt32, UInt32), Double?)])
    func `the positioning error is a radius in metres`(stored: (UInt32, UInt32), meters: Double?)
        throws
    {
        let gps = PhotoFixture.position(60.17, 24.95) + [.rationals(0x001F, [stored])]
        #expect(try metadata(PhotoFixture(gps: gps)).coordinateUncertaintyInMeters == meters)
    }

    @Test(
        arguments: [
            ("T", (905, 10), 90.5, false), ("M", (905, 10), 90.5, true), (nil, (0, 1), 0, false),
            ("T", (360, 1), 0, false), ("T", (361, 1), nil, false), ("M", (1, 0), nil, false),
        ] as [(String?, (UInt32, UInt32), Double?, Bool)])
    func `the heading tells which north it is from`(
        ref: String?, stored: (UInt32, UInt32), degrees: Double?, isMagnetic: Bool
    ) throws {
        var gps: [PhotoFixture.Entry] = [.rationals(0x0011, [stored])]
        if let ref { gps.append(.ascii(0x0010, ref)) }
        let found = try metadata(PhotoFixture(gps: gps))
        #expect(found.headingInDegrees == degrees)
        #expect(found.headingIsMagnetic == isMagnetic)
    }

    @Test(
        arguments: [
            ("2026:06:01 12:05:00", "+02:00", "2026-06-01T12:05:00+02:00"),
            ("2026:06:01 23:50:00", nil, "2026-06-01T23:50:00"),
            ("2026:06:01 12:05:00", "   :  ", "2026-06-01T12:05:00"),
            ("2026:06:01 12:05:00", "-09:30", "2026-06-01T12:05:00-09:30"),
            ("2026-06-01 12:05:00", nil, "2026-06-01T12:05:00"),
            ("0000:00:00 00:00:00", nil, nil), ("    :  :     :  :  ", nil, nil),
            ("1999:99:99 99:99:99", nil, nil), ("2023:02:29 10:00:00", nil, nil),
            ("yesterday", nil, nil),
        ] as [(String, String?, String?)])
    func `F09 local time keeps its offset, or none`(
        time: String, offset: String?, expected: String?
    ) throws {
        let found = try metadata(
            PhotoFixture(dateTimeOriginal: time, offsetTimeOriginal: offset))
        #expect(found.eventDate?.description == expected)
    }

    @Test(arguments: [(1, 1), (6, 6), (8, 8), (0, 1), (9, 1), (65535, 1)] as [(UInt16, Int)])
    func `an orientation that is none is upright`(stored: UInt16, expected: Int) throws {
        #expect(try metadata(PhotoFixture(orientation: stored)).orientation.rawValue == expected)
    }

    @Test func `broken EXIF yields something or nothing, never a failure`() throws {
        let seed: UInt64 = 20_260_601
        print("Broken EXIF: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let fixture = PhotoFixture(
            orientation: 6, dateTimeOriginal: "2026:06:01 12:05:00", offsetTimeOriginal: "+02:00",
            gps: PhotoFixture.position(60.17, 24.95))
        let base = FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
        let whole = fixture.jpeg(from: base)
        let exif = 12..<12 + fixture.tiff.count
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: exif, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            let found = PhotoMetadata(of: try JPEGFile(bytes: bytes))
            if let heading = found.headingInDegrees { #expect((0..<360).contains(heading)) }
        }
    }
}
