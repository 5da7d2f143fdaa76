import API
import Captures
import FoundationEssentials
import GeoModel
import Glibc
import HTTPServer
import Records

// Does one step of a capture's or record's life on the real stores, for tests that put faults under it:
// `FaultDriver DATA OPERATION ARGUMENT...`.
//
// What it has done is written as `done ...`, and `DATA.answered` is made, before the stores are closed. What was
// refused is written as `refused STATUS TEXT`, with the HTTP status it would have had, and is then tried once more
// in the same process; with `OPERATION!` the process is killed instead. Exit code 0 when it was done in the end, 1
// otherwise.

struct Step {
    let data: DataDirectory
    let isKilledWhenRefused: Bool
    let operation: String
    let arguments: [String]

    func run() throws {
        let flow = CaptureFlow(
            records: try RecordStore(data, trashDays: operation == "delete-for-now" ? 7 : 0),
            places: nil, classifiers: [])
        do { print("done \(try answer(flow))") } catch  where isKilledWhenRefused {
            // While the stores are open: closing them would settle a commit of unknown outcome.
            print("refused \(Response.answer(to: error).status) \(error)")
            kill(getpid(), SIGKILL)
        }
        close(creat(data.path + ".answered", 0o600))
    }

    private func answer(_ flow: CaptureFlow) throws -> String {
        switch operation {
        case "capture":
            let upload = "\(data.staging)/\(UUIDv7()).part"
            try receive(arguments[0], as: upload)
            var request = CaptureRequest()
            request.photoPath = upload
            request.key = arguments[1]
            return "\(try flow.create(request).capture.id)"
        case "confirm":
            var confirmation = Confirmation()
            confirmation.name = arguments[1]
            return "\(try flow.confirm(try id(), confirmation).record.occurrenceID)"
        case "cancel":
            try flow.cancel(try id())
            return "cancelled"
        case "edit":
            var patch = RecordPatch()
            patch.name = arguments[1]
            return "\(try flow.records.update(try id(), patch).revision)"
        case "restoration": return "\(try flow.records.restore(try id()).record.revision)"
        case "repair":
            let later = Date().addingTimeInterval(Double(arguments[0]) ?? 0)
            return "\(try flow.records.check(repair: true, now: later).problems.count) problems"
        case "delete", "delete-for-now":
            do {
                return "\(try flow.records.delete(try id()).files) files"
            } catch RecordError.recordGone {
                return "gone"
            }
        case "sweep":
            let report = try flow.records.sweep(
                now: Date().addingTimeInterval(Double(arguments[0]) ?? 0))
            return "\(report.expiredCaptures) expired, \(report.removed.files) files"
        default: return "unknown operation"
        }
    }

    /// Writes a photo as the server does while it receives one: not brought to disk, and removed when it fails.
    private func receive(_ photo: String, as upload: String) throws {
        let bytes = Array(FileManager.default.contents(atPath: photo) ?? Data())
        let file = open(upload, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var written = 0
        while file >= 0, written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(file, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0 { break }
            written += count
        }
        let reason = errno
        guard file >= 0, written == bytes.count, close(file) == 0 else {
            unlink(upload)
            throw Refusal.cannotStoreUpload(errno: reason, message: "")
        }
    }

    private func id() throws -> UUIDv7 {
        guard let id = UUIDv7(arguments[0]) else { throw RecordError.invalidCursor }
        return id
    }
}

let words = CommandLine.arguments
let step = Step(
    data: DataDirectory(words[1]), isKilledWhenRefused: words[2].hasSuffix("!"),
    operation: words[2].replacing("!", with: ""),
    arguments: Array(words.dropFirst(3)))
var isDone = false
for _ in 0..<2 where !isDone {
    do {
        try step.run()
        isDone = true
    } catch {
        print("refused \(Response.answer(to: error).status) \(error)")
    }
}
exit(isDone ? 0 : 1)
