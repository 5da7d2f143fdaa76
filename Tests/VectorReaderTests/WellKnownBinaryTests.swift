import Testing
import VectorReader

@Suite struct `Well-known binary` {
    private let square = PlanarPolygon(rings: [
        [(0.0, 0.0), (2, 0), (2, 2), (0, 2), (0, 0)].map { PlanarPosition(x: $0, y: $1) },
        [(0.5, 0.5), (1, 0.5), (1, 1), (0.5, 0.5)].map { PlanarPosition(x: $0, y: $1) },
    ])

    private func read(_ bytes: [UInt8]) -> VectorShape {
        bytes.withUnsafeBytes { WellKnownBinary.shape($0) }
    }

    @Test func `of polygons is read as it was written`() {
        let polygons = [square, PlanarPolygon(rings: [square.rings[1]])]
        #expect(read(WellKnownBinary.multiPolygon(polygons)) == .areas(polygons))
    }

    @Test(arguments: [
        // A point, big-endian; a line without positions; no geometry in a collection.
        ([0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16), VectorShape.points),
        ([1, 2, 0, 0, 0, 0, 0, 0, 0], .lines),
        ([1, 7, 0, 0, 0, 0, 0, 0, 0], .nothing),
        // A point with z, by ISO's number and by OGR's bit.
        ([1, 0xE9, 3, 0, 0] + [UInt8](repeating: 0, count: 24), .points),
        ([1, 1, 0, 0, 0x80] + [UInt8](repeating: 0, count: 24), .points),
    ])
    func `of another kind is told by its kind`(bytes: [UInt8], shape: VectorShape) {
        #expect(read(bytes) == shape)
    }

    @Test func `that ends early is no geometry`() {
        let whole = WellKnownBinary.multiPolygon([square])
        for count in whole.indices { #expect(read(Array(whole[..<count])) == .unknown) }
    }

    @Test func `that nests without end is no geometry`() {
        let nested = (0..<1000).flatMap { _ -> [UInt8] in [1, 7, 0, 0, 0, 1, 0, 0, 0] }
        #expect(read(nested) == .unknown)
    }
}
