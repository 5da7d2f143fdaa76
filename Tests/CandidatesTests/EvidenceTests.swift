import GeoModel
import Glibc
import TestSupport
import Testing

@testable import Candidates

@Suite struct `The evidence of a candidate` {
    /// Two hundred captures of all sorts: with and without position, heading, picture, address.
    static let captures: [RankingInput] = {
        var random = SeededGenerator(seed: 20_260_601)
        return (0..<200).map { _ in
            let places = (0..<Int.random(in: 0...30, using: &random)).map { number in
                Make.place(
                    Int64(number), Bool.random(using: &random) ? "P\(number)" : nil,
                    tags: Bool.random(using: &random) ? ["religion": "christian"] : [:],
                    at: Bool.random(using: &random) ? 0 : .random(in: 0...150, using: &random),
                    bearing: .random(in: 0...360, using: &random),
                    importance: .random(in: 0...1, using: &random),
                    across: .random(in: 0...0.1, using: &random))
            }
            let top = Double.random(in: 0...1, using: &random)
            let labels = [
                Make.church(top), Make.label("dunlin", (1 - top) / 2, taxon: "C. alpina", index: 1),
                Make.label("nail", (1 - top) / 2, index: 2),
            ]
            return Make.input(
                position: Bool.random(using: &random) ? Make.cathedral : nil,
                uncertainty: [nil, 5, 12, 400, .nan, -1].randomElement(using: &random) ?? nil,
                heading: Bool.random(using: &random) ? .random(in: 0...360, using: &random) : nil,
                places: places, address: Bool.random(using: &random) ? Make.address : nil,
                labels: Bool.random(using: &random) ? labels : [], limit: 100)
        }
    }()

    @Test func `adds up to the log-odds of the score`() {
        for candidate in Self.captures.flatMap(Ranking.candidates) {
            let sum = candidate.evidence.reduce(0) { $0 + $1.weight }
            #expect(abs(sum - log(candidate.score / (1 - candidate.score))) < 1e-6)
            #expect(candidate.evidence.allSatisfy { $0.weight.isFinite && !$0.text.isEmpty })
        }
    }

    @Test func `leaves room for none of these: the scores add up to less than 1`() {
        for capture in Self.captures {
            let candidates = Ranking.candidates(for: capture)
            #expect(!candidates.isEmpty)
            #expect(candidates.allSatisfy { $0.score > 0 && $0.score < 1 })
            #expect(candidates.reduce(0) { $0 + $1.score } < 1)
        }
    }

    @Test(
        arguments: [
            (0, 12, "the position is inside it"),
            (8, 12, "8 m away, within the 12 m uncertainty"),
            (14, 12, "14 m away, beyond the 12 m uncertainty"),
            (1300, 1000, "1.3 km away, beyond the 1.0 km uncertainty"),
            (15, nil, "15 m away, within the 20 m assumed for the position"),
        ] as [(Double, Double?, String)])
    func `about distance is a sentence with the error`(
        distance: Double, uncertainty: Double?, text: String
    ) {
        let evidence = PlaceEvidence(
            uncertainty: uncertainty, heading: nil, image: ImageReading([]))
        let reasons = evidence.reasons(for: Make.place(1, "P", at: distance))
        #expect(reasons.first { $0.kind == "distance" }?.text == text)
    }

    @Test func `a wide uncertainty makes nearness say less`() throws {
        func weight(_ uncertainty: Double) throws -> Double {
            let evidence = PlaceEvidence(
                uncertainty: uncertainty, heading: nil, image: ImageReading([]))
            return try #require(evidence.reasons(for: Make.place(1, "P", at: 5)).first).weight
        }
        #expect(try weight(10) > weight(100) + 0.5)
        #expect(try weight(100) > weight(1000) + 0.5)
    }

    @Test(
        arguments: [
            (90, 90, "in front of the camera, 0° from where the camera looked"),
            (350, 10, "in front of the camera, 20° from where the camera looked"),
            (100, 10, "to the side of the camera, 90° from where the camera looked"),
            (10, 200, "behind the camera, 170° from where the camera looked"),
        ] as [(Double, Double, String)])
    func `about heading goes the short way round`(bearing: Double, heading: Double, text: String) {
        let evidence = PlaceEvidence(uncertainty: 5, heading: heading, image: ImageReading([]))
        let reasons = evidence.reasons(for: Make.place(1, "P", at: 60, bearing: bearing))
        #expect(reasons.first { $0.kind == "heading" }?.text == text)
    }

    @Test func `about heading speaks for what is in front and against what is behind`() throws {
        let ahead = Make.place(1, "Ahead", at: 60, bearing: 90)
        let behind = Make.place(2, "Behind", at: 40, bearing: 270)
        let candidates = Ranking.candidates(for: Make.input(heading: 95, places: [ahead, behind]))
        #expect(candidates.map(\.name) == ["Ahead", "Behind"])
        let weights = candidates.map { $0.evidence.first { $0.kind == "heading" }?.weight ?? 0 }
        #expect(weights[0] > 1)
        #expect(weights[1] < -1)
    }

