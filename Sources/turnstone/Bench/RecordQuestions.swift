import FoundationEssentials
import GeoModel
import Glibc
import RankingBench

/// Questions to lists of invented records, the same on each run.
struct RecordQuestions {
    /// One kind of question.
    struct Kind: Sendable {
        let name: String
        /// One is asked where so many are of most kinds.
        var share = 1
        /// The query of the question with a number.
        let query: @Sendable (inout RecordQuestions, Int) -> String
    }

    private let records: Int
    private var invented: InventedRecords
    private var random = SeededGenerator(seed: InventedRecords.seed + 1)

    /// - Parameter records: In the store, by `InventedRecords`.
    init(records: Int) {
        self.records = records
        invented = InventedRecords(count: records)
    }

    static let kinds: [Kind] =
        [
            Kind(name: "list, 50 records") { _, _ in "limit=50" },
            Kind(name: "list, 1,000 records", share: 5) { _, _ in "limit=1000" },
            Kind(name: "bbox of 0.01 to 60 degrees") { questions, _ in questions.box() },
            Kind(name: "bbox of many old records and none since") { questions, _ in
                questions.southernBox()
            },
            Kind(name: "dates, an hour to a year") { questions, _ in questions.interval() },
            Kind(name: "words, one letter to a whole one") { questions, _ in questions.words() },
            Kind(name: "words and bbox") { questions, _ in
                "\(questions.words())&\(questions.box())"
            },
            Kind(name: "near, 100 m to 100 km") { questions, _ in questions.near() },
            Kind(name: "kind") { _, number in
                "kind=\(CandidateKind.allCases[number % 5].rawValue)"
            },
            Kind(name: "taxon, a species") { questions, _ in questions.taxon() },
            Kind(name: "taxon, a family of 16 species") { questions, _ in questions.family() },
            Kind(name: "taxon, all birds", share: 5) { _, _ in "taxon=Avis" },
            Kind(name: "taxon and bbox") { questions, _ in
                "\(questions.taxon())&\(questions.box())"
            },
            Kind(name: "bbox, dates and kind at once") { questions, _ in
                "\(questions.box())&\(questions.interval())&kind=species"
            },
            Kind(name: "a next page, anywhere") { questions, _ in questions.page(of: "limit=50") },
            Kind(name: "a next page of a bbox, anywhere") { questions, _ in
                let box = questions.box()
                return questions.page(of: box)
            },
        ] + ofThePublic

    private static let ofThePublic = [
        Kind(name: "public: list, 50 records") { _, _ in scope },
        Kind(name: "public: list, 1,000 records", share: 5) { _, _ in "\(scope)&limit=1000" },
        Kind(name: "public: bbox") { questions, _ in "\(scope)&\(questions.box())" },
        Kind(name: "public: dates") { questions, _ in "\(scope)&\(questions.interval())" },
        Kind(name: "public: words") { questions, _ in "\(scope)&\(questions.words())" },
        Kind(name: "public: taxon, a species") { questions, _ in
            "\(scope)&\(questions.taxon())"
        },
        Kind(name: "public: near") { questions, _ in "\(scope)&\(questions.near())" },
        Kind(name: "public: bbox, dates and kind at once") { questions, _ in
            "\(scope)&\(questions.box())&\(questions.interval())&kind=species"
        },
    ]
    private static let scope = "scope=public"

    // MARK: Filters

    /// A number between two, as likely to be of any size.
    private mutating func spread(_ low: Double, _ high: Double) -> Double {
        low * exp(log(high / low) * Double.random(in: 0...1, using: &random))
    }

    private mutating func box() -> String {
        guard let center = invented.position() else { return "" }
        let half = spread(0.005, 30)
        let (south, north) = (
            max(-90, center.decimalLatitude - half), min(90, center.decimalLatitude + half)
        )
        let (west, east) = (
            max(-180, center.decimalLongitude - half), min(180, center.decimalLongitude + half)
        )
        return "bbox=\(west),\(south),\(east),\(north)"
    }

    private mutating func southernBox() -> String {
        let west = Double.random(in: -180...90, using: &random)
        return "bbox=\(west),-65,\(west + 90),-61"
    }

    private mutating func interval() -> String {
        let start = invented.date(.random(in: 0...0.95, using: &random))
        let end = start.addingTimeInterval(spread(3600, 366 * 86_400))
        return "datetime=\(EventDate(utc: start))/\(EventDate(utc: end))"
    }

    private mutating func words() -> String {
        let word = InventedRecords.word(Int(spread(1, 4096)))
        return "q=\(word.prefix(Int.random(in: 1...word.count, using: &random)))"
    }

    private mutating func near() -> String {
        guard let center = invented.position() else { return "" }
        return "near=\(center.decimalLatitude),\(center.decimalLongitude)&radius="
            + "\(spread(100, 100_000))"
    }

    /// Of the commonest of all and rarer ones.
    private mutating func taxon() -> String {
        let words = [spread(1, 64), spread(1, 64)].map { InventedRecords.word(Int($0) - 1) }
        return "taxon=Avis%20\(words[0])%20\(words[1])"
    }

    private mutating func family() -> String {
        "taxon=\(InventedTaxonomy.family(Int(spread(1, 256)) - 1))"
    }

    private mutating func page(of query: String) -> String {
        "\(query)&cursor=after-\(Int.random(in: 1...records, using: &random))"
    }
}
