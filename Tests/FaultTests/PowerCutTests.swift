import FoundationEssentials
import GeoModel
import Glibc
import TestSupport
import Testing

/// The power fails at every moment of every step, and what was not brought to disk is lost in different ways.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `After a loss of power` {
    /// A system that could not bring a file to disk takes it for written: only what is written anew gets there.
    @Test(arguments: [Operation.capture, .confirm, .cancel, .edit, .delete])
    func `D08 what was answered at a second attempt, as the first failed, is on disk`(
        operation: Operation
    ) throws {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        var tally = Tally()
        var calls = 0
        while true {
            try fixture.restore()
            var disk = try Disk(fixture.work)
            layer.clearLog()
            layer.arm(.init(action: .fail, at: calls + 1, value: EIO, kinds: .synchronizing))
            let result = try fixture.run(operation.words(fixture), under: layer, logs: true)
            #expect(result.exitCode == 0, "\(result)")
            guard layer.hits > 0 else { break }
            calls += 1
            for change in try DiskLog(layer.log, root: fixture.work).changes {
                try disk.apply(change)
            }
            tally += try expectAnswered(operation, fixture, disk, "failed at \(calls)")
        }
        print("\(operation): each of \(calls) synchronizings failed, then power lost: \(tally)")
        #expect(calls > 2)
    }

    @Test(arguments: [Operation.capture, .confirm, .delete])
    func `D08 what was answered after a kill and a new start is on disk`(
        operation: Operation
    ) throws {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        var tally = Tally()
        var calls = 0
        while true {
            try fixture.restore()
            var disk = try Disk(fixture.work)
            layer.clearLog()
            layer.arm(.init(action: .kill, at: calls + 1, kinds: .ordering))
            let killed = try fixture.run(operation.words(fixture), under: layer, logs: true)
            guard killed.exitCode == 128 + SIGKILL else { break }
            calls += 1
            layer.arm(.init())
            let again = try fixture.run(operation.words(fixture), under: layer, logs: true)
            #expect(again.exitCode == 0, "\(again)")
            for change in try DiskLog(layer.log, root: fixture.work).changes {
                try disk.apply(change)
            }
            tally += try expectAnswered(operation, fixture, disk, "killed at \(calls)")
        }
        print("\(operation): killed at each of \(calls) calls, done again, power lost: \(tally)")
        #expect(calls > 4)
    }

    /// Loses power in every way, behind the answer.
    private func expectAnswered(
        _ operation: Operation, _ fixture: Fixture, _ disk: Disk, _ place: String
    ) throws -> Tally {
        var chance = SeededGenerator(seed: 1)
        var seen: Set<Int> = []
        var tally = Tally()
        for loss in [Disk.Loss.everything, .content, .some] {
            let state = disk.remains(after: loss, using: &chance)
            guard seen.insert(state.fingerprint).inserted else { continue }
            try state.write(to: fixture.work)
            let found = try fixture.verify(operation, answered: true)
            #expect(found.isClean, "\(place), \(loss) lost: \(found) \(found.otherProblems)")
            tally += found
        }
        return tally
    }

    @Test(arguments: Operation.allCases)
    func `D08 either the old or the new state is on disk`(operation: Operation) throws {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        try fixture.restore()
        var disk = try Disk(fixture.work)
        layer.arm(.init())
        let result = try fixture.run(operation.words(fixture), under: layer, logs: true)
        #expect(result.exitCode == 0, "\(result)")
        let changes = try DiskLog(layer.log, root: fixture.work).changes

        var chance = SeededGenerator(seed: 1)
        var seen: Set<Int> = []
        var tally = Tally()
        var answered = false
        for (index, change) in changes.enumerated() {
            try disk.apply(change)
            if case .create(_, let path) = change, path == "data.answered" { answered = true }
            for loss in Disk.Loss.allCases {
                var state = disk.remains(after: loss, using: &chance)
                state["data.answered"] = answered ? [] : nil
                guard seen.insert(state.fingerprint).inserted else { continue }
                try state.write(to: fixture.work)
                let found = try fixture.verify(operation, answered: answered)
                #expect(
                    found.isClean,
                    "\(loss) lost behind \(index + 1) \(change): \(found) \(found.otherProblems)")
                tally += found
            }
        }
        print(
            "\(operation): power lost behind each of \(changes.count) changes, "
                + "\(tally.states) states: \(tally)")
    }
}
