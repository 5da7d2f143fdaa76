import ArgumentParsing
import FoundationEssentials
import GeoModel
import Glibc
import Records

/// What a confirmation costs, beside its own system calls with its own bytes, done bare in the same run.
///
/// A confirmation brings the photo's content to disk (fdatasync), renames it, brings both folders to disk, and commits: SQLite
/// writes each changed page and a header of it to its journal and brings that to disk. The bare calls are these, one
/// after the other, with as many bytes, on files that lie alike. What moves the journal into the database later is
/// another thread's work, and meets both.
enum BenchConfirm {
    private static let warmUp = 20
    /// As many bytes as SQLite's journal takes before it is begun again.
    private static let journalBytes = 4 << 20
    /// A page in the journal: <https://www.sqlite.org/fileformat2.html#walformat>.
    private static let (frameHeader, page) = (24, 4096)

    static func run(_ workspace: BenchWorkspace, count: Int) throws -> BenchResult {
        let directory = DataDirectory(workspace.file("confirmed"))
        try directory.create()
        let store = try RecordStore(directory, judge: BenchRecords.nothingListed)
        try makeShards(in: directory.photos)
        let photo = [UInt8](repeating: 0xA5, count: 500_000)
        let bare = try BareWrites(folder: workspace.file("bare"))
        let clock = ContinuousClock()
        var (whole, raw, bytes): ([Double], [Double], [Double]) = ([], [], [])
        for run in 0..<count + warmUp {
            let id = try stage(photo, in: store)
            // The first candidate, as most are.
            let answer = ConfirmedAnswer(
                identification: Identification(
                    name: "Candidate \(run)", kind: .place,
                    ref: OSMRef(osmType: .way, osmID: Int64(run)), category: "tourism",
                    type: "museum", confidence: 0.9))
            let before = written
            let time = try clock.measure { _ = try store.confirm(id, as: answer) }
            let size = written - before
            try bare.prepare(photo, as: id)
            // In turn, so that a busy moment of the machine meets both alike.
            let alone = clock.measure { bare.confirm(id, frames: size / (frameHeader + page)) }
            guard run >= warmUp else { continue }
            whole.append(time / .seconds(1))
            raw.append(alone / .seconds(1))
            bytes.append(Double(size))
        }
        let figures = [
            Measurement("confirmation", seconds: whole),
            Measurement("its fsyncs, renames and bytes alone", seconds: raw),
        ]
        let sorted = bytes.sorted()
        let ratios = [
            figures[0].medianMilliseconds / figures[1].medianMilliseconds,
            whole.reduce(0, +) / raw.reduce(0, +),
        ]
        return BenchResult(
            name: "confirmation (photo of \(photo.count / 1000) kB)", measurements: figures,
            remarks: [
                "confirmation = \(RecordText.decimals(ratios[0])) x its own calls by the median, "
                    + "\(RecordText.decimals(ratios[1])) x by the mean",
                "a commit writes "
                    + ProgressLine.amount(sorted[sorted.count / 2], .bytes),
            ], peakMemoryBytes: Machine.peakMemory)
    }

    /// As in a store that has some hundreds of records: each folder is made once.
    private static func makeShards(in photos: String) throws {
        for shard in 0..<256 {
            try FileManager.default.createDirectory(
                atPath: "\(photos)/\(shard < 16 ? "0" : "")\(String(shard, radix: 16))",
                withIntermediateDirectories: true)
        }
    }

    /// A capture that waits for its confirmation, its photo on disk.
    private static func stage(_ photo: [UInt8], in store: RecordStore) throws -> UUIDv7 {
        let id = UUIDv7()
        let upload = "\(store.directory.staging)/\(id).part"
        try Data(photo).write(to: URL(filePath: upload))
        try store.stage(upload: upload, as: id)
        let now = Date()
        let capture = Capture(
            id: id, state: .pending, created: now, expires: now.addingTimeInterval(3600),
            eventDate: EventDate(utc: now),
            position: Coordinate(decimalLatitude: 60.17, decimalLongitude: 24.95).map {
                CapturePosition(
                    coordinate: $0, coordinateUncertaintyInMeters: 12, source: .request)
            }, headingInDegrees: nil,
            photo: PhotoFacts(
                width: 4000, height: 3000, bytes: photo.count,
                sha256: String(repeating: "a", count: 64)),
            sources: [],
            candidates: (1...10).map { number in
                Candidate(
                    id: "\(number)", kind: .place, name: "Candidate \(number)", score: 0.1,
                    distanceInMeters: 12.5,
                    evidence: (1...4).map {
                        Evidence(kind: "kind \($0)", weight: 1.25, text: "a sentence of evidence")
                    })
            }, notices: [])
        _ = try store.insert(
            StoredCapture(
                capture: capture, address: "12, Street, Town, Country",
                addressParts: [AddressPart(key: "road", value: "Street")], key: nil))
        return id
    }

    /// Bytes that this thread has handed to the system to write: proc(5), `io`, `wchar`.
    private static var written: Int {
        let file = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(file, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("wchar: ") {
            return Int(line.dropFirst(7)) ?? 0
        }
        return 0
    }

    /// The same calls on files of its own.
    private final class BareWrites {
        private let folder: String
        private let journal: Int32
        private let bytes = [UInt8](repeating: 7, count: BenchConfirm.page)
        private var offset = 0

        init(folder: String) throws {
            self.folder = folder
            for name in ["", "/staging", "/photos"] {
                try FileManager.default.createDirectory(
                    atPath: folder + name, withIntermediateDirectories: true)
            }
            try BenchConfirm.makeShards(in: "\(folder)/photos")
            journal = open("\(folder)/journal", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        }

        deinit { close(journal) }

        /// A photo that is on disk in `staging`, written and renamed there as an upload is.
        func prepare(_ photo: [UInt8], as id: UUIDv7) throws {
            let upload = "\(folder)/staging/\(id).part"
            try Data(photo).write(to: URL(filePath: upload))
            synchronize(upload)
            rename(upload, "\(folder)/staging/\(id).jpg")
            synchronize("\(folder)/staging")
        }

        func confirm(_ id: UUIDv7, frames: Int) {
            let staged = "\(folder)/staging/\(id).jpg"
            let shard = "\(folder)/photos/\(id.description.suffix(2))"
            synchronize(staged, by: fdatasync)
            rename(staged, "\(shard)/\(id).jpg")
            synchronize(shard)
            synchronize("\(folder)/staging")
            if offset > BenchConfirm.journalBytes { offset = 0 }
            bytes.withUnsafeBytes { bytes in
                for _ in 0..<frames {
                    for size in [BenchConfirm.frameHeader, BenchConfirm.page] {
                        pwrite(journal, bytes.baseAddress, size, offset)
                        offset += size
                    }
                }
            }
            fdatasync(journal)
        }

        private func synchronize(_ path: String, by call: (Int32) -> Int32 = fsync) {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = call(file)
            close(file)
        }
    }
}
