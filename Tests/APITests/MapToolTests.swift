import GeoModel
import Species
import TestSupport
import Testing

@testable import API

/// GDAL's client of OGC API Features, which QGIS and many others stand on.
@Suite(.serialized) struct `GDAL over OGC API Features` {
    private func read(_ service: FeatureService, _ arguments: String...) throws -> ProgramResult {
        let result = try ExternalTool.ogrinfo.run(
            ["-ro"] + arguments.dropLast() + ["OAPIF:http://127.0.0.1:\(service.client.port)/ogc"]
                + arguments.suffix(1).filter { !$0.isEmpty })
        #expect(result.exitCode == 0 && result.standardError.isEmpty, "\(result.standardError)")
        return result
    }

    private func count(_ text: String, in result: ProgramResult) -> Int {
        result.standardOutput.split(separator: text, omittingEmptySubsequences: false).count - 1
    }

    @Test(.needs(.ogrinfo)) func `E10: lists the layers with their counts, and pages through all`()
        throws
    {
        let service = try FeatureService()
        for index in 0..<230 { try service.add(at: (Double(index % 80), Double(index) / 2)) }
        try service.add(at: nil)
        let layers = try read(service, "")
        for name in ["records", "places", "ranges"] {
            #expect(layers.standardOutput.contains(": \(name) "), "\(layers.standardOutput)")
        }
        let summary = try read(service, "-al", "-so", "records")
        #expect(summary.standardOutput.contains("Feature Count: 231"))
        #expect(summary.standardOutput.contains("Extent: (0.000000, 0.000000) - (114.500000"))
        let all = try read(service, "-al", "-oo", "PAGE_SIZE=50", "records")
        #expect(count("OGRFeature(records):", in: all) == 231)
        let ids = Set(
            all.standardOutput.split(separator: "\n").filter {
                $0.contains("occurrenceID (String) = ")
            })
        #expect(ids.count == 231)
    }

    @Test(.needs(.ogrinfo)) func `E10: what the first features lack is read of the others`() throws
    {
        let nodes = (1...30).map { $0 < 30 ? $0 : 5_297_652_324 }.map {
            "<node id=\"\($0)\" lat=\"1\" lon=\"1\"><tag k=\"amenity\" v=\"bench\"/></node>"
        }
        let folder = try TemporaryDirectory()
        let map = try folder.write(
            Array("<osm version=\"0.6\">\(nodes.joined())</osm>".utf8), as: "map.osm")
        let service = try FeatureService(map: map)
        try service.add(at: (60.17, 24.95))
        for _ in 0..<30 { try service.add(at: nil) }
        let places = try read(service, "-al", "places")
        #expect(count("OGRFeature(places):", in: places) == 30)
        #expect(places.standardOutput.contains("osm_id (Real) = 5297652324"))
        let records = try read(service, "-al", "records")
        #expect(count("OGRFeature(records):", in: records) == 31)
        #expect(records.standardOutput.contains("coordinateUncertaintyInMeters (Real) = 17"))
        #expect(records.standardOutput.contains("created (DateTime) = "))
    }

    @Test(.needs(.ogrinfo)) func `E09: a window of a map finds what is in it`() throws {
        let service = try FeatureService()
        try service.add(at: (60.17, 24.95))
        try service.add(at: (24.95, 60.17))
        let window = try read(service, "-al", "-spat", "24", "60", "25", "61", "records")
        #expect(count("OGRFeature(records):", in: window) == 1)
        #expect(window.standardOutput.contains("POINT (24.95 60.17)"))
    }
}
