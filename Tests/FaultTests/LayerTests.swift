import Glibc
import TestSupport
import Testing

/// What the other tests stand on.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `The fault layer` {
    @Test func `sees SQLite's own calls, and those for photos and folders`() throws {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        try fixture.restore()
        layer.arm(.init())
        let result = try fixture.run(
            Operation.confirm.words(fixture), under: layer, logs: true)
        #expect(result.exitCode == 0, "\(result)")
        let changes = try DiskLog(layer.log, root: fixture.work).changes
        var log: UInt64?
        for case .create(let file, "data/records.sqlite-wal") in changes { log = file }
        let writes = changes.filter {
            if case .write(let file, _, _) = $0 { file == log } else { false }
        }
        let syncs = changes.filter { if case .sync(let file) = $0 { file == log } else { false } }
        // One frame a page at least, and the commit.
        #expect(writes.count > 4 && syncs.count > 0)
        let renames = changes.filter { if case .rename = $0 { true } else { false } }
        #expect(renames.count == 1)
        #expect(layer.calls >= changes.count)
    }

    @Test func `D07 a slow disk under a confirmation holds no reader up`() throws {
        let fixture = try Fixture()
        try fixture.restore()
        let layer = try FaultLayer(under: fixture.work)
        let service = try FaultyService(fixture, under: layer)
        let waiting = try service.prepare(.confirm)
        let client = service.client
        let isDone = Flag()
        layer.arm(.init(action: .hold, at: 1, kinds: .synchronizing))
        let thread = Threads(1) { _ in
            let answer = try? client.send(
                "POST", waiting.capture + "/confirmation", json: #"{"name": "x", "kind": "thing"}"#)
            if answer?.status == 201 { isDone.set() }
        }
        let end = ContinuousClock.now + .seconds(30)
        while layer.hits == 0, ContinuousClock.now < end { usleep(1000) }
        #expect(layer.hits == 1)
        try service.expectReads()
        #expect(!isDone.isSet)
        layer.disarm()
        thread.join()
        #expect(isDone.isSet)
        try service.expectCleanEnd()
    }
}
