import ArgumentParsing
import FoundationEssentials
import GeoModel
import Inference
import PlaceIndex
import RankingBench
import Records

/// How good the ranking is: simulated captures of the bundled extracts, beside baselines and with
/// each source and each evidence removed.
enum BenchRanking {
    private static let defaultCount = 2000
    /// The weights were fitted on captures that the seeds 1, 2 and 3 draw of both extracts; these are others.
    private static let defaultSeed = 20_261_130

    /// All that is measured.
    struct Report: Encodable {
        var draws: [RankingReport] = []
        /// The ranking alone, evidence in to scores and sentences out.
        var speed: [Measurement] = []
        var photos: BenchPhotos?
    }

    /// Candidates of the goal for the time.
    private static let candidates = 500
    private static let rankings = 400

    static func run(
        _ workspace: BenchWorkspace, _ arguments: ParsedArguments
    ) throws -> Report {
        let count = try arguments.integer("count", in: 1...1_000_000) ?? defaultCount
        let seed = try arguments.integer("seed", in: 0...Int.max) ?? defaultSeed
        let folder = workspace.geoData.models + "/\(PictureModels.defaultName)"
        let labels = try ModelLabels(of: ModelManifest(folder: folder), in: folder).labels
        var report = Report()
        for (region, extract) in [
            ("helsinki-centre", workspace.helsinki), ("liechtenstein", workspace.liechtenstein),
        ] {
            try workspace.region(region, from: extract, in: "places-\(region)")
            let folder = workspace.file("places-\(region)")
            let index = try PlaceIndex(
                directory: folder, countries: workspace.geoData.countries, connections: 1)
            let objects = try MappedObject.all(inRegion: "\(folder)/\(region).sqlite")
            if let file = arguments["captures"] {
                try write(count, objects, index, labels, UInt64(seed), to: "\(file).\(region)")
            }
            if report.speed.isEmpty { report.speed = speed(objects, labels) }
            for interest in CaptureDraw.Interest.allCases {
                let display = ProgressDisplay()
                report.draws.append(
                    RankingReport(
                        region: region, objects: objects, index: index, labels: labels,
                        interest: interest, seed: UInt64(seed), count: count
                    ) {
                        display.show(
                            phase: "\(region), \(interest.rawValue)", done: Int64($0),
                            total: Int64(count), unit: .items)
                    })
            }
        }
        report.photos = try BenchPhotos.run(workspace, arguments, list: arguments["photos"])
        return report
    }

    /// With the few classes that a picture's answer is mostly about, and with all of them.
    private static func speed(
        _ objects: [MappedObject], _ labels: [ImageLabel]
    ) -> [Measurement] {
        [("20 classes answered", Array(labels.suffix(20))), ("all classes answered", labels)].map {
            name, labels in
            let load = RankingLoad(candidates, of: objects, labels: labels)
            return Measurement.take("\(load.count) places, \(name)", 0..<rankings) { _ in
                _ = load.rank()
            }
        }
    }

    // MARK: Text

    static func text(_ report: Report) -> String {
        var speed = TextTable([("ranking alone", .left), ("median", .right), ("p99", .right)])
        for figure in report.speed {
            speed.add(
                figure.name, "\(decimals(figure.medianMilliseconds, 3)) ms",
                "\(decimals(figure.p99Milliseconds, 3)) ms")
        }
        return report.draws.map(text).joined() + "\n" + speed.text
            + (report.photos?.text ?? "")
    }

    private static func text(_ report: RankingReport) -> String {
        var table = TextTable(
            [("", .left)]
                + ["all captures", "of places", "within 10 m"].flatMap { set in
                    [
                        (set, .right), ("top-1", .right), ("top-3", .right), ("MRR", .right),
                        ("ECE", .right),
                    ]
                })
        for row in report.rows {
            table.add(
                row: ["  \(row.name)"]
                    + [row.all, row.places, row.withinAllowedError].flatMap(cells))
        }
        return
            "\n\(report.region), objects drawn: \(report.interest), seed \(report.seed), "
            + "\(decimals(report.meanPlacesWithinAllowedError, 1)) places within 10 m on average\n"
            + table.text
    }

    private static func cells(_ figures: RankingFigures) -> [String] {
        [
            ProgressLine.grouped(Int64(figures.count)), percent(figures.top1),
            percent(figures.top3), decimals(figures.meanReciprocalRank, 3),
            figures.expectedCalibrationError.map { decimals($0, 3) } ?? "-",
        ]
    }

    private static func percent(_ share: Double) -> String { decimals(share * 100, 1) + " %" }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        let scale = places == 1 ? 10.0 : 1000
        let scaled = Int((value * scale).rounded())
        let rest = String(scaled % Int(scale))
        return "\(scaled / Int(scale))."
            + String(repeating: "0", count: max(0, places - rest.count)) + rest
    }

    // MARK: Every capture

    /// One capture: its candidates with their evidence, best first.
    private struct Line: Encodable {
        let showsPlace: Bool
        let candidates: [Candidate]
        /// The places of the right ones in `candidates`, from 0.
        let right: [Int]
    }

    private static func write(
        _ count: Int, _ objects: [MappedObject], _ index: PlaceIndex, _ labels: [ImageLabel],
        _ seed: UInt64, to path: String
    ) throws {
        var draw = CaptureDraw(objects, labels: labels, interest: .photographed, seed: seed)
        var lines = Data()
        for _ in 0..<count {
            let trial = RankingTrial(draw.next(), in: index)
            let candidates = trial.candidates
            lines += try JSONEncoder().encode(
                Line(
                    showsPlace: trial.showsPlace, candidates: candidates.map(\.candidate),
                    right: candidates.indices.filter { candidates[$0].isRight }))
            lines.append(UInt8(ascii: "\n"))
        }
        try lines.write(to: URL(filePath: path))
    }
}
