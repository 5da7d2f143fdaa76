import API
import ArgumentParsing
import Exports
import FoundationEssentials
import GeoModel
import Glibc
import HTTPServer
import RankingBench
import Records

/// What lists, filters and an export cost among very many records, over HTTP as a client meets them.
enum BenchRecords {
    static let records = 1_000_000
    /// Records of one commit while the store is filled.
    private static let batch = 20_000

    /// - Parameters:
    ///   - records: In the store.
    ///   - count: Questions of each kind.
    ///   - folder: Keeps the records; used as it is when it has so many. nil is the workspace.
    static func run(
        _ workspace: BenchWorkspace, records: Int, count: Int, keptIn folder: String?
    ) throws -> [BenchResult] {
        let confirmed = try BenchConfirm.run(workspace, count: min(count, 300))
        let directory = DataDirectory(folder ?? workspace.file("many"))
        try directory.create()
        let store = try RecordStore(directory, judge: nothingListed)
        var measurements: [Measurement] = []
        if try store.extent().count != records {
            measurements.append(try fill(store, records))
        }
        measurements.append(
            try Measurement.take("what lists look at is read, once", [()]) {
                try store.prepareLists()
            })
        let asked = try ask(store, records: records, count: count)
        let exported = try export(store)
        let size = Machine.size(ofFile: directory.recordsDatabase)
        return [
            confirmed,
            BenchResult(
                name:
                    "\(ProgressLine.grouped(Int64(records))) invented records, seed \(InventedRecords.seed)",
                measurements: measurements + asked.measurements + [exported.measurement],
                remarks: [
                    "records.sqlite "
                        + ProgressLine.amount(Double(size), .bytes),
                    "peak memory while listing "
                        + ProgressLine.amount(Double(asked.peak), .bytes),
                    "export \(ProgressLine.amount(exported.bytesPerSecond, .bytes)) a second, "
                        + "\(ProgressLine.grouped(Int64(exported.recordsPerSecond))) records a second, peak memory "
                        + ProgressLine.amount(Double(Machine.peakMemory), .bytes),
                ], peakMemoryBytes: Machine.peakMemory),
        ]
    }

    /// A list of sensitive taxa without a taxon: what a person chose is what the public sees.
    private static let nothingListed = SensitivityJudge(
        state: { .init(generation: 1, isEmpty: true) }, isListed: { _ in false },
        geoprivacy: { _ in .open })

    private static func fill(_ store: RecordStore, _ records: Int) throws -> Measurement {
        var invented = InventedRecords(count: records)
        let display = ProgressDisplay()
        defer { display.clear() }
        return try Measurement.take(
            "\(batch) records stored in one commit", stride(from: 0, to: records, by: batch)
        ) { start in
            display.show(
                phase: "Inventing records", done: Int64(start), total: Int64(records), unit: .items)
            try store.insert(invented.batch(start, batch))
        }
    }

    // MARK: Questions

    private static func ask(
        _ store: RecordStore, records: Int, count: Int
    ) throws -> (measurements: [Measurement], peak: Int64) {
        let server = try BenchWorkspace.server(RecordRoutes(store).routes)
        defer { server.stop(within: .seconds(5)) }
        let client = try LoopbackClient(port: server.port)
        var invented = InventedRecords(count: records)
        var random = SeededGenerator(seed: InventedRecords.seed + 1)
        var measurements: [Measurement] = []
        Machine.forgetPeak()
        func measure(_ name: String, _ queries: [String]) throws {
            // The first questions warm the page cache of the connection, as a running service has it.
            for query in queries.prefix(5) { try client.send("GET", "/v1/records?\(query)") }
            measurements.append(
                try Measurement.take(name, queries) { try client.send("GET", "/v1/records?\($0)") })
        }
        /// A number between two, as likely to be of any size.
        func spread(_ low: Double, _ high: Double) -> Double {
            low * exp(log(high / low) * Double.random(in: 0...1, using: &random))
        }
        func box() -> String {
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
        func interval() -> String {
            let start = invented.date(.random(in: 0...0.95, using: &random))
            let end = start.addingTimeInterval(spread(3600, 366 * 86_400))
            return "datetime=\(EventDate(utc: start))/\(EventDate(utc: end))"
        }
        func words() -> String {
            let word = InventedRecords.word(Int(spread(1, 4096)))
            return "q=\(word.prefix(Int.random(in: 1...word.count, using: &random)))"
        }
        let questions = 0..<count
        func near() -> String? {
            invented.position().map {
                "near=\($0.decimalLatitude),\($0.decimalLongitude)&radius=\(spread(100, 100_000))"
            }
        }
        func page(of query: String) -> String {
            "\(query)&cursor=after-\(Int.random(in: 1...records, using: &random))"
        }
        try measure("list, 50 records", questions.map { _ in "limit=50" })
        try measure("list, 1,000 records", (0..<max(20, count / 5)).map { _ in "limit=1000" })
        try measure("bbox of 0.01 to 60 degrees", questions.map { _ in box() })
        try measure(
            "bbox of many old records and none since",
            questions.map { _ in
                let west = Double.random(in: -180...90, using: &random)
                return "bbox=\(west),-65,\(west + 90),-61"
            })
        try measure("dates, an hour to a year", questions.map { _ in interval() })
        try measure("words, one letter to a whole one", questions.map { _ in words() })
        try measure("words and bbox", questions.map { _ in "\(words())&\(box())" })
        try measure("near, 100 m to 100 km", questions.compactMap { _ in near() })
        try measure("kind", questions.map { "kind=\(CandidateKind.allCases[$0 % 5].rawValue)" })
        try measure(
            "bbox, dates and kind at once",
            questions.map { _ in "\(box())&\(interval())&kind=species" })
        try measure("a next page, anywhere", questions.map { _ in page(of: "limit=50") })
        try measure(
            "a next page of a bbox, anywhere", questions.map { _ in page(of: box()) })
        let scope = "scope=public"
        try measure("public: list, 50 records", questions.map { _ in scope })
        try measure(
            "public: list, 1,000 records",
            (0..<max(20, count / 5)).map { _ in "\(scope)&limit=1000" })
        try measure("public: bbox", questions.map { _ in "\(scope)&\(box())" })
        try measure("public: dates", questions.map { _ in "\(scope)&\(interval())" })
        try measure("public: words", questions.map { _ in "\(scope)&\(words())" })
        try measure("public: near", questions.compactMap { _ in near().map { "\(scope)&\($0)" } })
        try measure(
            "public: bbox, dates and kind at once",
            questions.map { _ in "\(scope)&\(box())&\(interval())&kind=species" })
        return (measurements, Machine.peakMemory)
    }

    // MARK: Export

    private struct Exported {
        let measurement: Measurement
        let bytesPerSecond, recordsPerSecond: Double
    }

    private static func export(_ store: RecordStore) throws -> Exported {
        Machine.forgetPeak()
        var (bytes, count) = (0, 0)
        let clock = ContinuousClock()
        let time = try clock.measure {
            count = try ExportStream(store, as: .geojson).write { bytes += $0.count }.written
        }
        let seconds = time / .seconds(1)
        return Exported(
            measurement: Measurement("all records as GeoJSON", seconds: [seconds]),
            bytesPerSecond: Double(bytes) / seconds, recordsPerSecond: Double(count) / seconds)
    }
}
