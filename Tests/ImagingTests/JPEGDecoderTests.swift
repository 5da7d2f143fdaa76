import GeoModel
import TestSupport
import Testing

@testable import Imaging

@Suite struct `Decoding a photo` {
    /// The stored picture of each orientation, as rows of pixel numbers, for an upright picture of
    /// 1 2 3 / 4 5 6 (CIPA DC-008, 4.6.4: which side of the scene the stored rows and columns begin at).
    static let stored: [(Int, [[UInt8]])] = [
        (1, [[1, 2, 3], [4, 5, 6]]), (2, [[3, 2, 1], [6, 5, 4]]), (3, [[6, 5, 4], [3, 2, 1]]),
        (4, [[4, 5, 6], [1, 2, 3]]), (5, [[1, 4], [2, 5], [3, 6]]),
        (6, [[3, 6], [2, 5], [1, 4]]),
        (7, [[6, 3], [5, 2], [4, 1]]), (8, [[4, 1], [5, 2], [6, 3]]),
    ]

    @Test(arguments: stored)
    func `F01 every orientation turns to the same picture`(number: Int, rows: [[UInt8]]) throws {
        let orientation = try #require(PhotoOrientation(rawValue: number))
        let image = RGBImage(
            width: rows[0].count, height: rows.count, bytes: pixels(rows.flatMap { $0 }))!
        let upright = image.turned(from: orientation)
        #expect([upright.width, upright.height] == [3, 2])
        #expect(upright.bytes == pixels([1, 2, 3, 4, 5, 6]))
    }

    private func pixels(_ numbers: [UInt8]) -> [UInt8] {
        numbers.flatMap { [$0, $0 + 100, $0 + 200] }
    }

    @Test func `F01 a picture larger than a square of pixels turns whole`() throws {
        let image = try JPEGDecoder().decode(
            try JPEGFile(.cat), orientation: .upright, shortestSideAtLeast: 100)
        let back: [PhotoOrientation: PhotoOrientation] = [
            .rotated90: .rotated270, .rotated270: .rotated90,
        ]
        for orientation in PhotoOrientation.allCases {
            let turned = image.turned(from: orientation)
            #expect(turned.width == (orientation.swapsSides ? image.height : image.width))
            #expect(turned.turned(from: back[orientation] ?? orientation) == image)
        }
    }

    /// Each shows its own number, so they are compared from far away.
    @Test(.needsSharedData, arguments: ["landscape_", "vips-rotation-"], 2...8)
    func `F01 real photos of all orientations decode to one picture`(name: String, number: Int)
        throws
    {
        func upright(_ number: Int) throws -> RGBImage {
            let path = try SharedData.path("data/photos/orientation/\(name)\(number).jpg")
            let file = try JPEGFile(path: path)
            let orientation = PhotoMetadata(of: file).orientation
            #expect(orientation.rawValue == number)
            let image = try JPEGDecoder().decode(file, orientation: orientation)
            return image.resampled(image.content, toWidth: 12, height: 12, filter: .bicubic)
        }
        let (first, found) = (try upright(1), try upright(number))
        let difference = try #require(found.difference(to: first))
        for wrong in PhotoOrientation.allCases where wrong != .upright {
            #expect(difference * 2 < first.turned(from: wrong).difference(to: first) ?? 0)
        }
    }

    @Test(
        arguments: [
            (nil, 683), (683, 683), (342, 342), (343, 683), (171, 171), (86, 86), (1, 86),
            (5000, 683),
        ] as [(Int?, Int)])
    func `a picture is shrunk while decoding, not below the side asked for`(
        side: Int?, expected: Int
    ) throws {
        let image = try JPEGDecoder().decode(
            try JPEGFile(.church), orientation: .upright, shortestSideAtLeast: side)
        #expect(min(image.width, image.height) == expected)
        #expect(image.bytes.count == image.width * image.height * 3)
    }

    @Test func `a shrunk picture is the picture`() throws {
        let decoder = try JPEGDecoder()
        let file = try JPEGFile(.church)
        let whole = try decoder.decode(file, orientation: .upright)
        let half = try decoder.decode(file, orientation: .upright, shortestSideAtLeast: 300)
        let resampled = whole.resampled(
            whole.content, toWidth: half.width, height: half.height, filter: .bilinear)
        let difference = try #require(resampled.difference(to: half))
        #expect(difference < 6)
    }

