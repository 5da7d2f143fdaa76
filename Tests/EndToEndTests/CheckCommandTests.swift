import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `The check command` {
    /// Root may read everything, so the program runs as nobody.
    @Test(.needs(.setpriv), .enabled(if: geteuid() == 0, "Needs root, to run as another user."))
    func `tells what may not be read, and looks at the rest`() throws {
        let folder = try TemporaryDirectory()
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder.file("data"), withIntermediateDirectories: true)
        var ids: [String] = []
        try withService(in: folder) { service in
            for _ in 0..<3 {
                let path = try service.record(named: "church", photo: Photos.church)
                ids.append(String(path.split(separator: "/").last ?? ""))
            }
        }
        let photos = ids.map { "data/photos/\($0.suffix(2))/\($0).jpg" }
        let nobody: UInt32 = 65_534
        for name in ["."] + (try files.subpathsOfDirectory(atPath: folder.path)) {
            #expect(chown(folder.file(name), nobody, nobody) == 0)
        }
        // One photo, the folder of another, and an odd name that a terminal would obey.
        #expect(chmod(folder.file(photos[0]), 0) == 0)
        #expect(chmod(folder.file("data/photos/\(ids[1].suffix(2))"), 0) == 0)
        try folder.write([1], as: "data/staging/a\nb\u{1b}[2J.jpg")
        let found = try ExternalTool.setpriv.run([
            "--reuid", "\(nobody)", "--clear-groups", RunningProgram.path, "check", "--json",
            "--data", folder.file("data"),
        ])
        _ = chmod(folder.file("data/photos/\(ids[1].suffix(2))"), 0o755)
        #expect(found.exitCode == 1, "\(found)")
        let problems = found.json["problems"].all
        let kinds = problems.map { $0["kind"].text ?? "" }
        #expect(kinds.filter { $0 == "unreadable" }.count >= 2, "\(found)")
        #expect(kinds.contains("foreignFile"))
        #expect(problems.contains { $0["name"].text == ids[0] }, "\(found)")
        #expect(!problems.contains { $0["name"].text == ids[2] }, "\(found)")
        #expect(found.json["records"].integer == 3)

        let text = try turnstone("check", "--data", folder.file("data"))
        #expect(text.standardOutput.contains(#"a\u{a}b\u{1b}[2J.jpg"#), "\(text)")
    }

    @Test(.needs(.setpriv), .enabled(if: geteuid() == 0, "Needs root, to run as another user."))
    func `a data directory of another user is told as one, not as an empty one`() throws {
        let folder = try TemporaryDirectory()
        let data = folder.file("data")
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect(chmod(folder.path, 0o755) == 0)
        let verbs = [
            ["check"], ["nearby", "60,24"], ["species", "search", "owl"], ["records", "list"],
            ["serve", "--listen", "127.0.0.1:0"],
        ]
        for verb in verbs {
            let told = try ExternalTool.setpriv.run(
                ["--reuid", "65534", "--clear-groups", RunningProgram.path] + verb
                    + ["--data", data])
            #expect(told.exitCode == 1, "\(verb): \(told)")
            #expect(told.standardError.contains("'\(data)' may not be read"), "\(verb): \(told)")
        }
    }
}
