import FoundationEssentials
import GeoModel
import RankingBench

/// Records as a busy group makes them in twelve years, the same on each run.
///
/// Half of them lie about a hundred towns, half anywhere; most bear one of a few common names, some a rare one; the
/// dates run on with the records, a month to and fro. One of fifty is obscured. In the far
/// south, where a fifth of the first tenth was made, there is nothing new since.
struct InventedRecords {
    static let seed: UInt64 = 20_261_130
    private static let first = 1_380_000_000.0
    private static let span = 12 * 365.25 * 86_400
    private static let syllables = [
        "ka", "lo", "mi", "ter", "van", "sel", "dor", "pi", "nu", "ra", "bex", "gol", "hum", "jas",
        "qui", "wen",
    ]

    let count: Int
    private var random = SeededGenerator(seed: seed)
    private let towns: [Coordinate]

    init(count: Int) {
        self.count = count
        var random = SeededGenerator(seed: Self.seed)
        towns = (0..<100).compactMap { _ in
            Coordinate(
                decimalLatitude: .random(in: -50...65, using: &random),
                decimalLongitude: .random(in: -180...180, using: &random))
        }
    }

    /// The next `size` records, of which the first is the `start`th.
    mutating func batch(_ start: Int, _ size: Int) -> [Record] {
        (start..<min(count, start + size)).compactMap { record($0) }
    }

    /// A word that is common for small numbers: the three last digits of the number in base 16 as syllables.
    static func word(_ number: Int) -> String {
        [number / 256 % 16, number / 16 % 16, number % 16].map { syllables[$0] }.joined()
    }

    /// A number below 4096, small ones by far the most often.
    private mutating func rank() -> Int {
        let chance = Double.random(in: 0..<1, using: &random)
        return Int(4096 * chance * chance * chance * chance)
    }

    mutating func position() -> Coordinate? {
        guard Bool.random(using: &random), let town = towns.randomElement(using: &random) else {
            return Coordinate(
                decimalLatitude: .random(in: -60...75, using: &random),
                decimalLongitude: .random(in: -180...180, using: &random))
        }
        return Coordinate(
            decimalLatitude: town.decimalLatitude + .random(in: -0.3...0.3, using: &random),
            decimalLongitude: max(
                -180, min(180, town.decimalLongitude + .random(in: -0.5...0.5, using: &random))))
    }

    mutating func date(_ share: Double) -> Date {
        Date(
            timeIntervalSince1970: (Self.first + share * Self.span
                + .random(in: -2_600_000...2_600_000, using: &random)).rounded())
    }

    private mutating func record(_ index: Int) -> Record? {
        guard
            let coordinate = index < count / 10 && index % 5 == 0
                ? Coordinate(
                    decimalLatitude: .random(in: -64 ... -62, using: &random),
                    decimalLongitude: .random(in: -180...180, using: &random)) : position()
        else { return nil }
        let share = Double(index) / Double(max(1, count))
        let created = Date(timeIntervalSince1970: (Self.first + share * Self.span).rounded())
        let (kind, name) = (
            CandidateKind.allCases[index % 4], "\(Self.word(rank())) \(Self.word(rank()))"
        )
        let id = UUIDv7(now: created)
        let candidates = (1...3).map { number in
            Candidate(
                id: "\(number)", kind: kind, name: name, score: 0.5, distanceInMeters: 12.5,
                evidence: [
                    Evidence(
                        kind: "distance", weight: 1.5, text: "12 m away, within the uncertainty")
                ])
        }
        return Record(
            occurrenceID: id, captureID: UUIDv7(now: created), created: created,
            modified: created, revision: 1, eventDate: EventDate(utc: date(share)),
            position: CapturePosition(
                coordinate: coordinate, coordinateUncertaintyInMeters: 12, source: .request),
            headingInDegrees: nil,
            identification: Identification(
                name: name, kind: kind, scientificName: kind == .species ? "Avis \(name)" : nil,
                confidence: 0.5),
            occurrenceRemarks: index % 3 == 0 ? "seen by \(Self.word(rank()))" : nil,
            recordedBy: "Aino", geoprivacy: index % 50 == 7 ? .obscured : .open, photo: nil,
            computation: Computation(
                address: "12, \(name) Street, Town, Country",
                addressParts: [
                    AddressPart(key: "road", value: "\(name) Street"),
                    AddressPart(key: "city", value: "Town"),
                    AddressPart(key: "country", value: "Country"),
                    AddressPart(key: "country_code", value: "fi"),
                ], candidates: candidates))
    }
}
