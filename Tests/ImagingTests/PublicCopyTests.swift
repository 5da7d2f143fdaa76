import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Imaging

@Suite struct `A public copy` {
    /// A picture of one block, with metadata in every segment that may hold some.
    private static func hostile(orientation: UInt16 = 6) -> [UInt8] {
        let flat = FlatJPEG(levels: [90, 140, 60], hasAdobeMarker: true).bytes
        var exif = ExifSegment(at: 60.16987, 24.93843)
        exif.image[0x0112] = .short(orientation)
        exif.photo[0x927C] = .text("maker note 60.16987")
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
            let payload = Array(text.utf8)
            let length = payload.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
        }
        let segments =
            segment(0xE0, "JFIF\0\u{1}\u{1}\0\0\u{1}\0\u{1}\u{1}\u{1}abc")
            + segment(0xE0, "JFXX\0\u{13}60.16987") + segment(0xFE, "taken at 60.16987,24.93843")
            + segment(
                0xE1, "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude='60.16987'/>")
            + segment(0xE1, "http://ns.adobe.com/xmp/extension/\0" + "0123" + "60.16987")
            + segment(0xE2, "MPF\0MM\0*60.16987") + segment(0xE2, "ICC_PROFILE\0\u{1}\u{1}profile")
            + segment(0xED, "Photoshop 3.0\0" + "8BIM60.16987") + segment(0xE5, "60.16987")
            + segment(0xEC, "Ducky 60.16987") + segment(0xEF, "60.16987")
        let start: [UInt8] = exif.inserted(into: [0xFF, 0xD8] + segments + flat.dropFirst(2))
        // Between segments, behind the end, and a second picture with a position of its own.
        return Array(start.dropLast(2)) + segment(0xFE, "60.16987 behind the scan") + [0xFF, 0xD9]
            + Array("60.16987".utf8) + exif.inserted(into: flat)
    }

    private func copy(_ bytes: [UInt8]) throws -> [UInt8] {
        PublicCopy.bytes(of: try JPEGFile(bytes: bytes))
    }

    @Test func `V01: holds no metadata but the orientation, wherever it stood`() throws {
        let bytes = try copy(Self.hostile())
        let text = String(decoding: bytes, as: UTF8.self)
        for trace in [
            "60.16987", "24.93843", "maker", "GPS", "xmp", "MPF", "Photoshop", "JFXX", "abc",
        ] {
            #expect(!text.contains(trace), "\(trace)")
        }
        let metadata = PhotoMetadata(of: try JPEGFile(bytes: bytes))
        #expect(metadata.orientation == .rotated90)
        #expect(metadata.position == nil && metadata.eventDate == nil)
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
        #expect(markers(bytes) == [0xE0, 0xE1, 0xE2, 0xEE, 0xDB, 0xC0, 0xC4, 0xC4, 0xDA])
    }

    private func markers(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { pointer in
            var segments = JPEGSegments(pointer)
            var found: [UInt8] = []
            while let segment = segments.next(), segment.marker != Marker.endOfImage {
                found.append(segment.marker)
            }
            return found
        }
    }

    @Test func `of an upright picture has no EXIF at all`() throws {
        #expect(try !markers(copy(Self.hostile(orientation: 1))).contains(0xE1))
    }

    @Test func `of a copy is the copy`() throws {
        let once = try copy(Self.hostile())
        #expect(try copy(once) == once)
    }

    private func pixels(_ bytes: [UInt8]) throws -> [UInt8]? {
        let decoder = try JPEGDecoder()
        return try? decoder.decode(JPEGFile(bytes: bytes), orientation: .upright).bytes
    }

    @Test func `has the same pixels`() throws {
        let bytes = Self.hostile()
        let before = try #require(try pixels(bytes))
        #expect(try pixels(copy(bytes)) == before)
    }

    @Test(.needsSharedData)
    func `V01: of every shared photo has no position, and the same pixels and orientation`() throws
    {
        let folder = try SharedData.path("data/photos")
        let files = try #require(FileManager.default.subpathsOrNone(of: folder))
        var (copied, positioned) = (0, 0)
        for name in files.sorted() where !name.hasSuffix(".md") && !name.hasSuffix(".json") {
            guard let file = try? JPEGFile(path: "\(folder)/\(name)") else { continue }
            let copy = try JPEGFile(bytes: PublicCopy.bytes(of: file))
            let (before, after) = (PhotoMetadata(of: file), PhotoMetadata(of: copy))
            copied += 1
            positioned += before.position == nil ? 0 : 1
            let context = Comment(rawValue: name)
            #expect(after.position == nil && after.eventDate == nil, context)
            #expect(after.orientation == before.orientation, context)
            #expect(
                Set(markers(copy.bytes)).isDisjoint(
                    with: Set(UInt8(0xE3)...0xED).union([0xEF, 0xFE])), context)
            if file.header.width * file.header.height < 500_000 {
                #expect(try pixels(copy.bytes) == pixels(file.bytes), context)
            }
        }
        #expect(copied > 100 && positioned > 20)
    }

    @Test(.needsSharedData, .needs(.exiftool))
    func `V01: ExifTool finds no position in any public copy`() throws {
        let folder = try SharedData.path("data/photos")
        let copies = try TemporaryDirectory()
        let files = try #require(FileManager.default.subpathsOrNone(of: folder))
        var count = 0
        for name in files.sorted() {
            guard let file = try? JPEGFile(path: "\(folder)/\(name)") else { continue }
            count += 1
            try Data(PublicCopy.bytes(of: file)).write(
                to: URL(filePath: copies.file(name.replacing("/", with: "_"))))
        }
        #expect(count > 100)
        let answer = try ExternalTool.exiftool.run([
            "-r", "-ee", "-U", "-a", "-G1", "-s", "-ext", "*", "-if", "1", copies.path,
        ])
        let kept = [
            "ExifTool", "System", "File", "JFIF", "ICC_Profile", "ICC-header", "ICC-view",
            "ICC-meas",
            "ICC-chrm", "Composite", "Adobe", "APP14",
        ]
        let others = answer.standardOutput.split(separator: "\n").filter { line in
            guard line.hasPrefix("[") else { return false }
            let group = line.dropFirst().prefix { $0 != "]" }
            let isOrientation = group == "IFD0" && line.contains("Orientation")
            return !isOrientation && !kept.contains { group.hasPrefix($0) }
        }
        #expect(others.isEmpty, "\(others.prefix(20).joined(separator: "\n"))")
        #expect(!answer.standardOutput.contains("GPS"))
    }
}

extension FileManager {
    /// Names of all files below a folder, relative to it.
    fileprivate func subpathsOrNone(of folder: String) -> [String]? {
        (try? subpathsOfDirectory(atPath: folder))
    }
}
