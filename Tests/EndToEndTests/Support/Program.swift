import FoundationEssentials
import TestSupport
import Testing

/// Which classifier the program is started with.
enum Classifier {
    /// Answers as recorded: no OpenVINO, the same on every machine.
    case recorded([String: Double])
    /// OpenVINO is looked for in an empty folder.
    case none
    /// The model that ships with the repository; needs OpenVINO.
    case bundled

    /// What a classifier says of a church.
    static let church = Classifier.recorded(["church": 0.81, "dome": 0.09, "monastery": 0.03])

    /// Options and variables that choose it; its files go to `folder`.
    func setting(in folder: TemporaryDirectory) throws -> ([String], [String: String]) {
        let noRuntime = ["TURNSTONE_OPENVINO": folder.file("no-openvino")]
        switch self {
        case .recorded(let probabilities):
            let entries = probabilities.map { "\"\($0.key)\": \($0.value)" }.sorted()
            let text = "{\"probabilities\": {\(entries.joined(separator: ", "))}}"
            let path = try folder.write(text.utf8, as: "labels-\(UUID().uuidString).json")
            return (["--labels", path], noRuntime)
        case .none:
            return ([], noRuntime)
        case .bundled:
            return ([], [:])
        }
    }
}

/// OpenVINO, which a machine may lack.
enum OpenVINO {
    /// Whether Scripts/setup has fetched it, or `TURNSTONE_OPENVINO` names it.
    static var isInstalled: Bool {
        let named = ProcessInfo.processInfo.environment["TURNSTONE_OPENVINO"]
        let folder = named ?? Repository.folder + "/.deps/openvino/lib"
        return FileManager.default.fileExists(atPath: folder + "/libopenvino_c.so")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where OpenVINO is absent.
    static var needsOpenVINO: Self {
        .enabled(if: OpenVINO.isInstalled, "Needs OpenVINO: run Scripts/setup.")
    }
}

/// Runs the program to its end without OpenVINO.
func turnstone(_ arguments: String...) throws -> ProgramResult {
    try runProgram(
        arguments, environment: ["TURNSTONE_OPENVINO": "/nonexistent/openvino"], within: 90)
}

extension ProgramResult {
    /// Standard output as JSON.
    var json: JSON { (try? JSON(parsing: standardOutput.utf8)) ?? .absent }
}

/// Expects that a run failed as it should: the exit code, nothing on standard output, and an error that holds
/// each of `words` in any case.
func expectFailure(
    _ result: ProgramResult, exitCode: Int32, saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let told: Comment = "stdout: \(result.standardOutput)\nstderr: \(result.standardError)"
    #expect(result.exitCode == exitCode, told, sourceLocation: sourceLocation)
    #expect(result.standardOutput.isEmpty, told, sourceLocation: sourceLocation)
    let message = result.standardError.lowercased()
    for word in words {
        #expect(message.contains(word.lowercased()), told, sourceLocation: sourceLocation)
    }
}
