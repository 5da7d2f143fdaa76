import FoundationEssentials
import Imaging
import TestSupport
import Testing

@Suite struct `Taking a photo in` {
    @Test(arguments: GeoDataFiles.Photo.allCases)
    func `a whole JPEG tells its size`(photo: GeoDataFiles.Photo) throws {
        let sizes: [GeoDataFiles.Photo: [Int]] = [
            .church: [1024, 683], .palace: [640, 427], .coffee: [600, 400], .cat: [451, 300],
        ]
        let file = try JPEGFile(photo)
        #expect([file.header.width, file.header.height] == sizes[photo])
        #expect(file.header.components == 3)
        #expect(!file.header.isProgressive)
        #expect(file.bytes == (try bytes(of: photo)))
    }

    static let kinds: [(PhotoKind, [UInt8])] = [
        (
            .png,
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0]
        ),
        (.gif, Array("GIF89a".utf8)),
        (.webp, Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
        (.tiff, [0x49, 0x49, 0x2A, 0]),
        (.tiff, [0x4D, 0x4D, 0, 0x2A]),
        (.heic, [0, 0, 0, 0x18] + Array("ftypheic\0\0\0\0mif1heic".utf8)),
        (.heic, [0, 0, 0, 0x18] + Array("ftypmif1\0\0\0\0mif1heic".utf8)),
        (.avif, [0, 0, 0, 0x18] + Array("ftypmif1\0\0\0\0avifmif1".utf8)),
        (.avif, [0, 0, 0, 0x14] + Array("ftypavif\0\0\0\0avif".utf8)),
        (.unknown, [0, 0, 0, 0x14] + Array("ftypisom\0\0\0\0avc1".utf8)),
        (.unknown, Array("A letter, named photo.jpg".utf8)),
        (.unknown, [0xFF]),
        (.unknown, [0xFF, 0xD8]),
    ]

    @Test(arguments: kinds)
    func `F10 F18 what is no JPEG is refused by its content, and its kind named`(
        kind: PhotoKind, content: [UInt8]
    ) throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(content, as: "photo.jpg")
        let error = try #require(imagingError { _ = try JPEGFile(path: path) })
        #expect(error == .notJPEG(kind))
        if kind != .unknown { #expect("\(error)".contains(kind.rawValue)) }
    }

    @Test(
        .needsSharedData,
        arguments: [
            ("iphone-11.HEIC", .heic), ("iphone-xs-gps.heic", .heic), ("truncated.heic", .heic),
            ("corrupted.heic", .heic), ("exiftool-quicktime.heic", .heic),
            ("exif-at-eof.heic", .heic), ("hostile-box-size.heif", .heic),
            ("avif-orientation-6.avif", .avif),
        ] as [(String, PhotoKind)])
    func `F10 real HEIC and AVIF files are named as what they are`(
        name: String, kind: PhotoKind
    ) throws {
        let path = try SharedData.path("data/photos/not-jpeg/\(name)")
        #expect(imagingError { _ = try JPEGFile(path: path) } == .notJPEG(kind))
    }

