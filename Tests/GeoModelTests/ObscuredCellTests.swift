import TestSupport
import Testing

@testable import GeoModel

@Suite struct `A cell of 0.2 degrees` {
    private func cell(_ latitude: Double, _ longitude: Double) throws -> ObscuredCell {
        ObscuredCell(
            holding: try #require(
                Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)))
    }

    @Test(arguments: [
        (60.1699, 24.9384, 60.0, 24.8), (0, 0, 0, 0), (-0.0001, -0.0001, -0.2, -0.2),
        (60.2, 24.8, 60.2, 24.8), (0.6, -0.6, 0.6, -0.6), (-33.8, 151.2, -33.8, 151.2),
        (89.6, 10, 89.6, 10), (12.3, 180, 12.2, -180), (12.3, -180, 12.2, -180),
        (12.3, 179.9, 12.2, 179.8), (-89.8, 0, -89.8, 0),
    ])
    func `holds the position, and begins at a multiple of 0.2 degrees`(
        latitude: Double, longitude: Double, south: Double, west: Double
    ) throws {
        let box = try cell(latitude, longitude).box
        #expect(abs(box.south - south) < 1e-9 && abs(box.west - west) < 1e-9)
        #expect(abs(box.north - south - 0.2) < 1e-9 && abs(box.east - west - 0.2) < 1e-9)
    }

    @Test(arguments: [90, 89.8, 89.95, -90, -89.81])
    func `is one round a pole for all longitudes`(latitude: Double) throws {
        let cells = try [-180, -7, 0, 33.3, 180].map { try cell(latitude, $0) }
        #expect(Set(cells).count == 1)
        #expect(cells[0].box.west == -180 && cells[0].box.east == 180)
    }

    @Test(arguments: [
        (60.1699, 24.9384), (-0.1, 0.1), (90, 12), (-90, 0), (-17.7, 180), (-17.7, -180),
        (45.19, -179.99),
    ])
    func `draws points all over itself, and none outside`(
        latitude: Double, longitude: Double
    ) throws {
        let cell = try cell(latitude, longitude)
        var random = SeededGenerator(seed: 5)
        let points = (0..<4000).map { _ in cell.point(using: &random) }
        let box = cell.box
        #expect(points.allSatisfy { box.contains($0) })
        let north = points.count { $0.decimalLatitude > (box.south + box.north) / 2 }
        let east = points.count { $0.decimalLongitude > (box.west + box.east) / 2 }
        #expect((1850...2150).contains(north) && (1850...2150).contains(east))
        // On a grid that claims no more than 11 m.
        #expect(
            points.allSatisfy {
                abs($0.decimalLatitude * 10_000 - ($0.decimalLatitude * 10_000).rounded()) < 1e-6
            })
    }

    @Test func `gives each record an id of chance, a UUID of version 4`() throws {
        var random = SeededGenerator(seed: 1)
        let ids = (0..<200).map { _ in Concealment(for: nil, using: &random).id }
        #expect(Set(ids).count == 200)
        let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
        #expect(ids.allSatisfy { $0.wholeMatch(of: pattern) != nil })
    }
}
