import FoundationEssentials
import GeoModel
import Glibc
import Records
import Synchronization
import TestSupport
import Testing

/// What eight clients were told, by the key of each capture. Safe from any thread.
final class Told: Sendable {
    /// How far a capture has got, as its client was told, and what it has asked for since.
    struct State: Sendable {
        var capture = ""
        var record = ""
        var name: String?
        /// Asked for and not answered when the service was killed.
        var asked: Step?
        var isOver = false
    }

    enum Step: Sendable { case confirm, edit(String), delete, cancel }

    private let states = Mutex<[String: State]>([:])

    subscript(key: String) -> State {
        get { states.withLock { $0[key] ?? State() } }
        set { states.withLock { $0[key] = newValue } }
    }

    var all: [String: State] { states.withLock { $0 } }

    /// Drops what was looked at and cannot change any more.
    func forget(_ key: String) { states.withLock { $0[key] = nil } }
}

/// Set once, read from any thread.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

/// The real service, killed at random moments under load, and started again on the same data.
///
/// A dozen rounds each time; `TURNSTONE_KILL_ROUNDS=500` for more, and `TURNSTONE_KILL_SEED` for the same moments.
@Suite struct `Killed at random under load from 8 clients` {
    private static let clients = 8

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }

    @Test func `everything that was answered holds, and nothing is left over`() throws {
        let rounds = Self.number("TURNSTONE_KILL_ROUNDS") ?? 12
        let seed = Self.number("TURNSTONE_KILL_SEED") ?? Int.random(in: 1...1_000_000)
        print("Killing \(rounds) times, TURNSTONE_KILL_SEED=\(seed)")
        var chance = SeededGenerator(seed: UInt64(seed))
        let fixture = try Fixture()
        try fixture.restore()
        let told = Told()
        var counts = Counts()
        for round in 0..<rounds {
            let service = try Self.start(fixture)
            try Self.verify(told, service.client, &counts)
            let client = service.client
            let isOver = Flag()
            let seeds = (0..<Self.clients).map { _ in UInt64.random(in: 0 ... .max, using: &chance)
            }
            let threads = Threads(Self.clients) { index in
                Self.load(
                    client, "\(round)-\(index)", seeds[index], told, until: { isOver.isSet })
            }
            usleep(UInt32.random(in: 150_000...800_000, using: &chance))
            service.send(signal: SIGKILL)
            isOver.set()
            threads.join()
            counts.rounds += 1
        }
        let service = try Self.start(fixture)
        try Self.verify(told, service.client, &counts)
        for (path, name) in counts.kept where try service.client.get(path).json["name"].text != name
        {
            counts.lost.append("\(path) was there once")
        }
        #expect(try service.stop().exitCode == 0)
        try expectNothingLeft(fixture, &counts)
        print("Killed at random: \(counts)")
        #expect(counts.isClean)
    }

    struct Counts: CustomStringConvertible {
        var rounds = 0
        /// Answers that were looked at after a kill.
        var confirmed = 0
        var edited = 0
        var ended = 0
        /// Questions that had no answer when the service was killed.
        var open = 0
        var lost: [String] = []
        /// Records that were there after the kill that followed their answer: path and name.
        var kept: [String: String] = [:]
        var problems: [String] = []

        var isClean: Bool { lost.isEmpty && problems.isEmpty }

        var description: String {
            "\(rounds) kills; answered: \(confirmed) confirmed, \(edited) edited, \(ended) deleted or "
                + "cancelled; \(open) unanswered; \(lost.count) lost \(lost.prefix(5)); "
                + "\(problems.count) problems after the sweep \(problems.prefix(5))"
        }
    }

    private static func start(_ fixture: Fixture) throws -> RunningService {
        try RunningService(
            data: fixture.data, environment: ["TURNSTONE_OPENVINO": "/nonexistent/openvino"])
    }

    // MARK: A client

    /// Captures, confirms, edits, deletes and cancels until the service is gone.
    private static func load(
        _ client: HTTPClient, _ name: String, _ seed: UInt64, _ told: Told,
        until isOver: () -> Bool
    ) {
        var chance = SeededGenerator(seed: seed)
        var number = 0
        while !isOver() {
            number += 1
            do { try life(of: "\(name)-\(number)", client, told, &chance) } catch { return }
        }
    }

    private struct Refused: Error {}

    private static func life(
        of key: String, _ client: HTTPClient, _ told: Told, _ chance: inout SeededGenerator
    ) throws {
        func path(_ answer: HTTPAnswer) throws -> String {
            guard answer.status < 300, let path = answer.location else { throw Refused() }
            return path
        }
        func done(_ answer: HTTPAnswer) throws {
            guard answer.status < 300 else { throw Refused() }
        }
        var form = MultipartForm()
        form.add(
            "photo", file: try Fixture.jpeg(Int.random(in: 0...255, using: &chance)),
            named: "p.jpg", type: "image/jpeg")
        form.add("decimalLatitude", "60.1")
        form.add("decimalLongitude", "24.9")
        told[key].capture = try path(
            client.post("/v1/captures", headers: [("Idempotency-Key", key)], form: form))
        if Int.random(in: 0..<6, using: &chance) == 0 {
            told[key].asked = .cancel
            try done(client.delete(told[key].capture))
            told[key].asked = nil
            told[key].isOver = true
            return
        }
        told[key].asked = .confirm
        told[key].record = try path(confirm(told[key].capture, key, client))
        told[key].name = key
        told[key].asked = nil
        switch Int.random(in: 0..<4, using: &chance) {
        case 0:
            told[key].asked = .delete
            try done(client.delete(told[key].record))
            told[key].isOver = true
        case 1:
            told[key].asked = .edit(key + " edited")
            try done(edit(told[key].record, key + " edited", client))
            told[key].name = key + " edited"
        default: break
        }
        told[key].asked = nil
    }

    private static func confirm(
        _ capture: String, _ key: String, _ client: HTTPClient
    ) throws -> HTTPAnswer {
        try client.send(
            "POST", capture + "/confirmation", headers: [("Idempotency-Key", key)],
            json: #"{"name": "\#(key)", "kind": "thing"}"#)
    }

    private static func edit(
        _ record: String, _ name: String, _ client: HTTPClient
    ) throws -> HTTPAnswer {
        try client.send(
            "PATCH", record, headers: [("If-Match", "*")],
            type: "application/merge-patch+json", json: #"{"name": "\#(name)"}"#)
    }

    // MARK: After a kill

    /// Asks for everything that was told, and takes up what was left open as a client does that had no answer.
    private static func verify(
        _ told: Told, _ client: HTTPClient, _ counts: inout Counts
    ) throws {
        for (key, state) in told.all where !state.capture.isEmpty {
            func expect(_ holds: Bool, _ what: String) {
                if !holds { counts.lost.append("\(key): \(what) \(state)") }
            }
            if state.asked != nil { counts.open += 1 }
            switch state.asked {
            case nil where state.isOver:
                let path = state.record.isEmpty ? state.capture : state.record
                expect(try client.get(path).status == 410, "is there again")
                counts.ended += 1
                told.forget(key)
            case nil where !state.record.isEmpty:
                let answer = try client.get(state.record)
                expect(answer.status == 200 && answer.json["name"].text == state.name, "\(answer)")
                expect(try client.get(state.record + "/photo").status == 200, "its photo is gone")
                counts.kept[state.record] = state.name
                if state.name == key { counts.confirmed += 1 } else { counts.edited += 1 }
                // Looked at once more at the very end, by the check.
                told.forget(key)
            case nil:
                expect(try client.get(state.capture).status == 200, "the capture is gone")
                told[key].asked = .cancel
                expect(try client.delete(state.capture).status == 204, "cannot be cancelled")
                told.forget(key)
            case .confirm:
                let answer = try confirm(state.capture, key, client)
                expect(answer.status == 201 || answer.status == 200, "\(answer)")
                told.forget(key)
            case .edit(let name):
                let answer = try client.get(state.record)
                let found = answer.json["name"].text
                expect(found == state.name || found == name, "\(answer)")
                told.forget(key)
            case .delete:
                let status = try client.delete(state.record).status
                expect(status == 204 || status == 410, "\(status)")
                told.forget(key)
            case .cancel:
                let status = try client.delete(state.capture).status
                expect(status == 204 || status == 410, "\(status)")
                told.forget(key)
            }
        }
    }

    /// Sweeps as a service does an hour later, and checks.
    private func expectNothingLeft(_ fixture: Fixture, _ counts: inout Counts) throws {
        let store = try RecordStore(DataDirectory(fixture.data))
        _ = try store.sweep(now: Fixture.later)
        let report = try store.check(now: Fixture.later)
        counts.problems = report.problems.map { "\($0.kind) \($0.name)" }
        print("\(report.records) records and \(report.photos) photos are there after all.")
    }
}
