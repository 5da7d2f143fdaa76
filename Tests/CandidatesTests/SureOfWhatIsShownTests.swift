import FoundationEssentials
import Glibc
import GeoModel
import Testing

@testable import Candidates

/// What a person photographs is what leads, and where they are stays on the list.
@Suite struct `What the picture is sure of` {
    /// A park with seventeen benches within some metres of each other.
    private static let park =
        [Make.place(1, "City park", "leisure", "park", at: 0, importance: 0.2, across: 0.002)]
        + (2...18).map { Make.place($0, nil, "amenity", "bench", at: Double($0), bearing: 90) }

    /// The model knows benches, and all but rules one out.
    private static let noBench = Make.label(
        "park bench", 0.0001, tags: "amenity=bench;leisure=park", index: 703)

    private static let espresso = Make.label(
        "espresso", 0.97, tags: "amenity=cafe;shop=coffee", match: .found)

    @Test(arguments: [
        espresso, Make.label("teapot", 0.97),
        Make.label("fountain", 0.97, tags: "amenity=fountain"),
        Make.label("robin", 0.97, taxon: "Erithacus rubecula"),
    ])
    func `leads in a park full of benches, if it is neither bench nor park`(
        _ shown: LabelledProbability
    ) throws {
        for uncertainty in [5.0, 12, 40] {
            let candidates = Ranking.candidates(
                for: Make.input(
                    uncertainty: uncertainty, places: Self.park, address: Make.address,
                    labels: [shown, Self.noBench]))
            let first = try #require(candidates.first)
            #expect(first.name == shown.label.name, "\(candidates.map { ($0.name, $0.score) })")
            #expect(first.score > 0.4)
        }
    }

    @Test func `is the place where such things are found, when one is near`() throws {
        let cafe = Make.place(30, "Cafe", at: 8, importance: 0.06, across: 0)
        let candidates = Ranking.candidates(
            for: Make.input(places: Self.park + [cafe], labels: [Self.espresso]))
        #expect(candidates.first?.name == "Cafe")
        #expect(candidates.contains { $0.name == "espresso" })
    }

    @Test func `is the bench where the picture shows a bench`() throws {
        let bench = Make.label("park bench", 0.97, tags: "amenity=bench")
        let candidates = Ranking.candidates(
            for: Make.input(places: Self.park, labels: [bench]))
        #expect(candidates.first?.joined?.count == 16)
    }

    // MARK: In one's own garden

    private static func garden(across: Double) -> NearbySavedPlace {
        NearbySavedPlace(
            place: SavedPlace(
                id: UUIDv7(), name: "Garden",
                shape: .circle(center: Make.cathedral, radiusInMeters: across / 2.83),
                created: .init(timeIntervalSince1970: 0),
                modified: .init(timeIntervalSince1970: 0), revision: 1), distanceInMeters: 0,
            bearingInDegrees: nil, metersAcross: across)
    }

    /// What the general model and a model of birds answer to a photo of a burrowing owl.
    private static let owl = [
        Make.label("vulture", 0.4, taxon: "Aves", index: 23, model: "general", groups: ["Aves"]),
        Make.label(
            "great grey owl", 0.2, taxon: "Strix nebulosa", index: 24, model: "general",
            groups: ["Aves"]),
        Make.label(
            "bustard", 0.1, taxon: "Otididae", index: 138, model: "general", groups: ["Aves"]),
        Make.label(
            "Burrowing Owl", 0.95, taxon: "Athene cunicularia", index: 9, model: "birds",
            groups: ["Aves"], modelGroup: "Aves"),
    ]

    @Test(arguments: [28.0, 57, 85, 141])
    func `leads in a garden of one's own, which stays on the list`(_ across: Double) throws {
        let robin = Make.label("robin", 0.9, taxon: "Erithacus rubecula")
        for labels in [Self.owl, [robin]] {
            for places in [[], Self.park, [Make.place(40, "Cafe", at: 60)]] {
                let candidates = Ranking.candidates(
                    for: Make.input(
                        places: places, address: Make.address, labels: labels,
                        saved: [Self.garden(across: across)]))
                let first = try #require(candidates.first)
                #expect(first.kind == .species, "\(candidates.map { ($0.name, $0.score) })")
                #expect(first.taxonRank == "species")
                #expect(candidates.prefix(3).contains { $0.name == "Garden" })
            }
        }
    }

    @Test func `does not lead over the garden when the picture is sure of nothing`() {
        let robin = Make.label("robin", 0.3, taxon: "Erithacus rubecula")
        let candidates = Ranking.candidates(
            for: Make.input(
                places: Make.neighbours, address: Make.address, labels: [robin],
                saved: [Self.garden(across: 57)]))
        #expect(candidates.first?.name == "Garden")
    }

