import FoundationEssentials
import GeoModel
import Records
import TestSupport
import Testing

@testable import Exports

@Suite struct `An export of any format` {
    private static func invented(_ count: Int) -> [Record] {
        let remarks = String(repeating: "a", count: 900)
        return (0..<count).map {
            ExportFixture.record("number \($0)", scientificName: "Avis \($0)", remarks: remarks)
        }
    }

    @Test(arguments: ExportFormat.allCases)
    func `E12 tells what is blurred in each row, and nothing that is concealed`(
        format: ExportFormat
    ) throws {
        let fixture = try ExportFixture(ExportFixture.concealed)
        let text = try fixture.readable(format, scope: .public(dates: .month))
        for secret in ExportFixture.secrets { #expect(!text.contains(secret), "\(secret)") }
        for record in ExportFixture.concealed.dropFirst() {
            #expect(!text.contains(record.occurrenceID.description))
        }
        #expect(text.contains("60.17021") && text.contains("opennote"))
        let counts = { (words: String) in text.ranges(of: words).count }
        let rows = try fixture.export(format, scope: .public(dates: .month)).tally.written
        // One is private, and has no waypoint; a bird's name is shown.
        #expect(counts("Position, address, time, photo") >= (rows == 4 ? 1 : 0))
        #expect(counts("Exact position, address") >= 1)
        #expect(counts("a random point of the cell of 0.2 degrees") >= 1)
        #expect(counts("Parus major") >= 1)
        #expect(counts("2026-06") >= 1)
        let uncertainty = try fixture.store.publicList(dates: .month).records
            .first { $0.identification?.name == "Parus major" }?.coordinateUncertaintyInMeters
        #expect(text.contains("\(Int(try #require(uncertainty)))"))
        // The owner is told all.
        let own = try fixture.readable(format)
        #expect(own.contains("61.23456") && own.contains("zzyxnote"))
    }

    @Test(arguments: ExportFormat.allCases)
    func `E07 takes only so many records as the piece that is asked for holds`(
        format: ExportFormat
    ) throws {
        let fixture = try ExportFixture(Self.invented(500))
        let stream = ExportStream(fixture.store, as: format)
        var count = 0
        var sizes: [Int] = []
        while let piece = try stream.next() {
            sizes.append(piece.count)
            if sizes.count == 1 { count = stream.tally.written }
        }
        #expect(stream.tally.written == 500)
        #expect(sizes.allSatisfy { $0 < 128 << 10 }, "\(sizes)")
        if format.isText { #expect(sizes.count > 5 && (10..<200).contains(count), "\(count)") }
    }

    @Test(arguments: ExportFormat.allCases)
    func `E07 ends when the reader goes away, and the database is let go`(format: ExportFormat)
        throws
    {
        struct Gone: Error {}
        let fixture = try ExportFixture(Self.invented(200))
        let before = try fixture.openDatabases()
        var calls = 0
        #expect(throws: Gone.self) {
            let stream = ExportStream(fixture.store, as: format)
            try stream.write { _ in
                calls += 1
                #expect(try fixture.openDatabases() > before || !format.isText)
                throw Gone()
            }
        }
        #expect(calls == 1)
        #expect(try fixture.openDatabases() == before)
    }

    @Test(arguments: ExportFormat.allCases)
    func `has the records that the filter finds, in the list's order`(format: ExportFormat) throws {
        let fixture = try ExportFixture([
            ExportFixture.record("Sydney", at: (-33.9, 151.2)), ExportFixture.record("first"),
            ExportFixture.record("second"),
        ])
        var filter = RecordFilter()
        filter.boundingBox = BoundingBox(west: 20, south: 55, east: 30, north: 65)
        let text = try fixture.readable(format, filter)
        let (first, second) = (text.firstRange(of: "first"), text.firstRange(of: "second"))
        #expect(!text.contains("Sydney"))
        #expect(try #require(second).lowerBound < #require(first).lowerBound)
    }

    @Test(arguments: ExportFormat.allCases)
    func `D02 is of one moment, whatever is deleted and edited meanwhile`(format: ExportFormat)
        throws
    {
        let records = Self.invented(200)
        let fixture = try ExportFixture(records)
        let whole = try fixture.export(format).bytes
        let stream = ExportStream(fixture.store, as: format, moment: ExportFixture.moment)
        try stream.begin()
        for record in records.prefix(5) + records.suffix(5) {
            try fixture.store.delete(record.occurrenceID)
        }
        var patch = RecordPatch()
        patch.name = "edited meanwhile"
        _ = try fixture.store.update(records[100].occurrenceID, patch)
        var bytes: [UInt8] = []
        try stream.write { bytes += $0 }
        #expect(bytes == whole)
        #expect(try fixture.readable(format).contains("edited meanwhile"))
    }

    @Test(arguments: ExportFormat.allCases)
    func `a filter that will not do is told before anything is written`(format: ExportFormat) throws
    {
        let fixture = try ExportFixture()
        var filter = RecordFilter()
        (filter.from, filter.to) = (Date(timeIntervalSince1970: 9), Date(timeIntervalSince1970: 1))
        let stream = ExportStream(fixture.store, filter, as: format)
        #expect(throws: RecordError.self) { try stream.begin() }
    }
}

extension ExportFixture {
    /// The document as text.
    func readable(
        _ format: ExportFormat, _ filter: RecordFilter = RecordFilter(), scope: RecordScope = .all
    ) throws -> String {
        let bytes = try export(format, filter, scope: scope).bytes
        guard !format.isText else { return String(decoding: bytes, as: UTF8.self) }
        return try UnzippedFile.entries(of: bytes).map(\.text).joined()
    }

    /// How often this process has the records open.
    func openDatabases() throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").filter { number in
            let path = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return path == store.directory.recordsDatabase + "-wal"
        }.count
    }
}
