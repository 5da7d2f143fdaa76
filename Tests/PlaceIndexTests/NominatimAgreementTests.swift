import Foundation
import GeoModel
import PlaceIndex
import TestSupport
import Testing

/// Nominatim's answers at 100 points of an extract, made as shared/data/reverse/README.md says.
///
/// A measuring stick, not a specification: it measures in degrees, and names some things by their
/// centre. What is required here is that the two agree as far as they did when this was written.
@Suite(.needsSharedData) struct `Agreement with Nominatim` {
    struct Extract: Sendable, CustomTestStringConvertible {
        let name: String
        let path: @Sendable () throws -> String
        /// The least share of points, in per cent, where the values under a key are the same.
        let required: [String: Int]
        var testDescription: String { name }
    }

    static let extracts = [
        Extract(
            name: "helsinki", path: { GeoDataFiles.helsinkiCentre },
            required: ["country_code": 100, "road": 90, "house_number": 85]),
        Extract(
            name: "liechtenstein-nominatim",
            path: { try SharedData.path("data/osm/liechtenstein-nominatim.osm.pbf") },
            // Beyond the border the nearest road of the extract is in Liechtenstein, and Nominatim
            // says that country for it; here the asked position decides.
            required: ["country_code": 96, "road": 90, "house_number": 93]),
    ]

    @Test(arguments: extracts)
    func `is as high as it was`(extract: Extract) throws {
        let folder = try TemporaryDirectory()
        _ = try OSMImporter(region: extract.name, directory: folder.path).run(
            files: [try extract.path()])
        let index = try PlaceIndex(
            directory: folder.path, countries: GeoDataFiles.countries, connections: 1)
        var tally = Tally()
        for line in try golden(extract.name) {
            for (zoom, languages, expected) in line.answers {
                let answer = try index.reverse(
                    ReverseQuery(
                        position: try #require(
                            Coordinate(decimalLatitude: line.lat, decimalLongitude: line.lon)),
                        zoom: zoom, languages: LanguagePreferences(acceptLanguage: languages)))
                tally.add(line.id, zoom, languages, expected, answer)
            }
        }
        print("\(extract.name): \(tally.summary)")
        if ProcessInfo.processInfo.environment["TURNSTONE_DISAGREEMENTS"] != nil {
            for line in tally.disagreements { print(line) }
        }
        for (key, percent) in extract.required {
            #expect(tally.percent(key) >= Double(percent), "\(key)")
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
        let error: String?
        let osm_type: String?
        let osm_id: Int64?
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
    private(set) var disagreements: [String] = []

    mutating func add(
        _ id: String, _ zoom: Int, _ languages: String, _ expected: Golden.Answer,
        _ answer: GeocoderResult?
    ) {
        guard let address = expected.address else {
            count(expected.error == nil ? "answer" : "nothing", answer == nil, "")
            return
        }
        let context = "\(id) z\(zoom) '\(languages)'"
        for (key, value) in address {
            // Keys that hold the object's own name are compared as the object.
            let name = ["city", "town", "village"].contains(key) ? "city/town/village" : key
            let ours = answer?[key]
            count(
                zoom == 18 ? name : "z\(zoom) \(name)", ours == value,
                "\(context) \(key): '\(value)' here \(ours ?? "-") in \(answer?.displayName ?? "-")"
            )
        }
        guard let id = expected.osm_id else { return }
        let ours = answer?.ref.map { "\($0)" } ?? "-"
        let theirs = "\(expected.osm_type ?? "")/\(id)"
        count(
            zoom == 18 ? "object" : "z\(zoom) object", ours == theirs,
            "\(context) object: \(theirs) here \(ours) at \(answer?.distanceInMeters ?? -1)")
    }

    private mutating func count(_ key: String, _ isEqual: Bool, _ line: String) {
        compared[key, default: 0] += 1
        if isEqual { equal[key, default: 0] += 1 } else { disagreements.append(line) }
    }

    func percent(_ key: String) -> Double {
        let count = compared[key] ?? 0
        return count == 0 ? 100 : 100 * Double(equal[key] ?? 0) / Double(count)
    }

    var summary: String {
        compared.keys.sorted().map { "\($0) \(equal[$0] ?? 0)/\(compared[$0] ?? 0)" }
            .joined(separator: ", ")
    }
}