    // MARK: The class of a species

    @Test(arguments: [false, true])
    func `is not a class when one species holds most of it`(_ hasTaxonomy: Bool) throws {
        let birds: [(Int64, String, String)] = [(100, "Aves", "class")]
        let taxonomy = [
            "Athene cunicularia": Taxa.known(1, "Athene cunicularia", .unknown, under: birds),
            "Strix nebulosa": Taxa.known(2, "Strix nebulosa", .unknown, under: birds),
            "Aves": Taxa.known(100, "Aves", .unknown),
        ]
        let candidates = Ranking.candidates(
            for: Make.input(
                position: nil, labels: Self.owl, species: hasTaxonomy ? taxonomy : [:]))
        #expect(candidates.first?.scientificName == "Athene cunicularia")
        #expect(!candidates.contains { $0.taxonRank == "class" && $0.score > 0.1 })
    }

    @Test func `is the genus that one model and the species of it that another says`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(
                position: nil,
                labels: [
                    Make.label(
                        "chickadee", 0.95, taxon: "Poecile", index: 19, model: "general",
                        groups: ["Aves"]),
                    Make.label(
                        "Black-capped Chickadee", 0.95, taxon: "Poecile atricapillus", index: 3,
                        model: "birds", groups: ["Aves"], modelGroup: "Aves"),
                ]))
        let first = try #require(candidates.first)
        #expect(first.name == "Black-capped Chickadee")
        #expect(!candidates.contains { $0.name == "chickadee" && $0.score > 0.1 })
        #expect(candidates.reduce(0) { $0 + $1.score } < 1)
    }

    @Test func `C11 is as likely another species of its genus where the one is not known from`()
        throws
    {
        let labels = [
            Make.label(
                "chickadee", 0.95, taxon: "Poecile", index: 19, model: "general", groups: ["Aves"]),
            Make.label(
                "Black-capped Chickadee", 0.95, taxon: "Poecile atricapillus", index: 3,
                model: "birds", groups: ["Aves"], modelGroup: "Aves"),
        ]
        let genus: [(Int64, String, String)] = [(100, "Poecile", "genus")]
        func scores(_ status: RangeStatus) -> (bird: Double, genus: Double, all: Double) {
            let candidates = Ranking.candidates(
                for: Make.input(
                    position: nil, labels: labels,
                    species: [
                        "Poecile atricapillus": Taxa.known(
                            1, "Poecile atricapillus", status, under: genus),
                        "Poecile": Taxa.known(100, "Poecile", .unknown),
                    ]))
            func score(_ name: String) -> Double {
                candidates.first { $0.scientificName == name }?.score ?? .nan
            }
            return (
                score("Poecile atricapillus"), score("Poecile"),
                candidates.reduce(0) { $0 + $1.score }
            )
        }
        let (present, absent) = (scores(.present), scores(.absent))
        #expect(present.genus < 0.05 && absent.genus > 0.3)
        #expect(present.all < 1 && absent.all < 1)
        let change = log(absent.bird / (1 - absent.bird)) - log(present.bird / (1 - present.bird))
        #expect(abs(change + 3.3) < 1e-9)
        // A season changes as much as it says.
        let otherSeason = scores(.otherSeason)
        #expect(otherSeason.genus > present.genus && otherSeason.genus < absent.genus)
    }

    @Test func `is not taken for what another species of the same model is`() throws {
        // One model tells a vulture from an owl: what it says of the one is nothing for the other.
        let labels = [
            Make.label("vulture", 0.5, taxon: "Aves", index: 23),
            Make.label("great grey owl", 0.45, taxon: "Strix nebulosa", index: 24),
        ]
        let candidates = Ranking.candidates(for: Make.input(position: nil, labels: labels))
        #expect(candidates.first?.name == "vulture")
    }

    // MARK: The island under one's feet

    @Test func `does not lose to the island on which it is, where few places are near`() throws {
        let island = Make.place(
            1, "Malta", "place", "island", at: 0, importance: 0.25, across: 0.25)
        let club = Make.place(2, "Yacht Club", "leisure", "sports_centre", at: 242, importance: 0.3)
        let candidates = Ranking.candidates(
            for: Make.input(
                uncertainty: nil, places: [island, club], address: Make.address,
                labels: [Make.label("teapot", 0.6)]))
        #expect(candidates.first?.name != "Malta", "\(candidates.map { ($0.name, $0.score) })")
        #expect(candidates.contains { $0.name == "Malta" })
    }
}
