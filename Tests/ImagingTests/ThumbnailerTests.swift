import TestSupport
import Testing

@testable import Imaging

@Suite struct `Thumbnails` {
    @Test(
        arguments: [
            (GeoDataFiles.Photo.church, 120, 120, 80), (.church, 480, 480, 320),
            (.church, 1280, 1024, 683),
            (.palace, 480, 480, 320), (.cat, 480, 451, 300),
        ])
    func `the longest side is as asked, never longer than the photo's`(
        photo: GeoDataFiles.Photo, size: Int, width: Int, height: Int
    ) throws {
        let bytes = try Thumbnailer().thumbnail(
            of: try JPEGFile(photo), orientation: .upright, longestSide: size)
        let header = try JPEGFile(bytes: bytes).header
        #expect([header.width, header.height] == [width, height])
    }

    /// Lossless but for one compression: the stored picture is the upright one turned back.
    @Test(arguments: Thumbnailer.sizes)
    func `F01 the same picture stored eight ways gives the same upright thumbnail`(size: Int) throws
    {
        let decoder = try JPEGDecoder()
        let encoder = try JPEGEncoder()
        let thumbnailer = try Thumbnailer()
        let upright = try decoder.decode(try JPEGFile(.church), orientation: .upright)
        let back: [PhotoOrientation: PhotoOrientation] = [
            .rotated90: .rotated270, .rotated270: .rotated90,
        ]
        var first: RGBImage?
        for orientation in PhotoOrientation.allCases {
            let stored = upright.turned(from: back[orientation] ?? orientation)
            let jpeg = PhotoFixture(orientation: UInt16(orientation.rawValue))
                .jpeg(from: try encoder.encode(stored, quality: 95, fullColour: true))
            let file = try JPEGFile(bytes: jpeg)
            let metadata = PhotoMetadata(of: file)
            #expect(metadata.orientation == orientation)
            let thumbnail = try JPEGFile(
                bytes: try thumbnailer.thumbnail(
                    of: file, orientation: metadata.orientation, longestSide: size))
            #expect(PhotoMetadata(of: thumbnail) == PhotoMetadata())
            let image = try decoder.decode(thumbnail, orientation: .upright)
            #expect(image.longestSide == min(size, 1024))
            let difference = try #require(image.difference(to: first ?? image))
            #expect(difference < 3)
            first = first ?? image
        }
    }

    @Test func `no metadata is carried over`() throws {
        var fixture = PhotoFixture(
            orientation: 1, dateTimeOriginal: "2026:06:01 12:05:00",
            gps: PhotoFixture.position(60.17, 24.95))
        fixture.picture.append(.ascii(0x013B, "A name"))
        let file = try JPEGFile(bytes: fixture.jpeg(from: .church))
        for size in Thumbnailer.sizes {
            let bytes = try Thumbnailer().thumbnail(
                of: file, orientation: .upright, longestSide: size)
            bytes.withUnsafeBufferPointer { bytes in
                var segments = JPEGSegments(bytes)
                while let segment = segments.next(), segment.marker != Marker.endOfImage {
                    // APP1 to APP15 and comments; APP0 is JFIF's own.
                    #expect(!(0xE1...0xEF).contains(segment.marker) && segment.marker != 0xFE)
                }
            }
        }
    }

    @Test func `a photo of one pixel has a thumbnail`() throws {
        let pixel = RGBImage(width: 1, height: 1, bytes: [1, 2, 3])!
        let file = try JPEGFile(bytes: try JPEGEncoder().encode(pixel, quality: 90))
        let bytes = try Thumbnailer().thumbnail(of: file, orientation: .rotated90, longestSide: 120)
        #expect(try JPEGFile(bytes: bytes).header.width == 1)
    }

    @Test func `a strip keeps at least one pixel of height`() throws {
        let strip = RGBImage(width: 2000, height: 2, bytes: [UInt8](repeating: 9, count: 12000))!
        let file = try JPEGFile(bytes: try JPEGEncoder().encode(strip, quality: 90))
        let bytes = try Thumbnailer().thumbnail(of: file, orientation: .upright, longestSide: 120)
        let header = try JPEGFile(bytes: bytes).header
        #expect([header.width, header.height] == [120, 1])
    }
}
