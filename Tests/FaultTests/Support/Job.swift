import FoundationEssentials
import GeoModel
import Glibc
import Imaging
import Records
import TestSupport

/// What a command does in many calls: imports, backup, restore, a model added.
///
/// Each is prepared in a fixture, begun, killed, and begun again by the very same command.
enum Job: String, CaseIterable, CustomStringConvertible {
    case importMap, importTaxonomy, importRanges, backup, restore, addModel

    var description: String { rawValue }

    /// Whether this machine has the libraries that it needs.
    var isPossible: Bool {
        switch self {
        case .importRanges: ExternalTool.ogrinfo.path != nil
        case .addModel:
            FileManager.default.fileExists(
                atPath: Repository.folder + "/.deps/openvino/lib/libopenvino_c.so")
        case .importMap, .importTaxonomy, .backup, .restore: true
        }
    }

    /// Files beside the data directory, and what was there before.
    func prepare(_ fixture: Fixture) throws {
        let folder = fixture.folder
        switch self {
        case .importMap:
            for age in ["Old", "New"] {
                let text = """
                    <osm version="0.6"><node id="1" version="1" lat="47.14" lon="9.52">
                    <tag k="amenity" v="cafe"/><tag k="name" v="\(age) cafe"/></node></osm>
                    """
                try folder.write(Array(text.utf8), as: "\(age).osm")
            }
            try fixture.prepare(["import", "osm", folder.file("Old.osm"), "--region", "town"])
        case .importTaxonomy:
            let list = """
                CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS
                species,eurjac1,Eurasian Jackdaw,Corvus monedula,Passeriformes,Corvidae (Crows),
                species,mallar3,Mallard,Anas platyrhynchos,Anseriformes,Anatidae (Ducks),
                """
            try folder.write(Array(list.utf8), as: "old.csv")
            try folder.write(
                Array(list.replacing("Corvus mon", with: "Coloeus mon").utf8), as: "new.csv")
            try fixture.prepare(["import", "taxonomy", folder.file("old.csv")])
            try fixture.prepare(Self.override)
        case .importRanges:
            try fixture.prepare(Self.override)
        case .restore: try fixture.prepare(["backup", "\(fixture.kept)/backup"])
        case .addModel:
            let model = TinyONNX(
                weights: [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]], hasSoftmax: true)
            try folder.write(model.bytes, as: "colours.onnx")
            try folder.write(Array("crimson\nemerald\nazure\n".utf8), as: "colours.txt")
            for (name, colour) in [("red", [200, 20, 20]), ("green", [20, 200, 20])] {
                let bytes = (0..<4096).flatMap { _ in colour.map { UInt8($0) } }
                guard let image = RGBImage(width: 64, height: 64, bytes: bytes) else { continue }
                try folder.write(
                    try JPEGEncoder().encode(image, quality: 90, fullColour: true),
                    as: "\(name).jpg")
            }
        case .backup: break
        }
    }

    /// What a person said of a range: an import must not lose it.
    private static let override = [
        "ranges", "override", "add", "Corvus corax", "52,6", "--reason", "Breeds here",
    ]

    func words(_ fixture: Fixture) -> [String] {
        let folder = fixture.folder
        let words: [String] =
            switch self {
            case .importMap: ["import", "osm", folder.file("New.osm"), "--region", "town"]
            case .importTaxonomy: ["import", "taxonomy", folder.file("new.csv")]
            case .importRanges:
                [
                    "import", "ranges", "\(Repository.folder)/Tests/Fixtures/ranges/birdlife.zip",
                    "--source", "birdlife",
                ]
            case .backup: ["backup", "\(fixture.work)/backup"]
            case .restore: ["restore", "\(fixture.work)/backup"]
            case .addModel:
                [
                    "model", "add", "colours", "--file", folder.file("colours.onnx"), "--labels",
                    folder.file("colours.txt"), "--golden", folder.file("red.jpg") + "=crimson",
                    "--golden", folder.file("green.jpg") + "=emerald",
                ]
            }
        return words + ["--data", target(fixture)]
    }

    /// The data directory that it changes.
    func target(_ fixture: Fixture) -> String {
        self == .restore ? "\(fixture.work)/restored" : fixture.data
    }

    /// A question whose answer tells the old state from the new one, and a word of each; nil where there is none
    /// before.
    func question(_ fixture: Fixture) -> (words: [String], old: String?, new: String) {
        switch self {
        case .importMap: (["nearby", "47.14,9.52"], "Old cafe", "New cafe")
        case .importTaxonomy: (["species", "search", "jackdaw"], "Corvus mon", "Coloeus mon")
        case .importRanges: (["ranges", "list"], "No range map", "birdlife")
        case .backup: (["records", "list", "--data", "\(fixture.work)/backup"], nil, "Record 1")
        case .restore: (["records", "list", "--data", "\(fixture.work)/restored"], nil, "Record 1")
        case .addModel: (["model", "list"], nil, "colours")
        }
    }

    /// Names that only an unfinished run leaves.
    func leftovers(_ fixture: Fixture) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: fixture.work)) ?? []
        return all.filter { name in
            [".tmp", ".part", ".draft", "unfinished", "-journal"].contains { name.contains($0) }
                && !name.hasSuffix("half.part")
        }
    }
}

