import FoundationEssentials
import GeoModel
import Imaging
import TestSupport
import Testing

/// More than two hundred real, odd and hostile files, with what other readers say of them.
@Suite(.needsSharedData) struct `Shared photos` {
    /// What ExifTool, Pillow and djpeg answered.
    struct Expected: Decodable {
        struct Position: Decodable {
            let lat, lon: Double?
        }
        let type: String?
        let decodes: Bool
        let djpeg: String?
        let size: [Int]?
        let upright: [Int]?
        let orientation: Int?
        let gps: Position?
        let time: String?
        let time_offset: String?
        let exiftool_says: String?

        var isJPEG: Bool { type == "JPEG" || type == "MPO" }
    }

    private func all() throws -> [(name: String, path: String, expected: Expected)] {
        let folder = try SharedData.path("data/photos")
        let json = try Data(contentsOf: URL(filePath: "\(folder)/expected.json"))
        return try JSONDecoder().decode([String: Expected].self, from: json)
            .sorted { $0.key < $1.key }
            .map { ($0.key, "\(folder)/\($0.key)", $0.value) }
    }

    @Test func `metadata is what ExifTool reads`() throws {
        var compared = 0
        for (name, path, expected) in try all() where expected.isJPEG {
            guard let file = try? JPEGFile(path: path) else { continue }
            let found = PhotoMetadata(of: file)
            compared += 1
            let context = Comment(rawValue: name)
            #expect(
                expected.size == nil || [file.header.width, file.header.height] == expected.size,
                context)
            let turned = found.orientation.swapsSides
            if let upright = expected.upright {
                #expect(turned == (upright != expected.size) || upright[0] == upright[1], context)
            }
            #expect(found.orientation.rawValue == expected.orientation ?? 1, context)
            #expect((found.position == nil) == (expected.gps?.lat == nil), context)
            if let position = found.position, let gps = expected.gps, let lat = gps.lat,
                let lon = gps.lon
            {
                #expect(abs(position.decimalLatitude - lat) < 1e-7, context)
                #expect(abs(position.decimalLongitude - lon) < 1e-7, context)
            }
            // libexif reads a directory that a pointer of a wrong type leads to, and stops at a
            // thumbnail length that is none; ExifTool does the opposite of both.
            if expected.exiftool_says?.contains("Wrong format") == true
                || name == "gps-odd/gps-latitude-4294967295.jpg"
            {
                continue
            }
            let time = expected.time.map { $0 + (expected.time_offset ?? "") }
            #expect(found.eventDate == time.flatMap(eventDate), context)
        }
        #expect(compared > 100)
    }

    /// `2014:03:02 13:30:00+02:00`.
    private func eventDate(_ text: String) -> EventDate? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return EventDate("\(parts[0].replacing(":", with: "-"))T\(parts[1])")
    }

    @Test func `what djpeg decodes without complaint is decoded, and nothing crashes`() throws {
        let decoder = try JPEGDecoder()
        let thumbnailer = try Thumbnailer()
        var answers: [String: Int] = [:]
        for (name, path, expected) in try all() {
            do throws(ImagingError) {
                let file = try JPEGFile(path: path)
                let orientation = PhotoMetadata(of: file).orientation
                let image = try decoder.decode(
                    file, orientation: orientation, shortestSideAtLeast: 64)
                let bytes = try thumbnailer.thumbnail(
                    of: file, orientation: orientation, longestSide: 120)
                let header = try JPEGFile(bytes: bytes).header
                #expect(max(header.width, header.height) <= 120)
                if let upright = expected.upright, expected.decodes {
                    #expect((image.width > image.height) == (upright[0] > upright[1]), "\(name)")
                }
                answers["decoded", default: 0] += 1
            } catch {
                let message = "\(error)"
                #expect(message.hasSuffix("."))
                answers["refused", default: 0] += 1
                let isFine = expected.isJPEG && expected.decodes && expected.djpeg == "ok"
                #expect(!isFine, "\(name): \(message)")
            }
        }
        #expect(answers["decoded", default: 0] > 100)
    }

    @Test(
        arguments: [
            "broken/truncated_jpeg.jpg", "broken/vips-truncated.jpg",
        ])
    func `F15 a photo cut off in the field is refused as cut`(name: String) throws {
        let path = try SharedData.path("data/photos/\(name)")
        #expect(imagingError { _ = try JPEGFile(path: path) } == .truncated)
    }

    @Test(
        arguments: [
            "gps/DSCN0010.jpg", "encodings/progressive-2048.jpg", "encodings/gray-320x240.jpg",
            "labelled/owl.jpg",
        ], [0.5, 0.9])
    func `F15 a photo that was cut and given an end marker is refused as cut`(
        name: String, part: Double
    ) throws {
        let whole = try Data(contentsOf: URL(filePath: try SharedData.path("data/photos/\(name)")))
        let cut = whole.prefix(Int(Double(whole.count) * part)) + [0xFF, 0xD9]
        let file = try JPEGFile(bytes: Array(cut))
        let decoder = try JPEGDecoder()
        #expect(imagingError { _ = try decoder.decode(file, orientation: .upright) } == .truncated)
    }

    /// djpeg warns of each, and shows the picture.
    @Test(
        arguments: [
            "encodings/cmyk-progressive.jpg", "broken/hopper_bad_exif.jpg",
            "broken/junk_jpeg_header.jpg", "broken/photoshop-200dpi-broken.jpg",
        ])
    func `damage that leaves the picture whole is tolerated`(name: String) throws {
        let file = try JPEGFile(path: try SharedData.path("data/photos/\(name)"))
        #expect(imagingError { _ = try JPEGDecoder().decode(file, orientation: .upright) } == nil)
    }

    @Test(
        arguments: [
            "2c9e7a1805f8b47630bbb83d21bf8222", "96b3e939852157613fa2e48d58fe35fe",
            "c8c1a5675f82021d92b928a10c597bad", "f006e96f3b27fdfaa075322d759ea2e8",
        ])
    func `a photo that djpeg gives up is refused`(name: String) throws {
        let file = try JPEGFile(path: try SharedData.path("data/photos/fuzz/\(name).jpg"))
        #expect(imagingError { _ = try JPEGDecoder().decode(file, orientation: .upright) } != nil)
    }

    @Test(
        arguments: [
            ("broken/height-zero-dnl.jpg", ImagingError.noDimensions),
            ("encodings/monkey12.jpg", .unsupported("12 bits a sample")),
        ])
    func `a JPEG that no common decoder reads is refused by its reason`(
        name: String, expected: ImagingError
    ) throws {
        let path = try SharedData.path("data/photos/\(name)")
        #expect(imagingError { _ = try JPEGFile(path: path) } == expected)
    }

    /// A dark sample with white digits, made by Adobe's software: read as it is printed.
    @Test func `F12 a CMYK photo by Adobe is not a negative`() throws {
        let file = try JPEGFile(
            path: try SharedData.path("data/photos/encodings/pil_sample_cmyk.jpg"))
        let image = try JPEGDecoder().decode(file, orientation: .upright)
        let mean = image.bytes.reduce(0) { $0 + Int($1) } / image.bytes.count
        #expect(mean < 60)
    }
}
