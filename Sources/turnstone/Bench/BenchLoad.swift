import ArgumentParsing
import FoundationEssentials
@preconcurrency import Glibc
import Imaging
import Records
import Synchronization

/// Eight clients that send photos of 4 MB, confirm, cancel, delete and forget, for a long time; beside them the sweep.
enum BenchLoad {
    /// What was seen of it.
    struct Report: Encodable {
        let machine: Machine
        let seconds: Double
        let clients: Int
        let photoBytes: Int
        let requests: [String: Int]
        /// By status; 0 for a cut connection.
        let refused: [String: Int]
        /// Means of the first and the last third, and the most there ever was.
        let ownMemoryFirst, ownMemoryLast, ownMemoryMost: Int64
        /// What `turnstone limits` states.
        let ownMemoryStated: Int64
        let descriptorsFirst, descriptorsLast, descriptorsMost: Int
        let recordsExpected, recordsFound: Int
        let problemsFound: [String]
        let endedWell: Bool

        /// What is not as it should be; none when all is well.
        var complaints: [String] {
            var found = refused.keys.filter { $0 != "503" }.sorted().map {
                $0 == "0" ? "connections were cut" : "requests were answered with \($0)"
            }
            // An eighth more, or what the allocator keeps at hand; in less than a minute caches still fill.
            if seconds >= 60, Double(ownMemoryLast) > Double(ownMemoryFirst) * 1.125 + 16e6 {
                found.append("memory grew")
            }
            if ownMemoryMost > ownMemoryStated { found.append("memory is beyond its statement") }
            // In less than a minute connections to the databases are opened still, by the first who needs one.
            if descriptorsLast > descriptorsFirst + (seconds < 60 ? 16 : 4) {
                found.append("descriptors leak")
            }
            if recordsFound != recordsExpected { found.append("records were lost or doubled") }
            if !problemsFound.isEmpty { found.append("check found something") }
            if !endedWell { found.append("the service did not end well") }
            return found
        }
    }

    /// One look at the service.
    private struct Sample {
        let ownMemory: Int64
        let descriptors: Int
    }

    private static let photoBytes = 4_000_000
    private static let interval: useconds_t = 250_000
    /// How long a capture waits: short, so that the sweep always has work.
    private static let expiry = 20

    static func run(
        _ workspace: BenchWorkspace, _ arguments: ParsedArguments, seconds: Double, clients: Int
    ) throws -> Report {
        try workspace.region("helsinki-centre", from: workspace.helsinki)
        let photo = try photo(workspace)
        let machine = Machine.here
        let service = try ServedProcess(
            data: workspace.data.path, folder: try workspace.log,
            arguments: ["--capture-expiry", "\(expiry)"])
        let tally = LoadClient.Tally()
        let threads = (0..<clients).map { number in
            let client = LoadClient(number: number, port: service.port, photo: photo, tally: tally)
            return ClientThread { client.run() }
        }
        let samples = watch(service, tally, seconds)
        tally.stop()
        for thread in threads { thread.join() }
        let endedWell = service.stop()
        let check = try RecordStore(workspace.data).check(repair: false) { _, _, _ in }
        let counts = tally.counts.withLock { $0 }
        let third = max(1, samples.count / 3)
        func mean(_ part: ArraySlice<Sample>) -> Int64 {
            part.reduce(0) { $0 + $1.ownMemory } / Int64(max(1, part.count))
        }
        let (first, last) = (samples.prefix(third), samples.suffix(third))
        return Report(
            machine: machine, seconds: seconds, clients: clients, photoBytes: photo.count,
            requests: counts.requests,
            refused: Dictionary(
                uniqueKeysWithValues: counts.refused.map { ("\($0.key)", $0.value) }),
            ownMemoryFirst: mean(first), ownMemoryLast: mean(last),
            ownMemoryMost: samples.map(\.ownMemory).max() ?? 0,
            ownMemoryStated: Int64(
                MemoryStatement(ServiceSettings(), models: Limits.modelBytes(arguments)).bytes),
            descriptorsFirst: first.map(\.descriptors).max() ?? 0,
            descriptorsLast: last.map(\.descriptors).max() ?? 0,
            descriptorsMost: samples.map(\.descriptors).max() ?? 0,
            recordsExpected: counts.recordsLeft, recordsFound: check.records,
            problemsFound: check.problems.map { "\($0.kind.rawValue): \($0.name)" },
            endedWell: endedWell)
    }

