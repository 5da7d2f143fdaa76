import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The power fails at every moment of every step, and what was not brought to disk is lost in different ways.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `After a loss of power` {
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
