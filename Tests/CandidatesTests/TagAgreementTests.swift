import GeoModel
import Testing

@testable import Candidates

@Suite struct `Agreement of picture and tags` {
    static let pizza =
        "amenity=restaurant;amenity=fast_food;amenity=cafe;cuisine=pizza;cuisine=italian"
    static let mosque = "amenity=place_of_worship;religion=muslim;building=mosque"
    static let suspension =
        "man_made=bridge;bridge=yes;bridge:structure=suspension;bridge:structure=simple-suspension"

    private static func agreement(_ labelTags: String, _ placeTags: [String: String])
        -> TagAgreement
    {
        let place = Make.place(1, "P", "tourism", "attraction", tags: placeTags, at: 0).place
        return TagAgreement(of: Make.label("l", 1, tags: labelTags).label, with: place)
    }

    @Test(
        arguments: [
            (Make.churchTags, ["amenity": "place_of_worship"], .matches(keys: 1)),
            (
                Make.churchTags,
                ["amenity": "place_of_worship", "religion": "christian", "building": "cathedral"],
                .matches(keys: 3)
            ),
            (Make.churchTags, ["amenity": "cafe"], .differs),
            (Make.churchTags, [:], .differs),
            (Make.churchTags, ["building": "yes", "historic": "church"], .matches(keys: 1)),
            (
                mosque, ["amenity": "place_of_worship", "religion": "christian"],
                .contradicted(OSMTag(key: "religion", value: "christian"))
            ),
            (
                Make.churchTags, ["building": "church", "religion": "muslim"], .matches(keys: 1)
            ),
            (pizza, ["amenity": "restaurant", "cuisine": "regional;pizza"], .matches(keys: 2)),
            (pizza, ["amenity": "restaurant", "cuisine": "regional; pizza"], .matches(keys: 2)),
            (
                pizza, ["amenity": "restaurant", "cuisine": "sushi"],
                .contradicted(OSMTag(key: "cuisine", value: "sushi"))
            ),
            (pizza, ["amenity": "restaurant"], .matches(keys: 1)),
            (
                suspension, ["man_made": "bridge", "bridge:structure": "arch"],
                .contradicted(OSMTag(key: "bridge:structure", value: "arch"))
            ),
            (
                "sport=tennis;leisure=pitch", ["leisure": "pitch", "sport": "soccer"],
                .contradicted(OSMTag(key: "sport", value: "soccer"))
            ),
            ("", ["amenity": "cafe"], .silent),
            ("tourism=attraction", [:], .matches(keys: 1)),
        ] as [(String, [String: String], TagAgreement)])
    func `keys add up, values are alternatives, decisive keys contradict`(
        label: String, place: [String: String], expected: TagAgreement
    ) {
        #expect(Self.agreement(label, place) == expected)
    }

    @Test func `a contradiction on religion outweighs a match on the amenity`() {
        let label = Make.label("mosque", 1, tags: Self.mosque).label
        let church = Self.agreement(
            Self.mosque, ["amenity": "place_of_worship", "religion": "christian"])
        let cafe = Self.agreement(Self.mosque, ["amenity": "cafe"])
        #expect(church.weight(of: label) < cafe.weight(of: label))
        #expect(cafe.weight(of: label) < 0)
    }

    @Test func `being the thing weighs more than being typical of the place`() {
        let same = Make.label("church", 1, tags: Make.churchTags, match: .same).label
        let found = Make.label("altar", 1, tags: Make.churchTags, match: .found).label
        for keys in 1...4 {
            let agreement = TagAgreement.matches(keys: keys)
            #expect(agreement.weight(of: same) > agreement.weight(of: found) + 0.5)
        }
        #expect(TagAgreement.differs.weight(of: same) < TagAgreement.differs.weight(of: found))
    }

    @Test func `a roof hardly tells which place it is`() {
        let roof = Make.label("dome", 1, tags: "roof:shape=dome").label
        #expect(TagAgreement.matches(keys: 1).weight(of: roof) < 0.5)
        #expect(TagAgreement.differs.weight(of: roof) > -0.5)
    }

    @Test func `a mosque in the picture prefers the mosque to the nearer church`() throws {
        let church = Make.place(
            1, "Church", "amenity", "place_of_worship", tags: ["religion": "christian"], at: 5)
        let mosque = Make.place(
            2, "Mosque", "amenity", "place_of_worship", tags: ["religion": "muslim"], at: 45)
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [church, mosque], labels: [Make.label("mosque", 0.8, tags: Self.mosque)]))
        #expect(candidates.first?.name == "Mosque")
        #expect(
            try candidates.named("Church").evidence.map(\.text).contains(
                "the picture looks like a mosque (0.80), but this place is tagged religion=christian"
            ))
    }

    @Test func `what is typical of a place is worded so`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [Make.cathedralPlace],
                labels: [
                    Make.label("altar", 0.62, tags: "amenity=place_of_worship", match: .found)
                ]))
        #expect(
            try candidates.named("Helsingin tuomiokirkko").evidence.map(\.text).contains(
                "the picture shows an altar (0.62), typical of such a place"))
    }

    @Test func `the weak half of the labels does not drown the strong one`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: Make.neighbours + [Make.cathedralPlace],
                labels: [
                    Make.church(0.5), Make.label("pizza", 0.3, tags: Self.pizza, match: .found),
                ]
            ))
        #expect(candidates.first?.name == "Helsingin tuomiokirkko")
    }

    @Test func `a class that the picture hardly shows is not worth a line`() {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [Make.cathedralPlace],
                labels: [Make.label("pizza", 0.01, tags: Self.pizza, match: .found)]))
        #expect(!candidates.flatMap(\.evidence).contains { $0.kind == "image" })
    }
}
