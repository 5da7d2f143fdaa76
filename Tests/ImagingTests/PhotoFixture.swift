import FoundationEssentials
import TestSupport

/// EXIF made to order, little-endian and with odd values where asked, and a JPEG that carries it. Where a
/// test of another module needs a photo with EXIF, it takes TestSupport's big-endian `ExifSegment`.
///
/// `try PhotoFixture(orientation: 6, gps: PhotoFixture.position(-36.8, 174.7)).jpeg(from: .church)`.
struct PhotoFixture: Sendable {
    /// One directory entry: a tag number and its value as TIFF stores it, little-endian.
    struct Entry: Sendable {
        let tag, type: UInt16
        let count: Int
        let bytes: [UInt8]

        /// An ASCII entry; the NUL that ends it is part of `text` only when given.
        static func ascii(_ tag: UInt16, _ text: String) -> Entry {
            let bytes = Array(text.utf8) + [0]
            return Entry(tag: tag, type: 2, count: bytes.count, bytes: bytes)
        }

        static func short(_ tag: UInt16, _ value: UInt16) -> Entry {
            Entry(tag: tag, type: 3, count: 1, bytes: littleEndian(UInt32(value), 2))
        }

        static func long(_ tag: UInt16, _ value: UInt32) -> Entry {
            Entry(tag: tag, type: 4, count: 1, bytes: littleEndian(value, 4))
        }

        static func rationals(_ tag: UInt16, _ parts: [(UInt32, UInt32)]) -> Entry {
            let bytes = parts.flatMap { littleEndian($0.0, 4) + littleEndian($0.1, 4) }
            return Entry(tag: tag, type: 5, count: parts.count, bytes: bytes)
        }
    }

    /// Entries of IFD 0, the Exif directory and the GPS directory.
    var picture: [Entry] = []
    var photo: [Entry] = []
    var gps: [Entry] = []

    /// - Parameters:
    ///   - orientation: EXIF's 1…8; written as it is.
    ///   - dateTimeOriginal: `2026:06:01 12:05:00`.
    ///   - offsetTimeOriginal: `+02:00`.
    init(
        orientation: UInt16? = nil, dateTimeOriginal: String? = nil,
        offsetTimeOriginal: String? = nil, gps: [Entry] = []
    ) {
        if let orientation { picture.append(.short(0x0112, orientation)) }
        if let dateTimeOriginal { photo.append(.ascii(0x9003, dateTimeOriginal)) }
        if let offsetTimeOriginal { photo.append(.ascii(0x9011, offsetTimeOriginal)) }
        self.gps = gps
    }

    /// Latitude and longitude with their refs, to a millionth of a second.
    static func position(_ latitude: Double, _ longitude: Double) -> [Entry] {
        [
            .ascii(0x0001, latitude < 0 ? "S" : "N"), .rationals(0x0002, degrees(latitude)),
            .ascii(0x0003, longitude < 0 ? "W" : "E"), .rationals(0x0004, degrees(longitude)),
        ]
    }

    private static func degrees(_ angle: Double) -> [(UInt32, UInt32)] {
        let size = angle.magnitude
        let minutes = (size - size.rounded(.down)) * 60
        let seconds = (minutes - minutes.rounded(.down)) * 60
        return [
            (UInt32(size), 1), (UInt32(minutes), 1), (UInt32((seconds * 1e6).rounded()), 1_000_000),
        ]
    }

    /// A photo of GeoData with this EXIF in front; its picture is as it was.
    func jpeg(from photo: GeoDataFiles.Photo) throws -> [UInt8] {
        jpeg(from: Array(try Data(contentsOf: URL(filePath: photo.path))))
    }

    /// The JPEG `bytes` with an APP1 segment behind SOI.
    func jpeg(from bytes: [UInt8]) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + tiff
        let length = payload.count + 2
        return Array(bytes[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload
            + bytes[2...]
    }

    /// The TIFF structure: header, IFD 0, Exif directory, GPS directory, each with its values behind.
    var tiff: [UInt8] {
        // The pointers have a fixed size, so the places of the directories are known at once.
        let pointers = (photo.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        let first = 8 + Self.size(picture, and: pointers)
        let second = first + (photo.isEmpty ? 0 : Self.size(photo))
        var main = picture
        if !photo.isEmpty { main.append(.long(0x8769, UInt32(first))) }
        if !gps.isEmpty { main.append(.long(0x8825, UInt32(second))) }
        return [0x49, 0x49, 0x2A, 0] + littleEndian(8, 4) + Self.directory(main, at: 8)
            + (photo.isEmpty ? [] : Self.directory(photo, at: first))
            + (gps.isEmpty ? [] : Self.directory(gps, at: second))
    }

    private static func size(_ entries: [Entry], and pointers: Int = 0) -> Int {
        let values = entries.map(\.bytes.count).filter { $0 > 4 }.reduce(0, +)
        return 2 + (entries.count + pointers) * 12 + 4 + values
    }

    private static func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
        let sorted = entries.sorted { $0.tag < $1.tag }
        var table = littleEndian(UInt32(sorted.count), 2)
        var values: [UInt8] = []
        let behind = place + 2 + sorted.count * 12 + 4
        for entry in sorted {
            table += littleEndian(UInt32(entry.tag), 2) + littleEndian(UInt32(entry.type), 2)
            table += littleEndian(UInt32(entry.count), 4)
            if entry.bytes.count <= 4 {
                table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            } else {
                table += littleEndian(UInt32(behind + values.count), 4)
                values += entry.bytes
            }
        }
        return table + [0, 0, 0, 0] + values
    }
}

private func littleEndian(_ value: UInt32, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
}
