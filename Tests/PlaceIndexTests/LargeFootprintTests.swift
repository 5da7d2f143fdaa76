import Database
import Foundation
import GeoModel
import Geodesy
import TestSupport
import Testing

@testable import PlaceIndex

/// One area of 80 ways, 40,000 nodes and 20 holes, named and of a kind people point at: a tenth of what
/// `turnstone bench place` measures, as what is read of it does not depend on its size.
@Suite struct `A huge multipolygon` {
    private static let center = position(10, 20)
    private static let nodesPerWay = 500

    /// A ring round the centre of `ways` ways of 500 nodes, its radius swinging by 2 %.
    private static func ring(
        _ map: inout MapBuilder, _ center: Coordinate, degrees: Double, ways: Int
    ) -> [Int64] {
        let count = ways * nodesPerWay
        let nodes = (0..<count).map { index in
            let angle = Double(index) / Double(count) * 2 * .pi
            let radius = degrees * (1 + 0.02 * sin(angle * 40))
            return map.node(
                center.decimalLatitude + radius * sin(angle),
                center.decimalLongitude + radius * cos(angle))
        }
        return (0..<ways).map { way in
            map.way(
                nodes: (0...nodesPerWay).map { nodes[(way * nodesPerWay + $0) % count] })
        }
    }

    /// 60 ways round it, and 20 holes of one way each.
    private static func map() -> MapBuilder {
        var map = MapBuilder()
        let outer = ring(&map, center, degrees: 1, ways: 60)
        var holes: [Int64] = []
        for row in 0..<2 {
            for column in 0..<10 {
                let hole = position(
                    center.decimalLatitude - 0.45 + Double(row) * 0.1,
                    center.decimalLongitude - 0.57 + Double(column) * 0.06)
                holes += ring(&map, hole, degrees: 0.02, ways: 1)
            }
        }
        map.relation(
            outer: outer, inner: holes,
            [
                "boundary": "administrative", "admin_level": "6", "name": "Huge",
                "leisure": "nature_reserve",
            ])
        map.box(10.5, 20.5, 10.501, 20.501, ["leisure": "park", "name": "Block"])
        return map
    }

    @Test func `is measured and asked no more than a block is, counted by what is read`() throws {
        let fixture = try IndexFixture(Self.map())
        let region = try #require(fixture.index.regionFiles.first)
        #expect(region.summary.counts["place"] == 2)
        let radius = 100.0
        // In the open, at the edge of a hole, in a hole, on the coast, and out at sea.
        for (from, meters) in [
            (position(10.9, 20.0), 0.0), (position(9.55, 19.45), nil), (position(9.55, 19.43), nil),
            (position(10, 21.0195), nil), (position(10, 21.3), nil),
        ] as [(Coordinate, Double?)] {
            let query = try NearbyQuery(
                position: from, radiusInMeters: meters == nil ? 50_000 : radius, limit: 1)
            var search = NearbySearch(query)
            try search.visit(region)
            // At most a few pieces of 64 positions, of 40,000.
            #expect(search.footprintBytes <= 12 * 1_200, "\(from): \(search.footprintBytes) bytes")
            let found = try #require(search.entries().first)
            #expect(found.label(NameChoice(.local)).text == "Huge")
            let row = try #require(
                region.layers[.place].rows.row(placeID(of: "Huge", in: fixture.index)))
            let shape = try #require(
                row.withBytes(PlaceColumn.footprint) { SpatialBlob.decode($0) })
            #expect(SpatialBlob.size(shape) > 600_000)
            let whole = FootprintDistance.measure(from: from, to: shape)
            #expect(abs(found.distanceInMeters - whole.distanceInMeters) < 0.01, "\(from)")
        }
        // Containment reads the pieces whose box holds the position.
        for (inside, isInside) in [
            (position(10.9, 20.0), true), (position(9.55, 19.43), false),
            (position(10, 20.5), true),
        ] {
            var pieces: [Int] = []
            let layer = region.layers[.areaPiece]
            layer.tree.visit(meeting: BoundingBox(inside)) { id in
                pieces.append(layer.rows.row(id)?.count(2) ?? 0)
                return true
            }
            #expect(pieces.count <= 3)
            #expect((pieces.max() ?? 0) <= 4_400)
            #expect(try region.areas(containing: inside).isEmpty != isInside)
        }
    }

    @Test func `is listed once, at its nearest piece, however many pieces are within the radius`()
        throws
    {
        var map = MapBuilder()
        // A star of 600 nodes, cut into pieces of 64, and things round it.
        let nodes = (0..<600).map { index in
            let angle = Double(index) / 600 * 2 * .pi
            let radius = index % 2 == 0 ? 0.004 : 0.0035
            return map.node(10 + radius * sin(angle), 20 + radius * cos(angle))
        }
        map.way(nodes: nodes + [nodes[0]], ["leisure": "park", "name": "Star"])
        for step in 0..<30 { map.node(10, 20.0045 + Double(step) * 1e-5, ["amenity": "bench"]) }
        let index = try IndexFixture(map).index
        for (from, limit) in [
            (position(10, 20.0045), 100), (position(10, 20), 1),
            (position(10.0041, 20.001), 100), (position(9.9962, 20.002), 10),
        ] {
            let found = try index.nearby(
                NearbyQuery(position: from, radiusInMeters: 1000, limit: limit))
            #expect(Set(found.map(\.place.ref)).count == found.count, "\(from)")
            let star = try #require(found.first { $0.label == "Star" })
            let row = try #require(
                index.regionFiles[0].layers[.place].rows.row(placeID(of: "Star", in: index)))
            let shape = try #require(
                row.withBytes(PlaceColumn.footprint) { SpatialBlob.decode($0) })
            let whole = FootprintDistance.measure(from: from, to: shape)
            #expect(abs(star.distanceInMeters - whole.distanceInMeters) < 0.01, "\(from)")
        }
    }

    private func placeID(of name: String, in index: PlaceIndex) throws -> Int64 {
        try index.regionFiles[0].pool.withConnection { connection in
            let row = try connection.statement("SELECT id FROM place WHERE name = ?1")
            try row.bind(1, name)
            return try row.step() ? row.int64(0) : 0
        }
    }
}
