import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

/// What spares a question in a large map from what is far: it must find the same as a look at everything.
@Suite struct `A reverse question` {
    private static let reach = ReverseSearch.namedReachInDegrees

    /// 500 streets of three names, each of two bends, over three by three cells of names.
    private func streets(_ random: inout SeededGenerator) -> MapBuilder {
        var map = MapBuilder()
        for index in 0..<500 {
            var (latitude, longitude) = (
                Double.random(in: 60.18...60.24, using: &random),
                Double.random(in: 24.48...24.54, using: &random)
            )
            let line = (0..<4).map { _ in
                latitude += .random(in: -0.002...0.002, using: &random)
                longitude += .random(in: -0.002...0.002, using: &random)
                return (latitude, longitude)
            }
            map.way(line, ["highway": "residential", "name": ["Katu", "Tie", "Kuja"][index % 3]])
        }
        return map
    }

    @Test func `finds the nearest street of a name by cells as among all streets`() throws {
        var random = SeededGenerator(seed: 20_261_201)
        let fixture = try IndexFixture(streets(&random))
        defer { withExtendedLifetime(fixture) {} }
        let region = try #require(fixture.index.regionFiles.first)
        var beyondItsCell = 0
        for question in 0..<300 {
            let position = try #require(
                Coordinate(
                    decimalLatitude: .random(in: 60.17...60.25, using: &random),
                    decimalLongitude: .random(in: 24.47...24.55, using: &random)))
            let half = question % 2 == 0 ? 0 : Double.random(in: 0...0.01, using: &random)
            let box = try #require(
                BoundingBox(
                    west: position.decimalLongitude - half / 2,
                    south: position.decimalLatitude - half, east: position.decimalLongitude + half,
                    north: position.decimalLatitude + half / 3))
            let name = StreetName("Katu")
            let search = try ReverseSearch(
                ReverseQuery(position: position), regions: [region], countries: nil)
            let found = try search.street(named: name, near: position, box)
            let measure = PlanarMeasure(from: position)
            let streets = try region.streets(near: measure, withinDegrees: Self.reach)
                .filter { StreetName($0.streetName) == name }
            func order(_ street: ReverseHit) -> (Double, Double, OSMRef) {
                let squared =
                    half > 0 ? PlanarMeasure.squaredDegrees(from: box, to: street.line) : 0
                return (squared, street.nearest.squaredDegrees, street.ref)
            }
            let nearest = streets.min { order($0) < order($1) }
            #expect(found?.ref == nearest?.ref, "question \(question)")
            let own = StreetCells.cells(meeting: BoundingBox(position)).map(\.cell)
            if let found,
                !StreetCells.cells(
                    of: found.line, box: BoundingBox(enclosing: found.line)!
                ).contains(where: own.contains)
            {
                beyondItsCell += 1
            }
        }
        #expect(beyondItsCell > 10, "some are in the cell beyond")
    }

    @Test func `looks the streets of a name up once for each cell`() {
        let cache = StreetNameCache()
        var lookups: [Int64] = []
        func streets(_ name: String, _ cell: Int64) -> [Int64] {
            cache.streets(StreetName(name), cell) {
                lookups.append(cell)
                return cell == 2 ? [] : [SpatialTreeCell.everywhere(id: 10 * cell)]
            }.map(\.id)
        }
        for _ in 0..<2 {
            #expect(streets("Katu", 1) == [10])
            #expect(streets("katu", 2) == [])
            #expect(streets("Tie", 1) == [10])
        }
        #expect(lookups == [1, 2, 1])
    }

    @Test func `knows what a cell of names covers`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let west = Double.random(in: -180...179.9, using: &random)
            let south = Double.random(in: -90...89.9, using: &random)
            let box = try #require(
                BoundingBox(west: west, south: south, east: west + 0.05, north: south + 0.05))
            let cells = StreetCells.cells(meeting: box)
            for (cell, covered) in cells {
                let middle = try #require(
                    Coordinate(
                        decimalLatitude: (covered.south + covered.north) / 2,
                        decimalLongitude: (covered.west + covered.east) / 2))
                #expect(StreetCells.cells(meeting: BoundingBox(middle)).map(\.cell) == [cell])
            }
            #expect((cells.map(\.box.west).min() ?? 180) <= west + 1e-9)
            #expect((cells.map(\.box.north).max() ?? -90) >= min(south + 0.05, 90) - 1e-9)
        }
    }

    @Test func `takes the place node that is nearest to the street, not to its box`() throws {
        var map = MapBuilder()
        map.way(
            [(60.2, 24.5), (60.2, 24.51), (60.21, 24.51)],
            ["highway": "residential", "name": "Mutka"])
        map.node(60.208, 24.502, ["place": "suburb", "name": "Within the bend"])
        map.node(60.1985, 24.505, ["place": "suburb", "name": "By the street"])
        // Far from it, and named by the house: it may win as long as it is not twice as far.
        map.node(60.197, 24.502, ["place": "neighbourhood", "name": "Lähellä"])
        let answer = try #require(try IndexFixture(map).reverse(60.2, 24.505))
        #expect(answer["road"] == "Mutka")
        #expect(answer["suburb"] == "By the street")
        #expect(answer["neighbourhood"] == "Lähellä")
    }

    @Test func `takes the place that the house's address names, of those that are about as near`()
        throws
    {
        var map = MapBuilder()
        map.way(
            [(60.2, 24.5), (60.2, 24.51)], ["highway": "residential", "name": "Katu"])
        for step in 0..<40 {
            map.node(
                60.202 + Double(step) * 1e-4, 24.505, ["place": "suburb", "name": "Osa \(step)"])
        }
        map.node(
            60.2001, 24.505,
            ["addr:housenumber": "1", "addr:street": "Katu", "addr:suburb": "Osa 15"])
        let near = try #require(try IndexFixture(map).reverse(60.2001, 24.505))
        #expect(near["suburb"] == "Osa 15")
        map.node(
            60.2001, 24.507,
            ["addr:housenumber": "3", "addr:street": "Katu", "addr:suburb": "Osa 30"])
        let far = try #require(try IndexFixture(map).reverse(60.2001, 24.507))
        #expect(far["suburb"] == "Osa 0", "'Osa 30' is more than twice as far as 'Osa 0'")
    }
}
