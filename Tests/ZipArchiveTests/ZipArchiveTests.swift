import FoundationEssentials
import TestSupport
import Testing

@testable import ZipArchive

@Suite struct `A zip file` {
    private static let fixture = "\(Repository.folder)/Tests/Fixtures/ranges/birdlife.zip"

    private func whole(
        _ archive: ZipArchive, _ entry: ZipArchive.Entry, by count: Int = 65_536
    ) throws -> [UInt8] {
        let reader = try archive.reader(of: entry)
        var bytes: [UInt8] = []
        while case let more = try reader.next(count), !more.isEmpty { bytes += more }
        return bytes
    }

    @Test(arguments: [1, 7, 1000, 65_536])
    func `gives its entries whole, however few bytes at a time`(count: Int) throws {
        let archive = try ZipArchive(path: Self.fixture)
        #expect(archive.entries.count >= 4)
        for entry in archive.entries {
            #expect(try whole(archive, entry, by: count).count == Int(entry.size))
        }
        let encoding = try #require(archive.entries.first { $0.name.hasSuffix(".cpg") })
        #expect(
            String(decoding: try whole(archive, encoding), as: UTF8.self).contains("8859"))
    }

    @Test func `that is damaged anywhere is an error or its true bytes, never others`() throws {
        let folder = try TemporaryDirectory()
        let good = [UInt8](try Data(contentsOf: URL(filePath: Self.fixture)))
        let archive = try ZipArchive(path: Self.fixture)
        let wanted = try archive.entries.map { try whole(archive, $0) }
        var refused = 0
        for at in stride(from: 0, to: good.count, by: max(1, good.count / 400)) {
            var bytes = good
            bytes[at] ^= 0x5A
            let path = try folder.write(bytes, as: "damaged.zip")
            do {
                let damaged = try ZipArchive(path: path)
                for entry in damaged.entries {
                    let found = try whole(damaged, entry)
                    #expect(wanted.contains(found))
                }
            } catch is ZipError {
                refused += 1
            }
        }
        #expect(refused > 100)
        for length in [0, 1, 21, 22, good.count / 2, good.count - 1] {
            let path = try folder.write(Array(good.prefix(length)), as: "cut.zip")
            #expect(throws: ZipError.self) {
                let cut = try ZipArchive(path: path)
                for entry in cut.entries { _ = try whole(cut, entry) }
            }
        }
    }

    @Test func `that is not there, and what is none, are told apart`() throws {
        #expect(
            throws: ZipError.unreadable(path: "/no/where.zip", reason: "No such file or directory")
        ) { try ZipArchive(path: "/no/where.zip") }
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(repeating: 0x41, count: 4_000), as: "text.zip")
        #expect(throws: ZipError.damaged(path: path, reason: "its end is missing")) {
            try ZipArchive(path: path)
        }
    }
}
