import FoundationEssentials
import TestSupport
import Testing

@Suite struct `What a service goes on without` {
    @Test func `a map that is not imported is named, with what to do`() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.file("data"), withIntermediateDirectories: true)
        let service = try start(in: folder, classifier: .none)
        let log = try service.process.stop().standardError
        #expect(log.contains("turnstone import osm"), "\(log)")
        #expect(!log.contains("TURNSTONE_GEODATA"), "\(log)")
        let served = try start(in: PreparedData.copy()).process.stop().standardError
        #expect(served.contains("listening") && !served.contains("turnstone import osm"))
    }

    @Test func `GeoData that a copy of the program does not find is named, with what to do`()
        throws
    {
        let folder = try TemporaryDirectory()
        let data = folder.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let copy = folder.file("turnstone")
        try FileManager.default.copyItem(atPath: RunningProgram.path, toPath: copy)
        let environment = ["TURNSTONE_OPENVINO": folder.file("none"), "TURNSTONE_GEODATA": ""]
        let lost = try RunningService(data: data, program: copy, environment: environment)
        let log = try lost.stop().standardError
        #expect(log.contains("Set TURNSTONE_GEODATA to the folder GeoData"), "\(log)")
        let told = try RunningService(
            data: data, program: copy,
            environment: environment.merging(["TURNSTONE_GEODATA": GeoDataFiles.folder]) { $1 })
        let other = try told.stop().standardError
        #expect(other.contains("listening") && !other.contains("TURNSTONE_GEODATA"), "\(other)")
    }

    @Test(arguments: [
        ["nearby", "60.1702,24.9522", "--radius", "50"], ["reverse", "60.1702,24.9522"],
        ["identify", "--at", "60.1702,24.9522"], ["search", "cathedral"],
    ])
    func `a command that wants GeoData says once that it is not found`(words: [String]) throws {
        let folder = try TemporaryDirectory()
        let copy = folder.file("turnstone")
        try FileManager.default.copyItem(atPath: RunningProgram.path, toPath: copy)
        var environment = ["TURNSTONE_OPENVINO": folder.file("none"), "TURNSTONE_GEODATA": ""]
        let data = try PreparedData.copy()
        let arguments = words + ["--data", data.file("data")]
        let lost = try runProgram(
            arguments, program: copy, environment: environment, within: 60)
        #expect(lost.exitCode == 0, "\(lost)")
        let told = lost.standardError.components(separatedBy: "Set TURNSTONE_GEODATA")
        #expect(told.count == 2, "\(lost)")
        environment["TURNSTONE_GEODATA"] = GeoDataFiles.folder
        let found = try runProgram(
            arguments, program: copy, environment: environment, within: 60)
        #expect(!found.standardError.contains("TURNSTONE_GEODATA"), "\(found)")
    }
}
