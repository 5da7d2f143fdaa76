import ArgumentParsing
import Captures
import FoundationEssentials
import GeoModel
import Inference

/// Real photos whose subject is known, ranked by what the picture models say alone.
struct BenchPhotos: Encodable {
    struct Photo: Encodable {
        let photo: String
        /// The names, vernacular or scientific, that count as right.
        let wanted: [String]
        /// nil when none of the candidates is right.
        let rank: Int?
        let first: String
        let score: Double
    }

    let models: [String]
    let photos: [Photo]
    /// Photos of the list that are not at hand.
    let absent: [String]

    /// The photos that ship with the program; what the model may call the church by is what it is built like.
    private static let bundled = [
        ("church.jpg", "church|bell cote|monastery|palace"), ("palace.jpg", "palace"),
        ("coffee.jpg", "espresso|cup|coffee mug"),
        ("cat.jpg", "Felis catus|tabby cat|tiger cat|Egyptian Mau"),
    ]
    private static let most = 1_000

    /// - Parameter list: A file with a line a photo: its path, from the list's own folder or absolute, a tab, and
    ///   the names that count as right, with bars between.
    static func run(
        _ workspace: BenchWorkspace, _ arguments: ParsedArguments, list: String?
    ) throws -> BenchPhotos? {
        let models = try PictureModels.find(arguments, requests: 1)
        let classifiers = models.classifiers
        guard !classifiers.isEmpty else {
            Console.message("Real photos are left out: \(models.summary)")
            return nil
        }
        var wanted = bundled.map { ("\(workspace.geoData.photos)/\($0.0)", $0.1) }
        if let list { wanted += try lines(of: list) }
        var photos: [Photo] = []
        var absent: [String] = []
        for (path, names) in wanted {
            guard FileManager.default.fileExists(atPath: path) else {
                absent.append(path)
                continue
            }
            var request = CaptureRequest()
            request.photoPath = path
            // Without a position: the picture has to tell all.
            request.eventDate = EventDate(year: 2026, month: 6, day: 1, offsetInMinutes: 0)
            let analysis = try CaptureFlow.identify(
                request, places: nil, classifiers: classifiers)
            photos.append(photo(path, names.split(separator: "|").map(String.init), analysis))
        }
        return BenchPhotos(
            models: classifiers.map(\.modelName), photos: photos, absent: absent)
    }

    private static func photo(
        _ path: String, _ names: [String], _ analysis: CaptureAnalysis
    ) -> Photo {
        let wanted = Set(names.map { $0.lowercased() })
        let rank = analysis.candidates.firstIndex { candidate in
            wanted.contains(candidate.name.lowercased())
                || candidate.scientificName.map { wanted.contains($0.lowercased()) } ?? false
        }
        return Photo(
            photo: path.split(separator: "/").suffix(2).joined(separator: "/"), wanted: names,
            rank: rank.map { $0 + 1 }, first: analysis.candidates.first?.name ?? "",
            score: analysis.candidates.first?.score ?? 0)
    }

    private static func lines(of list: String) throws -> [(String, String)] {
        guard let text = try? String(contentsOf: URL(filePath: list), encoding: .utf8) else {
            throw UsageError.invalidValue(
                name: "--photos", value: list, expected: "a file of lines PATH, tab, NAME|NAME")
        }
        let folder = URL(filePath: list).deletingLastPathComponent().path
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(most).map {
            let parts = $0.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else {
                throw UsageError.invalidValue(
                    name: "--photos", value: list,
                    expected: "a file of lines PATH, tab, NAME|NAME")
            }
            let path = String(parts[0])
            return (path.hasPrefix("/") ? path : "\(folder)/\(path)", String(parts[1]))
        }
    }

    var text: String {
        var table = TextTable([
            ("photo", .left), ("right", .left), ("rank", .right), ("first", .left),
            ("score", .right),
        ])
        for photo in photos {
            table.add(
                photo.photo, photo.wanted.joined(separator: ", "),
                photo.rank.map(String.init) ?? "-", photo.first,
                RecordText.decimals(photo.score))
        }
        let first = photos.count { $0.rank == 1 }
        let three = photos.count { ($0.rank ?? .max) <= 3 }
        let missing =
            absent.isEmpty ? "" : "\(absent.count) photos of the list are not at hand.\n"
        return "\n\(ProgressLine.counted(photos.count, "real photo")) without a position, by "
            + "\(models.joined(separator: ", ")): first \(first), among the first three \(three)\n"
            + table.text + missing
    }
}
