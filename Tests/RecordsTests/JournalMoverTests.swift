import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Moving the log of records.sqlite` {
    /// A store that has written more than the log holds before it is moved, and is gone.
    private static func used() throws -> TemporaryDirectory {
        let fixture = try RecordsFixture()
        let candidates = Array(repeating: Candidate.cathedral, count: 2000)
        for _ in 0..<12 {
            try fixture.stored(fixture.capture(photo: nil, candidates: candidates))
        }
        let bytes = try FileManager.default.attributesOfItem(
            atPath: fixture.directory.recordsDatabase)[.size]
        #expect(bytes as? UInt64 ?? 0 > 1 << 20)
        return fixture.folder
    }

    @Test func `leaves no file open when the store is gone`() throws {
        let folder = try Self.used()
        let files = FileManager.default
        let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.filter { $0.hasPrefix(folder.path) } == [])
    }
}