extension ProgramResult {
    fileprivate static let none = ProgramResult(
        exitCode: 1, standardOutput: "", standardError: "")
}

extension Fixture {
    /// Runs the program on the data that every run begins with.
    func prepare(_ words: [String]) throws {
        let result = try run(words + ["--data", kept + "/data"], program: "turnstone")
        guard result.exitCode == 0 else { throw NotPrepared(result: result) }
    }

    struct NotPrepared: Error { let result: ProgramResult }

    /// Asks for the state after a crash, begins the job again, and asks once more; then checks the records.
    func verify(_ job: Job) throws -> Tally {
        var tally = Tally()
        tally.states = 1
        let question = job.question(self)
        func ask() throws -> ProgramResult {
            let data = question.words.contains("--data") ? [] : ["--data", data]
            return try run(question.words + data, program: "turnstone")
        }
        // Asking where a restore has made a folder and nothing else would make a database there.
        let isThere = job != .restore || access("\(work)/restored/records.sqlite", F_OK) == 0
        let before = isThere ? try ask() : ProgramResult.none
        let isNew = before.exitCode == 0 && before.standardOutput.contains(question.new)
        if let old = question.old, !isNew, !before.standardOutput.contains(old) {
            tally.otherProblems.append("neither old nor new: \(before)")
        }
        let again = try run(job.words(self), program: "turnstone")
        // What never overwrites says so when it was done already.
        let refuses = isNew && [.backup, .restore, .addModel].contains(job)
        if again.exitCode != 0, !refuses { tally.otherProblems.append("not again: \(again)") }
        let after = try ask()
        if !after.standardOutput.contains(question.new) {
            tally.otherProblems.append("not done at last: \(after)")
        }
        if job == .importRanges || job == .importTaxonomy {
            let list = try run(
                ["ranges", "override", "list", "--data", data], program: "turnstone")
            if !list.standardOutput.contains("Breeds here") { tally.lost += 1 }
        }
        tally.orphans += job.leftovers(self).count
        if tally.orphans > 0 { tally.otherProblems.append("left: \(job.leftovers(self))") }
        for data in job == .restore || job == .backup
            ? [data, "\(work)/\(job == .backup ? "backup" : "restored")"] : [data]
        {
            let store = try RecordStore(DataDirectory(data))
            _ = try store.sweep(now: Self.later)
            for record in others + [record] {
                tally.told += 1
                if try store.record(record.occurrenceID) != record { tally.lost += 1 }
            }
            try verifyFiles(store, &tally)
        }
        return tally
    }
}
