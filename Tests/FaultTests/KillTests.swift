import Glibc
import TestSupport
import Testing

/// Every step is killed, as by kill -9, before every call that changes a file, one run for each.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `Killed at every call` {
    @Test(arguments: Operation.allCases)
    func `D08 either the old or the new state is there after a restart`(
        operation: Operation
    ) throws {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        var tally = Tally()
        for call in 1... {
            try fixture.restore()
            layer.arm(.init(action: .kill, at: call))
            let result = try fixture.run(operation.words(fixture), under: layer)
            guard result.exitCode == 128 + SIGKILL else {
                #expect(result.exitCode == 0, "\(result)")
                break
            }
            let answered = access(fixture.answerMark, F_OK) == 0
            let found = try fixture.verify(operation, answered: answered)
            #expect(found.isClean, "killed at call \(call): \(found) \(found.otherProblems)")
            tally += found
        }
        print("\(operation): killed at each of \(tally.states) calls: \(tally)")
        #expect(tally.states > 10)
    }

    /// Of a commit that could not be brought to disk nobody knows whether it is there after a crash.
    @Test(arguments: Operation.allCases)
    func `D08 nor is anything lost when a synchronizing failed before`(operation: Operation) throws
    {
        let fixture = try Fixture()
        let layer = try FaultLayer(under: fixture.work)
        var tally = Tally()
        for call in 1... {
            try fixture.restore()
            layer.arm(.init(action: .fail, at: call, value: EIO, kinds: .synchronizing))
            let words = operation.words(fixture, isKilledWhenRefused: true)
            let result = try fixture.run(words, under: layer)
            guard layer.hits > 0 else { break }
            let answered = access(fixture.answerMark, F_OK) == 0
            let found = try fixture.verify(operation, answered: answered)
            #expect(found.isClean, "failed at \(call): \(found) \(found.otherProblems) \(result)")
            tally += found
        }
        print("\(operation): each of \(tally.states) synchronizings failed, then killed: \(tally)")
    }
}
