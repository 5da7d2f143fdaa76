import PlaceIndex
import TestSupport
import Testing

@Suite struct `An import within a limit of memory` {
    func importHelsinki(limit: Int64?, into directory: TemporaryDirectory) throws -> ImportReport {
        try OSMImporter(region: "a", directory: directory.path, memoryLimit: limit)
            .run(files: [GeoDataFiles.helsinkiCentre])
    }

    @Test func `I12 an import that may need more than the limit is refused before it starts`()
        throws
    {
        let directory = try TemporaryDirectory()
        let size = Int64(try Bytes.of(GeoDataFiles.helsinkiCentre).count)
        let needed = ImportMemory.base + size
        let error = #expect(throws: ImportError.self) {
            try importHelsinki(limit: needed - 1, into: directory)
        }
        #expect(error == .memoryTooSmall(limit: needed - 1, needed: needed))
        #expect("\(error.map { "\($0)" } ?? "")".contains("193M"))
        #expect(directory.files == [])
    }

    @Test func `I12 positions go to a file where memory would not do, and nothing is left of it`()
        throws
    {
        let directory = try TemporaryDirectory()
        let plain = try importHelsinki(limit: nil, into: directory)
        let size = Int64(try Bytes.of(GeoDataFiles.helsinkiCentre).count)
        let limited = try importHelsinki(limit: ImportMemory.base + size, into: directory)
        #expect(limited.places == plain.places)
        #expect(limited.streets == plain.streets)
        #expect(limited.areaPieces == plain.areaPieces)
        #expect(directory.files == ["a.sqlite"])
    }
}
