/// Reads and writes polygons as well-known binary (OGC 06-103r4, section 8; ISO 13249-3 for z and m).
///
/// Either byte order, with or without z and m, which are left out.
package enum WellKnownBinary {
    /// Reads a geometry of any kind.
    package static func shape(_ bytes: UnsafeRawBufferPointer) -> VectorShape {
        var reader = Reader(bytes: bytes)
        var found = Found()
        guard reader.read(into: &found, depth: 0) else { return .unknown }
        if !found.polygons.isEmpty { return .areas(found.polygons) }
        return found.hasLines ? .lines : found.hasPoints ? .points : .nothing
    }

    /// Writes polygons as one MultiPolygon, little-endian.
    package static func multiPolygon(_ polygons: [PlanarPolygon]) -> [UInt8] {
        var bytes: [UInt8] = []
        func integer(_ value: Int) {
            withUnsafeBytes(of: UInt32(value).littleEndian) { bytes.append(contentsOf: $0) }
        }
        func number(_ value: Double) {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(1)
        integer(6)
        integer(polygons.count)
        for polygon in polygons {
            bytes.append(1)
            integer(3)
            integer(polygon.rings.count)
            for ring in polygon.rings {
                integer(ring.count)
                bytes.reserveCapacity(bytes.count + 16 * ring.count)
                for position in ring {
                    number(position.x)
                    number(position.y)
                }
            }
        }
        return bytes
    }

    private struct Found {
        var polygons: [PlanarPolygon] = []
        var hasPoints = false
        var hasLines = false
    }

    /// A collection in a collection in a collection: no file has more.
    private static let greatestDepth = 8

    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var offset = 0
        var isLittleEndian = true

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// false where the bytes end early or are of another kind.
        mutating func read(into found: inout Found, depth: Int) -> Bool {
            guard depth <= WellKnownBinary.greatestDepth, offset < bytes.count else { return false }
            isLittleEndian = bytes[offset] == 1
            offset += 1
            guard let code = integer() else { return false }
            // ISO adds 1000 for z, 2000 for m; PostGIS and OGR before it set the two highest bits.
            let plain = code & 0x0FFF_FFFF
            let more = [0, 1, 1, 2][min(plain / 1000, 3)]
            let dimensions = 2 + more + (code >> 31) + (code >> 30 & 1)
            switch plain % 1000 {
            case 1:
                found.hasPoints = true
                return skip(1, dimensions)
            case 2:
                found.hasLines = true
                guard let count = integer() else { return false }
                return skip(count, dimensions)
            case 3:
                guard let polygon = polygon(dimensions) else { return false }
                if !polygon.rings.isEmpty { found.polygons.append(polygon) }
                return true
            // Several points, lines or polygons, a collection, a surface of polygons.
            case 4, 5, 6, 7, 15:
                guard let count = integer(), count <= bytes.count / 5 else { return false }
                for _ in 0..<count {
                    guard read(into: &found, depth: depth + 1) else { return false }
                }
                return true
            default: return false
            }
        }

        private mutating func polygon(_ dimensions: Int) -> PlanarPolygon? {
            guard let rings = integer(), rings <= bytes.count / 4 else { return nil }
            var polygon = PlanarPolygon(rings: [])
            polygon.rings.reserveCapacity(rings)
            for _ in 0..<rings {
                guard let count = integer(), count <= (bytes.count - offset) / (8 * dimensions)
                else { return nil }
                var ring: [PlanarPosition] = []
                ring.reserveCapacity(count)
                for _ in 0..<count {
                    ring.append(PlanarPosition(x: number(at: offset), y: number(at: offset + 8)))
                    offset += 8 * dimensions
                }
                polygon.rings.append(ring)
            }
            return polygon
        }

        private mutating func skip(_ count: Int, _ dimensions: Int) -> Bool {
            guard count <= (bytes.count - offset) / (8 * dimensions) else { return false }
            offset += 8 * dimensions * count
            return true
        }

        private mutating func integer() -> Int? {
            guard bytes.count - offset >= 4 else { return nil }
            let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            offset += 4
            return Int(isLittleEndian ? UInt32(littleEndian: value) : UInt32(bigEndian: value))
        }

        private func number(at offset: Int) -> Double {
            let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return Double(
                bitPattern: isLittleEndian ? UInt64(littleEndian: bits) : UInt64(bigEndian: bits))
        }
    }
}
