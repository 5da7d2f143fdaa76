import API
import ArgumentParsing
import Exports
import FoundationEssentials
import GeoModel
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
        let directory = DataDirectory(folder ?? workspace.file("many"))
        try directory.create()
        var store = try RecordStore(directory, judge: nothingListed)
        var measurements: [Measurement] = []
        if try store.counts().records != records {
            measurements.append(try fill(store, records))
        }
        // Counting has read it.
        store = try RecordStore(directory, judge: nothingListed)
        measurements.append(
            try Measurement.take("what lists look at is read, once", [()]) {
                try store.prepareLists()
            })
        let taxa = RecordedTaxa(
            store,
            try InventedTaxonomy.make(
                at: workspace.file("invented.sqlite"), list: workspace.file("invented.csv")))
        measurements.append(
            try Measurement.take("the names of all records are read, once", [()]) {
                _ = try taxa.names(countingAs: "Avis")
            })
        let asked = try ask(store, taxa, records: records, count: count)
        let exported = try export(store)
        let size = Machine.size(ofFile: directory.recordsDatabase)
        return [
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
                ], peakMemoryBytes: Machine.peakMemory)
        ]
    }

    /// A list of sensitive taxa without a taxon: what a person chose is what the public sees.
    static let nothingListed = SensitivityJudge(
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
        _ store: RecordStore, _ taxa: RecordedTaxa, records: Int, count: Int
    ) throws -> (measurements: [Measurement], peak: Int64) {
        let server = try BenchWorkspace.server(RecordRoutes(store, taxa: taxa).routes)
        defer { server.stop(within: .seconds(5)) }
        let client = try LoopbackClient(port: server.port)
        var questions = RecordQuestions(records: records)
        var measurements: [Measurement] = []
        Machine.forgetPeak()
        for kind in RecordQuestions.kinds {
            let queries = (0..<max(20, count / kind.share)).map { kind.query(&questions, $0) }
            // The first questions warm the page cache of the connection, as a running service has it.
            for query in queries.prefix(5) { try client.send("GET", "/v1/records?\(query)") }
            measurements.append(
                try Measurement.take(kind.name, queries) {
                    try client.send("GET", "/v1/records?\($0)")
                })
        }
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