    @Test func `F18 an empty file is refused`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write([], as: "photo.jpg")
        #expect(imagingError { _ = try JPEGFile(path: path) } == .empty)
    }

    @Test func `a missing file and a folder are told with the system's reason`() throws {
        let folder = try TemporaryDirectory()
        let missing = try #require(imagingError { _ = try JPEGFile(path: folder.file("none.jpg")) })
        #expect("\(missing)".contains("No such file"))
        let notFile = try #require(imagingError { _ = try JPEGFile(path: folder.path) })
        #expect("\(notFile)".contains("not a regular file"))
    }

    @Test func `a file beyond the limit on bytes is not read`() throws {
        let error = imagingError {
            _ = try JPEGFile(path: GeoDataFiles.Photo.palace.path, limits: PhotoLimits(bytes: 1000))
        }
        #expect(error == .tooManyBytes(limit: 1000))
    }

    @Test(arguments: [0.01, 0.1, 0.5, 0.9, 0.999])
    func `F15 a part of a JPEG is refused`(part: Double) throws {
        let whole = try bytes(of: .palace)
        let cut = Array(whole.prefix(Int(Double(whole.count) * part)))
        #expect(imagingError { _ = try JPEGFile(bytes: cut) } == .truncated)
    }

    @Test func `F15 a JPEG without its last byte is refused`() throws {
        let whole = try bytes(of: .palace)
        #expect(imagingError { _ = try JPEGFile(bytes: whole.dropLast()) } == .truncated)
    }

    @Test func `F15 a thumbnail's end marker does not make a cut photo whole`() throws {
        let thumbnail = FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
        let payload = Array("Exif\0\0".utf8) + PhotoFixture(orientation: 1).tiff + thumbnail
        let whole = try bytes(of: .palace)
        let withThumbnail =
            Array(whole[..<2]) + [0xFF, 0xE1, UInt8((payload.count + 2) >> 8)]
            + [UInt8((payload.count + 2) & 255)] + payload + whole[2...]
        #expect(imagingError { _ = try JPEGFile(bytes: withThumbnail) } == nil)
        let cut = Array(withThumbnail.prefix(withThumbnail.count / 2))
        #expect(imagingError { _ = try JPEGFile(bytes: cut) } == .truncated)
    }

    @Test func `what follows the end of the picture is accepted, cut or not`() throws {
        let whole = try bytes(of: .palace)
        let file = try JPEGFile(bytes: whole + whole.prefix(1000))
        #expect(file.header.width == 640)
    }

    @Test(arguments: [(65535, 65535), (20000, 20000), (10001, 10000)])
    func `F16 a header that declares too many pixels is refused, and memory stays flat`(
        width: Int, height: Int
    ) throws {
        let flat = try FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
            .declaring(width: width, height: height)
        let before = try residentBytes()
        let error = imagingError { _ = try JPEGFile(bytes: flat) }
        #expect(error == .tooManyPixels(width: width, height: height, limit: 100_000_000))
        #expect(try residentBytes() - before < 16 << 20)
    }

    @Test func `F16 the limit on pixels is the caller's`() throws {
        let flat = try FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
            .declaring(width: 20000, height: 20000)
        let limits = PhotoLimits(pixels: 400_000_000)
        #expect(imagingError { _ = try JPEGFile(bytes: flat, limits: limits) } == nil)
    }

    @Test func `F16 a progressive picture has the lower limit`() throws {
        let flat = try FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
            .declaring(width: 10000, height: 6000, marker: 0xC2)
        #expect(
            imagingError { _ = try JPEGFile(bytes: flat) }
                == .tooManyPixels(width: 10000, height: 6000, limit: 50_000_000))
    }

    @Test(arguments: [(0, 8), (8, 0)])
    func `a side of 0 is refused`(width: Int, height: Int) throws {
        let flat = try FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
            .declaring(width: width, height: height)
        #expect(imagingError { _ = try JPEGFile(bytes: flat) } == .noDimensions)
    }

    @Test(arguments: [(0xC1, 12, "12 bits"), (0xC3, 8, "lossless"), (0xC5, 8, "hierarchical")])
    func `a kind of JPEG that is not decoded is named`(
        marker: Int, precision: Int, word: String
    ) throws {
        let flat = try FlatJPEG(levels: [128], hasAdobeMarker: false).bytes
            .declaring(width: 8, height: 8, marker: UInt8(marker), precision: UInt8(precision))
        let error = try #require(imagingError { _ = try JPEGFile(bytes: flat) })
        #expect("\(error)".contains(word))
    }

    /// Resident memory of this process, from Linux's /proc.
    private func residentBytes() throws -> Int {
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: "/proc/self/statm")), as: UTF8.self)
        return Int(text.split(separator: " ")[1])! * 4096
    }
}