    /// Looks at the service now and then until the time is over, and shows how far it is. The start, while models are
    /// loaded and caches fill, is left out: the first tenth.
    private static func watch(
        _ service: ServedProcess, _ tally: LoadClient.Tally, _ seconds: Double
    ) -> [Sample] {
        let clock = ContinuousClock()
        let (start, display) = (clock.now, ProgressDisplay())
        var samples: [Sample] = []
        while true {
            usleep(interval)
            let elapsed = (clock.now - start) / .seconds(1)
            guard elapsed < seconds else { break }
            display.show(
                phase: "Load", done: Int64(elapsed), total: Int64(seconds),
                unit: .items)
            guard elapsed > seconds / 10 else { continue }
            samples.append(
                Sample(
                    ownMemory: Machine.ownMemory(of: service.id),
                    descriptors: Machine.descriptors(of: service.id)))
        }
        display.clear()
        return samples
    }

    /// A JPEG of 12 megapixels, without its first two bytes, filled up to 4 MB with segments that no one reads.
    private static func photo(_ workspace: BenchWorkspace) throws -> [UInt8] {
        let file = try JPEGFile(path: workspace.geoData.photos + "/church.jpg")
        var picture = file.bytes
        #if !DEBUG
            let image = try JPEGDecoder().decode(file, orientation: .upright)
            let box = PixelBox(
                left: 0, top: 0, width: Double(image.width), height: Double(image.height))
            picture = try JPEGEncoder().encode(
                image.resampled(box, toWidth: 4000, height: 3000, filter: .bicubic), quality: 90)
        #endif
        var bytes: [UInt8] = []
        let segment: [UInt8] = [0xFF, 0xEF, 0xFF, 0xFF] + [UInt8](repeating: 0x55, count: 65_533)
        while bytes.count + picture.count + segment.count < photoBytes { bytes += segment }
        return bytes + picture.dropFirst(2)
    }
}

extension BenchLoad {
    static func text(_ report: Report) -> String {
        func amount(_ bytes: Int64) -> String { ProgressLine.amount(Double(bytes), .bytes) }
        func list(_ counts: [String: Int]) -> String {
            let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return words.isEmpty ? "none" : words.joined(separator: ", ")
        }
        let rate = RecordText.decimals(Double(report.requests["capture"] ?? 0) / report.seconds)
        let problems = report.problemsFound.joined(separator: "; ")
        let complaints = report.complaints.joined(separator: "; ")
        var lines = [
            "\(report.clients) clients, photos of \(amount(Int64(report.photoBytes))), "
                + "\(Int(report.seconds)) s, \(rate) captures/s",
            "requests      \(list(report.requests))", "refused       \(list(report.refused))",
        ]
        lines.append(
            "own memory    first third \(amount(report.ownMemoryFirst)), last third "
                + "\(amount(report.ownMemoryLast)), most \(amount(report.ownMemoryMost)), "
                + "stated \(amount(report.ownMemoryStated))")
        lines.append(
            "descriptors   first third \(report.descriptorsFirst), last third "
                + "\(report.descriptorsLast), most \(report.descriptorsMost)")
        lines.append("records       \(report.recordsFound) of \(report.recordsExpected)")
        lines.append("check         \(problems.isEmpty ? "nothing is wrong" : problems)")
        lines.append(complaints.isEmpty ? "All is well." : "Not well: \(complaints).")
        return lines.joined(separator: "\n") + "\n"
    }
}
