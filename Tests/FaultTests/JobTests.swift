import FoundationEssentials
import GeoModel
import Glibc
import TestSupport
import Testing

/// Imports, backup, restore and the adding of a model, killed on their way.
///
/// They make hundreds of calls: a few of them, and the last five, by default;
/// `TURNSTONE_LONG_TESTS=1` kills at every one.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `Long work killed on its way` {
    private static let isLong = ProcessInfo.processInfo.environment["TURNSTONE_LONG_TESTS"] == "1"

    /// Which of so many calls are tried.
    private static func chosen(of count: Int) -> [Int] {
        if isLong || count < 9 { return Array(1...max(count, 1)) }
        let spread = (0..<4).map { 1 + $0 * count / 4 }
        return Set(spread + Array((count - 4)...count)).sorted()
    }

    @Test(arguments: Job.allCases.filter(\.isPossible))
    func `D08 leaves the old state or the new one, and is simply begun again`(job: Job) throws {
        let fixture = try Fixture()
        try job.prepare(fixture)
        try fixture.restore()
        let layer = try FaultLayer(under: fixture.work)
        layer.arm(.init())
        let whole = try fixture.run(job.words(fixture), program: "turnstone", under: layer)
        #expect(whole.exitCode == 0, "\(whole)")
        let count = layer.calls
        var tally = Tally()
        for call in Self.chosen(of: count) {
            try fixture.restore()
            layer.arm(.init(action: .kill, at: call))
            let killed = try fixture.run(job.words(fixture), program: "turnstone", under: layer)
            #expect(killed.exitCode == 128 + SIGKILL, "call \(call): \(killed)")
            let found = try fixture.verify(job)
            #expect(found.isClean, "killed at call \(call): \(found) \(found.otherProblems)")
            tally += found
        }
        print("\(job): killed at \(tally.states) of \(count) calls: \(tally)")
    }

    @Test(arguments: [Job.importMap, .backup, .restore, .addModel].filter(\.isPossible))
    func `D08 a loss of power leaves the old state or the new one`(job: Job) throws {
        let fixture = try Fixture()
        try job.prepare(fixture)
        try fixture.restore()
        let layer = try FaultLayer(under: fixture.work)
        var disk = try Disk(fixture.work)
        layer.arm(.init())
        let whole = try fixture.run(
            job.words(fixture), program: "turnstone", under: layer, logs: true)
        #expect(whole.exitCode == 0, "\(whole)")
        let changes = try DiskLog(layer.log, root: fixture.work).changes
        let moments = Set(Self.chosen(of: changes.count))
        var chance = SeededGenerator(seed: 1)
        var seen: Set<Int> = []
        var tally = Tally()
        for (index, change) in changes.enumerated() {
            try disk.apply(change)
            guard moments.contains(index + 1) else { continue }
            for loss in Disk.Loss.allCases where loss != .nothing {
                let state = disk.remains(after: loss, using: &chance)
                guard seen.insert(state.fingerprint).inserted else { continue }
                try state.write(to: fixture.work)
                let found = try fixture.verify(job)
                #expect(
                    found.isClean,
                    "\(loss) lost behind \(index + 1) \(change): \(found) \(found.otherProblems)")
                tally += found
            }
        }
        print("\(job): power lost in \(tally.states) states: \(tally)")
    }
}
