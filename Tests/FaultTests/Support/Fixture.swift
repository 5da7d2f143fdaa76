import FoundationEssentials
import GeoModel
import Hashing
import Imaging
import Records
import TestSupport

/// A data directory with some of everything in it, and a copy of it for each run.
///
/// `data` in the folder is the one that is worked on; `kept` is how it was.
struct Fixture {
    let folder: TemporaryDirectory
    /// Records that no step here touches.
    let others: [Record]
    /// What is edited and deleted; it has a thumbnail.
    let record: Record
    /// Deleted, and can be restored for seven days.
    let removed: Record
    /// What is confirmed and cancelled, and the id its record would have.
    let waiting: UUIDv7
    /// Waits too, and is left alone.
    let otherWaiting: UUIDv7
    /// A photo that can be sent.
    let photo: String

    var work: String { folder.file("work") }
    var data: String { work + "/data" }
    var answerMark: String { data + ".answered" }
    var kept: String { folder.file("kept") }

    /// An hour over the grace time from now: everything that nobody needs may go.
    static var later: Date { Date(timeIntervalSinceNow: 2 * 3600) }

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.file("kept") + "/data")
        try FileManager.default.createDirectory(
            atPath: folder.file("kept"), withIntermediateDirectories: false)
        try directory.create()
        let store = try RecordStore(directory)
        photo = try folder.write(Self.jpeg(255), as: "photo.jpg")
        others = try (1...3).map { try Self.record($0, in: store) }
        record = try Self.record(4, in: store)
        let deleted = try Self.record(5, in: store)
        try store.delete(deleted.occurrenceID)
        removed = try Self.record(10, in: store)
        try RecordStore(directory, trashDays: 7).delete(removed.occurrenceID)
        waiting = try Self.capture(6, in: store)
        otherWaiting = try Self.capture(7, in: store)
        // For the sweep: two whose time is over by then, half an upload, a photo without a row, a
        // thumbnail of a record.
        for number in 8...9 { _ = try Self.capture(number, lifetime: 3600, in: store) }
        let loose = UUIDv7().description
        let id = record.occurrenceID.description
        for (name, folderName) in [
            ("half.part", "staging"), ("\(loose).jpg", "photos/\(loose.suffix(2))"),
            ("\(id)-\(PhotoStore.thumbnailSizes[0]).jpg", "derived/\(id.suffix(2))"),
        ] {
            let parent = "\(directory.path)/\(folderName)"
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true)
            try Data(name.utf8).write(to: URL(filePath: "\(parent)/\(name)"))
        }
    }

    /// A JPEG of one shade, different for each number.
    static func jpeg(_ number: Int) throws -> [UInt8] {
        let bytes = [UInt8](repeating: UInt8(number & 0xFF), count: 16 * 16 * 3)
        guard let image = RGBImage(width: 16, height: 16, bytes: bytes) else { return [] }
        return try JPEGEncoder().encode(image, quality: 90) + Array("\(number)".utf8)
    }

    private static func capture(
        _ number: Int, lifetime: TimeInterval = 30 * 86400, in store: RecordStore
    ) throws -> UUIDv7 {
        let id = UUIDv7()
        let photo = try jpeg(number)
        let upload = "\(store.directory.staging)/\(id).part"
        try Data(photo).write(to: URL(filePath: upload))
        try store.stage(upload: upload, as: id)
        let position = Coordinate(decimalLatitude: 60, decimalLongitude: 20 + Double(number) / 10)
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
        let capture = Capture(
            id: id, state: .pending, created: now, expires: now.addingTimeInterval(lifetime),
            eventDate: EventDate("2026-06-01T12:05:00+02:00")!,
            position: position.map {
                CapturePosition(coordinate: $0, coordinateUncertaintyInMeters: 5, source: .request)
            }, headingInDegrees: nil,
            photo: PhotoFacts(
                width: 16, height: 16, bytes: photo.count,
                sha256: SHA256.hexadecimal(of: photo)),
            sources: [], candidates: [], notices: [])
        return try store.insert(
            StoredCapture(capture: capture, address: nil, addressParts: [], key: nil)
        ).capture.id
    }

    private static func record(_ number: Int, in store: RecordStore) throws -> Record {
        let id = try capture(number, in: store)
        let answer = ConfirmedAnswer(
            identification: Identification(name: "Record \(number)", kind: .thing))
        let record = try store.confirm(id, as: answer).record
        // As it is read, with all that belongs to it.
        return try store.record(record.occurrenceID) ?? record
    }

    /// Brings the work back to how it was.
    func restore() throws {
        try? FileManager.default.removeItem(atPath: work)
        try FileManager.default.copyItem(atPath: kept, toPath: work)
    }

    /// Runs the driver, or another program, under a layer.
    func run(
        _ words: [String], program: String = "FaultDriver", under layer: FaultLayer? = nil,
        logs: Bool = false
    ) throws -> ProgramResult {
        let build = RunningProgram.path.dropLast("turnstone".count)
        return try RunningProgram(
            words, program: build + program,
            environment: layer?.environment(logs: logs) ?? [:]
        ).result(within: 60)
    }
}
