extension SpatialBlob {
    /// A part of a shape, by how its vertices hang together.
    package enum Part { case point, line, outerRing, hole }

    /// Bytes of a point's BLOB, which no other kind of shape has so few of.
    package static var pointSize: Int { headerSize + 21 }

    /// Calls `body` with the vertices of each part, where they lie in a BLOB of this kind: longitude and
    /// latitude, sixteen bytes a vertex. A polygon's holes follow its outer ring.
    ///
    /// Spares the copy that `decode` makes; coordinates are not checked to be in range.
    ///
    /// - Returns: false for anything else, parts visited until then notwithstanding.
    package static func visitParts(
        _ bytes: UnsafeRawBufferPointer, _ body: (Part, UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard bytes.count > headerSize, bytes[0] == start, bytes[1] == littleEndian,
            bytes[headerSize - 1] == endOfBox, bytes[bytes.count - 1] == end
        else { return false }
        var reader = SpatialBlobReader(bytes: bytes, offset: headerSize)
        let isWhole: Bool =
            switch reader.integer().flatMap(Class.init(rawValue:)) {
            case .point: reader.visit(.point, count: 1, body)
            case .lineString: reader.visitLine(body)
            case .polygon: reader.visitPolygon(body)
            case .multiLineString: reader.visitEntities(.lineString) { $0.visitLine(body) }
            case .multiPolygon: reader.visitEntities(.polygon) { $0.visitPolygon(body) }
            case .multiPoint, nil: false
            }
        return isWhole && reader.offset == bytes.count - 1
    }
}

extension SpatialBlobReader {
    fileprivate typealias Body = (SpatialBlob.Part, UnsafeRawBufferPointer) -> Void

    fileprivate mutating func visit(_ part: SpatialBlob.Part, count: Int, _ body: Body) -> Bool {
        guard count >= 0, count <= (bytes.count - offset) / 16 else { return false }
        body(part, UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 16 * count]))
        offset += 16 * count
        return true
    }

    fileprivate mutating func visitLine(_ body: Body) -> Bool {
        guard let count = integer() else { return false }
        return visit(.line, count: Int(count), body)
    }

    fileprivate mutating func visitPolygon(_ body: Body) -> Bool {
        guard let rings = integer(), rings > 0 else { return false }
        for ring in 0..<rings {
            guard let count = integer(),
                visit(ring == 0 ? .outerRing : .hole, count: Int(count), body)
            else { return false }
        }
        return true
    }

    fileprivate mutating func visitEntities(
        _ kind: SpatialBlob.Class, _ visit: (inout Self) -> Bool
    ) -> Bool {
        guard let count = integer(), count >= 0 else { return false }
        for _ in 0..<count {
            guard offset < bytes.count, bytes[offset] == SpatialBlob.entity else { return false }
            offset += 1
            guard integer() == kind.rawValue, visit(&self) else { return false }
        }
        return true
    }
}
