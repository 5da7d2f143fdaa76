import FoundationEssentials
import GeoModel
import Glibc
import TestSupport
import Testing

@testable import Candidates

@Suite struct `Ranking living things` {
    private static func logOdds(_ score: Double) -> Double { log(score / (1 - score)) }

    private static func dunlin(_ status: RangeStatus?) throws -> [Candidate] {
        Ranking.candidates(
            for: Make.input(
                places: Make.neighbours, address: Make.address,
                labels: [
                    Make.label("dunlin", 0.6, taxon: "Calidris alpina", index: 1),
                    Make.label("sanderling", 0.2, taxon: "Calidris alba", index: 2),
                ],
                species: status.map { ["Calidris alpina": Taxa.known(1, "Calidris alpina", $0)] }
                    ?? [:]))
    }

    @Test func `the range's factor is the one that the API's description states`() throws {
        let description = try String(
            contentsOfFile: Repository.folder + "/Sources/API/openapi.json", encoding: .utf8)
        let order: [RangeStatus] = [.present, .unknown, .edge, .otherSeason, .absent]
        let stated = order.map { "\($0.rawValue) \(RangeFactor.weight(of: $0))" }
        #expect(description.contains(stated.joined(separator: ", ")))
        #expect(Set(order) == Set(RangeStatus.allCases))
    }