    @Test func `about heading tells nothing of what is so near that the position's error hides it`()
        throws
    {
        func weight(distance: Double, bearing: Double) throws -> Double {
            let evidence = PlaceEvidence(
                uncertainty: 100, heading: 90, image: ImageReading([]))
            let reasons = evidence.reasons(for: Make.place(1, "P", at: distance, bearing: bearing))
            return try #require(reasons.first { $0.kind == "heading" }).weight
        }
        #expect(
            abs(try weight(distance: 5, bearing: 270) - weight(distance: 5, bearing: 90)) < 0.02)
        #expect(try weight(distance: 0, bearing: 0) == weight(distance: 5, bearing: 90))
        #expect(try weight(distance: 900, bearing: 270) < weight(distance: 900, bearing: 90) - 2)
    }

    @Test func `about heading counts the width of what is looked at`() throws {
        func weight(across degrees: Double) throws -> Double {
            let evidence = PlaceEvidence(uncertainty: 5, heading: 60, image: ImageReading([]))
            let wide = Make.place(1, "P", at: 40, bearing: 90, across: degrees)
            return try #require(evidence.reasons(for: wide).first { $0.kind == "heading" }).weight
        }
        #expect(try weight(across: 0.0006) > weight(across: 0.00005) + 0.5)
    }

    @Test func `about heading counts for less when it may be off by more`() throws {
        func weight(besides: Double) throws -> Double {
            let evidence = PlaceEvidence(
                uncertainty: 5, heading: 60, headingUncertainty: besides, image: ImageReading([]))
            let behind = Make.place(1, "P", at: 60, bearing: 110)
            return try #require(evidence.reasons(for: behind).first { $0.kind == "heading" }).weight
        }
        #expect(try weight(besides: 30) > weight(besides: 0) + 0.5)
    }

    @Test func `about heading is surer of a large thing, whose middle is aimed at`() throws {
        func behind(across degrees: Double) throws -> Double {
            let evidence = PlaceEvidence(uncertainty: 20, heading: 270, image: ImageReading([]))
            let place = Make.place(1, "P", at: 10, bearing: 90, across: degrees)
            return try #require(evidence.reasons(for: place).first { $0.kind == "heading" }).weight
        }
        #expect(try behind(across: 0.001) < behind(across: 0.00001) - 1)
    }

    @Test func `a mountain loses little by being farther away, a kiosk much`() throws {
        func loss(_ category: String, _ type: String, from near: Double, to far: Double) throws
            -> Double
        {
            let evidence = PlaceEvidence(uncertainty: 5, heading: nil, image: ImageReading([]))
            let weights = [near, far].map { meters in
                evidence.reasons(for: Make.place(1, "P", category, type, at: meters, across: 0))
                    .first { $0.kind == "distance" }?.weight
            }
            return try #require(weights[0]) - #require(weights[1])
        }
        #expect(try loss("natural", "peak", from: 500, to: 1500) < 3.5)
        #expect(try loss("shop", "kiosk", from: 20, to: 60) > 5)
    }

    @Test func `a farm is offered from 240 m where nothing is nearer, and not from 260 m`() {
        func names(_ meters: Double) -> [String] {
            Ranking.candidates(
                for: Make.input(
                    places: [Make.place(1, "Farm", "building", "farm", at: meters)],
                    address: Make.address)
            ).map(\.name)
        }
        #expect(names(240).contains("Farm"))
        #expect(!names(260).contains("Farm"))
    }

    @Test func `being inside a wide area counts for less than being inside a building`() {
        let candidates = Ranking.candidates(
            for: Make.input(places: [
                Make.place(1, "National park", at: 0, across: 0.2),
                Make.place(2, "House", at: 0),
            ]))
        #expect(candidates.map(\.name) == ["House", "National park"])
        #expect(candidates.last?.evidence.contains { $0.kind == "extent" } == true)
    }

    @Test(
        arguments: [
            (nil, 100), (0, 100), (.nan, 100), (.infinity, 100), (-5, 100), (12, 100), (20, 100),
            (50, 160), (1000, 2060), (1e9, 5000),
        ] as [(Double?, Double)])
    func `the search radius grows with the uncertainty`(uncertainty: Double?, radius: Double) {
        #expect(Ranking.searchRadiusInMeters(uncertainty: uncertainty) == radius)
    }

    @Test(
        arguments: [
            (0, "0 m"), (14.2, "14 m"), (999.4, "999 m"), (999.6, "1.0 km"), (1249, "1.2 km"),
            (123_456, "123 km"),
        ] as [(Double, String)])
    func `distances are written as people say them`(meters: Double, text: String) {
        #expect(Wording.distance(meters) == text)
    }

    @Test(
        arguments: [
            (0, "0.00"), (0.05, "0.05"), (0.834, "0.83"), (0.999, "1.00"), (1, "1.00"),
        ] as [(Double, String)])
    func `probabilities have two decimals`(value: Double, text: String) {
        #expect(Wording.probability(value) == text)
    }

    @Test(arguments: [
        ("church", "a church"), ("altar", "an altar"), ("ATM", "an ATM"),
        ("Unicorn Clubtail", "a Unicorn Clubtail"), ("umbrella", "an umbrella"),
    ])
    func `nouns get their article`(noun: String, text: String) {
        #expect(Wording.withArticle(noun) == text)
    }
}
