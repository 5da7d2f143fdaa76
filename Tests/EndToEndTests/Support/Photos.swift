import GeoModel
import Imaging
import TestSupport

/// Photos for the tests: real ones, and drawn ones of four colours.
enum Photos {
    static var church: [UInt8] {
        get throws { try Bytes.of(GeoDataFiles.Photo.church.path) }
    }

    /// A colour that JPEG's chroma cannot blur into another.
    enum Colour: Equatable, CaseIterable {
        case red, green, blue, white

        var rgb: [UInt8] {
            switch self {
            case .red: [230, 20, 20]
            case .green: [20, 180, 20]
            case .blue: [20, 20, 230]
            case .white: [250, 250, 250]
            }
        }

        /// The colour a pixel is nearest to.
        init(nearest pixel: some Collection<UInt8>) {
            func distance(_ colour: Colour) -> Int {
                zip(colour.rgb, pixel).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            }
            self = Self.allCases.min { distance($0) < distance($1) } ?? .white
        }
    }

    /// The colours of a picture's corners.
    struct Corners: Equatable {
        var topLeft, topRight, bottomLeft, bottomRight: Colour

        static let upright = Corners(
            topLeft: .red, topRight: .green, bottomLeft: .blue, bottomRight: .white)

        /// How the upright picture is stored: EXIF names the side that row 0 shows, and that column 0 shows
        /// (CIPA DC-008, tag 0x0112).
        func stored(orientation: Int) -> Corners {
            let (tl, tr, bl, br) = (topLeft, topRight, bottomLeft, bottomRight)
            return switch orientation {
            case 2: Corners(topLeft: tr, topRight: tl, bottomLeft: br, bottomRight: bl)
            case 3: Corners(topLeft: br, topRight: bl, bottomLeft: tr, bottomRight: tl)
            case 4: Corners(topLeft: bl, topRight: br, bottomLeft: tl, bottomRight: tr)
            case 5: Corners(topLeft: tl, topRight: bl, bottomLeft: tr, bottomRight: br)
            case 6: Corners(topLeft: tr, topRight: br, bottomLeft: tl, bottomRight: bl)
            case 7: Corners(topLeft: br, topRight: tr, bottomLeft: bl, bottomRight: tl)
            case 8: Corners(topLeft: bl, topRight: tl, bottomLeft: br, bottomRight: tr)
            default: self
            }
        }
    }

    /// A JPEG whose four quarters have one colour each.
    static func quarters(_ corners: Corners, width: Int, height: Int) throws -> [UInt8] {
        func row(_ left: Colour, _ right: Colour) -> [UInt8] {
            (0..<width).flatMap { ($0 < width / 2 ? left : right).rgb }
        }
        let top = row(corners.topLeft, corners.topRight)
        let bottom = row(corners.bottomLeft, corners.bottomRight)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height { bytes += y < height / 2 ? top : bottom }
        guard let image = RGBImage(width: width, height: height, bytes: bytes) else { return [] }
        return try JPEGEncoder().encode(image, quality: 90, fullColour: true)
    }

    /// The size of a JPEG, its corners, and whether it carries EXIF, as decoded.
    static func look(at jpeg: [UInt8]) throws -> (width: Int, height: Int, corners: Corners) {
        let image = try JPEGDecoder().decode(JPEGFile(bytes: jpeg), orientation: .upright)
        func colour(_ x: Int, _ y: Int) -> Colour {
            let start = (y * image.height / 4 * image.width + x * image.width / 4) * 3
            return Colour(nearest: image.bytes[start..<start + 3])
        }
        return (
            image.width, image.height,
            Corners(
                topLeft: colour(1, 1), topRight: colour(3, 1), bottomLeft: colour(1, 3),
                bottomRight: colour(3, 3))
        )
    }

    /// A copy of a JPEG whose header declares another size (ITU-T T.81, B.2.2).
    static func declaring(width: UInt16, height: UInt16, in jpeg: [UInt8]) throws -> [UInt8] {
        var bytes = jpeg
        // The frame header: FF C0, length, precision, height, width.
        guard let frame = jpeg.firstRange(of: [0xFF, 0xC0, 0x00]) else { return [] }
        let start = frame.lowerBound + 5
        bytes.replaceSubrange(
            start..<start + 4,
            with: [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        return bytes
    }
}
