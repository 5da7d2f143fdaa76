import FoundationEssentials
import GeoModel
import Records
import Testing

/// What the driver does in one run.
enum Operation: String, CaseIterable {
    case capture, confirm, cancel, edit, delete, restoration, sweep, repair
    case deleteForNow = "delete-for-now"
    /// A sweep when the time for undoing is over.
    case lateSweep = "late-sweep"

    /// The driver's words.
    ///
    /// - Parameter isKilledWhenRefused: Whether it has no second attempt.
    func words(_ fixture: Fixture, isKilledWhenRefused: Bool = false) -> [String] {
        let rest: [String] =
            switch self {
            case .capture: [fixture.photo, "a-key"]
            case .confirm: [fixture.waiting.description, "Confirmed"]
            case .cancel: [fixture.waiting.description]
            case .edit: [fixture.record.occurrenceID.description, "Edited"]
            case .delete, .deleteForNow: [fixture.record.occurrenceID.description]
            case .restoration: [fixture.removed.occurrenceID.description]
            case .sweep, .repair: ["7200"]
            case .lateSweep: ["\(8 * 86400)"]
            }
        let name = self == .lateSweep ? "sweep" : rawValue
        return [fixture.data, name + (isKilledWhenRefused ? "!" : "")] + rest
    }
}

/// What is left after a crash, a fault or a loss of power, counted.
struct Tally: CustomStringConvertible {
    /// States that were looked at.
    var states = 0
    /// Records that a person was told of, over all states.
    var told = 0
    var lost = 0
    /// Files that nothing explains after the sweep.
    var orphans = 0
    /// Records or captures whose photo is missing or changed.
    var half = 0
    var otherProblems: [String] = []

    static func += (left: inout Tally, right: Tally) {
        left.states += right.states
        left.told += right.told
        left.lost += right.lost
        left.orphans += right.orphans
        left.half += right.half
        left.otherProblems += right.otherProblems
    }

    var isClean: Bool { lost == 0 && orphans == 0 && half == 0 && otherProblems.isEmpty }

    var description: String {
        "\(told) records told of, \(lost) lost; \(orphans) orphans, \(half) half records"
    }
}

extension Fixture {
    /// Opens the data as a start of the service does, sweeps, checks, and asks for all that was told; then does
    /// the step again, or to its end, and checks once more.
    ///
    /// - Parameter answered: Whether a person was told that the step is done.
    func verify(_ operation: Operation, answered: Bool) throws -> Tally {
        var tally = Tally()
        tally.states = 1
        let store = try RecordStore(DataDirectory(data))
        _ = try store.sweep(now: Self.later)
        try verifyFiles(store, &tally)
        for record in others {
            tally.told += 1
            if try store.record(record.occurrenceID) != record { tally.lost += 1 }
        }
        if try store.capture(otherWaiting)?.capture.state != .pending { tally.lost += 1 }
        tally.told += 1
        let found = try? store.record(record.occurrenceID)
        let confirmation = ConfirmedAnswer(
            identification: Identification(name: "Confirmed", kind: .thing))
        switch operation {
        case .capture:
            let capture = try store.capture(key: "a-key")
            if answered, capture == nil { tally.lost += 1 }
            // The check hashes the photos of records: this one becomes one.
            if let id = capture?.capture.id { _ = try store.confirm(id, as: confirmation) }
        case .confirm:
            let end = try store.capture(waiting)?.capture.state
            if answered, end != .confirmed { tally.lost += 1 }
            let made = try store.confirm(waiting, as: confirmation)
            if made.isNew != (end == .pending) { tally.lost += 1 }
            if try store.record(made.record.occurrenceID)?.captureID != waiting { tally.lost += 1 }
        case .cancel:
            if answered, try store.capture(waiting)?.capture.state == .pending { tally.lost += 1 }
            try store.cancel(waiting)
        case .edit:
            if found?.identification.name != "Edited", answered || found != record {
                tally.lost += 1
            }
            var patch = RecordPatch()
            patch.name = "Edited"
            if try store.update(record.occurrenceID, patch).revision != 2 { tally.lost += 1 }
        case .delete:
            if found != nil, answered || found != record { tally.lost += 1 }
            if found != nil { try store.delete(record.occurrenceID) }
        case .deleteForNow:
            if found != nil, answered || found != record { tally.lost += 1 }
            _ = try store.restore(record.occurrenceID)
            if try store.record(record.occurrenceID) != record { tally.lost += 1 }
        case .restoration:
            let restored = try? store.record(removed.occurrenceID)
            if answered, restored != removed { tally.lost += 1 }
            _ = try store.restore(removed.occurrenceID)
            if try store.record(removed.occurrenceID) != removed { tally.lost += 1 }
        case .lateSweep where answered:
            if try isRestorable(store) { tally.lost += 1 }
        case .sweep, .lateSweep, .repair: break
        }
        if ![.edit, .delete, .deleteForNow].contains(operation), found != record {
            tally.lost += 1
        }
        if ![.restoration, .lateSweep].contains(operation), try !isRestorable(store) {
            tally.lost += 1
        }
        try verifyFiles(store, &tally)
        return tally
    }

    private func isRestorable(_ store: RecordStore) throws -> Bool {
        try store.deletedRecords().records.contains {
            $0.record.occurrenceID == removed.occurrenceID
        }
    }

    /// Compares files with rows, by the store's own check and by hand.
    func verifyFiles(_ store: RecordStore, _ tally: inout Tally) throws {
        let report = try store.check(now: Self.later)
        for problem in report.problems {
            switch problem.kind {
            case .orphan, .unexplainedPhoto, .photoOfLostDatabase, .halfUpload, .foreignFile:
                tally.orphans += 1
            case .missingPhoto, .missingStagedPhoto, .changedPhoto, .unreadable: tally.half += 1
            case .damagedDatabase, .spatialIndex, .textIndex:
                tally.otherProblems.append("\(problem.kind) \(problem.name)")
            }
        }
        let data = store.directory.path
        var expected: Set<String> = []
        try store.forEach { record in
            expected.insert(store.photos.path(of: record.occurrenceID))
        }
        let found = try FileManager.default.subpathsOfDirectory(atPath: data)
            .filter { $0.hasPrefix("photos/") || $0.hasPrefix("staging/") }
            .filter { $0.hasSuffix(".jpg") }
            .map { "\(data)/\($0)" }
        for deleted in try store.deletedRecords().records {
            expected.insert(store.photos.path(of: deleted.record.occurrenceID))
        }
        tally.half += expected.subtracting(found).count
        // The photo of a capture that waits may be in its final place already, or have both names.
        for id in [waiting, otherWaiting, try store.capture(key: "a-key")?.capture.id] {
            guard let capture = try id.flatMap(store.capture), capture.capture.state == .pending
            else { continue }
            expected.insert(store.photos.stagedPath(of: capture.capture.id))
            expected.insert(store.photos.path(of: capture.occurrenceID))
        }
        tally.orphans += Set(found).subtracting(expected).count
    }
}
