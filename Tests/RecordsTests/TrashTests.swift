import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `The trash on another disk` {
    /// A file system of its own on every Linux.
    private static let elsewhere = "/dev/shm"

    @Test func `takes what the sweep finds, content, times and all, and lists it`() throws {
        let fixture = try RecordsFixture()
        try fixture.record()
        let folder = "\(Self.elsewhere)/turnstone-\(UUIDv7())"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let devices = [folder, fixture.directory.path].map { FileCalls.facts(of: $0)?.device }
        guard devices[0] != devices[1] else {
            print("Skipped: \(Self.elsewhere) is the disk of the temporary folder.")
            return
        }
        try FileManager.default.createSymbolicLink(
            atPath: fixture.directory.trash, withDestinationPath: folder)
        let path = fixture.store.photos.path(of: UUIDv7())
        let name = String(path.dropFirst(fixture.directory.path.utf8.count + 1))
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try FileCalls.makeDirectory(FileCalls.parent(of: path))
        try FileCalls.append(bytes, to: path)
        // A half copy of an attempt that was ended.
        try FileCalls.append([1, 2, 3], to: "\(folder)/\(name.replacing("/", with: "-")).tmp")

        let report = try fixture.store.sweep(now: Date(timeIntervalSinceNow: 7200))
        #expect(report.movedToTrash == [name] && report.failures == [])
        #expect(FileCalls.facts(of: path) == nil)
        let kept = try FileCalls.names(in: folder)
        #expect(kept.count == 2 && kept.contains("list.tsv"))
        let moved = try #require(kept.first { $0.hasSuffix(".jpg") })
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(moved)")) == Data(bytes))
        let list = try String(contentsOfFile: "\(folder)/list.tsv", encoding: .utf8)
        #expect(list.contains(moved) && list.contains("3000000"))
        #expect(try fixture.store.check(now: Date(timeIntervalSinceNow: 7200)).problems == [])
    }
}