    @Test func `C01 a grey photo becomes RGB`() throws {
        let file = try JPEGFile(bytes: FlatJPEG(levels: [77], hasAdobeMarker: false).bytes)
        let image = try JPEGDecoder().decode(file, orientation: .upright)
        #expect(image.bytes == [UInt8](repeating: 77, count: 8 * 8 * 3))
    }

    // Cyan 200, magenta 100, yellow 0, black 51: full ink is 255 as printed, 0 as Adobe stores it.
    @Test(
        arguments: [
            ([200, 100, 0, 51], false, [44, 124, 204]),
            ([55, 155, 255, 204], true, [44, 124, 204]),
            ([0, 0, 0, 0], false, [255, 255, 255]), ([0, 0, 0, 0], true, [0, 0, 0]),
        ] as [([UInt8], Bool, [UInt8])])
    func `F12 CMYK is decoded in its colours, inverted where Adobe wrote it`(
        inks: [UInt8], hasAdobeMarker: Bool, colour: [UInt8]
    ) throws {
        let file = try JPEGFile(bytes: FlatJPEG(levels: inks, hasAdobeMarker: hasAdobeMarker).bytes)
        let image = try JPEGDecoder().decode(file, orientation: .upright)
        for (found, expected) in zip(image.bytes.prefix(3), colour) {
            #expect(abs(Int(found) - Int(expected)) <= 1)
        }
    }

    @Test func `a decoder that met a broken photo decodes the next one`() throws {
        let decoder = try JPEGDecoder()
        let file = try JPEGFile(.coffee)
        let before = try decoder.decode(file, orientation: .upright)
        var broken = FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
        // A Huffman table of too many codes.
        let table = try #require(broken.firstRange(of: [0xFF, 0xC4]))
        broken[table.upperBound + 3] = 255
        let bad = try JPEGFile(bytes: broken)
        #expect(imagingError { _ = try decoder.decode(bad, orientation: .upright) } != nil)
        #expect(try decoder.decode(file, orientation: .upright) == before)
    }

    @Test(arguments: [0.2, 0.5, 0.9, 0.99])
    func `F15 a photo that was cut and given an end marker is refused as cut`(part: Double) throws {
        let whole = try bytes(of: .palace)
        let cut = whole.prefix(Int(Double(whole.count) * part)) + [0xFF, 0xD9]
        let file = try JPEGFile(bytes: Array(cut))
        let decoder = try JPEGDecoder()
        #expect(imagingError { _ = try decoder.decode(file, orientation: .upright) } == .truncated)
    }

    @Test func `a picture that the decoder gives up after a warning is refused`() throws {
        let whole = FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
        let frame = try #require(whole.firstRange(of: [0xFF, 0xC0]))
        let length = Int(whole[frame.upperBound]) << 8 | Int(whole[frame.upperBound + 1])
        let header = whole[frame.lowerBound..<frame.upperBound + length]
        let decoder = try JPEGDecoder()
        // Bytes before a segment are worth a warning; a second frame header ends it all.
        let warned = whole[..<frame.lowerBound] + [1, 2, 3] + whole[frame.lowerBound...]
        _ = try decoder.decode(try JPEGFile(bytes: Array(warned)), orientation: .upright)
        let broken = try JPEGFile(bytes: Array(warned.dropLast(2) + header + [0xFF, 0xD9]))
        let error = imagingError { _ = try decoder.decode(broken, orientation: .upright) }
        #expect(error == .undecodable("Invalid JPEG file structure: two SOF markers"))
    }

    @Test func `truncations and flipped bytes are answered, never a crash`() throws {
        let seed: UInt64 = 4_711
        print("Damaged photos: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let decoder = try JPEGDecoder()
        let whole = PhotoFixture(orientation: 6, gps: PhotoFixture.position(-36.8, 174.7))
            .jpeg(from: try bytes(of: .cat))
        var decoded = 0
        for round in 0..<400 {
            var bytes = whole
            // Half of them in the headers, where a byte means more.
            let range = round % 2 == 0 ? 2..<bytes.count : 2..<1000
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                bytes[Int.random(in: range, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            if round % 5 == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            }
            let limits = PhotoLimits(pixels: 1_000_000)
            guard let file = try? JPEGFile(bytes: bytes, limits: limits) else { continue }
            _ = PhotoMetadata(of: file)
            if (try? decoder.decode(file, orientation: .rotated90, shortestSideAtLeast: 64)) != nil
            {
                decoded += 1
            }
        }
        // Damage to the scan alone is passed over, so some must come through.
        #expect(decoded > 20)
    }
}
