import FoundationEssentials
import TestSupport
import Testing

@testable import ZipArchive

@Suite struct `A zip file that is written` {
    private static let contents: [(name: String, bytes: [UInt8])] = [
        ("meta.xml", Array("<archive/>".utf8)), ("empty.txt", []),
        ("Ägypten/한글.txt", Array(String(repeating: "0123456789abcdef\n", count: 20_000).utf8)),
        ("noise", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 16) }),
    ]

    /// - Parameter pieces: Bytes that are written at once.
    private func written(_ writer: ZipWriter, pieces: Int = 10_000) -> [UInt8] {
        var file: [UInt8] = []
        for (name, bytes) in Self.contents {
            writer.begin(name)
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                writer.write(Array(bytes[start..<min(bytes.count, start + pieces)]))
                file += writer.take()
            }
            writer.endEntry()
        }
        writer.finish()
        return file + writer.take()
    }

    private static let stamp = ZipWriter.Stamp(
        year: 2026, month: 6, day: 1, hour: 12, minute: 5, second: 30)

    @Test(arguments: [1000, 65_536, 1_000_000])
    func `is read again, however many bytes are written at once`(pieces: Int) throws {
        let file = written(ZipWriter(at: Self.stamp), pieces: pieces)
        let read = try UnzippedFile.entries(of: file)
        #expect(read.map(\.name) == Self.contents.map(\.name))
        #expect(read.map(\.bytes) == Self.contents.map(\.bytes))
        #expect(file.count < 150_000)
    }

    /// What Python says of each entry: name, size, checksum, date, and whether it has a ZIP64 field.
    private static let script = """
        import sys, zipfile, zlib
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        for entry in archive.infolist():
            data = archive.read(entry)
            assert len(data) == entry.file_size and zlib.crc32(data) == entry.CRC
            print(entry.filename, len(data), entry.date_time, bool(entry.extra), entry.flag_bits)
        """

    @Test(.needs(.python3), arguments: [false, true])
    func `is whole for another program, in 32 bits or in 64`(isLarge: Bool) throws {
        let writer =
            isLarge
            ? ZipWriter(at: Self.stamp, sizeLimit: 100, countLimit: 2) : ZipWriter(at: Self.stamp)
        let file = written(writer)
        let folder = try TemporaryDirectory()
        let path = try folder.write(file, as: "file.zip")
        let read = try ExternalTool.python3.run(
            ["-c", Self.script, path], environment: ["PYTHONIOENCODING": "utf-8"])
        #expect(read.exitCode == 0, "\(read.standardError)")
        let lines = read.standardOutput.split(separator: "\n").map(String.init)
        // The first two are small, and begin before the limit.
        let expected = Self.contents.enumerated().map { index, entry in
            let has64 = isLarge && index > 1 ? "True" : "False"
            return "\(entry.name) \(entry.bytes.count) (2026, 6, 1, 12, 5, 30) \(has64) 2056"
        }
        #expect(lines == expected)
        let end = Array("PK\u{6}\u{6}".utf8)
        let has64 = file.indices.contains { file[$0...].starts(with: end) }
        #expect(has64 == isLarge)
    }

    @Test func `without entries is a directory of none`() throws {
        let writer = ZipWriter(at: nil)
        writer.finish()
        let file = writer.take()
        #expect(file.count == 22)
        #expect(try UnzippedFile.entries(of: file).isEmpty)
    }

    @Test func `refuses a date that it cannot say`() {
        for year in [1979, 2108] {
            #expect(
                ZipWriter.Stamp(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0) == nil)
        }
    }
}