    @Test(arguments: RangeStatus.allCases)
    func `C11 a range moves a species by exactly its factor, and hides nothing`(status: RangeStatus)
        throws
    {
        let without = try Self.dunlin(nil)
        let with = try Self.dunlin(status)
        let gain =
            Self.logOdds(try with.named("dunlin").score)
            - Self.logOdds(try without.named("dunlin").score)
        #expect(abs(gain - RangeFactor.weight(of: status)) < 1e-9)
        #expect(try with.named("dunlin").rangeStatus == status)
        let line = try #require(
            try with.named("dunlin").evidence.first { $0.kind == "range" })
        #expect(line.weight == RangeFactor.weight(of: status))
        for other in without where other.name != "dunlin" {
            #expect(try with.named(other.name).score == other.score)
        }
    }

    @Test func `C11 unknown is below present, above the rest, and says so`() throws {
        let order: [RangeStatus] = [.present, .unknown, .edge, .otherSeason, .absent]
        let weights = order.map(RangeFactor.weight)
        #expect(weights == weights.sorted(by: >))
        #expect(Set(weights).count == order.count)
        #expect(
            try Self.dunlin(.unknown).named("dunlin").evidence.contains {
                $0.text.contains("unknown")
            })
    }

    @Test func `the sentence of a range names months, distance and a person's reason`() {
        func text(_ answer: RangeAnswer) -> String { RangeFactor.text(answer) }
        #expect(
            text(RangeAnswer(status: .otherSeason, months: [1, 2, 3, 11, 12]))
                == "it is present here, but in another season: November to March")
        #expect(
            text(RangeAnswer(status: .absent, distanceInMeters: 400_000))
                == "it is not known from here; its range is 400 km away")
        #expect(
            text(RangeAnswer(status: .present, overrideReason: "ringed here")).contains(
                "ringed here"))
        #expect(Wording.months(Array(1...12)) == "all year")
        #expect(Wording.months([5]) == "May")
    }

    @Test func `C09 the range counts for every model alike, after they are joined`() throws {
        let general = Make.label(
            "gull", 0.8, taxon: "Larus canus", index: 1, groups: ["Aves"])
        let birds = Make.label(
            "Common Gull", 0.7, taxon: "Larus canus", index: 9, model: "birds", groups: ["Aves"],
            modelGroup: "Aves")
        for labels in [[general], [birds], [general, birds]] {
            func score(_ species: [String: SpeciesKnowledge]) throws -> Double {
                let candidates = Ranking.candidates(
                    for: Make.input(position: nil, labels: labels, species: species))
                return try #require(candidates.first { $0.scientificName == "Larus canus" }).score
            }
            let gain =
                Self.logOdds(try score(["Larus canus": Taxa.known(1, "Larus canus", .absent)]))
                - Self.logOdds(try score([:]))
            #expect(abs(gain - RangeFactor.weight(of: .absent)) < 1e-9)
        }
    }

    @Test func `two names of one taxon from two models are one candidate`() throws {
        let labels = [
            Make.label(
                "Jackdaw", 0.5, taxon: "Corvus monedula", index: 1, model: "a", groups: ["Aves"]),
            Make.label(
                "Western Jackdaw", 0.6, taxon: "Coloeus monedula", index: 2, model: "b",
                groups: ["Aves"], modelGroup: "Aves"),
        ]
        let taxon = Taxa.known(5, "Coloeus monedula", .present, vernacular: "Western Jackdaw")
        let candidates = Ranking.candidates(
            for: Make.input(
                position: nil, labels: labels,
                species: ["Corvus monedula": taxon, "Coloeus monedula": taxon]))
        #expect(candidates.map(\.name) == ["Western Jackdaw"])
        #expect(candidates.first?.taxonID == TaxonID(rawValue: 5))
        #expect(
            candidates.first?.evidence.contains {
                $0.text.contains("0.50 by a") && $0.text.contains("0.60 by b")
            } == true)
    }

    @Test func `a model's classes of one taxon are told as one`() throws {
        let labels = [
            Make.label("tabby", 0.4, taxon: "Felis catus", index: 1),
            Make.label("Manx", 0.3, taxon: "Felis catus", index: 2),
            Make.label("bird", 0.2, taxon: "Aves", model: "birds", modelGroup: "Aves"),
        ]
        let cat = try #require(
            Ranking.candidates(for: Make.input(position: nil, labels: labels))
                .first { $0.scientificName == "Felis catus" })
        let image = try #require(cat.evidence.first { $0.kind == "image" })
        #expect(image.text.contains("(0.70 by test)"), "\(image.text)")
    }

    @Test func `a model of insects alone does not make a honey bee of a sunflower`() throws {
        let daisy = Make.label(
            "daisy", 0.903, taxon: "Asteraceae", index: 985, model: "general", groups: ["Plantae"])
        let bee = Make.label(
            "bee", 0.04, taxon: "Apis", index: 309, model: "general", groups: ["Insecta"])
        let honeyBee = Make.label(
            "Honey Bee", 0.852, taxon: "Apis mellifera", index: 769, model: "insects",
            groups: ["Insecta"], modelGroup: "Insecta")
        let candidates = Ranking.candidates(
            for: Make.input(position: nil, labels: [honeyBee, daisy, bee]))
        #expect(candidates.first?.name == "daisy")
        #expect(!candidates.contains { $0.name == "Honey Bee" && $0.score > 0.05 })
        // Where the general model does see insects, the special one decides which.
        let insects = Make.label(
            "bee", 0.9, taxon: "Apis", index: 309, model: "general", groups: ["Insecta"])
        let sure = Ranking.candidates(for: Make.input(position: nil, labels: [honeyBee, insects]))
        #expect(sure.first?.name == "Honey Bee")
        #expect(
            sure.first?.evidence.contains {
                $0.kind == "model" && $0.text.contains("Insecta, 0.90")
            } == true)
    }

    @Test func `without a general model a special one is half believed, and says so`() throws {
        let honeyBee = Make.label(
            "Honey Bee", 0.852, taxon: "Apis mellifera", index: 769, model: "insects",
            groups: ["Insecta"], modelGroup: "Insecta")
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [Make.place(1, "Cafe", at: 3)], address: Make.address, labels: [honeyBee]))
        let bee = try candidates.named("Honey Bee")
        #expect(bee.score < 0.5)
        #expect(bee.evidence.contains { $0.text.contains("half believed") })
    }

    @Test func `models of several groups never come to more than 1 together`() {
        let labels = [
            Make.label("bird", 0.7, taxon: "Aves", index: 1, model: "g", groups: ["Aves"]),
            Make.label("moss", 0.3, taxon: "Bryophyta", index: 2, model: "g", groups: ["Plantae"]),
            Make.label(
                "Robin", 1, taxon: "E. rubecula", index: 1, model: "b", groups: ["Aves"],
                modelGroup: "Aves"),
            Make.label(
                "Carp", 1, taxon: "C. carpio", index: 1, model: "f", groups: ["Actinopterygii"],
                modelGroup: "Actinopterygii"),
            Make.label(
                "Bolete", 1, taxon: "B. edulis", index: 1, model: "m", groups: ["Fungi"],
                modelGroup: "Fungi"),
        ]
        let reading = ImageReading(labels)
        #expect(reading.labels.reduce(0) { $0 + $1.probability } <= 1 + 1e-9)
    }

    private static let gulls = [
        Make.label("Herring Gull", 0.3, taxon: "Larus argentatus", index: 1),
        Make.label("Caspian Gull", 0.28, taxon: "Larus cachinnans", index: 2),
        Make.label("Yellow-legged Gull", 0.22, taxon: "Larus michahellis", index: 3),
    ]

    @Test func `when no species is sure the genus is offered, and leads`() throws {
        let candidates = Ranking.candidates(for: Make.input(position: nil, labels: Self.gulls))
        let first = try #require(candidates.first)
        #expect(first.scientificName == "Larus")
        #expect(first.taxonRank == "genus")
        #expect(candidates.count == 4)
        #expect(first.evidence.contains { $0.text.contains("no species of it is sure") })
        #expect(candidates.reduce(0) { $0 + $1.score } < 1)
    }

    @Test func `when the genera differ the family is offered, by the taxonomy`() throws {
        let family: [(Int64, String, String)] = [(100, "Laridae", "family")]
        let species = [
            "Larus argentatus": Taxa.known(
                1, "Larus argentatus", .present, under: [(10, "Larus", "genus")] + family),
            "Rissa tridactyla": Taxa.known(
                2, "Rissa tridactyla", .absent, under: [(11, "Rissa", "genus")] + family),
        ]
        let candidates = Ranking.candidates(
            for: Make.input(
                position: nil,
                labels: [
                    Make.label("Herring Gull", 0.4, taxon: "Larus argentatus", index: 1),
                    Make.label("Kittiwake", 0.35, taxon: "Rissa tridactyla", index: 2),
                ], species: species))
        let higher = try #require(candidates.first { $0.taxonRank == "family" })
        #expect(higher.scientificName == "Laridae")
        #expect(higher.taxonID == TaxonID(rawValue: 100))
        #expect(higher.rangeStatus == .present)
    }

    @Test func `a label names a higher taxon only where it is most of what is seen of it`() throws {
        let owls: [(Int64, String, String)] = [(100, "Aves", "class")]
        let species = [
            "Athene cunicularia": Taxa.known(1, "Athene cunicularia", .unknown, under: owls),
            "Buteo buteo": Taxa.known(2, "Buteo buteo", .unknown, under: owls),
            "Aves": Taxa.known(100, "Aves", .unknown, under: []),
        ]
        func name(vulture: Double, owl: Double, buzzard: Double) throws -> String {
            let labels = [
                Make.label("vulture", vulture, taxon: "Aves", index: 23),
                Make.label("Burrowing Owl", owl, taxon: "Athene cunicularia", index: 1),
                Make.label("Buzzard", buzzard, taxon: "Buteo buteo", index: 2),
            ]
            let candidates = Ranking.candidates(
                for: Make.input(position: nil, labels: labels, species: species))
            return try #require(candidates.first { $0.scientificName == "Aves" }).name
        }
        #expect(try name(vulture: 0.05, owl: 0.3, buzzard: 0.28) == "Aves")
        #expect(try name(vulture: 0.6, owl: 0.2, buzzard: 0.1) == "vulture")
    }

    @Test func `when a species is sure, nothing above it is offered`() {
        let candidates = Ranking.candidates(
            for: Make.input(
                position: nil,
                labels: [
                    Make.label("Herring Gull", 0.7, taxon: "Larus argentatus", index: 1),
                    Make.label("Caspian Gull", 0.2, taxon: "Larus cachinnans", index: 2),
                ]))
        #expect(candidates.map(\.taxonRank) == ["species", "species"])
    }
}
