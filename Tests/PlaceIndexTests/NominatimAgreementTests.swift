import Foundation
import GeoModel
import PlaceIndex
import TestSupport
import Testing

/// Nominatim's answers at 1,400 points of fourteen extracts, made and imported as
/// shared/data/reverse/README.md says.
///
/// A measuring stick, not a specification: Tests/Benchmarks/AGREEMENT.md lists where the two differ
/// and which is right. What is required here is that they agree as far as they did then.
@Suite(.needsSharedData) struct `Agreement with Nominatim` {
    struct Import: Sendable, CustomTestStringConvertible {
        let extracts: [String]
        /// The least share of values, in per cent, that are the same, by level.
        let required: [String: Int]
        var testDescription: String { extracts.joined(separator: ", ") }
    }

    static let imports = [
        Import(
            extracts: ["helsinki"],
            required: [
                "country": 100, "town": 100, "suburb": 98, "postcode": 97, "road": 98,
                "house number": 95,
            ]),
        Import(
            extracts: ["liechtenstein-nominatim"],
            required: [
                // Beside a border the country polygons are coarse.
                "country": 98, "county": 98, "town": 95, "postcode": 97, "road": 99,
                "house number": 99,
            ]),
        Import(
            extracts: [
                "andorra", "frederiksted", "gibraltar", "london", "malta", "monaco",
                "moscow-centre", "munich", "porto-alegre", "queens-village-ny",
                "singapore-sentosa", "taipei",
            ],
            required: [
                // Frederiksted: half of the towns there are Nominatim's mistake.
                "country": 98, "state": 98, "town": 94, "suburb": 97, "postcode": 95, "road": 96,
                "house number": 94,
            ]),
    ]

    static let levels: [String: Set<String>] = [
        "country": ["country", "country_code"], "state": ["state", "region", "state_district"],
        "county": ["county", "district"], "town": ["city", "town", "village", "municipality"],
        "suburb": ["suburb", "quarter", "city_district", "borough", "subdivision"],
        "postcode": ["postcode"], "road": ["road"], "house number": ["house_number"],
    ]

    @Test(arguments: imports)
    func `is as high as it was`(group: Import) throws {
        let folder = try SharedRegions.folder(of: group.extracts.map { ($0, try file($0)) })
        let index = try PlaceIndex(
            directory: folder.path, countries: GeoDataFiles.countries, connections: 1)
        var tally = Tally()
        for line in try group.extracts.flatMap(golden) {
            for (zoom, languages, expected) in line.answers {
                let answer = try index.reverse(
                    ReverseQuery(
                        position: try #require(
                            Coordinate(decimalLatitude: line.lat, decimalLongitude: line.lon)),
                        zoom: zoom, languages: LanguagePreferences(acceptLanguage: languages)))
                tally.add(expected, answer)
            }
        }
        print(tally.summary)
        for (level, percent) in group.required {
            #expect(tally.percent(level) >= Double(percent), "\(level)")
        }
    }

    private func file(_ name: String) throws -> String {
        switch name {
        case "helsinki": GeoDataFiles.helsinkiCentre
        case "singapore-sentosa", "taipei": try SharedData.path("data/osm/\(name).osm")
        default: try SharedData.path("data/osm/\(name).osm.pbf")
        }
    }

    private func golden(_ name: String) throws -> [Golden] {
        let path = try SharedData.path("data/reverse/\(name).jsonl")
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Golden.self, from: Data($0.utf8))
        }
    }
}

/// A line of the file: a point, and Nominatim's answers.
private struct Golden: Decodable {
    let id: String
    let lat, lon: Double
    let zoom18: Zoomed
    let zoom10, zoom14, zoom16: English?

    struct Zoomed: Decodable { let en, local: Answer }
    struct English: Decodable { let en: Answer }

    struct Answer: Decodable {
        let address: [String: String]?
    }

    var answers: [(zoom: Int, languages: String, expected: Answer)] {
        [(18, "en", zoom18.en), (18, "", zoom18.local)]
            + [(16, zoom16), (14, zoom14), (10, zoom10)].compactMap { zoom, answer in
                answer.map { (zoom, "en", $0.en) }
            }
    }
}

private struct Tally {
    private var compared: [String: Int] = [:]
    private var equal: [String: Int] = [:]

    mutating func add(_ expected: Golden.Answer, _ answer: GeocoderResult?) {
        for (level, keys) in `Agreement with Nominatim`.levels {
            for (key, value) in expected.address ?? [:] where keys.contains(key) {
                compared[level, default: 0] += 1
                if answer?[key] == value { equal[level, default: 0] += 1 }
            }
        }
    }

    func percent(_ level: String) -> Double {
        let count = compared[level] ?? 0
        return count == 0 ? 100 : 100 * Double(equal[level] ?? 0) / Double(count)
    }

    var summary: String {
        compared.keys.sorted().map { "\($0) \(equal[$0] ?? 0)/\(compared[$0] ?? 0)" }
            .joined(separator: ", ")
    }
}
