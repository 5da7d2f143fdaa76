import FoundationEssentials
import TestSupport
import Testing
import VectorReader

@Suite(.enabled(if: VectorFile.libraryVersion != nil, "Needs GDAL, of Debian's gdal-bin."))
struct `A file of shapes` {
    private func fixture(_ name: String) -> String {
        "\(Repository.folder)/Tests/Fixtures/ranges/\(name)"
    }

    private func rows(
        _ file: VectorFile, crs: String? = nil
    ) throws -> [(values: [String?], shape: VectorShape)] {
        var rows: [(values: [String?], shape: VectorShape)] = []
        for layer in file.layers {
            try file.read(layer, referenceSystem: crs, fields: Array(layer.fields.indices)) {
                feature, _ in rows.append((feature.values, feature.shape))
            }
        }
        return rows
    }

    @Test func `in an archive is read with its own encoding`() throws {
        let files = try VectorFile.open(fixture("birdlife.zip"))
        let file = try #require(files.first)
        #expect(files.count == 1)
        #expect(
            file.layers.map(\.fields) == [
                ["SISID", "SCINAME", "PRESENCE", "ORIGIN", "SEASONAL", "COMMON_NAM"]
            ])
        #expect(file.layers[0].featureCount == 3)
        #expect(file.layers[0].referenceSystem?.contains("ETRS89") ?? false)
        let names = try rows(file).map { $0.values[5] }
        #expect(names == ["Käki", "Käki", "Lapinpöllö"])
    }

    @Test func `keeps columns of one name apart, and rows without a shape`() throws {
        let file = try #require(try VectorFile.open(fixture("duplicates.zip")).first)
        #expect(file.layers[0].referenceSystem == nil)
        let rows = try rows(file)
        #expect(rows.map { $0.values[0] } == ["7", "8"])
        #expect(rows.map { $0.values[1] } == ["Larus alpha", "Larus beta"])
        #expect(rows.map { $0.shape == .nothing } == [false, true])
    }

    @Test func `is converted with east first, whatever the authority says`() throws {
        let folder = try TemporaryDirectory()
        // Two grids of Hong Kong, the first of which is defined northing first, and longitude, latitude.
        for (crs, x, y) in [
            ("EPSG:2326", 836_694.05, 819_069.80), ("EPSG:3857", 12_709_391.6, 2_549_571.6),
            ("EPSG:4326", 114.178_5, 22.312_2),
        ] {
            let text = """
                {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"a": 1},
                 "geometry": {"type": "Point", "coordinates": [\(x), \(y)]}}]}
                """
            let path = try folder.write(Array(text.utf8), as: "point.geojson")
            let file = try #require(try VectorFile.open(path).first)
            try file.read(file.layers[0], referenceSystem: crs, fields: []) { _, conversion in
                let converted = conversion([PlanarPosition(x: x, y: y)])
                #expect(abs(converted[0].x - 114.1785) < 0.01, "\(crs)")
                #expect(abs(converted[0].y - 22.3122) < 0.02, "\(crs)")
            }
        }
    }

    @Test func `that cannot be read says why`() throws {
        let folder = try TemporaryDirectory()
        let absent = folder.file("absent.gpkg")
        #expect(throws: VectorReaderError.fileNotFound(path: absent)) {
            try VectorFile.open(absent)
        }
        let text = try folder.write(Array("no map".utf8), as: "map.geojson")
        let error = #expect(throws: VectorReaderError.self) { try VectorFile.open(text) }
        #expect(error.map { !"\($0)".contains("..") } == true, "\(String(describing: error))")
        #expect(throws: VectorReaderError.isFolder(path: folder.path)) {
            try VectorFile.open(folder.path)
        }
        let lost = try folder.write(Array("PK".utf8), as: "lost.zip")
        #expect(throws: VectorReaderError.nothingInArchive(path: lost)) {
            try VectorFile.open(lost)
        }
        let file = try #require(try VectorFile.open(fixture("duplicates.zip")).first)
        #expect(throws: VectorReaderError.self) { try rows(file, crs: "EPSG:1") }
    }

    /// GDAL would fetch such a path from the network.
    @Test func `is one of this machine`() {
        #expect(throws: VectorReaderError.fileNotFound(path: "/vsicurl/http://localhost/a.shp")) {
            try VectorFile.open("/vsicurl/http://localhost/a.shp")
        }
    }
}
