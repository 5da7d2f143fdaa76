import GeoModel
import Geodesy
import PlaceIndex
import TestSupport
import Testing

@Suite struct `The search for landmarks` {
    /// Towers of many heights, known and unknown places, near and far, and one across 180 degrees.
    private func map() -> MapBuilder {
        var map = MapBuilder()
        var random = SeededGenerator(seed: 33)
        for number in 0..<400 {
            var tags = ["amenity": "cafe", "name": "p\(number)"]
            if number % 3 == 0 { tags["height"] = "\(number % 97)" }
            if number % 5 == 0 { tags["wikidata"] = "Q\(number)" }
            if number % 7 == 0 { tags = ["natural": "peak", "name": "p\(number)"] }
            if number % 11 == 0 { tags["building:levels"] = "\(number % 13)" }
            map.node(
                Double.random(in: -0.03...0.03, using: &random),
                number % 2 == 0
                    ? Double.random(in: 179.97...180, using: &random)
                    : Double.random(in: -180...(-179.97), using: &random), tags)
        }
        map.box(
            0.010, 179.985, 0.011, 179.986,
            ["tourism": "attraction", "name": "box", "height": "80"])
        return map
    }

    @Test(arguments: [(0.0, 180.0), (0.01, 179.99), (-0.02, -179.975), (0.0105, 179.9855)])
    func
        `has every place beyond the radius that is seen from the position, nearest in proportion first`(
            latitude: Double, longitude: Double
        ) throws
    {
        let index = try IndexFixture(map()).index
        let here = position(latitude, longitude)
        // All there is, one search after the other, as one gives a hundred.
        var all: [OSMRef: NearbyPlace] = [:]
        for kind in ["amenity", "natural", "tourism"] {
            for step in 0..<9 {
                for other in 0..<9 {
                    let centre = position(
                        -0.032 + 0.008 * Double(step),
                        179.968 + 0.008 * Double(other) > 180
                            ? 179.968 + 0.008 * Double(other) - 360
                            : 179.968 + 0.008 * Double(other))
                    for found in try index.nearby(
                        NearbyQuery(
                            position: centre, radiusInMeters: 1_000, limit: 100,
                            kinds: [.init(category: kind)]))
                    { all[found.place.ref] = found }
                }
            }
        }
        #expect(all.count == 401)
        for (radius, uncertainty) in [(100.0, 0.0), (30, 0), (150, 75), (500, 400), (40, 2_500)] {
            let margin = min(uncertainty, 2_000)
            var expected: [(part: Double, ref: OSMRef)] = []
            for place in all.values.map(\.place) {
                let isKnown =
                    place.importance * place.importance * Place.farthestSightInMeters > radius / 2
                let isTall = ["height", "building:levels"].contains { place.tags[$0] != nil }
                guard isKnown || isTall || place.category == "natural" else { continue }
                let box = place.boundingBox
                let meters =
                    box.west == box.east
                    ? Geodesic.inverse(from: here, to: place.position).distanceInMeters
                    : try index.nearby(
                        NearbyQuery(
                            position: here, radiusInMeters: 50_000, limit: 1,
                            kinds: [.init(category: "tourism")]))[0].distanceInMeters
                let reach = place.sightInMeters + margin
                guard meters > radius, meters <= reach else { continue }
                expected.append((meters / reach, place.ref))
            }
            expected.sort { ($0.part, $0.ref) < ($1.part, $1.ref) }
            let found = try index.landmarks(
                near: here, beyondMeters: radius, uncertaintyInMeters: uncertainty,
                languages: .local)
            #expect(
                found.map(\.place.ref) == expected.prefix(PlaceIndex.landmarkLimit).map(\.ref),
                "\(radius) m, \(uncertainty) m")
        }
    }
}
