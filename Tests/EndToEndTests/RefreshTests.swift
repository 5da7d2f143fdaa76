import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Refreshing records` {
    @Test func `beside a service, gives a new tag, and an edit of the old one goes through`() throws
    {
        let folder = try PreparedData.copy()
        let regions = folder.files.filter { $0.hasPrefix("data/places/") }
        // The maps come later.
        for region in regions {
            try FileManager.default.moveItem(
                atPath: folder.file(region), toPath: folder.file("later-" + region.dropFirst(12)))
        }
        try withService(in: folder) { service in
            let path = try service.record(named: "mine", photo: Photos.church)
            let before = try service.client.get(path)
            #expect(before.header("etag") == "\"1\"")
            for region in regions {
                try FileManager.default.moveItem(
                    atPath: folder.file("later-" + region.dropFirst(12)),
                    toPath: folder.file(region))
            }
            let (options, _) = try Classifier.church.setting(in: folder)
            let arguments = ["records", "refresh", "--data", service.data] + options
            let dry = try runProgram(arguments + ["--dry-run", "--json"])
            #expect(dry.exitCode == 0, "\(dry)")
            #expect(dry.json["changedAddresses"].integer == 1, "\(dry)")
            #expect(try service.client.get(path).json == before.json)
            let done = try runProgram(arguments)
            #expect(done.exitCode == 0, "\(done)")
            #expect(done.standardOutput.hasPrefix("1 record computed anew: 1 addresses"), "\(done)")

            let after = try service.client.get(path, headers: [("If-None-Match", "\"1\"")])
            #expect(after.status == 200)
            #expect(after.header("etag") == "\"1.1\"")
            #expect(after.json["computed"]["address"].text?.contains("Helsinki") == true)
            #expect(after.json["name"].text == "mine")
            #expect(after.json["revision"].integer == 1)
            for (tag, status) in [("1", 200), ("2.1", 200), ("1.1", 412), ("3.9", 200)] {
                let edited = try service.client.send(
                    "PATCH", path, headers: [("If-Match", "\"\(tag)\"")],
                    json: #"{"occurrenceRemarks": "by \#(tag)"}"#)
                #expect(edited.status == status, "\(tag): \(edited)")
            }
        }
    }
}
