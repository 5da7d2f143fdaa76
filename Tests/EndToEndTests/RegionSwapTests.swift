import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What a running service answers while its regions are replaced, removed or half written.
@Suite struct `Replacing a region under a running service` {
    /// An extract of one shop.
    static func shop(named name: String) -> [UInt8] {
        Array(
            """
            <osm version='0.6'><node id='1' version='1' lat='1' lon='1'>
            <tag k='shop' v='books'/><tag k='name' v='\(name)'/></node></osm>
            """.utf8)
    }

    static func namesNearby(_ service: Service) throws -> [String?] {
        let answer = try service.client.get("/v1/places/nearby?lat=1&lon=1&radius=100")
        try #require(answer.status == 200, "\(answer)")
        return answer.json["places"].all.map { $0["name"].text }
    }

    func importShop(named name: String, into folder: TemporaryDirectory) throws {
        let file = try folder.write(Self.shop(named: name), as: "shop.osm")
        let done = try turnstone("import", "osm", file, "--data", folder.file("data"))
        #expect(done.exitCode == 0, "\(done.standardError)")
    }

    @Test func `the service takes up and lets go of regions without a restart`() throws {
        let folder = try TemporaryDirectory()
        try importShop(named: "Old", into: folder)
        try withService(in: folder) { service in
            #expect(try Self.namesNearby(service) == ["Old"])
            try importShop(named: "New", into: folder)
            try service.eventually("the new region answers") {
                try Self.namesNearby(service) == ["New"]
            }
            let removed = try turnstone("regions", "remove", "shop", "--data", service.data)
            #expect(removed.exitCode == 0, "\(removed.standardError)")
            try service.eventually("the removed region is gone") {
                try Self.namesNearby(service) == []
            }
        }
    }

    @Test func `no request fails while a region is imported again and again`() throws {
        try withService { service in
            var asked = 0
            for _ in 0..<3 {
                let program = try RunningProgram([
                    "import", "osm", GeoDataFiles.helsinkiCentre, "--region", "helsinki-centre",
                    "--data", service.data,
                ])
                while program.endedWith == nil {
                    let reverse = try service.client.get(
                        "/reverse?format=jsonv2&lat=60.1702&lon=24.9522")
                    #expect(reverse.status == 200)
                    #expect(reverse.json["address"]["road"].text != nil, "\(reverse)")
                    let near = try service.client.get(
                        "/v1/places/nearby?lat=60.1702&lon=24.9522&radius=50")
                    #expect(near.status == 200 && near.json["places"].all.count > 3)
                    asked += 2
                }
                #expect(program.endedWith == 0, "\(program.standardError)")
            }
            print("\(asked) requests were answered during three imports")
            #expect(asked > 0)
        }
    }

    /// The phases of an import, as its progress names them, and how long after its start to kill.
    @Test(arguments: [
        ("Reading nodes", 0), ("Reading nodes", 5), ("Reading ways", 0), ("Reading ways", 40),
        ("Linking", 0), ("Indexing ...", 0), ("Indexing ...", 30), ("Indexing names", 0),
        ("Indexing names", 20), ("Saving", 0),
    ])
    func `I11 an import killed in any phase leaves the old data served, and no debris`(
        phase: String, milliseconds: UInt32
    ) throws {
        let folder = try PreparedData.copy()
        let files = folder.files
        let before = try Bytes.of(folder.file("data/places/liechtenstein.sqlite"))
        let program = try RunningProgram([
            "import", "osm", GeoDataFiles.liechtenstein, "--region", "liechtenstein", "--data",
            folder.file("data"),
        ])
        try program.wait(within: 60) {
            program.standardError.contains(phase) || program.endedWith != nil ? () : nil
        }
        usleep(milliseconds * 1000)
        program.send(signal: SIGKILL)
        let end = try program.result()
        // From the last phase on the new region may be whole.
        if end.exitCode == 128 + SIGKILL, !end.standardError.contains("Saving") {
            #expect(try Bytes.of(folder.file("data/places/liechtenstein.sqlite")) == before)
        }
        // The next service, not only the next import, finds nothing to stumble over.
        try withService(in: folder) { service in
            let reverse = try service.client.get("/reverse?format=jsonv2&lat=47.1396&lon=9.5225")
            #expect(reverse.json["address"]["country_code"].text == "li", "\(reverse)")
            #expect(folder.files.filter { $0.contains(".tmp-") } == [])
        }
        let regions = { (names: [String]) in names.filter { $0.hasPrefix("data/places/") } }
        #expect(regions(folder.files) == regions(files))
        let next = try turnstone(
            "import", "osm", GeoDataFiles.liechtenstein, "--region", "liechtenstein", "--data",
            folder.file("data"))
        #expect(next.exitCode == 0, "\(next.standardError)")
        #expect(regions(folder.files) == regions(files))
    }

    @Test func `a service that starts leaves a running import's file alone`() throws {
        let folder = try PreparedData.copy()
        let program = try RunningProgram([
            "import", "osm", GeoDataFiles.liechtenstein, "--region", "second", "--data",
            folder.file("data"),
        ])
        try program.wait(within: 60) {
            let isBegun = folder.files.contains { $0.contains("second.sqlite.tmp-") }
            return isBegun || program.endedWith != nil ? () : nil
        }
        program.send(signal: SIGSTOP)
        try withService(in: folder) { service in
            #expect(folder.files.contains { $0.contains("second.sqlite.tmp-") })
            program.send(signal: SIGCONT)
            let result = try program.result(within: 60)
            #expect(result.exitCode == 0, "\(result.standardError)")
            try service.eventually("the new region is served") {
                let health = try service.client.get("/healthz").json["regions"]
                return health.all.contains { $0.text == "second" }
            }
        }
    }
}
