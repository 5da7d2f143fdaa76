internal import GeoModel

/// The vertices of a line or ring, as the searches read them: from an array, or where they lie.
package protocol VertexList {
    var count: Int { get }
    func latitude(_ index: Int) -> Double
    func longitude(_ index: Int) -> Double
}

extension [Coordinate]: VertexList {
    package func latitude(_ index: Int) -> Double { self[index].decimalLatitude }
    package func longitude(_ index: Int) -> Double { self[index].decimalLongitude }
}

/// Vertices in memory that is someone else's: longitude and latitude of each, two little-endian
/// 64-bit floats, as geometry BLOBs have them.
package struct FlatLine: VertexList {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    package let count: Int

    /// - Parameter bytes: Sixteen for each vertex; those of a part of one are left out.
    @inlinable package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        count = bytes.count / 16
    }

    @inlinable package func latitude(_ index: Int) -> Double { number(16 * index + 8) }
    @inlinable package func longitude(_ index: Int) -> Double { number(16 * index) }

    @inlinable func number(_ offset: Int) -> Double {
        Double(
            bitPattern: UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
}
