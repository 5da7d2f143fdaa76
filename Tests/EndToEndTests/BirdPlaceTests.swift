import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A real photo of a bird, a real model of birds, and an invented range of the bird: it breeds in eastern
/// North America, and is nowhere else.
@Suite(.needsSharedData, .needsOpenVINO, .needs(.ogrinfo))
struct `The same photo of a bird at two places and in two months` {
    /// The factors that the documentation states, in log-odds.
    private static let factors = [
        "present": 0.3, "unknown": 0, "edge": -0.5, "otherSeason": -1, "absent": -3,
    ]

    private static let prepared = Result<TemporaryDirectory, any Error> {
        let folder = try TemporaryDirectory()
        let models = try SharedData.path("models/species-test")
        for words in [
            [
                "model", "add", "bird", "--file",
                "\(models)/mobilenet_v2_1.0_224_inat_bird_quant.tflite", "--labels",
                "\(models)/inat_bird_labels.txt",
            ],
            [
                "import", "ranges",
                "\(Repository.folder)/Tests/Fixtures/ranges/chickadee.geojson",
            ],
        ] {
            let result = try runProgram(words + ["--data", folder.file("data")])
            try #require(result.exitCode == 0, "\(result.standardError)")
        }
        return folder
    }

    private struct Seen {
        let names: [String]
        /// By scientific name.
        let species: [String: JSON]

        init(at position: String, on date: String) throws {
            let folder = try prepared.get()
            let photo = try SharedData.path("models/species-test/photos/chickadee.jpg")
            let result = try runProgram([
                "identify", photo, "--at=\(position)", "--date", date, "--json", "--data",
                folder.file("data"),
            ])
            try #require(result.exitCode == 0, "\(result.standardError)")
            #expect(result.json.source("species")["state"].text == "answered")
            let candidates = result.json["candidates"].all
            names = candidates.compactMap { $0["name"].text }
            species = candidates.reduce(into: [:]) { species, candidate in
                if let name = candidate["scientificName"].text { species[name] = candidate }
            }
        }

        func weight(_ kind: String, of name: String) -> Double? {
            species[name]?["evidence"].all.first { $0["kind"].text == kind }?["weight"].number
        }

        /// All evidence but the range, as kinds and weights.
        func rest(of name: String) -> [String] {
            (species[name]?["evidence"].all ?? []).filter { $0["kind"].text != "range" }
                .map { "\($0["kind"].text ?? "") \($0["weight"].number ?? .nan)" }
        }

        func logOdds(of name: String) -> Double {
            let score = species[name]?["score"].number ?? .nan
            return log(score / (1 - score))
        }
    }

    private static let bird = "Poecile atricapillus"
    private static let genus = "Poecile"

    @Test func `changes by exactly the documented factor, and nothing vanishes`() throws {
        let cases = [
            ("45,-75", "2026-06-01T12:00:00Z", "present"),
            ("45,-75", "2026-12-31T12:00:00Z", "otherSeason"),
            ("45,10", "2026-06-01T12:00:00Z", "absent"),
            ("45,10", "2026-12-31T12:00:00Z", "absent"),
        ]
        let seen = try cases.map { try Seen(at: $0.0, on: $0.1) }
        let first = try #require(seen.first)
        for (answer, (place, date, status)) in zip(seen, cases) {
            let factor = try #require(Self.factors[status])
            #expect(answer.species[Self.bird]?["rangeStatus"].text == status, "\(place) \(date)")
            #expect(answer.weight("range", of: Self.bird) == factor)
            #expect(answer.rest(of: Self.bird) == first.rest(of: Self.bird))
            #expect(Set(answer.names) == Set(first.names))
            // Scores are written with four decimals.
            let change = answer.logOdds(of: Self.bird) - first.logOdds(of: Self.bird)
            #expect(abs(change - (factor - 0.3)) < 0.005, "\(place) \(date) \(change)")
        }
        // Where the bird is to be expected it leads; where it is not, it may as well be another of its genus.
        #expect(seen[0].names.first == "Black-capped Chickadee", "\(seen[0].names)")
        let scores = seen.map { $0.species[Self.genus]?["score"].number ?? .nan }
        #expect(scores[0] < 0.05 && scores[1] > 2 * scores[0] && scores[2] > 0.3, "\(scores)")
        for answer in seen {
            let all = answer.species.values.compactMap { $0["score"].number }.reduce(0, +)
            #expect(all <= 1)
        }
    }

    @Test func `C11 says of a taxon without a range that it is unknown`() throws {
        let seen = try Seen(at: "45,-75", on: "2026-06-01T12:00:00Z")
        #expect(seen.species[Self.genus]?["rangeStatus"].text == "unknown")
        #expect(seen.weight("range", of: Self.genus) == 0)
        let evidence = seen.species[Self.genus]?["evidence"].all ?? []
        #expect(evidence.contains { $0["text"].text?.contains("unknown") == true })
    }

    /// The general model sees the genus, the model of birds the species: both answers go through the range.
    @Test func `C09 with two models loaded the range is asked of what either of them sees, once`()
        throws
    {
        let seen = try Seen(at: "45,10", on: "2026-06-01T12:00:00Z")
        #expect(seen.species[Self.bird] != nil && seen.species[Self.genus] != nil)
        for (name, candidate) in seen.species {
            let ranges = candidate["evidence"].all.filter { $0["kind"].text == "range" }
            #expect(ranges.count == 1, "\(name)")
            let status = try #require(candidate["rangeStatus"].text)
            #expect(ranges[0]["weight"].number == Self.factors[status], "\(name)")
        }
        #expect(seen.species[Self.bird]?["rangeStatus"].text == "absent")
        let texts = [Self.bird, Self.genus].flatMap { name in
            seen.species[name]?["evidence"].all.filter { $0["kind"].text == "image" }
                .compactMap { $0["text"].text } ?? []
        }
        #expect(texts.contains { $0.contains("by bird") }, "\(texts)")
        #expect(texts.contains { $0.contains("by EfficientNet") }, "\(texts)")
    }
}
