import GeoModel
import Testing

@testable import RankingBench

@Suite struct `Simulated captures` {
    private static let here = Coordinate(decimalLatitude: 47.14, decimalLongitude: 9.52)!

    private static func object(
        _ id: Int64, _ category: String, _ type: String, _ tags: [String: String] = [:],
        name: String? = "Name", east: Double = 0
    ) -> MappedObject {
        let position = Coordinate(decimalLatitude: 47.14, decimalLongitude: 9.52 + east)!
        return MappedObject(
            ref: OSMRef(osmType: .node, osmID: id), category: category, type: type, name: name,
            tags: tags.merging([category: type]) { first, _ in first }, position: position,
            shape: .point(position))
    }

    private static let objects = [
        object(1, "amenity", "place_of_worship", ["religion": "christian", "wikidata": "Q1"]),
        object(2, "shop", "bakery", east: 0.001),
        object(3, "amenity", "bench", name: nil, east: 0.002),
    ]

    private static let labels = [
        ImageLabel(
            model: "m", index: 0, name: "church",
            osmTags: [
                OSMTag(key: "amenity", value: "place_of_worship"),
                OSMTag(key: "religion", value: "christian"),
            ], osmMatch: .same),
        ImageLabel(
            model: "m", index: 1, name: "mosque",
            osmTags: [
                OSMTag(key: "amenity", value: "place_of_worship"),
                OSMTag(key: "religion", value: "muslim"),
            ], osmMatch: .same),
        ImageLabel(
            model: "m", index: 2, name: "dunlin", scientificName: "Calidris alpina",
            taxonRank: "species"),
        ImageLabel(model: "m", index: 3, name: "nail"),
    ]

    private static func drawn(
        _ count: Int, seed: UInt64, _ interest: CaptureDraw.Interest = .photographed
    ) -> [SimulatedCapture] {
        var draw = CaptureDraw(objects, labels: labels, interest: interest, seed: seed)
        return (0..<count).map { _ in draw.next() }
    }

    private static func shown(_ captures: [SimulatedCapture]) -> [Int64: Int] {
        captures.reduce(into: [:]) { counts, capture in
            if case .place(let object) = capture.subject {
                counts[object.ref.osmID, default: 0] += 1
            }
        }
    }

    @Test func `one seed has one sequence, another seed another`() {
        func positions(_ seed: UInt64) -> [Coordinate] {
            Self.drawn(50, seed: seed).map(\.position.coordinate)
        }
        #expect(positions(1) == positions(1))
        #expect(positions(1) != positions(2))
    }

    @Test func `seven of ten show a place, sights far more often than what only serves`() {
        let shown = Self.shown(Self.drawn(2000, seed: 3))
        #expect((1300...1500).contains(shown.values.reduce(0, +)))
        #expect(shown[1, default: 0] > 30 * shown[2, default: 0])
        #expect(shown[2, default: 0] > shown[3, default: 0])
        let even = Self.shown(Self.drawn(2000, seed: 3, .even))
        #expect(abs(even[1, default: 0] - even[2, default: 0]) < 120)
        #expect(even[3] == nil)
    }

    @Test func `the picture's answer is a distribution, and right as often as was measured`() {
        var random = SeededGenerator(seed: 5)
        let draw = LabelDraw(Self.labels)
        var right = 0
        for _ in 0..<4000 {
            let answer = draw.answer(showing: 0, using: &random)
            #expect(answer.reduce(0) { $0 + $1.probability } <= 1)
            #expect(answer.allSatisfy { (0...1).contains($0.probability) })
            let best = answer.max { $0.probability < $1.probability }
            if best?.label.index == 0 { right += 1 }
        }
        // 75.1 % as published, and some of the wrong draws that fall on the right class again.
        #expect((0.73...0.82).contains(Double(right) / 4000))
    }

    @Test func `a class that contradicts the object is never what its photo shows`() {
        let draw = LabelDraw(Self.labels)
        #expect(draw.classes(of: Self.objects[0]) == [0])
        #expect(draw.classes(of: Self.objects[1]) == [])
    }

    @Test func `the telephone's position strays by metres, now and then by many`() {
        var random = SeededGenerator(seed: 7)
        let errors = (0..<1000).map { _ in
            let draw = CameraDraw(at: Self.here, using: &random)
            let away = (
                (draw.stated.coordinate.decimalLatitude - 47.14) * 111_200,
                (draw.stated.coordinate.decimalLongitude - 9.52) * 75_900
            )
            return (away.0 * away.0 + away.1 * away.1).squareRoot()
        }.sorted()
        #expect((3.0...8).contains(errors[500]))
        #expect(errors[990] > 25)
    }

    @Test func `an office is as good an answer as another of its address`() {
        func office(_ id: Int64, _ number: String, name: String? = "Name") -> MappedObject {
            Self.object(
                id, "office", "company",
                ["addr:street": "Annankatu", "addr:housenumber": number], name: name)
        }
        let one = office(1, "25", name: "One")
        #expect(RankingTrial.isSame(one, office(2, "25", name: "Two")))
        #expect(!RankingTrial.isSame(one, office(3, "27", name: "Three")))
        #expect(!RankingTrial.isSame(one, office(4, "25", name: nil)))
        #expect(
            !RankingTrial.isSame(
                one, Self.object(5, "shop", "bakery", one.tags, name: "Bakery")))
    }

    @Test func `living things are often shown at a place of the person's own, which is not meant`()
    {
        let living = Self.drawn(4000, seed: 5).filter {
            if case .living = $0.subject { true } else { false }
        }
        let own = living.count { $0.ownPlace != nil }
        #expect((0.22...0.34).contains(Double(own) / Double(living.count)))
    }

    @Test func `things are shown that maps know, half as often as each of the others`() {
        var counts: [String: Int] = [:]
        for capture in Self.drawn(6000, seed: 6) {
            if case .thing(let label) = capture.subject { counts[label.name, default: 0] += 1 }
        }
        #expect(Set(counts.keys) == ["church", "mosque", "nail"])
        let part = Double(counts["nail"] ?? 0) / Double(counts.values.reduce(0, +))
        #expect((0.42...0.58).contains(part))
    }

    @Test func `one of a row of benches is as good an answer as another, a named one is not`() {
        let bench = Self.object(1, "amenity", "bench", name: nil)
        func isSame(_ other: MappedObject) -> Bool { RankingTrial.isSame(bench, other) }
        #expect(isSame(Self.object(2, "amenity", "bench", name: nil, east: 0.0002)))
        #expect(!isSame(Self.object(3, "amenity", "bench", name: nil, east: 0.0005)))
        #expect(!isSame(Self.object(4, "amenity", "waste_basket", name: nil)))
        #expect(!isSame(Self.object(5, "amenity", "bench")))
    }
}
