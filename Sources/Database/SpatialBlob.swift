package import GeoModel

/// SpatiaLite's geometry BLOB, two-dimensional, SRID 4326 (WGS 84), little-endian.
///
/// The layout is <https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html>: 00, byte order, SRID,
/// minimum and maximum x and y, 7C, class, coordinates, FE. x is longitude. Reading and writing it
/// here spares a connection SpatiaLite's start-up and a query its SQL functions.
package enum SpatialBlob {
    package static let srid: Int32 = 4326

    enum Class: Int32 {
        case point = 1
        case lineString = 2
        case polygon = 3
        case multiPoint = 4
        case multiLineString = 5
        case multiPolygon = 6
    }

    static let start: UInt8 = 0x00
    static let littleEndian: UInt8 = 0x01
    static let endOfBox: UInt8 = 0x7C
    static let entity: UInt8 = 0x69
    static let end: UInt8 = 0xFE
    /// Bytes before the class: marks, SRID and box.
    static let headerSize = 39

    /// Returns the BLOB; nil for a geometry without any position, which SpatiaLite cannot hold.
    package static func encode(_ geometry: Geometry) -> [UInt8]? {
        geometry.boundingBox.map { encode(geometry, box: $0) }
    }

    /// Returns the BLOB of a geometry whose box is known.
    package static func encode(_ geometry: Geometry, box: BoundingBox) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(geometry))
        append(geometry, box: box, to: &bytes)
        return bytes
    }

    /// Appends the BLOB of a geometry whose box is known.
    package static func append(_ geometry: Geometry, box: BoundingBox, to bytes: inout [UInt8]) {
        var writer = SpatialBlobWriter()
        swap(&writer.bytes, &bytes)
        defer { swap(&writer.bytes, &bytes) }
        writer.header(box)
        switch geometry {
        case .point(let position):
            writer.integer(Class.point.rawValue)
            writer.position(position)
        case .lineString(let line):
            writer.integer(Class.lineString.rawValue)
            writer.line(line)
        case .multiLineString(let lines):
            writer.integer(Class.multiLineString.rawValue)
            writer.integer(Int32(lines.count))
            for line in lines {
                writer.byte(entity)
                writer.integer(Class.lineString.rawValue)
                writer.line(line)
            }
        case .polygon(let polygon):
            writer.integer(Class.polygon.rawValue)
            writer.polygon(polygon)
        case .multiPolygon(let polygons):
            writer.integer(Class.multiPolygon.rawValue)
            writer.integer(Int32(polygons.count))
            for polygon in polygons {
                writer.byte(entity)
                writer.integer(Class.polygon.rawValue)
                writer.polygon(polygon)
            }
        }
        writer.byte(end)
    }

    /// How many bytes the BLOB of a geometry has.
    package static func size(_ geometry: Geometry) -> Int {
        let ends = headerSize + 5
        switch geometry {
        case .point: return ends + 16
        case .lineString(let line): return ends + 4 + 16 * line.count
        case .multiLineString(let lines):
            return ends + 4 + lines.reduce(0) { $0 + 9 + 16 * $1.count }
        case .polygon(let polygon): return ends + size(polygon)
        case .multiPolygon(let polygons): return ends + 4 + polygons.reduce(0) { $0 + 5 + size($1) }
        }
    }

    private static func size(_ polygon: Polygon) -> Int {
        4 + 4 + 16 * polygon.outer.count + polygon.holes.reduce(0) { $0 + 4 + 16 * $1.count }
    }

    /// Reads a BLOB of this kind.
    ///
    /// - Returns: nil for anything else: cut short, another SRID or byte order, with z or m,
    ///   compressed, several points, a coordinate out of range.
    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Geometry? {
        guard bytes.count > headerSize, bytes[0] == start, bytes[1] == littleEndian,
            bytes[headerSize - 1] == endOfBox, bytes[bytes.count - 1] == end
        else { return nil }
        var reader = SpatialBlobReader(bytes: bytes, offset: 2)
        guard reader.integer() == srid else { return nil }
        reader.offset = headerSize
        let geometry = reader.geometry()
        return reader.offset == bytes.count - 1 ? geometry : nil
    }

    /// Reads a BLOB of this kind.
    package static func decode(_ bytes: [UInt8]) -> Geometry? {
        bytes.withUnsafeBytes { decode($0) }
    }
}

extension SpatialBlob {
    /// Whether the BLOB is a point's, by its class and length.
    package static func isPoint(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == headerSize + 21 else { return false }
        var reader = SpatialBlobReader(bytes: bytes, offset: headerSize)
        return reader.integer() == Class.point.rawValue
    }

    /// Whether the BLOB is a line's or several lines', by its class.
    package static func isLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > headerSize + 4 else { return false }
        var reader = SpatialBlobReader(bytes: bytes, offset: headerSize)
        let kind = reader.integer()
        return kind == Class.lineString.rawValue || kind == Class.multiLineString.rawValue
    }

    /// Whether a position is in the box that the BLOB's header states, or the box may cross 180 degrees.
    package static func mayHold(
        _ position: Coordinate, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        guard bytes.count > headerSize else { return false }
        let (west, south) = (edge(bytes, 0), edge(bytes, 1))
        let (east, north) = (edge(bytes, 2), edge(bytes, 3))
        return south <= position.decimalLatitude && position.decimalLatitude <= north
            && (west <= position.decimalLongitude && position.decimalLongitude <= east
                || west <= -180 || east >= 180 || east - west > 180)
    }

    /// Of west, south, east and north, counted from 0.
    private static func edge(_ bytes: UnsafeRawBufferPointer, _ number: Int) -> Double {
        let bits = bytes.loadUnaligned(fromByteOffset: 6 + 8 * number, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }

    /// The edges of the box that the BLOB's header states, as they are there; nil for what is too short for one.
    package static func statedEdges(
        _ bytes: UnsafeRawBufferPointer
    ) -> (west: Double, south: Double, east: Double, north: Double)? {
        bytes.count > headerSize
            ? (edge(bytes, 0), edge(bytes, 1), edge(bytes, 2), edge(bytes, 3)) : nil
    }

    /// The box that the BLOB's header states; nil when it is none of this kind.
    package static func boundingBox(_ bytes: UnsafeRawBufferPointer) -> BoundingBox? {
        guard bytes.count > headerSize, bytes[0] == start, bytes[1] == littleEndian,
            bytes[headerSize - 1] == endOfBox
        else { return nil }
        return BoundingBox(
            west: edge(bytes, 0), south: edge(bytes, 1), east: edge(bytes, 2),
            north: edge(bytes, 3))
    }
}
