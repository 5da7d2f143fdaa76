import FoundationEssentials
import GeoModel
@preconcurrency import Glibc
import RankingBench
import Synchronization

/// One of the clients of `bench load`: sends a photo, then confirms the capture, cancels it, or forgets it, and now and
/// then deletes the oldest of its records, over and over.
struct LoadClient: Sendable {
    /// What all clients count together.
    final class Tally: Sendable {
        struct Counts: Sendable {
            /// By kind of request, all that were answered.
            var requests: [String: Int] = [:]
            /// By status, those that were refused; 0 for a connection that was cut.
            var refused: [Int: Int] = [:]
            var recordsLeft = 0
        }

        let counts = Mutex(Counts())
        private let isOver = Atomic<Bool>(false)

        var isStopping: Bool { isOver.load(ordering: .relaxed) }
        func stop() { isOver.store(true, ordering: .relaxed) }
    }

    let number: Int
    let port: UInt16
    /// A JPEG without its first two bytes; a comment of the client's own comes between, so that no two photos are alike.
    let photo: [UInt8]
    let tally: Tally

    /// Records of one client that stay: more are deleted, so that the disk does not fill.
    private static let recordsKept = 10

    /// Works until the tally says stop.
    func run() {
        var random = SeededGenerator(seed: BenchWorkspace.seed &+ UInt64(number))
        var client = try? LoopbackClient(port: port)
        var records: [String] = []
        var count = 0
        while !tally.isStopping {
            count += 1
            do {
                if let client {
                    try step(client, count, &records, &random)
                } else {
                    client = try LoopbackClient(port: port)
                }
            } catch LoopbackClient.Failure.refused(_, let status) {
                tally.counts.withLock { $0.refused[status, default: 0] += 1 }
                if status == 503 { usleep(200_000) }
            } catch {
                tally.counts.withLock { $0.refused[0, default: 0] += 1 }
                client = nil
                usleep(200_000)
            }
        }
        let left = records.count
        tally.counts.withLock { $0.recordsLeft += left }
    }

    private struct Made: Decodable {
        let id: String?
        let occurrenceID: String?
    }

    private func step(
        _ client: LoopbackClient, _ count: Int, _ records: inout [String],
        _ random: inout SeededGenerator
    ) throws {
        let words = Array("client \(number) photo \(count)".utf8)
        let comment: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(words.count + 2)] + words
        let latitude = Double.random(in: 60.165...60.178, using: &random)
        let longitude = Double.random(in: 24.935...24.965, using: &random)
        let capture = try made(
            "capture", client, "POST",
            "/v1/captures?decimalLatitude=\(latitude)&decimalLongitude=\(longitude)",
            type: "image/jpeg", comment + photo)
        guard let id = capture.id else { return }
        let path = "/v1/captures/\(id)"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
            let record = try made(
                "confirm", client, "POST", path + "/confirmation", type: "application/json",
                Array(#"{"candidateId": "1"}"#.utf8))
            if let id = record.occurrenceID { records.append(id) }
        case 6..<9: _ = try made("cancel", client, "DELETE", path)
        default: break  // It expires, and the sweep takes its photo.
        }
        if records.count > Self.recordsKept {
            let oldest = records[0]
            _ = try made("delete", client, "DELETE", "/v1/records/\(oldest)")
            records.removeFirst()
        }
    }

    private func made(
        _ kind: String, _ client: LoopbackClient, _ method: String, _ path: String,
        type: String? = nil, _ body: [UInt8] = []
    ) throws -> Made {
        let answer = try client.send(method, path, contentType: type, body: body)
        tally.counts.withLock { $0.requests[kind, default: 0] += 1 }
        guard !answer.body.isEmpty else { return Made(id: nil, occurrenceID: nil) }
        return try JSONDecoder().decode(Made.self, from: Data(answer.body))
    }
}
