/// An EXIF segment made by hand (CIPA DC-008), to put into a JPEG: big-endian TIFF, tags in order.
package struct ExifSegment: Sendable {
    package typealias Rational = (numerator: UInt32, denominator: UInt32)

    /// One value of one tag.
    package enum Value: Sendable {
        case text(String)
        case short(UInt16)
        case rationals([Rational])
    }

    /// 0x0112 is the orientation.
    package var image: [UInt16: Value] = [:]
    /// 0x9003 DateTimeOriginal, 0x9011 OffsetTimeOriginal.
    package var photo: [UInt16: Value] = [:]
    /// 1 and 2 latitude, 3 and 4 longitude, 16 and 17 heading, 31 error in metres.
    package var gps: [UInt16: Value] = [:]

    package init() {}

    package init(orientation: UInt16) { image[0x0112] = .short(orientation) }

    /// A position of decimal degrees, to a ten-millionth; south and west below zero.
    package init(at latitude: Double, _ longitude: Double) {
        func parts(_ angle: Double) -> [Rational] {
            [(UInt32((angle.magnitude * 1e7).rounded()), 10_000_000), (0, 1), (0, 1)]
        }
        setPosition(
            latitude: parts(latitude), latitude < 0 ? "S" : "N", longitude: parts(longitude),
            longitude < 0 ? "W" : "E")
    }

    /// A position in degrees, minutes and seconds, as cameras write them.
    package mutating func setPosition(
        latitude: [Rational], _ latitudeReference: String, longitude: [Rational],
        _ longitudeReference: String
    ) {
        gps[1] = .text(latitudeReference)
        gps[2] = .rationals(latitude)
        gps[3] = .text(longitudeReference)
        gps[4] = .rationals(longitude)
    }

    /// A copy of a JPEG with this segment first.
    package func inserted(into jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif".utf8) + [0, 0] + tiff
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1] + Self.big(UInt16(content.count + 2)) + content
            + jpeg.dropFirst(2)
    }

    private var tiff: [UInt8] {
        // The folders follow each other: image, photo, GPS. The first points to the others.
        var image = image.mapValues(Self.field)
        let pointers = (photo.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        let size = image.values.reduce(6 + 12 * (image.count + pointers)) { $0 + $1.overflow.count }
        let photoFolder = Self.folder(photo.mapValues(Self.field), at: 8 + size)
        let gpsStart = 8 + size + photoFolder.count
        if !photo.isEmpty { image[0x8769] = Self.long(UInt32(8 + size)) }
        if !gps.isEmpty { image[0x8825] = Self.long(UInt32(gpsStart)) }
        return Array("MM".utf8) + [0, 42] + Self.big(UInt32(8)) + Self.folder(image, at: 8)
            + photoFolder + Self.folder(gps.mapValues(Self.field), at: gpsStart)
    }

    private struct Field {
        let type: UInt16
        let count: Int
        let bytes: [UInt8]
        /// What does not fit into the entry itself, filled up to whole words.
        var overflow: [UInt8] {
            bytes.count > 4 ? bytes + Array(repeating: 0, count: bytes.count % 2) : []
        }
    }

    private static func field(_ value: Value) -> Field {
        switch value {
        case .text(let text):
            let bytes = Array(text.utf8) + [0]
            return Field(type: 2, count: bytes.count, bytes: bytes)
        case .short(let number):
            return Field(type: 3, count: 1, bytes: big(number))
        case .rationals(let list):
            let bytes = list.flatMap { big($0.numerator) + big($0.denominator) }
            return Field(type: 5, count: list.count, bytes: bytes)
        }
    }

    private static func long(_ number: UInt32) -> Field {
        Field(type: 4, count: 1, bytes: big(number))
    }

    private static func folder(_ fields: [UInt16: Field], at start: Int) -> [UInt8] {
        guard !fields.isEmpty else { return [] }
        var entries: [UInt8] = []
        var overflow: [UInt8] = []
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            entries += big(tag) + big(field.type) + big(UInt32(field.count))
            if field.overflow.isEmpty {
                entries += field.bytes + Array(repeating: 0, count: 4 - field.bytes.count)
            } else {
                entries += big(UInt32(start + 6 + 12 * fields.count + overflow.count))
                overflow += field.overflow
            }
        }
        return big(UInt16(fields.count)) + entries + big(UInt32(0)) + overflow
    }

    private static func big(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
