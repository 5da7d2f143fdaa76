import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Commands that are refused` {
    @Test(
        arguments: [
            (["nearbye", "60,24"], ["nearbye", "nearby"]),
            (["nearby", "60,24", "--raduis", "100"], ["raduis", "--radius"]),
            (["nearby"], ["nearby"]),
            (["nearby", "95,24"], ["latitude"]),
            (["nearby", "60,200"], ["longitude"]),
            (["nearby", "nan,24"], ["not a position"]),
            (["nearby", "60.17"], ["lat,lon"]),
            (["nearby", "60,24", "--radius", "0"], ["radius"]),
            (["nearby", "60,24", "--radius", "-850"], ["radius"]),
            (["nearby", "60,24", "--radius", "NaN"], ["radius"]),
            (["nearby", "60,24", "--radius", "1e309"], ["radius"]),
            (["nearby", "60,24", "--radius", ""], ["radius"]),
            (["nearby", "60,24", "--limit", "0"], ["limit"]),
            (["reverse", "60,24", "--zoom", "x"], ["zoom"]),
            (["identify"], ["photo"]),
            (["explore", "60,24", "--date", "2026-02-30"], ["2026-02-30", "as 2026-06-01,"]),
            (["export", "csv", "--service", "ftp://x"], ["ftp://x", "https://"]),
            (["import", "osm"], ["file"]),
            (["import", "osm", "a.osm", "--region", "../x"], ["../x", "--region", "a-z"]),
            (["import", "osm", "a.osm", "--max-memory", "much"], ["much", "512M"]),
            (["import", "osm", "a.osm", "--max-memory", "0"], ["--max-memory"]),
            (["regions"], ["list", "remove"]),
            (["regions", "remove"], ["name"]),
            (["import", "planets", "x"], ["planets"]),
            (["export", "docx"], ["docx", "--help"]),
            (["records", "destroy"], ["destroy"]),
            (["serve", "--listen", "127.0.0.1:70000"], ["70000"]),
            (["serve", "--listen", "nowhere"], ["nowhere"]),
        ] as [([String], [String])])
    func `wrong usage ends with 2 and says what is right`(arguments: [String], words: [String])
        throws
    {
        let data = try PreparedData.path
        let result = try runProgram(arguments + ["--data", data], within: 20)
        expectFailure(result, exitCode: 2, saying: words)
    }

    @Test func `help names the verbs and the exit codes`() throws {
        let help = try turnstone("--help")
        #expect(help.exitCode == 0)
        for word in [
            "import", "identify", "nearby", "reverse", "serve", "export", "records", "check",
            "regions",
        ] {
            #expect(help.standardOutput.contains(word), "\(help.standardOutput)")
        }
        #expect(help.standardOutput.lowercased().contains("exit"), "\(help.standardOutput)")
        let nothing = try turnstone()
        #expect(nothing.exitCode == 2)
        #expect(nothing.standardError.contains("--help"))
        let verb = try turnstone("nearby", "--help")
        #expect(verb.exitCode == 0 && verb.standardOutput.contains("--radius"))
    }

    @Test(arguments: [
        ["nearby", "60.17,24.95"], ["reverse", "60.17,24.95"], ["records", "list"],
        ["regions", "list"], ["regions", "remove", "x"],
        ["records", "show", "0190aaaa-0000-7000-8000-000000000000"], ["export", "geojson"],
        ["check"], ["serve", "--listen", "127.0.0.1:0"],
    ])
    func `a missing data directory is named, and not made`(arguments: [String]) throws {
        let folder = try TemporaryDirectory()
        let absent = folder.file("absent")
        let result = try runProgram(arguments + ["--data", absent], within: 20)
        expectFailure(result, exitCode: 1, saying: [absent, "import"])
        #expect(!FileManager.default.fileExists(atPath: absent))
    }

    @Test(arguments: ["osm", "taxonomy", "ranges", "sensitive"])
    func `a first import that fails leaves no data directory`(kind: String) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("no,such,list".utf8, as: "torn.osm")
        let result = try turnstone("import", kind, file, "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: ["torn.osm"])
        #expect(folder.files == ["torn.osm"])
        #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
    }

    @Test(arguments: [
        (["--data"], "--data DIR"), (["nearby", "60,24", "--data", ""], "--data"),
        (["--data=", "records", "list"], "--data"),
        (["records", "list", "--radius", "5", "--data", "x"], "--near"),
        (["records", "list", "--kind", "bird", "--data", "x"], "--kind"),
        (["ranges", "override", "ad"], "ranges override add"), (["hlep"], "help"),
    ])
    func `options are named as they are written here`(arguments: [String], word: String) throws {
        expectFailure(try runProgram(arguments, within: 20), exitCode: 2, saying: [word])
    }

    @Test func `a photo that is not there is named`() throws {
        let folder = try TemporaryDirectory()
        let result = try turnstone(
            "identify", folder.file("absent.jpg"), "--data", PreparedData.path)
        expectFailure(result, exitCode: 1, saying: ["absent.jpg"])
        let map = try turnstone("identify", folder.path, "--data", PreparedData.path)
        expectFailure(map, exitCode: 1, saying: [folder.path])
    }

    @Test func `a port in use is named`() throws {
        try withService { service in
            let second = try PreparedData.copy()
            let result = try turnstone(
                "serve", "--listen", "127.0.0.1:\(service.client.port)", "--data",
                second.file("data"))
            expectFailure(result, exitCode: 1, saying: ["\(service.client.port)", "in use"])
            #expect(try service.client.get("/healthz").status == 200)
        }
    }

    @Test func `other machines are not served, as nothing keeps strangers out`() throws {
        let result = try turnstone("serve", "--listen", "0.0.0.0:0", "--data", PreparedData.path)
        expectFailure(result, exitCode: 1, saying: ["0.0.0.0", "127.0.0.1"])
    }

    @Test func `a file of labels that cannot be used is named`() throws {
        let folder = try TemporaryDirectory()
        let labels = try folder.write(
            "{\"probabilities\": {\"no such label\": 0.5}}".utf8, as: "labels.json")
        let result = try turnstone(
            "identify", GeoDataFiles.Photo.church.path, "--labels", labels, "--data",
            PreparedData.path)
        expectFailure(result, exitCode: 1, saying: ["labels.json", "no such label"])
    }

    @Test func `a records file that is none is named, and left as it is`() throws {
        let folder = try PreparedData.copy()
        let path = try folder.write(Array("no database\n".utf8), as: "data/records.sqlite")
        let result = try turnstone("records", "list", "--data", folder.file("data"))
        expectFailure(result, exitCode: 1, saying: ["records.sqlite"])
        #expect(try Bytes.of(path) == Array("no database\n".utf8))
    }

    @Test func `a negative first number is a position and no option`() throws {
        let data = try PreparedData.path
        for arguments in [["-33.9,151.2"], ["--", "-33.9,151.2"]] {
            let result = try runProgram(["reverse", "--data", data] + arguments)
            #expect(result.exitCode == 0, "\(result.standardError)")
            #expect(result.standardOutput.contains("Australia"))
        }
        for arguments in [["--at=-33.9,151.2"], ["--at", "-33.9,151.2"]] {
            let result = try runProgram(
                ["identify", GeoDataFiles.Photo.church.path, "--json", "--data", data] + arguments)
            #expect(result.exitCode == 0, "\(result.standardError)")
            #expect(result.json["position"]["decimalLatitude"].number == -33.9)
        }
    }
}
