import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Backup and restore` {
    @Test func `bring a served directory to another, which serves the same`() throws {
        let folder = try TemporaryDirectory()
        let (first, second) = (folder.file("first"), folder.file("second"))
        var names: [String?] = []
        try withService { service in
            _ = try service.confirm(service.churchCapture())
            let made = try turnstone("backup", first, "--data", service.data)
            #expect(made.exitCode == 0, "\(made)")
            #expect(made.standardOutput.hasPrefix("1 record, 1 photo, "))
            _ = try service.record(named: "a bench")
            let next = try turnstone(
                "backup", second, "--since", first, "--json", "--data", service.data)
            #expect(next.exitCode == 0, "\(next)")
            #expect(next.json["records"].integer == 2)
            #expect(next.json["photosShared"].integer == 1)
            expectFailure(
                try turnstone("backup", second, "--data", service.data), exitCode: 1,
                saying: ["there already", "new name"])
            names = try service.client.get("/v1/records").json["records"].all.map {
                $0["name"].text
            }
        }
        let data = try TemporaryDirectory()
        let restored = try turnstone("restore", second, "--data", data.file("data"))
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.standardError.contains("turnstone token create"), "\(restored)")
        try withService(in: data) { service in
            let records = try service.client.get("/v1/records").json["records"].all
            #expect(records.map { $0["name"].text } == names)
        }
        #expect(try turnstone("check", "--data", data.file("data")).exitCode == 0)
        expectFailure(
            try turnstone("restore", second, "--data", data.file("data")), exitCode: 1,
            saying: ["records.sqlite", "not overwritten"])
        expectFailure(
            try turnstone("restore", folder.path, "--data", folder.file("new")), exitCode: 1,
            saying: ["no finished backup"])
    }
}
