internal import GeoModel

/// Appends the parts of a SpatiaLite BLOB.
struct SpatialBlobWriter {
    var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func integer(_ value: Int32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func number(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func header(_ box: BoundingBox) {
        byte(SpatialBlob.start)
        byte(SpatialBlob.littleEndian)
        integer(SpatialBlob.srid)
        for edge in [box.west, box.south, box.east, box.north] { number(edge) }
        byte(SpatialBlob.endOfBox)
    }

    mutating func position(_ position: Coordinate) {
        number(position.decimalLongitude)
        number(position.decimalLatitude)
    }

    mutating func line(_ line: [Coordinate]) {
        integer(Int32(line.count))
        bytes.append(addingCapacity: 16 * line.count) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                let room = UnsafeMutableRawBufferPointer(buffer)
                for vertex in line {
                    room.storeBytes(
                        of: vertex.decimalLongitude.bitPattern.littleEndian, toByteOffset: count,
                        as: UInt64.self)
                    room.storeBytes(
                        of: vertex.decimalLatitude.bitPattern.littleEndian,
                        toByteOffset: count + 8, as: UInt64.self)
                    count += 16
                }
            }
        }
    }

    mutating func polygon(_ polygon: Polygon) {
        integer(Int32(1 + polygon.holes.count))
        line(polygon.outer)
        for hole in polygon.holes { line(hole) }
    }
}

/// Reads the parts of a SpatiaLite BLOB in order; every read past the end gives nil.
struct SpatialBlobReader {
    let bytes: UnsafeRawBufferPointer
    var offset: Int

    mutating func integer() -> Int32? {
        guard bytes.count - offset >= 4 else { return nil }
        defer { offset += 4 }
        return Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }

    /// A count of things of which each takes at least `size` bytes, so that a damaged count
    /// cannot ask for memory that the BLOB does not fill.
    private mutating func count(ofSize size: Int) -> Int? {
        guard let count = integer(), count >= 0, Int(count) <= (bytes.count - offset) / size
        else { return nil }
        return Int(count)
    }

    private mutating func positions(_ count: Int) -> [Coordinate]? {
        guard count <= (bytes.count - offset) / 16 else { return nil }
        var inRange = true
        let positions = [Coordinate](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let longitude = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let latitude = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
                offset += 16
                guard
                    let position = Coordinate(
                        decimalLatitude: Double(bitPattern: UInt64(littleEndian: latitude)),
                        decimalLongitude: Double(bitPattern: UInt64(littleEndian: longitude)))
                else {
                    inRange = false
                    return
                }
                buffer.initializeElement(at: initialized, to: position)
                initialized += 1
            }
        }
        return inRange ? positions : nil
    }

    private mutating func line() -> [Coordinate]? { count(ofSize: 16).flatMap { positions($0) } }

    private mutating func polygon() -> Polygon? {
        guard let rings = count(ofSize: 4), rings > 0, let outer = line() else { return nil }
        var holes: [[Coordinate]] = []
        for _ in 1..<rings {
            guard let hole = line() else { return nil }
            holes.append(hole)
        }
        return Polygon(outer: outer, holes: holes)
    }

    private mutating func entities<Part>(
        _ kind: SpatialBlob.Class, _ part: (inout Self) -> Part?
    ) -> [Part]? {
        guard let count = count(ofSize: 9) else { return nil }
        var parts: [Part] = []
        parts.reserveCapacity(count)
        for _ in 0..<count {
            guard bytes[offset] == SpatialBlob.entity else { return nil }
            offset += 1
            guard integer() == kind.rawValue, let next = part(&self), offset < bytes.count
            else { return nil }
            parts.append(next)
        }
        return parts
    }

    mutating func geometry() -> Geometry? {
        switch integer().flatMap(SpatialBlob.Class.init(rawValue:)) {
        case .point: positions(1).map { .point($0[0]) }
        case .lineString: line().map { .lineString($0) }
        case .polygon: polygon().map { .polygon($0) }
        case .multiLineString: entities(.lineString) { $0.line() }.map { .multiLineString($0) }
        case .multiPolygon: entities(.polygon) { $0.polygon() }.map { .multiPolygon($0) }
        case .multiPoint, nil: nil
        }
    }
}
